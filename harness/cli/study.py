"""``callbench run`` with several conditions: plan them, carry one after the other, set them against the clean one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from harness.executors.base import Work
    from harness.settings import RunSettings
    from harness.store import Manifest, Store
    from harness.study import PlannedStudy, Study


def begin(settings: RunSettings, out: Path | None, preflight: bool | None, *, dry_run: bool = False) -> int:
    """Plan a study and carry it; answers the exit status.

    Raises:
        UsageError: a condition, or anything else, that cannot be carried.
    """
    from harness import study
    from harness.cli import FINE
    from harness.cli.progress import say
    from harness.cli.run import look_over, tell_needless
    from harness.judges import seated

    planned = study.prepare(settings)
    with seated(settings.judges):
        pass  # judges that cannot be had are better found now than after the calls
    tell_needless(planned.runs[0].manifest)
    if dry_run:
        for line in told(planned):
            print(line)
        print(f"into {out or Path('runs') / planned.name}; nothing was run")
        return FINE
    for line in told(planned):
        say(line)
    for index, run in enumerate(planned.runs):
        look_over(run.manifest, preflight if index == 0 else False)  # vendors are asked once
    return carry_out(study.create(planned, out), agent=settings.agent)


def resume(
    path: Path, agent: str | None, preflight: bool | None, *, concurrency: int | None, budget: float | None
) -> int:
    """Go on with all runs of a study; answers the exit status.

    Raises:
        UsageError: not a study, or its scenarios or its agent have changed since.
    """
    from harness import launch, study
    from harness.cli.run import look_over

    found = study.open_study(path.absolute())
    asked = False
    for _, folder in found.folders:
        store = launch.reopen(folder, agent)
        if launch.unfinished(store):
            look_over(store.manifest, False if asked else preflight)
            asked = True
    return carry_out(found, agent=agent, concurrency=concurrency, budget=budget)


def carry_out(
    study: Study,
    *,
    agent: str | None = None,
    concurrency: int | None = None,
    budget: float | None = None,
    work: Work | None = None,
) -> int:
    """Carry the runs of a study one after the other, and set the conditions against the clean one.

    A trial without a result ends nothing; a budget that is spent, vendors that refuse and an interruption end the
    study.

    Returns:
        The exit status: the worst of its runs'.
    """
    from harness import launch
    from harness.cli import FAILED, FINE
    from harness.cli.progress import say
    from harness.cli.run import carry, shown

    worst = FINE
    for number, (part, folder) in enumerate(study.folders, 1):
        say(f"condition {part.condition}, {number} of {len(study.manifest.conditions)}")
        store: Store = launch.reopen(folder, agent)
        status, summary = carry(
            store,
            study.path,
            concurrency=concurrency,
            budget=budget,
            elsewhere=study.elsewhere(folder),
            work=work,
        )
        if summary is None:
            return status
        print(f"report of {part.condition}: {shown(folder / 'report.html')}")
        worst = FAILED if status == FAILED else worst
    show(study.path)
    return worst


def show(
    path: Path, convention: str = "callbench", *, as_json: bool = False, text: Callable[[], str] | None = None
) -> None:
    """Write a study's report, print its figures and where it lies.

    Args:
        path: the study's folder.
        convention: ``reference`` prints tests and intervals as the reference makes them, and writes them beside ours.
        as_json: print the figures as JSON.
        text: gives what is printed in the place of the table, once the report is written.
    """
    from harness import deltas
    from harness.cli.output import print_json, print_table
    from harness.cli.run import shown
    from harness.files import write_json
    from harness.report.study import COLUMNS, facts, headline, write_study
    from harness.study import open_study

    figures, page = write_study(path)
    if convention == "reference":
        figures = deltas.deltas(open_study(path), convention)
        write_json(path / deltas.REFERENCE, figures)
    if as_json:
        print_json(figures)
        return
    if text is not None:
        print(text())
    else:
        if rows := headline(figures):
            print_table(COLUMNS, rows, whole=COLUMNS)
        for fact in facts(figures):
            print(fact)
    print(f"report of the study: {shown(page)}")


def told(planned: PlannedStudy) -> list[str]:
    """What a study comes to, condition by condition, before it begins."""
    from harness.budget import Budget, forecast
    from harness.duration import basis, hours
    from metrics.words import plural

    first = planned.runs[0].manifest
    lines = [f"study of {first.agent.name}, called by {first.caller.name}, {first.options.clock} clock"]
    total, calls = 0.0, 0
    for run in planned.runs:
        m = run.manifest
        took = hours(len(m.trials), m.options.clock, m.concurrency)
        domains = Counter(s.domain for s in run.scenarios)
        where = ", ".join(f"{count} of {domain}" for domain, count in domains.items())
        what = f"{plural(len(m.trials), 'call')} ({where}; {plural(m.settings.trials, 'trial')} each)"
        lines.append(f"{m.options.condition.name}: {what}, about {_time(took)}{_cost([m])}")
        total, calls = total + took, calls + len(m.trials)
    lines += planned.manifest.notes
    lines.append(
        f"all together: {plural(calls, 'call')}, about {_time(total)}{_cost([r.manifest for r in planned.runs])}"
    )
    lines.append(f"time: {basis(first.options.clock, first.concurrency)}")
    if text := forecast(first.billing, 1):
        lines.append(text)
    if first.settings.budget and (allowed := Budget(first.settings.budget, first.billing).forecast(calls)):
        lines.append(allowed)
    return lines


def _cost(runs: Sequence[Manifest]) -> str:
    """What the calls of runs are expected to cost."""
    from harness.budget import estimate

    known: list[Any] = [(estimate(m.billing), m) for m in runs if m.billing.live]
    if not known:
        return ", at no cost"
    if any(each is None for each, _ in known):
        return ", cost not known"
    usd = sum(each * len(m.trials) for each, m in known)
    return f", about {usd:.2f} US dollars" + (" for real" if known[0][1].options.rehearsal else "")


def _time(hours: float) -> str:
    from metrics.words import plural

    return f"{hours:.1f} hours" if hours >= 1 else plural(max(1, round(60 * hours)), "minute")
