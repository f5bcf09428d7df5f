"""Write the reports of a run from its summary and its call folders."""

from __future__ import annotations

from pathlib import Path

from harness.files import read_json, write
from harness.report.html import page
from harness.report.markdown import markdown
from scenarios.errors import UsageError


def write_report(run: Path) -> Path:
    """Write summary.md and report.html; answers the path of the page.

    Raises:
        UsageError: the run has no summary yet.
    """
    summary = read_json(run / "summary.json")
    if summary is None:
        raise UsageError(f"{run} has no summary.json; make it with: callbench score {run}")
    write(run / "summary.md", markdown(summary))
    write(run / "report.html", page(run, summary))
    return run / "report.html"
