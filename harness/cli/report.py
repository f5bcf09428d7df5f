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
    from harness.heard import lend_ears
    from harness.report import write_report
    from harness.score import Scoring, summarise
    from harness.store import read_manifest

    folder = run.absolute()
    lend_ears()
    summarise(folder, Scoring.free(read_manifest(folder).settings.judges, missing_only=True))
    page = write_report(folder)
    if markdown:
        print((folder / "summary.md").read_text(encoding="utf-8"))
    print(f"report: {shown(page)}")
