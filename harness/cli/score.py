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
    """Compute the scores of a run anew, and its summary and report. The same calls give the same bytes.

    Ends with 1 if model judges gave no verdict on a metric in any call.
    """
    from harness.cli import FAILED
    from harness.cli.output import print_json
    from harness.cli.progress import say
    from harness.cli.run import shown
    from harness.cli.table import show_summary
    from harness.judges import put_to_models, seated
    from harness.report import write_report
    from harness.score import by_reference, rescore, unanswered
    from harness.store import read_manifest
    from metrics.aggregate import CONVENTIONS
    from metrics.registry import load
    from scenarios.errors import UsageError

    if convention not in CONVENTIONS:
        raise UsageError(f"--convention {convention}: there is no such convention; use {' or '.join(CONVENTIONS)}")
    folder = run.absolute()
    chosen = [n.strip() for given in metrics or () for n in given.split(",") if n.strip()]
    if metrics and not chosen:  # as of a variable of the shell that is not set
        raise UsageError("--metrics names no metric; leave it out to score all")
    with seated(read_manifest(folder).settings.judges if judges is None else judges, folder) as jury:
        summary = rescore(folder, chosen or None, jury)
        asked = put_to_models(jury, [load().get(name).name for name in chosen] or load().names())
    page = write_report(folder)
    if convention == "reference":
        summary = by_reference(folder)
    if as_json:
        print_json(summary)
    else:
        show_summary(summary)
        print(f"report: {shown(page)}")
    if failed := unanswered(summary, asked):
        say(f"callbench: no verdict on {', '.join(failed)} in any call: {next(iter(failed.values()))}")
        raise typer.Exit(FAILED)
