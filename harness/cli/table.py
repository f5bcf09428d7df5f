"""The summary of a run on the terminal."""

from __future__ import annotations

from typing import Any

SHOWN = 10  # attempts that do not count, at most


def show_summary(summary: dict[str, Any]) -> None:
    """Print the figures of a run, and what must stand beside them."""
    from harness.cli.output import print_table
    from harness.report.rows import composite_rows, facts, metric_rows

    rows = [r for r in composite_rows(summary) if r.mean != "–"] + metric_rows(summary)
    several = summary["k"] > 1
    columns = ["metric", "mean", "raw", "95 % interval", "n", "pass@1"]
    columns += [f"pass@{summary['k']}", f"pass^{summary['k']}"] if several else []
    print_table(
        [*columns, "notes"],
        [
            [r.name, r.mean, r.raw, r.interval, r.n, r.pass_at_1]
            + ([r.pass_at_k, r.pass_power_k] if several else [])
            + [r.notes]
            for r in rows
        ],
    )
    for fact in facts(summary):
        print(fact)
    for e in summary["excluded_attempts"][:SHOWN]:
        print(f"- {e['domain']}/{e['scenario']} t{e['trial']} a{e['attempt']}: {e['status']}, {e['why']}")
    if len(summary["excluded_attempts"]) > SHOWN:
        print(f"- and {len(summary['excluded_attempts']) - SHOWN} more, in summary.md")
