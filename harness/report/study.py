"""study.md, study.html and deltas.json: what conditions do to an agent, against the clean one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from urllib.parse import quote

from markupsafe import Markup

from harness import deltas
from harness.files import dumps, write, write_json
from harness.judges import OFFLINE
from harness.report import chart
from harness.report.rows import MEANS
from harness.report.template import style, template
from harness.report.text import NOTHING, cell, interval, markdown_table, number, plural
from harness.study import open_study
from metrics.composites import ACCURACY, COMPOSITES, EXPERIENCE
from metrics.perturbations import KEY_ENTITIES, TASK

PAGE, TEXT = "study.html", "study.md"
COLUMNS = (
    "figure",
    "condition",
    "clean",
    "perturbed",
    "difference",
    "95 % interval",
    "p",
    "adjusted p",
    "scenarios",
    "verdict",
)
HEADLINE = (*(rule.name for rule in COMPOSITES), *ACCURACY, *EXPERIENCE)
"""Figures that the paper's conclusions rest on; every other one stands in a table of its own."""
CHARTS = {
    "accuracy": ("Accuracy: EVA-A and its components", ("EVA-A_pass", "EVA-A_mean", *ACCURACY)),
    "experience": ("Experience: EVA-X and its components", ("EVA-X_pass", "EVA-X_mean", *EXPERIENCE)),
}
AXIS = "difference from clean, mean over scenarios"


def write_study(path: Path) -> tuple[dict[str, Any], Path]:
    """Write the files of a study's report from its runs' scores; answers the figures and the path of the page.

    Raises:
        UsageError: not a study, or one without calls that count.
    """
    study = open_study(path)
    figures = json.loads(dumps(deltas.deltas(study)))  # as whoever reads the file has them
    write_json(path / deltas.FILE, figures)
    if (path / deltas.REFERENCE).exists():  # never out of step with the scores
        write_json(path / deltas.REFERENCE, deltas.deltas(study, "reference"))
    write(path / TEXT, markdown(figures))
    write(path / PAGE, page(figures))
    return figures, path / PAGE


def facts(figures: dict[str, Any]) -> list[str]:
    """What must stand beside the figures, in sentences."""
    s = figures["study"]
    nature = f", {s['nature']}" if s["nature"] else ""
    who = s["caller"] if s["caller"] == s["caller_brain"] else f"{s['caller']} ({s['caller_brain']})"
    lines = [
        f"Agent {s['agent']} ({s['architecture']}{nature}), called by {who} in every condition, {s['clock']} clock, "
        f"seed {s['seed']}. Figures hold for this caller and are put together with no other's."
    ]
    if s["nature"]:
        lines.append("These figures measure the harness and are no agent's result.")
    if s["ears"] == "perfect":
        lines.append("Perfect ears: both sides were handed the intended text; noise and accent changed no word.")
    lines += [f"{note}." for note in figures["notes"]]
    if drawn := figures["drawn"]:
        counts = ", ".join(f"{len(own)} of {domain}" for domain, own in drawn.items())
        lines.append(
            f"Perturbed conditions are carried on scenarios drawn by the seed ({counts}), listed in study.json."
        )
    for own in figures["conditions"]:
        if own["condition"] in figures["pairs"]:
            lines.append(_pairs(own["condition"], figures["pairs"][own["condition"]]))
    for own in figures["conditions"]:
        if own["not_carried"]:
            lines.append(f"{own['condition']}: {plural(own['not_carried'], 'call')} not carried yet.")
    lines += _spared(figures)
    lines.append(
        "Complete: every planned scenario has a result in its condition and in the clean one."
        if figures["complete"]
        else "Not complete: the scenarios named above have no result on one side, and are left out of the differences."
    )
    return [*lines, *_methods(figures), *_judged(figures), entity_fact(figures)]


def _spared(figures: dict[str, Any]) -> list[str]:
    """Conditions with a greater share of attempts that do not count than the clean one has."""

    def spoiled(own: dict[str, Any]) -> tuple[int, int]:
        count = sum(own["excluded"].values())
        return count, count + own["with_result"]

    clean = next(own for own in figures["conditions"] if own["condition"] not in figures["pairs"])
    few, of_few = spoiled(clean)
    return [
        f"{own['condition']}: {many} of {of_many} attempts do not count, {few} of {of_few} in the clean condition; "
        "where the condition itself is the reason, its figures rest on the calls that it spared."
        for own in figures["conditions"]
        for many, of_many in [spoiled(own)]
        if many * of_few > few * of_many
    ]


