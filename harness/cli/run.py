"""``callbench run``: carry calls and score them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from harness.calls import Attempt
    from harness.executors.base import Work
    from harness.launch import Planned
    from harness.store import Manifest, Store
    from harness.tally import Stop, Tally


def run(
    config: Annotated[Path | None, typer.Option(help="YAML file with any of these options by name.")] = None,
    agent: Annotated[
        str | None,
        typer.Option(help="Name, agent file, or ws://, listen:// or webrtc+http:// URL.  [default: embedded-cascade]"),
    ] = None,
    fault: Annotated[
        list[str] | None, typer.Option(help="Seed a fault into the calibration agent; may be repeated.")
    ] = None,
    caller: Annotated[
        str | None,
        typer.Option(metavar="NAME|FILE", help="Who phones; NAME+ACCENT for another voice.  [default: plan]"),
    ] = None,
    pack: Annotated[str | None, typer.Option(help="builtin, or the path of a pack.  [default: builtin]")] = None,
    domain: Annotated[
        list[str] | None, typer.Option(help="airline, hr, itsm or all; may be repeated.  [default: airline]")
    ] = None,
    scenarios: Annotated[
        list[str] | None,
        typer.Option(help="Id, glob, kind:KIND or workflow:NAME; may be repeated.  [default: all]"),
    ] = None,
    trials: Annotated[int | None, typer.Option(help="Calls that count for each scenario.  [default: 1]")] = None,
    max_attempts: Annotated[
        int | None, typer.Option(help="Attempts at a trial while its calls are spoiled.  [default: 3]")
    ] = None,
    max_retries: Annotated[
        int | None,
        typer.Option(help="Further attempts after failures of a service, the line or this machine.  [default: 3]"),
    ] = None,
    limit: Annotated[int | None, typer.Option(help="At most so many scenarios of each domain.")] = None,
    clock: Annotated[
        str | None, typer.Option(metavar="auto|real|virtual", help="Time that calls run in.  [default: auto]")
    ] = None,
    ears: Annotated[
        str | None,
        typer.Option(metavar="real|perfect", help="Recognised speech, or the intended text.  [default: real]"),
    ] = None,
    spelling: Annotated[
        str | None, typer.Option(metavar="nato|letters", help="How the caller spells.  [default: nato]")
    ] = None,
    time_limit: Annotated[float | None, typer.Option(help="Longest call in seconds.  [default: 600]")] = None,
    silence_limit: Annotated[
        float | None, typer.Option(help="Dead air after which a call ends, in seconds.  [default: 20]")
    ] = None,
    tick_ms: Annotated[int | None, typer.Option(metavar="20|40", help="Tick of the line.  [default: 20]")] = None,
    seed: Annotated[int | None, typer.Option(help="Seed of everything random.  [default: 0]")] = None,
    judges: Annotated[
        str | None,
        typer.Option(metavar="NAME|FILE", help="Who judges: offline, or model judges.  [default: offline]"),
    ] = None,
    concurrency: Annotated[int | None, typer.Option(help="Calls at the same time.  [default: one a core]")] = None,
    budget: Annotated[
        float | None, typer.Option(metavar="USD", help="End before the call that would make the run cost more.")
    ] = None,
    prices: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Prices of yours, which go before ours (docs/cost.md).")
    ] = None,
    preflight: Annotated[
        bool | None,
        typer.Option("--preflight/--no-preflight", help="Ask vendors first whether they will serve.  [default: yes]"),
    ] = None,
    rehearse: Annotated[
        bool | None,
        typer.Option("--rehearse", help="Have servers of this machine stand in for every vendor: no key, no cost."),
    ] = None,
    rehearse_fault: Annotated[
        list[str] | None,
        typer.Option(metavar="PART:KIND", help="What vendors do wrong in a rehearsal, such as stt:401 or tts:slow=8."),
    ] = None,
    perturb: Annotated[
        list[str] | None,
        typer.Option(
            metavar="CONDITION,...",
            help="What is done to the caller's side, such as noise-coffee=10; several, with clean, make a study.",
        ),
    ] = None,
    perturb_trials: Annotated[
        int | None, typer.Option(help="Calls for each scenario in a study's perturbed conditions.  [default: trials]")
    ] = None,
    perturb_limit: Annotated[
        int | None, typer.Option(help="Scenarios of each domain in them, drawn by the seed.  [default: all]")
    ] = None,
    preset: Annotated[
        str | None, typer.Option(metavar="NAME", help="Options by a name: paper, the published perturbation study.")
    ] = None,
    out: Annotated[Path | None, typer.Option(help="Run folder to make.  [default: runs/TIME_AGENT_DOMAIN]")] = None,
    resume: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Go on with a run or a study that was interrupted.")
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show what would be run, and end.")] = False,
) -> None:
    """Carry calls between simulated callers and an agent, score them, and write a report.

    Several conditions make a study: a folder with a run for each, and what each condition costs.

    Ends with 0 if every trial has a result, with 1 if a trial ran out of attempts or model judges gave no verdict
    on a metric in any call, with 2 if the run could not begin or was stopped because vendors refuse or fail, with 3
    if the budget was spent before the last call.
    """
    from harness import launch, settings
    from harness.cli import study as studies
    from harness.judges import seated
    from harness.study import is_study
    from scenarios.errors import UsageError

    given = {
        "agent": agent,
        "fault": fault,
        "caller": caller,
        "pack": pack,
        "domain": domain,
        "scenarios": scenarios,
        "trials": trials,
        "max_attempts": max_attempts,
        "max_retries": max_retries,
        "limit": limit,
        "clock": clock,
        "ears": ears,
        "spelling": spelling,
        "time_limit": time_limit,
        "silence_limit": silence_limit,
        "tick_ms": tick_ms,
        "seed": seed,
        "judges": judges,
        "concurrency": concurrency,
        "budget": budget,
        "prices": prices,
        "preflight": preflight,
        "rehearse": rehearse or None,
        "rehearse_fault": rehearse_fault,
        "perturb": perturb,
        "perturb_trials": perturb_trials,
        "perturb_limit": perturb_limit,
        "preset": preset,
    }
    if resume is not None:
        others = [
            k
            for k, v in {**given, "config": config, "out": out, "dry_run": dry_run or None}.items()
            if v not in (None, []) and k not in ("concurrency", "agent", "budget", "preflight")
        ]
        if others:
            name = others[0].replace("_", "-")
            raise UsageError(f"--resume goes on with the options that the run began with; leave out --{name}")
        settings.load(None, {"concurrency": concurrency, "budget": budget})
        if is_study(resume):
            raise typer.Exit(studies.resume(resume, agent, preflight, concurrency=concurrency, budget=budget))
        store = launch.reopen(resume, agent)
        if launch.unfinished(store):  # an agent that is not there would use up the attempts that are left
            look_over(store.manifest, preflight)
        raise typer.Exit(carry_out(store, concurrency=concurrency, budget=budget))
    wanted = settings.load(config, given)
    if wanted.study:
        raise typer.Exit(studies.begin(wanted, out, preflight, dry_run=dry_run))
    planned = launch.prepare(wanted)
    with seated(planned.manifest.settings.judges):
        pass  # judges that cannot be had are better found now than after the calls
    tell_needless(planned.manifest)
    if dry_run:
        _show(planned, out)
        return
    look_over(planned.manifest, preflight)
    raise typer.Exit(carry_out(launch.create(planned, out)))


def tell_needless(manifest: Manifest) -> None:
    """A rehearsal of what has no vendor is a run like any other."""
    if manifest.settings.rehearse and not manifest.options.rehearsal:
        from harness.cli.progress import say

        where = "brings services of its own" if manifest.agent.architecture == "external" else "runs on this machine"
        say(f"agent {manifest.agent.name} {where} and needs no rehearsal: --rehearse changes nothing")


def look_over(manifest: Manifest, asked: bool | None) -> None:
    """What can be known to fail before the first call; before a run that is paid for, every vendor is asked."""
    from harness import launch, vendors
    from harness.cli.progress import say
    from harness.settings import speaking
    from pipelines.record import RATE

    rehearsal = manifest.options.rehearsal
    for element in manifest.options.condition.elements:
        for remark in element.settings.remarks(RATE):
            say(remark)
    caller = speaking(manifest.caller, manifest.options.condition)
    launch.preflight(manifest.agent, rehearsal=rehearsal)
    launch.preflight_caller(caller, rehearsal=rehearsal)
    wanted = manifest.settings.preflight if asked is None else asked
    if not wanted or not any(s.provider != "external" for s in manifest.billing.paid):
        return
    answers = vendors.ask({"agent": manifest.agent.services, "caller": caller.services})
    for answer in answers:
        if answer.state == "unclear":
            say(f"preflight: {answer.label} is not clear: {answer.said}")
    vendors.insist(answers)


def carry_out(
    store: Store, *, concurrency: int | None = None, budget: float | None = None, work: Work | None = None
) -> int:
    """Carry a run with progress shown, score it and write its report; answers the exit status."""
    from harness.cli.table import show_summary

    status, summary = carry(store, store.path, concurrency=concurrency, budget=budget, work=work)
    if summary is not None:
        show_summary(summary)
        print(f"report: {shown(store.path / 'report.html')}")
    return status


def carry(
    store: Store,
    whole: Path,
    *,
    concurrency: int | None = None,
    budget: float | None = None,
    elsewhere: Sequence[Attempt] = (),
    work: Work | None = None,
) -> tuple[int, dict[str, Any] | None]:
    """Carry a run with progress shown; when its calls are done, judge and score them and write the report.

    Args:
        store: the run.
        whole: the folder that a person is told to go on with: the run's, or that of the study that it is part of.
        concurrency: see `harness.launch.carry_out`, as `budget` and `elsewhere`.
        budget: see there.
        elsewhere: see there.
        work: does one attempt.

    Returns:
        The exit status, and the summary; ``None`` where the run did not come to its end.
    """
    import signal

    from harness import launch
    from harness.cli import FAILED, FINE, INTERRUPTED
    from harness.cli.progress import observer, say
    from harness.judges import OFFLINE, no_verdict, put_to_models, seated
    from harness.report import write_report
    from harness.run import Interrupted
    from harness.score import Scoring, summarise, unanswered
    from harness.worker import perform_here
    from metrics.registry import load

    say(describe(store))
    previous = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        tally = launch.carry_out(
            store,
            observer(),
            concurrency=concurrency,
            budget=budget,
            elsewhere=elsewhere,
            work=work or perform_here,
        )
    except Interrupted as stop:
        for number in (signal.SIGINT, signal.SIGTERM):  # the process is about to end; let it say how to go on
            signal.signal(number, signal.SIG_IGN)
        done, total = stop.tally.done, stop.tally.total
        say(f"interrupted: {done} of {total} trials have a result, nothing finished is lost")
        say(f"go on with: callbench run --resume {shown(whole)}")
        return INTERRUPTED, None
    signal.signal(signal.SIGTERM, previous)
    if tally.stopped is not None:
        return _stopped(whole, tally, tally.stopped), None
    judges = store.manifest.settings.judges
    if judges != OFFLINE:
        say(f"judging with {judges}")
    with seated(judges, store.path) as jury:
        summary = summarise(store.path, Scoring(missing_only=True, jury=jury))
        failed = unanswered(summary, put_to_models(jury, load().names()))
    write_report(store.path)
    if failed:
        say(no_verdict(failed))
    if tally.resumable:
        say(
            f"{tally.resumable} given up because of services, the line or this machine: "
            f"callbench run --resume {shown(whole)} carries them again"
        )
    return FAILED if tally.given_up or failed else FINE, summary


def _stopped(whole: Path, tally: Tally, stop: Stop) -> int:
    """Say why a run ended early and how to go on; answers the exit status."""
    from harness.cli import OVER_BUDGET, UNUSABLE
    from harness.cli.progress import say

    run, done = shown(whole), f"{tally.done} of {tally.total} trials have a result, nothing finished is lost"
    if stop.by == "budget":
        say(f"stopped by the budget: {stop.why}; {done}")
        say(f"go on with: callbench run --resume {run} --budget USD; or score what there is: callbench score {run}")
        return OVER_BUDGET
    what = "a vendor refused" if stop.by == "refused" else "nothing gets through"
    say(f"callbench: {what}, so the run was stopped: {stop.why}; {done}")
    say(f"mend it and go on with: callbench run --resume {run}")
    return UNUSABLE


def describe(store: Store) -> str:
    """The run in one line: who, what, how, where."""
    from agents.callers.spec import plan

    m = store.manifest
    why = "every service is local" if m.agent.local and m.caller.local else "a service is live"
    chosen = f" (chosen: {why})" if m.settings.clock == "auto" else ""
    ears = ", perfect ears" if m.options.ears == "perfect" else ""
    kind = f", {m.nature}" if m.nature else ""
    calls = f"{len(m.trials)} {'call' if len(m.trials) == 1 else 'calls'} of {', '.join(m.packs)}"
    how = f"{m.options.clock} clock{chosen}{ears}, seed {m.settings.seed}"
    who = "" if m.caller == plan() else f", called by {m.caller.name}"
    condition = "" if m.options.condition.clean else f", {m.options.condition.name}"
    return f"{m.agent.name}{kind}{who}{condition}: {calls}, {how}, in {shown(store.path)}"


def shown(path: Path) -> Path:
    """A path as a person would type it here."""
    here = Path.cwd()
    return path.relative_to(here) if path.is_relative_to(here) else path


def _show(planned: Planned, out: Path | None) -> None:
    from harness.budget import Budget, forecast
    from harness.store import on_demand
    from metrics.words import plural

    m = planned.manifest
    rehearsal = f", a rehearsal{on_demand(m.options.vendor_faults)}" if m.options.rehearsal else ""
    condition = "" if m.options.condition.clean else f", {m.options.condition.name}"
    who = f"agent {m.agent.name}, caller {m.caller.name}{condition}{rehearsal}"
    print(f"{who}, {m.options.clock} clock, seed {m.settings.seed}, {m.concurrency} at a time")
    for scenario in planned.scenarios:
        print(f"{scenario.domain}/{scenario.id} x {m.settings.trials}  {scenario.title}")
    if cost := forecast(m.billing, len(m.trials)):
        print(cost)
    if m.settings.budget and (allowed := Budget(m.settings.budget, m.billing).forecast(len(m.trials))):
        print(allowed)
    print(f"{plural(len(m.trials), 'call')} into {out or Path('runs') / planned.name}; nothing was run")
