"""``callbench compare``: two systems on the same scenarios."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def compare(
    first: Annotated[Path, typer.Argument(help="Run folder of one system.")],
    second: Annotated[Path, typer.Argument(help="Run folder of the other.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print the comparison as JSON.")] = False,
) -> None:
    """Compare the scores of two runs, scenario by scenario: differences, intervals, tests."""
    from harness.cli.output import print_json, print_table
    from harness.compare import COLUMNS, compare_runs, facts, table

    found = compare_runs(first.absolute(), second.absolute())
    if as_json:
        print_json(found)
        return
    print_table(COLUMNS, table(found), whole=COLUMNS[:-1])
    for fact in facts(found):
        print(fact)
