"""``callbench score``: score a run again from what its calls left behind."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def score(
    run: Annotated[Path, typer.Argument(help="Run folder.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print the summary as JSON.")] = False,
) -> None:
    """Compute every score of a run anew, and its summary and report. The same calls give the same bytes."""
    from harness.cli.output import print_json
    from harness.cli.run import shown
    from harness.cli.table import show_summary
    from harness.report import write_report
    from harness.score import rescore

    summary = rescore(run.absolute())
    page = write_report(run.absolute())
    if as_json:
        print_json(summary)
        return
    show_summary(summary)
    print(f"report: {shown(page)}")
