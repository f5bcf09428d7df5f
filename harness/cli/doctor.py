"""``callbench doctor``: is this machine ready to carry calls?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from agents.spec import AgentSpec
    from harness.doctor import Finding


def doctor(
    agent: Annotated[
        str | None,
        typer.Option(help="Ask the vendors of an agent, too, whether they will serve: one cheap request each."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    speech: Annotated[bool, typer.Option(help="Say and hear a sentence, which takes some seconds.")] = True,
) -> None:
    """Check Python, packages, weights, cache, cores, disk, clock and speech; ends with 1 if one failed."""
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
