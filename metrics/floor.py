"""What task completion is worth: what doing nothing scores, and how it goes by what must be heard."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from statistics import fmean
from typing import Any

from metrics.aggregate import rounded, scenario_means
from metrics.calls import CallScores


def floor(calls: Sequence[CallScores]) -> dict[str, Any] | None:
    """What task_completion gives an agent that only authenticates, and one that calls no tool at all.

    Overall and by the class of the scenario; ``None`` when no call has that metric.
    """
    details: dict[str, dict[str, Any]] = {}
    values: dict[tuple[str, int], float | None] = {}
    for call in calls:
        score = call.scores.get("task_completion")
        if score is not None and "passes_idle" in score.details:
            details[call.name] = score.details
            values[call.name, call.trial] = score.effective
    if not details:
        return None
    means = scenario_means(values)
    classes = sorted({str(found["outcome"]) for found in details.values()})
    unchanged = sorted(name for name, found in details.items() if found["nothing_to_change"])
    above = [mean for name, mean in means.items() if name not in unchanged]
    return {
        **_idle(list(details.values())),
        "by_state_alone": rounded(len(unchanged) / len(details)),
        "nothing_to_change": unchanged,
        "task_completion_where_change_is_due": rounded(fmean(above)) if above else None,
        "by_outcome": {
            name: {
                **_idle([found for found in details.values() if found["outcome"] == name]),
                "task_completion": _mean(mean for key, mean in means.items() if details[key]["outcome"] == name),
            }
            for name in classes
        },
    }


def _idle(details: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    return {
        "scenarios": len(details),
        "authenticate_and_stop": rounded(fmean(bool(found["passes_idle"]) for found in details)),
        "never_call_a_tool": rounded(fmean(bool(found["passes_without_tools"]) for found in details)),
    }


def by_kind(calls: Sequence[CallScores]) -> dict[str, dict[str, Any]]:
    """Task completion of the scenarios in which a kind of value must be heard; each counts for all its kinds."""
    values: dict[str, dict[tuple[str, int], float | None]] = {}
    for call in calls:
        score = call.scores.get("task_completion")
        for kind in score.details.get("entity_kinds", ()) if score is not None else ():
            values.setdefault(kind, {})[call.name, call.trial] = score.effective if score else None
    found = {kind: list(scenario_means(own).values()) for kind, own in sorted(values.items())}
    return {
        kind: {"scenarios": len(means), "task_completion": rounded(fmean(means)) if means else None}
        for kind, means in found.items()
    }


def _mean(values: Iterable[float]) -> float | None:
    known = list(values)
    return rounded(fmean(known)) if known else None
