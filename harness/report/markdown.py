"""summary.md: the run for reading in a terminal or a pull request."""

from __future__ import annotations

from typing import Any

from harness.report.rows import LEGEND, Row, composite_rows, facts, judges, metric_rows, pass_rules
from harness.report.text import cell, markdown_table, number
from harness.report.worth import estimators, worth

COLUMNS = ("metric", "mean", "raw", "95 % interval", "n", "pass@1", "pass@k", "pass^k", "pass^k unbiased", "notes")


def markdown(summary: dict[str, Any]) -> str:
    """The text of summary.md, a pure function of the summary."""
    run = summary["run"]
    lines = [f"# {cell(run['agent'])} on {cell(', '.join(run['packs']))}", ""]
    lines += [f"- {cell(fact)}" for fact in facts(summary)]
    lines += ["", "## Composites", "", *_table(composite_rows(summary)), ""]
    lines += [*(f"- {cell(line)}" for line in pass_rules()), "", "## Metrics", ""]
    lines += [*_table(metric_rows(summary)), "", f"{cell(LEGEND)}.", ""]
    lines += ["## What the figures are worth", "", *(f"- {cell(line)}" for line in worth(summary))]
    lines += [f"- {cell(name)}: {cell(formula)}." for name, formula in estimators(summary)]
    if found := judges(summary):
        lines += ["", "## Judges", ""]
        lines += markdown_table(["metric", "judge", "cannot see"], [[cell(c) for c in row] for row in found])
    lines += ["", "## Scenarios", "", *_scenarios(summary)]
    if summary["excluded_attempts"]:
        rows = [
            [
                cell(f"{e['domain']}/{e['scenario']}"),
                str(e["trial"]),
                str(e["attempt"]),
                e["status"],
                cell(e["why"]),
            ]
            for e in summary["excluded_attempts"]
        ]
        lines += ["", "## Attempts that do not count", ""]
        lines += markdown_table(["scenario", "trial", "attempt", "status", "why"], rows)
    return "\n".join(lines) + "\n"


def headline(summary: dict[str, Any]) -> list[str]:
    """Metrics that stand in the table of scenarios: those with values, without the gate's."""
    return [r.name for r in metric_rows(summary) if r.category != "validation" and summary["metrics"][r.name]["count"]]


def _table(rows: list[Row]) -> list[str]:
    cells = [
        [r.label, r.mean, r.raw, r.interval, r.n, r.pass_at_1, r.pass_at_k, r.pass_power_k, r.unbiased, r.notes]
        for r in rows
    ]
    return markdown_table(COLUMNS, [[cell(c) for c in row] for row in cells])


def _scenarios(summary: dict[str, Any]) -> list[str]:
    names = headline(summary)
    rows = [
        [
            cell(f"{s['domain']}/{s['scenario']}"),
            str(s["trials"]),
            str(s["attempts"]),
            *(number(s["metrics"].get(n)) for n in names),
        ]
        for s in summary["per_scenario"]
    ]
    return markdown_table(["scenario", "trials", "attempts", *(cell(n) for n in names)], rows)
