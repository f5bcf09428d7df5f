"""``callbench score``: score a run or a study again from what its calls left behind."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer


def score(
    run: Annotated[Path, typer.Argument(help="Run or study folder.")],
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
    from harness.cli.run import shown
    from harness.cli.table import show_summary
    from harness.report import write_report
    from harness.score import by_reference
    from harness.study import is_study
    from metrics.aggregate import CONVENTIONS
    from scenarios.errors import UsageError

    if convention not in CONVENTIONS:
        raise UsageError(f"--convention {convention}: there is no such convention; use {' or '.join(CONVENTIONS)}")
    folder = run.absolute()
    chosen = [n.strip() for given in metrics or () for n in given.split(",") if n.strip()]
    if metrics and not chosen:  # as of a variable of the shell that is not set
        raise UsageError("--metrics names no metric; leave it out to score all")
    if is_study(folder):
        raise typer.Exit(_study(folder, judges, chosen, convention, as_json))
    summary, failed = _scored(folder, judges, chosen)
    page = write_report(folder)
    if convention == "reference":
        summary = by_reference(folder)
    if as_json:
        print_json(summary)
    else:
        show_summary(summary)
        print(f"report: {shown(page)}")
    if failed:
        raise typer.Exit(FAILED)


def _scored(folder: Path, judges: str | None, chosen: list[str]) -> tuple[dict[str, Any], bool]:
    """Score a run; answers its summary, and whether models gave no verdict on a metric in any call."""
    from harness.cli.progress import say
    from harness.judges import no_verdict, put_to_models, seated
    from harness.score import rescore, unanswered
    from harness.store import read_manifest
    from metrics.registry import load

    with seated(read_manifest(folder).settings.judges if judges is None else judges, folder) as jury:
        summary = rescore(folder, chosen or None, jury)
        asked = put_to_models(jury, [load().get(name).name for name in chosen] or load().names())
    failed = unanswered(summary, asked)
    if failed:
        say(no_verdict(failed))
    return summary, bool(failed)


def _study(folder: Path, judges: str | None, chosen: list[str], convention: str, as_json: bool) -> int:
    """Score every run of a study, and set its conditions against the clean one; answers the exit status."""
    from harness.cli import FAILED, FINE
    from harness.cli import study as studies
    from harness.cli.progress import say
    from harness.report import write_report
    from harness.score import by_reference
    from harness.study import open_study

    status = FINE
    for part, run in open_study(folder).folders:
        say(f"condition {part.condition}")
        _, failed = _scored(run, judges, chosen)
        write_report(run)
        if convention == "reference":
            by_reference(run)
        status = FAILED if failed else status
    studies.show(folder, convention, as_json=as_json)
    return status
