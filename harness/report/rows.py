"""The rows that terminal, Markdown and HTML show alike."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, get_args

from harness.judges import OFFLINE
from harness.report.text import NOTHING, interval, number, plural
from harness.store import on_demand
from metrics.composites import COMPOSITES
from metrics.passk import HEADLINE
from metrics.score import Category
from pipelines.perturb.condition import CLEAN

REASONS = 5  # of errors, at most
LESS = "↓"  # beside a raw figure of which less is better
MEANS = "mean: on 0 to 1, higher is better (in the metric's own unit where it has no such scale)"
LEGEND = f"{MEANS}; raw: in its own unit, {LESS} where less is better"


@dataclass(frozen=True)
class Row:
    """One metric or composite over the run.

    Attributes:
        judge: ``offline`` where rules without a model judged, at least in part; ``judged`` where models did.
        mean: on 0 to 1, higher is better; in the metric's own unit where it has no such scale.
        raw: mean in the metric's own unit, where that is another figure or where less of it is better.
        interval: of the mean, over scenarios.
        n: calls that have a value, of how many; and scenarios behind the interval.
        pass_at_1, pass_at_k, pass_power_k: with their k, or a dash where they do not apply; pass^k is the plug-in
            figure that is published.
        unbiased: pass^k without its bias.
        notes: what is missing, and why.
    """

    name: str
    category: str
    mean: str
    raw: str
    interval: str
    n: str
    pass_at_1: str
    pass_at_k: str
    pass_power_k: str
    unbiased: str
    notes: str
    judge: str = ""

    @property
    def label(self) -> str:
        """The name, with what kind of judge it rests on."""
        return f"{self.name} ({self.judge})" if self.judge else self.name


def metric_rows(summary: dict[str, Any]) -> list[Row]:
    """A row for each metric, by category and name, whatever order the summary was read in."""
    order = get_args(Category)
    entries = sorted(summary["metrics"].items(), key=lambda m: (order.index(m[1]["category"]), m[0]))
    return [_row(name, entry, entry["category"], _judge(summary, [name])) for name, entry in entries]


def composite_rows(summary: dict[str, Any]) -> list[Row]:
    """A row for each composite; one without any value says which components it lacks."""
    return [
        _row(rule.name, summary["composites"][rule.name], "composite", _judge(summary, _components(rule.name)))
        for rule in COMPOSITES
    ]


def judges(summary: dict[str, Any]) -> list[tuple[str, str, str]]:
    """Who judged which metric, and what that judge cannot see."""
    return [
        (name, _names(entry), " ".join(entry["blind"])) for name, entry in sorted(summary.get("judges", {}).items())
    ]


def _names(entry: dict[str, Any]) -> str:
    notes = [f"prompt {prompt}" for prompt in entry["prompts"]]
    if entry["cost_usd"]:
        notes.append(f"{number(entry['cost_usd'], 4)} USD")
    if entry["inconsistent"]:
        notes.append(f"{plural(entry['inconsistent'], 'verdict')} at odds with the parts")
    return ", ".join(entry["names"]) + (f" ({', '.join(notes)})" if notes else "")


def _judge(summary: dict[str, Any], metrics: Iterable[str]) -> str:
    known = summary.get("judges", {})  # runs of older versions have none
    names = [n for m in metrics if m in known for n in known[m]["names"]]
    if any(n.split()[0] == OFFLINE for n in names):
        return OFFLINE
    return "judged" if names else ""


def _components(composite: str) -> list[str]:
    """The metrics that a composite rests on, through other composites too."""
    rules = {rule.name: rule.components for rule in COMPOSITES}
    if composite not in rules:
        return [composite]
    return [m for part in rules[composite] for m in _components(part)]


def caller(run: dict[str, Any]) -> str:
    """Who phoned, for readers: its name and what plays it; runs of older versions had the caller with a plan."""
    name, brain = run.get("caller", "plan"), run.get("caller_brain", "plan")
    return str(name) if name == brain else f"{name} ({brain})"


def facts(summary: dict[str, Any]) -> list[str]:
    """What must stand beside the figures, in sentences."""
    run, trials = summary["run"], summary["trials"]
    lines = [
        f"Agent {run['agent']} ({run['architecture']}), called by {caller(run)}, {run['clock']} clock, "
        f"seed {run['seed']}, {run['tick_ms']} ms tick, codes spelled in {run['spelling']}.",
        f"Results: {trials['with_result']} of {plural(trials['planned'], 'planned call')}, "
        f"{plural(summary['scenarios'], 'scenario')}, k = {run['trials']}.",
    ]
    if run["calibration"]:
        lines.append(
            "This is the calibration agent: it knows the plan of each scenario. "
            "Its figures measure the harness and are no agent's result."
        )
    if run.get("floor_agent"):  # runs of older versions have none
        lines.append(
            "This is a floor agent, made to do next to nothing. "
            "Its figures are what an agent's are read against, and no agent's result."
        )
    if run.get("rehearsal"):  # runs of older versions have none
        lines.append(
            f"This is a rehearsal{on_demand(run.get('vendor_faults', ()))}: servers of this machine stood in for "
            "every vendor, with the calibration agent's ears, voices and brain. Its figures show that the agent runs, "
            "and are no agent's result."
        )
    if run.get("condition", CLEAN) != CLEAN:  # runs of older versions have none
        lines.append(f"The caller's side is perturbed: {run['condition']}.")
    if run["ears"] == "perfect":
        lines.append("Perfect ears: both sides were handed the intended text; nothing was recognised.")
    offline = [name for name in summary.get("judges", {}) if _judge(summary, [name]) == OFFLINE]
    if offline:
        lines.append(f"Judged offline, by rules without a model: {', '.join(offline)}.")
    if trials["without_result"]:
        lines.append(f"Without a result after all attempts: {', '.join(trials['without_result'])}.")
    if trials["not_carried"]:
        lines.append(f"Not carried yet: {plural(len(trials['not_carried']), 'call')}.")
    if summary["excluded_attempts"]:
        lines.append(f"{plural(len(summary['excluded_attempts']), 'attempt')} did not count.")
    lines += _errors(summary)
    floor = summary.get("floor")
    if floor:
        stops, never = number(floor["authenticate_and_stop"]), number(floor["never_call_a_tool"])
        lines.append(
            f"Task completion of an agent that authenticates and stops would be {stops}, "
            f"of one that never calls a tool {never}{_why_so(floor)}."
        )
        classes = floor.get("by_outcome", {})  # runs of older versions have none
        if len(classes) > 1:
            parts = [
                f"{name} {number(own['task_completion'])} of {plural(own['scenarios'], 'scenario')} "
                f"(floor {number(own['authenticate_and_stop'])})"
                for name, own in classes.items()
            ]
            lines.append(f"Task completion by what a scenario comes to: {', '.join(parts)}.")
    kinds = summary.get("by_entity_kind", {})
    if len(kinds) > 1:
        parts = [f"{kind} {number(own['task_completion'])} ({own['scenarios']})" for kind, own in kinds.items()]
        lines.append(f"Task completion where a kind of value must be heard (scenarios): {', '.join(parts)}.")
    return lines


def _why_so(floor: dict[str, Any]) -> str:
    """Why an idle agent passes no refusal either, where one may wonder."""
    idle = max(floor["authenticate_and_stop"], floor["never_call_a_tool"])
    return "" if idle else ": where nothing is to be changed, what the caller must be told is asked for"


def pass_rules() -> list[str]:
    """What each pass asks of a call, a sentence for each."""
    asked = [
        f"{rule.name}: {', '.join(f'{name} at least {number(least)}' for name, least in rule.thresholds.items())}"
        for rule in COMPOSITES
        if rule.kind == "pass"
    ]
    return [f"A call passes {line}, means on 0 to 1." for line in asked]


def _errors(summary: dict[str, Any]) -> list[str]:
    """Why scores are errored, the most frequent reason first."""
    reasons: dict[str, dict[str, int]] = {}
    for name, texts in summary.get("metric_errors", {}).items():
        for text, count in texts.items():
            reasons.setdefault(text, {})[name] = count
    ordered = sorted(reasons.items(), key=lambda item: (-sum(item[1].values()), item[0]))
    lines = [
        f"{plural(sum(counts.values()), 'score')} errored ({', '.join(sorted(counts))}): {text.rstrip('.')}."
        for text, counts in ordered[:REASONS]
    ]
    if len(ordered) > REASONS:
        lines.append(f"Errored for {plural(len(ordered) - REASONS, 'other reason')}, listed in summary.json.")
    return lines


def _row(name: str, entry: dict[str, Any], category: str, judge: str) -> Row:
    passes = entry.get("pass_k")
    k = passes["k"] if passes else 0
    return Row(
        name=name,
        category=category,
        mean=number(entry["mean"]),
        raw=_raw(entry),
        interval=_interval(entry, "mean", entry["mean_ci_n_scenarios"]),
        n=f"{entry['count']} of {entry['total_records']}",
        pass_at_1=_pass(passes, "pass_at_1"),
        pass_at_k=_pass(passes, "pass_at_k") if k > 1 else NOTHING,
        pass_power_k=_pass(passes, HEADLINE) if k > 1 else NOTHING,
        unbiased=_pass(passes, "pass_power_k_observed") if k > 1 else NOTHING,
        notes=_notes(entry, passes),
        judge=judge,
    )


def _raw(entry: dict[str, Any]) -> str:
    raw, less = entry.get("raw_mean"), entry.get("higher_is_better") is False
    if raw is None or (raw == entry["mean"] and not less):
        return ""
    return f"{number(raw)} {LESS}" if less else number(raw)


def _pass(passes: dict[str, Any] | None, name: str) -> str:
    if passes is None or passes[name] is None:
        return NOTHING
    bounds = _interval(passes, name, passes["count"])
    return f"{number(passes[name])} ({bounds})" if bounds else number(passes[name])


def _interval(entry: dict[str, Any], name: str, scenarios: int) -> str:
    """The interval of a figure; one scenario has none, whatever a bootstrap of one value says."""
    return "" if scenarios < 2 else interval(entry.get(f"{name}_ci_lower"), entry.get(f"{name}_ci_upper"))


def _notes(entry: dict[str, Any], passes: dict[str, Any] | None) -> str:
    notes = [f"{entry[key]} {word}" for key, word in _COUNTS if entry.get(key)]
    notes += [f"{count} x {what}" for what, count in entry.get("absent_components", {}).items()]
    if passes and passes.get("excluded"):
        notes.append(f"{plural(len(passes['excluded']), 'scenario')} without pass@k")
    return ", ".join(notes)


_COUNTS = (("skipped_count", "skipped"), ("error_count", "errored"), ("missing_count", "missing"))
