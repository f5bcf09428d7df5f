"""``callbench scenarios``: what is asked of agents."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from scenarios.check import Problem
    from scenarios.model import Scenario
    from scenarios.packs import Pack

app = typer.Typer(help="List scenarios, show one, or check a pack.", no_args_is_help=True)

PackOption = Annotated[str, typer.Option("--pack", help="builtin, or the path of a pack.")]
DomainOption = Annotated[list[str], typer.Option("--domain", help="airline, hr, itsm or all; may be repeated.")]
ScenariosOption = Annotated[
    list[str] | None,
    typer.Option("--scenarios", help="Id, glob, kind:KIND or workflow:NAME; may be repeated."),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON.")]


@app.command("list")
def list_scenarios(
    pack: PackOption = "builtin",
    domain: DomainOption = ["all"],  # noqa: B006 - typer copies it
    scenarios: ScenariosOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show the scenarios of a pack."""
    from harness.cli.output import print_json, print_table

    rows: list[dict[str, Any]] = [
        {
            "domain": s.domain,
            "id": s.id,
            "kind": s.kind,
            "workflow": s.workflow,
            "requests": len(s.requests),
            "calls": sum(step.do == "call" for step in s.plan),
            "title": s.title,
        }
        for s in _chosen(_packs(pack, domain), scenarios, pack)
    ]
    if as_json:
        print_json({"scenarios": rows})
    else:
        columns = ["domain", "id", "kind", "workflow", "requests", "calls", "title"]
        print_table(columns, [[str(r[c]) for c in columns] for r in rows], whole=("domain", "id"))


@app.command("show")
def show_scenario(
    scenario: Annotated[str, typer.Argument(help="Id of the scenario.")],
    pack: PackOption = "builtin",
    domain: DomainOption = ["all"],  # noqa: B006 - typer copies it
    as_json: JsonOption = False,
) -> None:
    """Show who calls, what for, with which facts, and the golden path."""
    from harness.cli.output import print_json

    for found in _chosen(_packs(pack, domain), [scenario], pack):
        if as_json:
            print_json(found.model_dump(mode="json"))
        else:
            print("\n".join(_described(found)))


@app.command("check")
def check_pack(
    path: Annotated[str | None, typer.Argument(help="Path of a pack.  [default: builtin]")] = None,
    pack: PackOption = "builtin",
    domain: DomainOption = ["all"],  # noqa: B006 - typer copies it
    scenarios: ScenariosOption = None,
    as_json: JsonOption = False,
) -> None:
    """Is every scenario sound? Plays its golden path and looks for where each value can be learnt.

    Ends with 1 if a target is missed or a scenario is unsound.
    """
    from harness.cli import FAILED, FINE
    from harness.cli.output import print_json
    from scenarios.check import check_scenario
    from scenarios.errors import UsageError
    from scenarios.likeness import look_alikes
    from scenarios.replay import replay
    from scenarios.toolbox import Toolbox

    if path is not None and pack != "builtin":
        raise UsageError(f"two packs are given, {path} and {pack}; leave one out")
    pack = pack if path is None else path
    packs = _packs(pack, domain)
    loose = {found.domain for found in packs if found.reference}
    chosen = _chosen(packs, scenarios, pack)
    twins = [f"{one}: {what}: nearly that of {other} ({share:.0%})" for what, one, other, share in look_alikes(chosen)]
    rows: list[dict[str, Any]] = []
    for found in chosen:
        toolbox = Toolbox.for_domain(found.domain)
        played = replay(found, toolbox)
        proven = check_scenario(found, toolbox, found.domain not in loose)
        refused = [r.get("error_type", "") for r in played.responses if r.get("status") != "success"]
        problems = played.diff.lines()
        rows.append(
            {
                "domain": found.domain,
                "id": found.id,
                "reached": played.reached,
                "refused": refused,
                "difference": problems,
                "problems": [
                    f"{p.where}: {p.message}" for p in proven if p.severity == "error" and p.where != "expected"
                ],
                "notes": [f"{p.where}: {p.message}" for p in proven if p.severity == "info" and not _loose(p)],
                "unnoticed": [f"{p.where}: {p.message}" for p in proven if _loose(p)],
            }
        )
    good = sum(r["reached"] for r in rows)
    unsound = sum(bool(r["problems"]) or not r["reached"] for r in rows)
    if as_json:
        print_json({"scenarios": rows, "reached": good, "unsound": unsound, "look_alikes": twins, "total": len(rows)})
    else:
        for row in rows:
            if not row["reached"]:
                print(f"{row['domain']}/{row['id']}: the golden path misses the target: {row['difference'][0]}")
            for text in row["problems"]:
                print(f"{row['domain']}/{row['id']}: {text}")
            for text in row["notes"]:
                print(f"{row['domain']}/{row['id']}: note: {text}")
        for text in twins:
            print(f"note: {text}")
        if unnoticed := sum(len(row["unnoticed"]) for row in rows):
            print(f"note: {unnoticed} wrong steps reach a target all the same (--json lists them)")
        print(f"{good} of {len(rows)} golden paths reach their target, {len(rows) - unsound} sound, {unsound} unsound")
    raise typer.Exit(FAILED if unsound else FINE)


def _loose(problem: Problem) -> bool:
    """A wrong path that a pack of the reference format cannot tell from the right one."""
    return problem.severity == "info" and problem.where.startswith("plan[")


def _packs(pack: str, domains: list[str]) -> list[Pack]:
    from scenarios.packs import load_packs

    return load_packs(pack, domains)


def _chosen(packs: list[Pack], patterns: list[str] | None, spec: str) -> list[Scenario]:
    from harness.plan import choose
    from scenarios.packs import ALL

    def all_of(found: list[Pack]) -> list[Scenario]:
        return [s for p in found for s in p.scenarios.values()]

    return choose(all_of(packs), patterns or (), elsewhere=lambda: all_of(_packs(spec, [ALL])))


def _described(s: Scenario) -> list[str]:
    lines = [
        f"{s.domain}/{s.id}: {s.title}",
        f"{s.kind}, workflow {s.workflow}, {s.now}",
        f"caller: {s.caller.first_name} {s.caller.last_name}",
        "",
        "says:",
        *(f"  {r.statement}" for r in s.requests),
        "knows:",
        *(f"  {f.slot} ({f.kind}): {f.value}" for f in s.facts if f.kind != "text"),
    ]
    if s.criteria:
        lines += ["wants:", *(f"  {'must' if c.must else 'likes'}: {c.text}" for c in s.criteria)]
    lines.append("golden path:")
    for step in s.plan:
        if step.do == "call":
            lines.append(f"  {step.tool}({', '.join(f'{n}={a.value!r}' for n, a in step.args.items())})")
        else:
            lines.append(f"  says: {step.text}")
    return lines
