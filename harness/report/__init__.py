"""Reports of a run: summary.md and report.html."""

from harness.report.write import write_report

__all__ = ["write_report"]