def _methods(figures: dict[str, Any]) -> list[str]:
    """How differences, intervals and p are made."""
    cells = figures["pooled"]
    if not cells:
        return []
    intervals = "; ".join(sorted({c["method"] for c in cells if c["method"]})) or "none for one scenario"
    return [
        f"Clean and perturbed: {MEANS.removeprefix('mean: ')}.",
        "Difference: perturbed less clean, mean over the scenarios that have both, trials averaged first. Intervals of "
        f"95 %: {intervals}.",
        f"p: {', '.join(sorted({c['test'] for c in cells}))}, two-sided, over scenarios. Adjusted p: Holm's; a family "
        "is one figure over all conditions in the pooled tables, over conditions and domains in those by domain.",
    ]


def _judged(figures: dict[str, Any]) -> list[str]:
    """Which figures are judged, and by whom."""
    shown = {c["name"] for c in figures["pooled"]}
    offline = [m for m, names in figures["judges"].items() if m in shown and names[0].split()[0] == OFFLINE]
    models = {m: names for m, names in figures["judges"].items() if m in shown and m not in offline}
    lines = [f"Judged offline, by rules without a model: {', '.join(offline)}."] if offline else []
    told = ", ".join(f"{m} by {' and '.join(names)}" for m, names in models.items())
    return [*lines, f"Judged: {told}."] if told else lines


def _pairs(name: str, own: dict[str, Any]) -> str:
    text = f"{name}: {own['paired']} of {plural(own['planned'], 'scenario')} paired"
    text += f", {plural(own['fewest_trials'], 'trial')} at least" if own["paired"] else ""
    for key, where in (("missing", "in this condition"), ("missing_clean", "in the clean one")):
        if own[key]:
            text += f"; without a result {where}: {', '.join(own[key])}"
    return f"{text}."


def entity_fact(figures: dict[str, Any]) -> str:
    """How key entities go with task completion, in a sentence."""
    found = figures["entities"]
    points = "; ".join(
        f"{p['condition']} {number(p['key_entities'])} and {number(p['task_completion'])}" for p in found["points"]
    )
    if not points:
        return "Key entities and task completion: no scenario has both in every condition."
    r = "" if found["r"] is None else f" They go together with r = {number(found['r'])} over conditions."
    return (
        f"Key entities heard right and tasks completed, on {plural(found['scenarios'], 'scenario')} that every "
        f"condition has: {points}.{r}"
    )


def rows(cells: list[dict[str, Any]], domain: bool = False) -> list[list[str]]:
    """Rows for `COLUMNS`, with the domain before the condition where it is wanted."""
    return [
        [
            c["name"],
            *([c["domain"]] if domain else []),
            c["condition"],
            number(c["clean"]),
            number(c["perturbed"]),
            f"{c['difference']:+.3f}",
            interval(c["low"], c["high"]) or NOTHING,
            f"{c['p']:.2g}",
            f"{c['p_adjusted']:.2g}",
            str(c["scenarios"]),
            c["worth"],
        ]
        for c in cells
    ]


def headline(figures: dict[str, Any]) -> list[list[str]]:
    """The pooled rows of the headline figures, in their order."""
    return rows([c for name in HEADLINE for c in figures["pooled"] if c["name"] == name])


def others(figures: dict[str, Any]) -> list[list[str]]:
    """The pooled rows of all other figures."""
    return rows(sorted((c for c in figures["pooled"] if c["name"] not in HEADLINE), key=lambda c: c["name"]))


def by_domain(figures: dict[str, Any]) -> list[list[str]]:
    """The rows of every domain: the headline figures, then the others; none where there is one domain only."""
    cells = figures["by_domain"]
    if len({c["domain"] for c in cells}) < 2:
        return []
    place = {name: n for n, name in enumerate(HEADLINE)}
    return rows(sorted(cells, key=lambda c: (place.get(c["name"], len(place)), c["name"], c["domain"])), domain=True)


def condition_rows(figures: dict[str, Any]) -> list[list[str]]:
    """What became of each condition's calls."""
    return [
        [
            own["condition"],
            str(own["scenarios"]),
            str(own["trials"]),
            f"{own['with_result']} of {own['planned']}",
            ", ".join(f"{count} {status}" for status, count in own["excluded"].items()) or "none",
            ", ".join(own["without_result"]) or "none",
        ]
        for own in figures["conditions"]
    ]


