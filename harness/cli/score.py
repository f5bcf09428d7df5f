"""``callbench score``: score a run again from what its calls left behind."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def score(
    run: Annotated[Path, typer.Argument(help="Run folder.")],
    judges: Annotated[
        str | None,
        typer.Option(metavar="NAME|FILE", help="Who judges: offline, or model judges.  [default: as in the run]"),
    ] = None,
    metrics: Annotated[
        list[str] | None,
        typer.Option(
            help="Only these metrics; the others keep their scores. May be repeated, or one text with commas."
        ),
    ] = None,
    convention: Annotated[
        str, typer.Option(metavar="callbench|reference", help="Whose means, intervals and pass@k to print.")
    ] = "callbench",
    as_json: Annotated[bool, typer.Option("--json", help="Print the summary as JSON.")] = False,
) -> None:
    """Compute the scores of a run anew, and its summary and report. The same calls give the same bytes."""
    from harness.cli.output import print_json
    from harness.cli.run import shown
    from harness.cli.table import show_summary
    from harness.judges import seated
    from harness.report import write_report
    from harness.score import by_reference, rescore
    from harness.store import read_manifest
    from metrics.aggregate import CONVENTIONS
    from scenarios.errors import UsageError

    if convention not in CONVENTIONS:
        raise UsageError(f"--convention {convention}: there is no such convention; use {' or '.join(CONVENTIONS)}")
    folder = run.absolute()
    chosen = [n.strip() for given in metrics or () for n in given.split(",") if n.strip()]
    if metrics and not chosen:  # as of a variable of the shell that is not set
        raise UsageError("--metrics names no metric; leave it out to score all")
    with seated(read_manifest(folder).settings.judges if judges is None else judges, folder) as jury:
        summary = rescore(folder, chosen or None, jury)
    page = write_report(folder)
    if convention == "reference":
        summary = by_reference(folder)
    if as_json:
        print_json(summary)
        return
    show_summary(summary)
    print(f"report: {shown(page)}")
