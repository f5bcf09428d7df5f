"""``callbench agents``: who can be tested by name."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from harness.cli.agent_check import check_agent

app = typer.Typer(help="List agents, show or check one.", no_args_is_help=True)
app.command("check")(check_agent)


@app.command("list")
def list_agents(as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False) -> None:
    """Show every agent that can be found by name."""
    from agents.registry import listing
    from harness.cli.output import print_json, print_table

    found = listing()
    for problem in found.problems:
        print(f"callbench: warning: {problem}", file=sys.stderr)
    rows = [
        {
            "name": entry.name,
            "architecture": spec.architecture,
            "local": spec.local,
            "calibration": spec.calibration,
            "floor": spec.floor,
            "source": entry.source,
            "description": spec.description,
        }
        for entry, spec in found.agents
    ]
    if as_json:
        print_json({"agents": rows, "problems": list(found.problems)})
        return
    print_table(
        ["name", "architecture", "source", "description"],
        [[str(r[k]) for k in ("name", "architecture", "source", "description")] for r in rows],
    )


@app.command("show")
def show_agent(
    agent: Annotated[str, typer.Argument(help="Name, agent file or URL; faults as in embedded-cascade+slow.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of YAML.")] = False,
) -> None:
    """Show an agent as it would be used, defaults filled in and secrets masked."""
    from agents.registry import find, unbuildable
    from agents.spec import FAULTS
    from harness.cli.output import print_json
    from harness.redact import Redactor

    spec = find(agent)
    data = Redactor.of({}, spec.model_dump()).data(spec.model_dump(mode="json"))
    if as_json:
        print_json(data)
        return
    import yaml

    print(yaml.safe_dump(data, sort_keys=False, allow_unicode=True), end="")
    if problem := spec.problem or unbuildable(spec):
        print(f"# cannot carry calls: {problem}")
    for fault in spec.faults:
        print(f"# {fault}: {FAULTS[fault]}")
    if spec.calibration:
        print("# the calibration agent: it knows the plan, so its results measure the harness and not a model")
    if spec.floor:
        print("# a floor agent: its results are what others are read against, and no agent's")
