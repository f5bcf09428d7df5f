"""What the figures of a run are worth, in sentences: intervals, trials, judges, the caller, and what was left out."""

from __future__ import annotations

from typing import Any

from harness import costs
from harness.report.text import interval, number, plural

SHOWN = ("EVA-A_pass", "EVA-X_pass", "task_completion")
"""Figures whose stability is told; the others' stand in summary.json."""

NAMED = 3
"""Calls that a sentence names, at most."""

TITLES = {
    "pass_at_1": "pass@1",
    "pass_at_k": "pass@k",
    "pass_power_k_theoretical": "pass^k",
    "pass_power_k_observed": "pass^k unbiased",
}
"""Figures of pass@k as the tables call them."""


def estimators(summary: dict[str, Any]) -> list[tuple[str, str]]:
    """Names, as in tables and in summary.json, and formulas of pass@k and its siblings, in one order."""
    found = summary["estimators"]
    return [(f"{TITLES[name]} ({name})" if name in TITLES else name, found[name]) for name in sorted(found)]


def worth(summary: dict[str, Any]) -> list[str]:
    """One sentence for each thing that a reader of the figures should know; none for what is not known."""
    lines = [f"Intervals: {summary['interval']}."]
    if summary["scenarios"] == 1:
        lines.append("There is one scenario, and figures have no interval: it says nothing of others.")
    if summary["k"] > 1 and "pass_power_k" in summary:
        lines.append(f"{_capital(summary['pass_power_k']['difference'])}.")
    lines += [*_latency(summary), *_trials(summary), *_judges(summary), *_caller(summary), *_left_out(summary)]
    return [*lines, *costs.sentences(summary)]


def _latency(summary: dict[str, Any]) -> list[str]:
    found = summary.get("latency")
    if not found:
        return []
    parts = [f"p{p} {_with_interval(found, f'p{p}')} s" for p in (50, 90, 99)]
    return [f"Answers of {plural(found['turns'], 'turn')} in {plural(found['calls'], 'call')}: {', '.join(parts)}."]


def _trials(summary: dict[str, Any]) -> list[str]:
    lines = []
    for name, entry in {**summary["composites"], **summary["metrics"]}.items():
        found = entry.get("stability")
        if name not in SHOWN or not found:
            continue
        widths = sorted((int(k), width) for k, width in found["widths"].items())
        told = ", ".join(f"{number(width)} with {plural(k, 'trial')}" for k, width in widths)
        if not found["floor"] and not found["trial_noise"]:
            more = "All scenarios came to the same in all trials: only more scenarios make it narrower"
        else:
            noise = number(100 * found["trial_noise"], 0)
            more = f"Trials make {noise} % of its variance; however many there are, "
            more += (
                f"it stays above {number(found['floor'])} for want of scenarios"
                if found["floor"]
                else (
                    "it would be nought in the end, as far as can be told: scenarios differ by no more than trials do"
                )
            )
        lines.append(f"Width of the interval of {name}: {told}. {more}.")
    return lines


def _judges(summary: dict[str, Any]) -> list[str]:
    found = summary.get("sensitivity") or {}
    lines = []
    for name, entry in [*found.get("judges", {}).items(), *found.get("composites", {}).items()]:
        basis = ""
        if "source" in entry:
            basis = (
                f" (it passes {entry['sensitivity']} of what people pass, and fails {entry['specificity']} of what "
                f"they fail; {entry['source']})"
            )
        elif entry["taken_as_right"]:
            basis = f" (taken as right: {', '.join(entry['taken_as_right'])})"
        lines.append(
            f"Had people judged, the pass rate of {name} would be {number(entry['corrected'])}, "
            f"{interval(entry['low'], entry['high'])}, where {number(entry['observed'])} was seen{basis}."
        )
    if unknown := found.get("unknown"):
        lines.append(f"How often the judges of {', '.join(unknown)} err is not known.")
    return lines


def _caller(summary: dict[str, Any]) -> list[str]:
    found = (summary.get("sensitivity") or {}).get("caller")
    if not found:
        return []
    checked = plural(found["checked"], "call")
    if not found["suspect"]:
        return [f"No check of the caller found anything in {checked} that count."]
    calls = found.get("calls", [])  # runs of older versions name none
    more = f" and {len(calls) - NAMED} more" if len(calls) > NAMED else ""
    names = f" ({', '.join(calls[:NAMED])}{more})" if calls else ""
    lines = [f"The caller may have spoiled {found['suspect']} of {checked} that count{names}."]
    if own := found.get("task_completion"):
        seen, low, high = number(own["observed"]), own["low"], own["high"]
        if (low, high) == (0, 1):
            text = f"cannot be told from so few: {seen} was seen among all"
        elif low == high:
            text = f"{number(low)}, as it is among all"
        else:
            text = f"between {number(low)} and {number(high)}, where {seen} was seen among all"
        lines.append(f"Task completion among the calls that the caller did not spoil: {text}.")
    return lines


def _left_out(summary: dict[str, Any]) -> list[str]:
    """Scores that are missing from means, but for metrics that no call can have."""
    parts = []
    for name, states in summary.get("without_value", {}).items():
        told = [f"{len(calls)} {state}" for state, calls in states.items() if calls != "all"]
        if told:
            parts.append(f"{name} {' and '.join(told)}")
    return [f"Calls without a value, listed in summary.json: {'; '.join(parts)}."] if parts else []


def _with_interval(entry: dict[str, Any], name: str) -> str:
    ends = interval(entry.get(f"{name}_ci_lower"), entry.get(f"{name}_ci_upper"))
    return f"{number(entry[name])} ({ends})" if ends else number(entry[name])


def _capital(text: str) -> str:
    return text if text.startswith("pass") else text[:1].upper() + text[1:]
