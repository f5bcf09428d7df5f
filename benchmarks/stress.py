"""What noise and accent do to a recogniser, and through it to tasks: ``python benchmarks/stress.py [--out DIR]``.

The embedded caller phones embedded-cascade in virtual time, in each condition with the same scenarios and seeds.
Printed by condition: word error rate, share of key entities heard right, task completion. Checked: the first two get
worse from step to step of the noise and of the accent, or stay within 0.005; and key entities go with task completion
over conditions (r at least 0.9).

    python benchmarks/stress.py --out runs/stress --draw docs/pictures/stress.svg
    python benchmarks/stress.py --scenarios 3 --conditions clean noise-coffee=10

The calls are a study: a run that was stopped goes on with the same command, and ``callbench report runs/stress`` shows
all of it. Exit status 1 when a check fails.
"""

import argparse
import json
import sys
from itertools import pairwise
from pathlib import Path
from statistics import fmean

from harness import launch, plan, study
from harness.cli.progress import observer, say
from harness.compare import written_scores
from harness.deltas import deltas
from harness.gathered import gather
from harness.heard import lend_ears
from harness.report import chart
from harness.report.study import entity_chart, entity_fact
from harness.score import summarise
from harness.settings import load
from metrics.aggregate import scenario_means
from metrics.perturbations import KEY_ENTITIES, TASK
from scenarios.packs import load_packs

DOMAINS = ("airline", "hr", "itsm")
NOISE = ("clean", "noise-coffee=20", "noise-coffee=15", "noise-coffee=10", "noise-coffee=5")
ACCENT = ("clean", "accent-french", "accent-french-strong")
BOTH = ("accent-french+noise-coffee=15", "accent-french-strong+noise-coffee=10")
LEAST_R = 0.9
STEP = 0.005  # by which a step may go the other way: half a percent of words or values is chance


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scenarios", type=int, default=24, help="spread over the three domains")
    parser.add_argument("--conditions", nargs="+", default=[*NOISE, *ACCENT[1:], *BOTH])
    parser.add_argument("--agent", default="embedded-cascade")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--concurrency", type=int)
    parser.add_argument("--out", type=Path, default=Path("runs/stress"))
    parser.add_argument("--draw", type=Path, help="write the figure of key entities against task completion here")
    arguments = parser.parse_args()
    found = carry(arguments)
    rows = [measured(part.condition, folder) for part, folder in found.folders]
    print(f"{'condition':40}{'calls':>7}{'word error rate':>17}{'key entities':>14}{'task completion':>17}")
    for row in rows:
        print(
            f"{row['condition']:40}{row['calls']:7}{row['stt_wer']:17.3f}{row['key_entities']:14.3f}"
            f"{row['task_completion']:17.3f}"
        )
    figures = deltas(found)
    problems = [*monotone(rows, NOISE, "noise"), *monotone(rows, ACCENT, "accent")]
    r = figures["entities"]["r"]
    print(entity_fact(figures))
    if r is None or r < LEAST_R:
        problems.append(f"key entities and task completion over conditions: r is {r}, and not {LEAST_R} at least")
    for line in problems:
        print(f"FAIL {line}")
    if not problems:
        print(f"ok: no better from step to step of noise and accent (within {STEP}), r = {r}")
    if arguments.draw:
        arguments.draw.write_text(chart.file(entity_chart(figures["entities"], entity_fact(figures))), encoding="utf-8")
        print(f"drawn: {arguments.draw}")
    print(json.dumps({"benchmark": "stress", "r": r, "rows": rows, "problems": problems}))
    return int(bool(problems))


def carry(arguments: argparse.Namespace) -> study.Study:
    """Carry the study, or what is left of it."""
    if study.is_study(arguments.out):
        found = study.open_study(arguments.out.absolute())
    else:
        settings = {
            "agent": arguments.agent,
            "domain": list(DOMAINS),
            "scenarios": chosen(arguments.scenarios, arguments.seed),
            "perturb": arguments.conditions,
            "clock": "virtual",
            "seed": arguments.seed,
            "concurrency": arguments.concurrency,
        }
        found = study.create(study.prepare(load(None, settings)), arguments.out)
    lend_ears()
    for part, folder in found.folders:
        say(f"condition {part.condition}")
        launch.carry_out(launch.reopen(folder), observer(), concurrency=arguments.concurrency)
        summarise(folder)
    return found


def chosen(count: int, seed: int) -> list[str]:
    """Scenarios drawn by the seed, of each domain as many as of another, give or take one."""
    names = []
    for place, pack in enumerate(load_packs("builtin", DOMAINS)):
        share = count // len(DOMAINS) + (place < count % len(DOMAINS))
        names += [f"{s.domain}/{s.id}" for s in plan.draw(list(pack.scenarios.values()), share, seed)] if share else []
    return names


def measured(condition: str, folder: Path) -> dict:
    """The figures of one condition: means over scenarios of what its calls came to."""
    calls = gather(folder, written_scores).rows
    row: dict = {"condition": condition, "calls": len(calls)}
    for name, key in (("stt_wer", "stt_wer"), (KEY_ENTITIES, "key_entities"), (TASK, "task_completion")):
        scores = {(c.name, c.trial): c.scores[name] for c in calls if name in c.scores}
        values = {at: s.value if name == "stt_wer" else s.effective for at, s in scores.items()}
        means = scenario_means(values)
        row[key] = round(fmean(means.values()), 4) if means else float("nan")
    return row


def monotone(rows: list[dict], steps: tuple[str, ...], what: str) -> list[str]:
    """Where word error rate or key entities get better from one step to the next."""
    found = {row["condition"]: row for row in rows}
    there = [found[name] for name in steps if name in found]
    problems = []
    for before, after in pairwise(there):
        for key, sign in (("stt_wer", 1), ("key_entities", -1)):
            if sign * (after[key] - before[key]) < -STEP:
                problems.append(
                    f"{what}: {key} goes from {before[key]} in {before['condition']} to {after[key]} in "
                    f"{after['condition']}"
                )
    return problems


if __name__ == "__main__":
    sys.exit(main())
