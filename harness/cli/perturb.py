"""``callbench perturb``: what can be done to the caller's side of a call, and what it sounds like."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

app = typer.Typer(help="List perturbations, or listen to them.", no_args_is_help=True)

CallerOption = Annotated[str, typer.Option(metavar="NAME|FILE", help="Whose voices and accents.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON.")]


@app.command("list")
def list_perturbations(caller: CallerOption = "plan", as_json: JsonOption = False) -> None:
    """Show every kind of perturbation with its options, in the order in which they act."""
    from agents.callers.registry import find
    from harness.cli.output import print_json, print_table
    from harness.kinds import beds_of, rows

    spec = find(caller)
    found = rows(spec)
    heard = beds_of(dict.fromkeys(v for row in found for v in row["variants"]))
    if as_json:
        print_json({"perturbations": found, "caller": spec.name, "beds": heard})
        return
    columns = ("kind", "written", "variants", "options", "what it does")
    cells = [
        [row["kind"], _written(row), ", ".join(row["variants"]) or "-", _options(row) or "-", row["summary"]]
        for row in found
    ]
    print_table(columns, cells, whole=("kind", "written"))
    print(f"Accents are those of caller {spec.name}.")
    for name, summary in heard.items():
        print(f"noise {name}: {summary}")
    for row in found:
        for variant, why in row["lacking"].items():
            print(f"not here: {row['kind']}-{variant}: {why}")


@app.command("samples")
def make_samples(
    out: Annotated[Path, typer.Option(metavar="DIR", help="Folder for the sounds and index.html.")],
    condition: Annotated[
        list[str] | None,
        typer.Option(help="Conditions to be heard; may be repeated, or one text with commas.  [default: every kind]"),
    ] = None,
    caller: CallerOption = "plan",
    seed: Annotated[int, typer.Option(min=0, help="Seed of everything random.")] = 0,
    as_json: JsonOption = False,
) -> None:
    """Make a listening page with one sound for each condition; no call is carried."""
    from dataclasses import asdict

    from agents.callers.registry import find
    from harness.cli.output import print_json
    from harness.cli.progress import say
    from harness.cli.run import shown
    from harness.conditions import check_condition
    from harness.kinds import examples
    from harness.samples import make, voice_of
    from harness.settings import speaking
    from pipelines.perturb.condition import parse_all

    spec = find(caller)
    voice_of(spec, "woman")
    texts = [t.strip() for given in condition or () for t in given.split(",") if t.strip()]
    conditions = parse_all(texts or examples(spec))
    for one in conditions:
        speaking(spec, one)
        check_condition(one)
    say(f"{len(conditions)} conditions; talk and voices that were never made before take a while")
    found = make(conditions, spec, out.absolute(), seed)
    if as_json:
        print_json({"caller": spec.name, "seed": seed, "samples": [asdict(sample) for sample in found]})
        return
    for sample in found:
        print(f"{sample.file}: {sample.seconds:.1f} s" + (f"; {sample.note}" if sample.note else ""))
    print(f"listen: {shown(out.absolute() / 'index.html')} (caller {spec.name}, seed {seed})")


def _written(row: dict[str, Any]) -> str:
    variant = f"-{row['variant'].upper()}" if row["variant"] else ""
    value = f"[={row['value'].upper()}]" if row["value"] else ""
    return f"{row['kind']}{variant}{value}"


def _options(row: dict[str, Any]) -> str:
    def one(option: dict[str, Any]) -> str:
        default = f"={option['default']}" if option["default"] else ""
        choices = f" ({'|'.join(option['choices'])})" if option["choices"] else ""
        return f"{option['name']}{default}{choices}"

    return ", ".join(one(option) for option in row["options"])
