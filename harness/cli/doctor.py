"""``callbench doctor``: is this machine ready to carry calls?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from agents.spec import AgentSpec
    from harness.capacity import Kind
    from harness.doctor import Finding

BUSY_BEFORE = 0.2
"""Share of the cores that other programs may take without being told of."""


def doctor(
    agent: Annotated[
        str | None,
        typer.Option(help="Ask the vendors of an agent, too, whether they will serve: one cheap request each."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    speech: Annotated[bool, typer.Option(help="Say and hear a sentence, which takes some seconds.")] = True,
    capacity: Annotated[
        bool,
        typer.Option("--capacity", help="Find how many calls in real time this machine carries, in place of this."),
    ] = False,
    stubbed: Annotated[
        bool, typer.Option("--stubbed", help="With --capacity: callers whose ears and voices are stand-ins.")
    ] = False,
    within: Annotated[
        float | None, typer.Option(metavar="SECONDS", help="With --capacity: its time limit.  [default: 300]")
    ] = None,
) -> None:
    """Check Python, packages, weights, cache, cores, disk, clock and speech; ends with 1 if one failed."""
    from scenarios.errors import UsageError

    if capacity:
        if agent:
            raise UsageError("--capacity needs no agent; leave out --agent")
        raise typer.Exit(_capacity("stubbed" if stubbed else "embedded", within, as_json))
    if stubbed or within is not None:
        raise UsageError(f"{'--stubbed' if stubbed else '--within'} goes with --capacity; add it")
    from harness import vendors
    from harness.cli import FAILED, FINE
    from harness.cli.output import print_json
    from harness.doctor import examine

    spec: AgentSpec | None = None
    if agent:
        from agents.registry import find
        from harness.launch import check_agent  # it brings in the metrics

        check_agent(spec := find(agent))

    def all_of_it() -> Iterator[Finding]:
        yield from examine(speech)
        if spec is not None:
            yield from vendors.findings(vendors.ask({"agent": spec.services})) or [vendors.nobody(spec)]

    findings = []
    for finding in all_of_it():
        findings.append(finding)
        if not as_json:
            mark = {"ok": "ok     ", "warning": "warning", "failed": "FAILED "}[finding.state]
            print(f"{mark}  {finding.name:8}  {finding.found}", flush=True)
    ready = all(f.state != "failed" for f in findings)
    if as_json:
        print_json({"ready": ready, "checks": [f.to_dict() for f in findings]})
    raise typer.Exit(FINE if ready else FAILED)


def _capacity(kind: Kind, within: float | None, as_json: bool) -> int:
    """Find and keep what the machine carries; answers the exit status."""
    import tempfile
    import time
    from pathlib import Path

    from harness import capacity_store, store
    from harness.capacity import LIMIT_S, find, told
    from harness.capacity_lines import SECONDS, Lines, busy_now, free_mb
    from harness.cli import FAILED, FINE
    from harness.cli.output import print_json
    from harness.cli.progress import say
    from harness.settings import cores
    from metrics.words import plural
    from pipelines.line.line import LATE_SHARE
    from scenarios.errors import UsageError

    limit = LIMIT_S if within is None else within
    if not limit >= SECONDS:
        raise UsageError(f"--within {limit:g}: one try takes {SECONDS:g} s and more; give more time")
    busy = busy_now()
    if busy is not None and busy > BUSY_BEFORE:
        say(f"other programs keep the cores {busy:.0%} busy: this machine carries more when it is idle")
    with tempfile.TemporaryDirectory(prefix="callbench-capacity-") as folder:
        lines = Lines(kind, Path(folder))
        try:
            found = find(kind, lines, time.monotonic, room_mb=free_mb, limit_s=limit, tell=lambda step: say(told(step)))
        finally:
            lines.close()
    date = store.now()[:10]
    kept = capacity_store.store(found.to_dict(), capacity_store.machine(cores()), date, capacity_store.here())
    if as_json:
        print_json({**found.to_dict(), "date": date, "busy_before": busy, "kept": None if kept is None else str(kept)})
        return FINE if found.calls else FAILED
    best = [step for step in found.steps if step.calls == found.calls]
    print(f"{plural(found.calls, 'call')} in real time, {kind} callers: {LATE_SHARE:.1%} of ticks late at most")
    for step in best:
        print(told(step))
    print(f"bound by {found.bound}")
    print(
        f"kept in {kept}: run takes it as --concurrency in real time" if kept and found.calls else "nothing to be kept"
    )
    return FINE if found.calls else FAILED
