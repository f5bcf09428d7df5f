"""Two runs side by side: the systems that they tested, on the scenarios that both have."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from harness.calls import Attempt
from harness.gathered import Gathered, gather
from harness.report.text import NOTHING, interval, number, plural
from harness.score import read_scores
from metrics.compare import compare
from metrics.score import Score
from metrics.stats import run_seed
from pipelines.perturb.condition import Condition
from scenarios.errors import UsageError

MUST_AGREE = ("tick_ms", "ears", "spelling", "rehearsal", "vendor_faults", "condition")
"""Options of calls without which two runs do not measure the same thing."""


def compare_runs(first: Path, second: Path) -> dict[str, Any]:
    """Compare the second run with the first, from the scores that both have.

    Returns:
        As `metrics.compare.compare`, with ``systems`` and with ``warnings``: what differs in how the runs were made.

    Raises:
        UsageError: not a run folder, other scenarios under the same names or none in common, or other callers.
    """
    runs = [gather(run, written_scores) for run in (first, second)]
    packs = [run.manifest.packs for run in runs]
    for domain in sorted(set(packs[0]) & set(packs[1])):
        if packs[0][domain].sha256 != packs[1][domain].sha256:
            raise UsageError(
                f"{first} and {second}: their scenarios of {domain} are not the same pack; run both on one pack"
            )
    callers = [run.manifest.caller.name for run in runs]
    if runs[0].manifest.caller != runs[1].manifest.caller:
        names = " and ".join(callers) if callers[0] != callers[1] else f"two callers by the name of {callers[0]}"
        raise UsageError(
            f"{first} and {second} were called by different callers ({names}), which measure different things: "
            "compare runs of one caller"
        )
    seed = run_seed(f"callbench {runs[0].manifest.settings.seed}")
    found = compare(runs[0].rows, runs[1].rows, seed=seed)
    if not found["scenarios"]:
        raise UsageError(f"{first} and {second} have no scenario with a result in common; nothing can be compared")
    return {
        "systems": [
            {
                "run": run.run.name,
                "agent": run.manifest.agent.name,
                "caller": run.manifest.caller.name,
                "nature": run.manifest.nature,
            }
            for run in runs
        ],
        "warnings": _warnings(runs),
        **found,
    }


def written_scores(attempts: Sequence[Attempt]) -> dict[Path, dict[str, Score] | Exception]:
    """The scores that stand in the call folders."""
    found: dict[Path, dict[str, Score] | Exception] = {}
    for attempt in attempts:
        scores = read_scores(attempt.folder)
        found[attempt.folder] = FileNotFoundError("no scores") if scores is None else scores
    return found


def _warnings(runs: Sequence[Gathered]) -> list[str]:
    options = [run.manifest.options for run in runs]
    found = [
        f"{name} is {_shown(one)} in the first run and {_shown(two)} in the second"
        for name in MUST_AGREE
        if (one := getattr(options[0], name)) != (two := getattr(options[1], name))
    ]
    judges = [
        {(name, str(s.details["judge"].get("name"))) for c in run.rows for name, s in c.scores.items() if _judged(s)}
        for run in runs
    ]
    both = {name for name, _ in judges[0]} & {name for name, _ in judges[1]}
    others = sorted({name for name, _ in judges[0] ^ judges[1]} & both)
    if others:
        found.append(f"other judges, or other versions of them, decided {', '.join(others)}")
    return found


def _shown(value: object) -> str:
    if isinstance(value, Condition):
        return value.name
    return (", ".join(value) or "none") if isinstance(value, tuple) else str(value)


def _judged(score: Score) -> bool:
    return isinstance(score.details.get("judge"), dict)


COLUMNS = ("figure", "first", "second", "difference", "95 % interval", "p", "adjusted p", "McNemar", "what it is worth")


def table(found: dict[str, Any]) -> list[list[str]]:
    """The rows of a comparison, for `COLUMNS`."""
    return [
        [
            row["name"],
            number(row["first"]),
            number(row["second"]),
            f"{row['difference']:+.3f}",
            interval(row["low"], row["high"]) or NOTHING,
            f"{row['p']:.2g}",
            f"{row['p_adjusted']:.2g}",
            f"{row['mcnemar']['p']:.2g}" if row["mcnemar"] else NOTHING,
            row["worth"],
        ]
        for row in found["rows"]
    ]


def facts(found: dict[str, Any]) -> list[str]:
    """What must stand beside the table, in sentences."""
    one, two = (
        f"{system['agent']} ({system['run']})" + (f", {system['nature']}" if system["nature"] else "")
        for system in found["systems"]
    )
    caller = found["systems"][0]["caller"]
    families = ", ".join(dict.fromkeys(row["family"] for row in found["rows"]))
    lines = [
        f"First: {one}. Second: {two}. Both called by {caller}.",
        f"{plural(found['scenarios'], 'scenario')} that both have; trials are averaged.",
        f"p: paired sign-flip test; adjusted p: Holm's, within a family ({families}); McNemar: exact, on scenarios "
        f"that are passed in every trial.",
    ]
    for key, name in (("only_first", "first"), ("only_second", "second")):
        if found[key]:
            lines.append(f"Only in the {name}, left out: {', '.join(found[key])}.")
    told = {*found["only_first"], *found["only_second"]}
    partly = {row["name"]: count for row in found["rows"] if (count := len(set(row["left_out"]) - told))}
    if partly:
        counts = ", ".join(f"{name} {count}" for name, count in partly.items())
        lines.append(f"Scenarios left out because a system has no value there: {counts}.")
    return [*lines, *(f"Not the same: {warning}." for warning in found["warnings"])]
