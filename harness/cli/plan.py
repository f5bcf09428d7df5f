"""``callbench plan``: what calls would find, take and cost, before any is made."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer


def plan(
    config: Annotated[Path | None, typer.Option(help="YAML file with options of run by name.")] = None,
    agent: Annotated[str | None, typer.Option(help="As for run.  [default: embedded-cascade]")] = None,
    caller: Annotated[str | None, typer.Option(metavar="NAME|FILE", help="As for run.  [default: plan]")] = None,
    pack: Annotated[str | None, typer.Option(help="As for run.  [default: builtin]")] = None,
    domain: Annotated[list[str] | None, typer.Option(help="As for run.  [default: airline]")] = None,
    scenarios: Annotated[list[str] | None, typer.Option(help="As for run.  [default: all]")] = None,
    trials: Annotated[int | None, typer.Option(help="Calls for each scenario.  [default: 1]")] = None,
    limit: Annotated[int | None, typer.Option(help="At most so many scenarios of each domain.")] = None,
    clock: Annotated[
        str | None, typer.Option(metavar="auto|real|virtual", help="Time that calls run in.  [default: auto]")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Draws the scenarios of --perturb-limit.  [default: 0]")] = None,
    concurrency: Annotated[int | None, typer.Option(help="Calls at the same time.  [default: one a core]")] = None,
    budget: Annotated[float | None, typer.Option(metavar="USD", help="How many calls would it allow?")] = None,
    prices: Annotated[Path | None, typer.Option(metavar="FILE", help="Prices of yours (docs/cost.md).")] = None,
    perturb: Annotated[
        list[str] | None, typer.Option(metavar="CONDITION,...", help="As for run; several, with clean, make a study.")
    ] = None,
    perturb_trials: Annotated[int | None, typer.Option(help="As for run.  [default: trials]")] = None,
    perturb_limit: Annotated[int | None, typer.Option(help="As for run.  [default: all]")] = None,
    preset: Annotated[str | None, typer.Option(metavar="NAME", help="As for run.")] = None,
    rate: Annotated[float | None, typer.Option(help="Assumed pass rate.  [default: 0.6]")] = None,
    sd: Annotated[
        float | None, typer.Option(help="Assumed standard deviation of a mean metric over calls.  [default: 0.2]")
    ] = None,
    between: Annotated[
        float | None,
        typer.Option(help="Assumed share of the variance that lies between scenarios, 0 to 1.  [default: 0.5]"),
    ] = None,
    alike: Annotated[
        float | None,
        typer.Option(help="Assumed correlation of two systems' or conditions' scenarios, 0 to 1.  [default: 0.5]"),
    ] = None,
    like: Annotated[
        Path | None, typer.Option(metavar="RUN", help="Measure pass rates and variances on an earlier run.")
    ] = None,
    figure: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Figure of that run; may be repeated.  [default: the composites]"),
    ] = None,
    tests: Annotated[
        int | None,
        typer.Option(help="Tests that are corrected together.  [default: the conditions, or the figures of a family]"),
    ] = None,
    find: Annotated[
        float | None, typer.Option(metavar="DIFFERENCE", help="How many scenarios does it take to find this?")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the plan as JSON.")] = False,
) -> None:
    """Tell what calls would find, how long they would take and what they would cost; makes none."""
    from harness import power, settings
    from harness.cli.output import print_json, print_table

    wanted = settings.load(
        config,
        {
            "agent": agent,
            "caller": caller,
            "pack": pack,
            "domain": domain,
            "scenarios": scenarios,
            "trials": trials,
            "limit": limit,
            "clock": clock,
            "seed": seed,
            "concurrency": concurrency,
            "budget": budget,
            "prices": prices,
            "perturb": perturb,
            "perturb_trials": perturb_trials,
            "perturb_limit": perturb_limit,
            "preset": preset,
        },
    )
    assumptions = power.assume(
        {
            "rate": rate,
            "sd": sd,
            "between": between,
            "alike": alike,
            "like": like,
            "figure": figure,
            "tests": tests,
            "find": find,
        }
    )
    found = power.plan(wanted, assumptions)
    if as_json:
        print_json(found)
        return
    print(f"{found['agent']}, called by {found['caller']}, {found['clock']} clock, {found['concurrency']} at a time")
    print_table(*_calls(found))
    for line in _sums(found):
        print(line)
    print()
    print(_compared(found))
    print_table(*_figures(found))
    for line in _assumed(found):
        print(line)
    print()
    first = found["figures"][0]
    print(f"{first['name']}: the least difference by scenarios and trials, {_among(first)}")
    print_table(*_table(first))
    for line in _advice(found):
        print(line)


Table = tuple[list[str], list[list[str]]]


def _calls(found: dict[str, Any]) -> Table:
    from harness.report.text import number

    rows = [
        [
            row["condition"],
            *(str(row[name]) for name in ("scenarios", "trials", "calls")),
            number(row["hours"], 2),
            "not known" if row["usd"] is None else f"{row['usd']:.2f}",
        ]
        for row in found["conditions"]
    ]
    return ["condition", "scenarios", "trials", "calls", "hours", "US dollars"], rows


def _sums(found: dict[str, Any]) -> list[str]:
    from harness.report.text import number
    from metrics.words import plural

    hours = f"{number(found['hours'], 2)} hours ({found['hours_basis']})"
    cost = found["cost"] or ["no cost: nobody is paid"]
    return [f"all together: {plural(found['calls'], 'call')}, {hours}", *cost]


def _compared(found: dict[str, Any]) -> str:
    from metrics.words import plural

    pairs = found["compared"]
    first, second = pairs["trials"]
    trials = plural(first, "trial") if first == second else f"{first} and {second} trials"
    what = "each condition with the clean one" if pairs["conditions"] else "this run with another like it"
    return (
        f"compared: {what}, on {plural(pairs['scenarios'], 'scenario')} with {trials}; paired, two-sided, "
        f"{100 * (1 - found['level']):.0f} %, power {100 * found['power']:.0f} %"
    )


def _figures(found: dict[str, Any]) -> Table:
    from harness.report.text import number

    columns = ["figure", "mean", "variance between", "within", "finds", "finds, corrected", "tests", "trials enough"]
    rows = [
        [
            row["name"],
            number(row["rate"] if row["mean"] is None else row["mean"]),
            number(row["between_variance"], 4),
            number(row["within_variance"], 4),
            number(row["detectable"]),
            number(row["detectable_corrected"]),
            str(row["tests"]),
            number(row["enough_trials"], 0),
        ]
        for row in found["figures"]
    ]
    return columns, rows


def _assumed(found: dict[str, Any]) -> list[str]:
    first = found["figures"][0]
    alike = f"correlation of both sides' scenarios, assumed: {first['alike']:g}"
    if found["like"] is None:
        lines = [f"assumed, not measured (--like RUN measures): pass rate and variances; {alike}"]
    else:
        lines = [f"measured on {found['like']}: {first['name']}, {first['source']}; {alike}"]
    lines += [f"{name} is left out: {why}" for name, why in found["left_out"].items()]
    return [*lines, "corrected: for Holm's correction, where no other test of its family finds anything"]


def _among(row: dict[str, Any]) -> str:
    return f"one of {row['tests']} tests" if row["tests"] > 1 else "one test"


def _table(row: dict[str, Any]) -> Table:
    from harness.report.text import number
    from metrics.words import plural

    trials = list(row["table"][0]["trials"])
    rows = [
        [str(line["scenarios"]), *(number(line["trials"][k]) for k in trials), number(line["endless"])]
        for line in row["table"]
    ]
    return ["scenarios", *(plural(int(k), "trial") for k in trials), "endless trials"], rows


def _advice(found: dict[str, Any]) -> list[str]:
    """Where trials stop helping, and how many scenarios a difference takes."""
    from metrics.words import plural

    lines = []
    for row in found["figures"]:
        name, enough = row["name"], row["enough_trials"]
        if row["detectable_corrected"] is None:
            lines.append(f"{name}: no difference on its scale would be found reliably; take more scenarios")
        elif enough is not None:
            lines.append(
                f"{name}: from {plural(enough, 'trial')} on, any number of further ones would lower it by less than "
                "a tenth; more scenarios are needed"
            )
        if row["find"] is not None:
            count = row["find_scenarios"]
            needs = "more than a million scenarios" if count is None else plural(count, "scenario")
            lines.append(f"{name}: a difference of {row['find']:g} takes {needs} with the trials planned")
    return lines
