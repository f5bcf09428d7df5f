"""``callbench agents``: who can be tested by name."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from harness.cli.agent_check import check_agent

if TYPE_CHECKING:
    from agents.ready import Need
    from agents.spec import AgentSpec

app = typer.Typer(help="List agents, show or check one.", no_args_is_help=True)
app.command("check")(check_agent)


@app.command("list")
def list_agents(as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False) -> None:
    """Show every agent that can be found by name, what it needs, and whether it can run here."""
    from agents import ready
    from agents.registry import listing
    from harness.cli.output import print_json, print_table

    found = listing()
    for problem in found.problems:
        print(f"callbench: warning: {problem}", file=sys.stderr)
    rows: list[dict[str, Any]] = [
        {
            "name": entry.name,
            "architecture": spec.architecture,
            "here": ready.here(spec),
            "needs": [vars(need) for need in _needs(spec)],
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
        ["name", "architecture", "here", "needs", "description"],
        [[r["name"], r["architecture"], r["here"], ", ".join(map(_named, r["needs"])), r["description"]] for r in rows],
        whole=["here"],
    )
    print("here: yes, it can run; rehearsal, only with --rehearse until it has what it needs (agents show NAME)")


@app.command("show")
def show_agent(
    agent: Annotated[str, typer.Argument(help="Name, agent file or URL; faults as in embedded-cascade+slow.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of YAML.")] = False,
) -> None:
    """Show an agent as it would be used: its parameters, defaults filled in, what it needs, secrets masked."""
    from agents import ready
    from agents.registry import find, unbuildable
    from agents.services.registry import effective
    from agents.spec import FAULTS
    from harness.cli.output import print_json
    from harness.redact import Redactor

    spec = find(agent)
    problem = spec.problem or unbuildable(spec)
    data = spec.model_dump(mode="json") | ({} if problem else effective(spec))
    data = Redactor.of({}, spec.model_dump()).data(data)
    needs = _needs(spec)
    if as_json:
        print_json(data | {"needs": [vars(need) for need in needs], "here": ready.here(spec), "problem": problem})
        return
    import yaml

    print(yaml.safe_dump(data, sort_keys=False, allow_unicode=True), end="")
    if problem:
        print(f"# cannot carry calls: {problem}")
    for need in needs:
        print(f"# needs {_named(vars(need))}: {'there' if need.met else need.mend}")
    for fault in spec.faults:
        print(f"# {fault}: {FAULTS[fault]}")
    if spec.calibration:
        print("# the calibration agent: it knows the plan, so its results measure the harness and not a model")
    if spec.floor:
        print("# a floor agent: its results are what others are read against, and no agent's")


def _needs(spec: AgentSpec) -> tuple[Need, ...]:
    """What an agent needs from outside; nothing is known of one that cannot carry calls."""
    from agents import ready

    return () if spec.problem else ready.needs(spec)


def _named(need: dict[str, Any]) -> str:
    return f"callbench[{need['name']}]" if need["kind"] == "extra" else str(need["name"])
