"""``callbench callers``: who can phone, by name."""

from __future__ import annotations

import sys
from typing import Annotated, Any

import typer

app = typer.Typer(help="List callers, show one, or check one.", no_args_is_help=True)


@app.command("list")
def list_callers(as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False) -> None:
    """Show every caller that can be found by name, and what it needs."""
    from agents.callers import ready
    from agents.callers.registry import listing
    from harness.cli.output import print_json, print_table

    found = listing()
    for problem in found.problems:
        print(f"callbench: warning: {problem}", file=sys.stderr)
    rows: list[dict[str, Any]] = []
    for entry, spec in found.callers:
        problem = spec.problem
        needs = () if problem else ready.needs(spec)
        rows.append(
            {
                "name": entry.name,
                "brain": spec.brain,
                "accents": sorted(spec.accents),
                "local": spec.local,
                "needs": [vars(need) for need in needs],
                "ready": not problem and all(need.met for need in needs),
                "problem": problem,
                "source": entry.source,
                "description": spec.description,
            }
        )
    if as_json:
        print_json({"callers": rows, "problems": list(found.problems)})
        return
    shown = []
    for row in rows:
        lacks = row["problem"] or ", ".join(n["name"] for n in row["needs"] if not n["met"])
        accents = ", ".join(row["accents"])
        ready_here = "yes" if row["ready"] else "no"
        shown.append([row["name"], row["brain"], accents or "-", ready_here, lacks or "-", row["description"]])
    print_table(["name", "brain", "accents", "runs here", "lacks", "description"], shown)


@app.command("show")
def show_caller(
    caller: Annotated[str, typer.Argument(help="Name or caller file; an accent as in plan+french.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of YAML.")] = False,
) -> None:
    """Show a caller as it would be used, defaults filled in and secrets masked."""
    from agents.callers.registry import find
    from harness.cli.output import print_json
    from harness.redact import Redactor

    spec = find(caller)
    data = Redactor.of({}, spec.model_dump()).data(spec.model_dump(mode="json"))
    if as_json:
        print_json(data)
        return
    import yaml

    print(yaml.safe_dump(data, sort_keys=False, allow_unicode=True), end="")
    if spec.problem:
        print(f"# cannot carry calls: {spec.problem}")


@app.command("prompt")
def show_prompt(
    scenario: Annotated[str, typer.Argument(help="Id or DOMAIN/ID of a scenario, such as week-later.")],
    caller: Annotated[str, typer.Option(help="Name or caller file, for its further instructions.")] = "plan",
    pack: Annotated[str, typer.Option(help="builtin, or the path of a pack.")] = "builtin",
    spelling: Annotated[str, typer.Option(metavar="nato|letters", help="How the caller spells.")] = "nato",
) -> None:
    """Print what a caller that is a model is told of a scenario."""
    from agents.callers.registry import find
    from pipelines.caller.prompt import caller_prompt
    from scenarios.errors import UsageError
    from scenarios.packs import ALL, load_packs

    if spelling not in ("nato", "letters"):
        raise UsageError(f"option --spelling: nato or letters, not {spelling!r}")
    domain, _, name = scenario.rpartition("/")
    found = [p.scenarios[name] for p in load_packs(pack, [domain or ALL]) if name in p.scenarios]
    if not found:
        where = f" in domain {domain}" if domain else ""
        raise UsageError(f"no scenario {name!r}{where}; `callbench scenarios list` shows all")
    if len(found) > 1:
        raise UsageError(f"{name} is of {' and '.join(s.domain for s in found)}; write {found[0].domain}/{name}")
    print(caller_prompt(found[0], spelling, find(caller).instructions))


@app.command("check")
def check_caller(
    caller: Annotated[str, typer.Argument(help="Name or caller file.")],
    rehearse: Annotated[bool, typer.Option("--rehearse", help="As for a rehearsal, which needs no keys.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Say whether a caller can carry calls here; ends with 1 if something is missing."""
    from agents.callers import ready
    from agents.callers.registry import find
    from harness.cli import FAILED, FINE
    from harness.cli.output import print_json

    spec = find(caller)
    problem = spec.problem
    needs = () if problem else ready.needs(spec, rehearsal=rehearse)
    lines = [problem] if problem else []
    lines += [f"caller {spec.name}: {n.kind} {n.name} is missing; {n.mend}" for n in needs if not n.met]
    if as_json:
        print_json({"caller": spec.name, "ready": not lines, "problems": lines})
    else:
        print("\n".join(lines) or f"caller {spec.name}: nothing is missing")
    raise typer.Exit(FAILED if lines else FINE)
