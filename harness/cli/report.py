"""``callbench report``: write the report of a run or a study."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def report(
    run: Annotated[Path, typer.Argument(help="Run or study folder.")],
    markdown: Annotated[bool, typer.Option("--markdown", help="Print the Markdown summary as well.")] = False,
) -> None:
    """Write summary.md and report.html of a run from its scores; of a study, those of its runs and its own."""
    from harness.cli.run import shown
    from harness.heard import lend_ears
    from harness.report import write_report
    from harness.score import Scoring, summarise
    from harness.store import read_manifest
    from harness.study import is_study, open_study

    folder = run.absolute()
    lend_ears()

    def write(one: Path) -> Path:
        summarise(one, Scoring.free(read_manifest(one).settings.judges, missing_only=True))
        return write_report(one)

    if is_study(folder):
        from harness.cli import study as studies
        from harness.report.study import TEXT

        for _, part in open_study(folder).folders:
            write(part)
        studies.show(folder, text=(lambda: (folder / TEXT).read_text(encoding="utf-8")) if markdown else None)
        return
    page = write(folder)
    if markdown:
        print((folder / "summary.md").read_text(encoding="utf-8"))
    print(f"report: {shown(page)}")