CONDITION_COLUMNS = ("condition", "scenarios", "trials", "results", "attempts that do not count", "without a result")


def markdown(figures: dict[str, Any]) -> str:
    """The text of study.md, a pure function of the figures."""
    s = figures["study"]
    lines = [f"# {cell(s['agent'])} in {plural(len(figures['conditions']), 'condition')}", ""]
    lines += [f"- {cell(fact)}" for fact in facts(figures)]
    linked = [
        [f"[{cell(row[0])}]({quote(own['folder'])}/report.html)", *map(cell, row[1:])]
        for row, own in zip(condition_rows(figures), figures["conditions"], strict=True)
    ]
    lines += ["", "## Conditions", "", *markdown_table(CONDITION_COLUMNS, linked)]
    for title, columns, found, _ in tables(figures):
        if found:
            lines += ["", f"## {title}", ""]
            lines += markdown_table(columns, [[cell(c) for c in row] for row in found])
    return "\n".join(lines) + "\n"


EXCLUDED_COLUMNS = ("condition", "scenario", "trial", "attempt", "status", "why")


def excluded(figures: dict[str, Any]) -> list[list[str]]:
    """The attempts that do not count, of every condition."""
    return [
        [own["condition"], f"{e['domain']}/{e['scenario']}", str(e["trial"]), str(e["attempt"]), e["status"], e["why"]]
        for own in figures["conditions"]
        for e in own["excluded_attempts"]
    ]


def tables(figures: dict[str, Any]) -> list[tuple[str, tuple[str, ...], list[list[str]], bool]]:
    """The tables after that of the conditions: title, columns, rows, and whether a page shows it unfolded."""
    return [
        ("Headline figures", COLUMNS, headline(figures), True),
        ("Other figures", COLUMNS, others(figures), False),
        ("By domain", (COLUMNS[0], "domain", *COLUMNS[1:]), by_domain(figures), False),
        ("Attempts that do not count", EXCLUDED_COLUMNS, excluded(figures), False),
    ]


def page(figures: dict[str, Any]) -> str:
    """The HTML of study.html, a pure function of the figures."""
    return template("study.html.j2").render(
        figures=figures,
        facts=facts(figures),
        columns=COLUMNS,
        conditions=list(zip(condition_rows(figures), figures["conditions"], strict=True)),
        condition_columns=CONDITION_COLUMNS,
        tables=tables(figures),
        charts=[(title, Markup(svg)) for title, svg in charts(figures)],
        quote=quote,
        style=style(),
    )


def charts(figures: dict[str, Any]) -> list[tuple[str, str]]:
    """The paper's perturbation figures with their titles, those that there is anything to draw for."""
    found = []
    for ident, (title, names) in CHARTS.items():
        groups = [
            chart.Group(
                name,
                [
                    chart.Mark(c["condition"], c["difference"], c["low"], c["high"], bool(c["found"]))
                    for c in figures["pooled"]
                    if c["name"] == name
                ],
            )
            for name in names
        ]
        if groups := [g for g in groups if g.marks]:
            found.append((title, chart.differences(ident, title, _described(groups), groups, AXIS)))
    if figures["entities"]["points"]:
        found.append((entity_title(figures["entities"]), entity_chart(figures["entities"], entity_fact(figures))))
    return found


def entity_title(found: dict[str, Any]) -> str:
    """What the chart of key entities shows."""
    r = "" if found["r"] is None else f", r = {number(found['r'])}"
    return f"Values heard right and tasks completed, by condition{r}"


def entity_chart(found: dict[str, Any], description: str) -> str:
    """Key entities against task completion, a point for each condition."""
    return chart.scatter(
        "entities",
        entity_title(found),
        description,
        [chart.Point(p["condition"], p["key_entities"], p["task_completion"]) for p in found["points"]],
        f"{KEY_ENTITIES}, mean over scenarios",
        TASK,
        trend=found["r"] is not None,
    )


def _described(groups: list[chart.Group]) -> str:
    return " ".join(
        f"{g.name}: "
        + "; ".join(
            f"{m.label} {m.value:+.3f}"
            + (f" ({interval(m.low, m.high)})" if m.low is not None else "")
            + ("" if m.solid else ", may be chance")
            for m in g.marks
        )
        + "."
        for g in groups
    )
