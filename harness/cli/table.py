"""The summary of a run on the terminal, as much of it as fits."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from harness.report.rows import Row

SHOWN = 10  # attempts that do not count, at most
MIDDLE, WIDE = 100, 150  # columns of a terminal from which intervals, and then everything, are shown


def show_summary(summary: dict[str, Any]) -> None:
    """Print the figures of a run, and what must stand beside them."""
    from harness import costs
    from harness.cli.output import print_table, width
    from harness.report.rows import LEGEND, MEANS, composite_rows, facts, metric_rows

    composites = composite_rows(summary)
    columns = _columns(summary["k"], width())
    rows = composites + metric_rows(summary)
    cells = [[value(row) for value in columns.values()] for row in rows]
    print_table(list(columns), cells, whole=[name for name in columns if name != "notes"])
    print(f"{LEGEND if 'raw' in columns else MEANS}.")
    if "notes" not in columns:  # a mean of fewer components is another mean
        for row in composites:
            if summary["composites"][row.name]["absent_components"]:
                print(f"{row.name}: {row.notes}.")
    for fact in [*facts(summary), *costs.sentences(summary)]:
        print(fact)
    for e in summary["excluded_attempts"][:SHOWN]:
        print(f"- {e['domain']}/{e['scenario']} t{e['trial']} a{e['attempt']}: {e['status']}, {e['why']}")
    if len(summary["excluded_attempts"]) > SHOWN:
        print(f"- and {len(summary['excluded_attempts']) - SHOWN} more, in summary.md")


def _columns(k: int, width: int) -> dict[str, Callable[[Row], str]]:
    columns: dict[str, Callable[[Row], str]] = {"metric": lambda r: r.label, "mean": lambda r: r.mean}
    if width >= MIDDLE:
        columns |= {"raw": lambda r: r.raw, "95 % interval": lambda r: r.interval}
    columns |= {"n": lambda r: r.n, "pass@1": lambda r: _figure(r.pass_at_1)}
    if k > 1:
        columns |= {
            f"pass@{k}": lambda r: _figure(r.pass_at_k),
            f"pass^{k}": lambda r: _figure(r.pass_power_k),
            "unbiased": lambda r: _figure(r.unbiased),
        }
    if width >= WIDE:
        columns["notes"] = lambda r: r.notes
    return columns


def _figure(text: str) -> str:
    """A figure without its interval."""
    return text.partition(" ")[0]
