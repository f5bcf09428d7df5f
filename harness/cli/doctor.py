"""``callbench doctor``: is this machine ready to carry calls?"""

from __future__ import annotations

from typing import Annotated

import typer


def doctor(
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    speech: Annotated[bool, typer.Option(help="Say and hear a sentence, which takes some seconds.")] = True,
) -> None:
    """Check Python, packages, weights, cache, cores, disk, clock and speech; ends with 1 if one failed."""
    from harness.cli import FAILED, FINE
    from harness.cli.output import print_json
    from harness.doctor import examine

    findings = []
    for finding in examine(speech):
        findings.append(finding)
        if not as_json:
            mark = {"ok": "ok     ", "warning": "warning", "failed": "FAILED "}[finding.state]
            print(f"{mark}  {finding.name:8}  {finding.found}", flush=True)
    ready = all(f.state != "failed" for f in findings)
    if as_json:
        print_json({"ready": ready, "checks": [f.to_dict() for f in findings]})
    raise typer.Exit(FINE if ready else FAILED)
