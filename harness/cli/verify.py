"""``callbench verify``: is what a run says what its calls say?"""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer


def verify(
    run: Annotated[Path, typer.Argument(help="Run or study folder.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print what was found as JSON.")] = False,
) -> None:
    """Compute scores and figures of a run or a study anew; fails on any difference. Writes nothing, asks no model."""
    from harness.cli.output import print_json
    from harness.study import is_study
    from harness.verify import told, verify_study
    from harness.verify import verify as check

    found = verify_study(run.absolute()) if is_study(run) else check(run.absolute())
    if as_json:
        print_json(asdict(found))
    else:
        for line in told(found):
            print(line)
    if found.differences:
        raise typer.Exit(1)
