"""``callbench agents check``: a conformance call and its report."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from harness.agent_check.check import Report

MARKS = {"passed": "pass", "failed": "FAIL", "not_applicable": "n/a"}


def check_agent(
    agent: Annotated[str, typer.Argument(help="Name, agent file or URL; faults as in embedded-cascade+slow.")],
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Where the recordings go.  [default: runs/check-AGENT]")
    ] = None,
    rehearse: Annotated[
        bool, typer.Option("--rehearse", help="Have servers of this machine stand in for every vendor.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    seed: Annotated[int, typer.Option(help="Of the call.")] = 1,
) -> None:
    """Call an agent for two minutes: greets, hears, yields, waits, uses its tools, hangs up.

    Ends with 0 if nothing failed, with 1 if something did, with 2 if it could not be tried.
    """
    from pipelines import clock

    clock.install()  # before anything imports Pipecat
    from agents.registry import find
    from harness.agent_check.check import check
    from harness.cli import FAILED
    from harness.cli.output import print_json
    from harness.launch import preflight

    spec = find(agent)
    preflight(spec, rehearsal=rehearse)
    report = check(spec, out if out is not None else folder(spec.name), seed=seed, rehearse=rehearse)
    if as_json:
        print_json(report.data())
    else:
        print_report(report)
    if not report.ok:
        raise typer.Exit(FAILED)


def folder(name: str) -> Path:
    """A folder under ``runs`` that is not there yet."""
    safe = "".join(c if c.isalnum() or c in "-+." else "-" for c in name)
    names = (Path("runs") / f"check-{safe}{f'-{n}' if n > 1 else ''}" for n in range(1, 10**6))
    return next(path for path in names if not path.exists())


def print_report(report: Report) -> None:
    """Print a line for each check, and where to listen."""
    from harness.cli.output import print_table

    if report.rehearsal:
        print(f"{report.agent}: a rehearsal, which says nothing about the vendors' own services")
    rows = []
    for name, finding in report.findings.items():
        where = "" if finding.at is None else f"{finding.at:.1f} s"
        where += " (next call)" if finding.recording != "call" and where else ""
        rows.append([MARKS[finding.status], name.replace("_", " "), where, finding.text])
    print_table(["", "check", "listen at", "what happened"], rows)
    if not report.punctual:
        print("this machine was late during the call: take its times with a pinch of salt, or call again")
    for name, path in report.recordings.items():
        print(f"{name}: {path}")
