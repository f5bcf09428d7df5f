"""``callbench report``: write the report of a run."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def report(
    run: Annotated[Path, typer.Argument(help="Run folder.")],
    markdown: Annotated[bool, typer.Option("--markdown", help="Print the Markdown summary as well.")] = False,
) -> None:
    """Write summary.md and report.html of a run from its scores."""
    from harness.cli.run import shown
    from harness.report import write_report
    from harness.score import summarise

    folder = run.absolute()
    summarise(folder)
    page = write_report(folder)
    if markdown:
        print((folder / "summary.md").read_text(encoding="utf-8"))
    print(f"report: {shown(page)}")
