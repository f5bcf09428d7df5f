"""How much a run's pass rates rest on its judges and its caller: bands besides the intervals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from statistics import fmean
from typing import Any

from metrics.aggregate import rounded
from metrics.composites import COMPOSITES, THRESHOLDS, Composite
from metrics.score import TOLERANCE, Score
from metrics.stats import Interval, Rates, behind_judge, behind_judges, beside_caller

Call = tuple[str, Mapping[str, Score]]
"""Scenario of a call, and its scores."""

JudgeRates = Mapping[str, Mapping[str, Rates]]
"""By metric and by the judge's name, how its pass decision agreed with people's."""


def sensitivity(calls: Sequence[Call], rates: JudgeRates, seed: int, labels: Sequence[str] = ()) -> dict[str, Any]:
    """What pass rates would be, had people judged, and had the caller spoiled no call.

    Args:
        calls: the counted calls, in a fixed order.
        rates: what is known of judges. A judge whose name is not there, one that shares a metric with others, and
            one whose rates are not usable, is taken for unknown.
        seed: of the draws.
        labels: what each call is called where it is named; ``()`` names it by its scenario.

    Returns:
        JSON data: ``judges`` by metric, ``composites``, ``unknown`` judged metrics, and ``caller``.
    """
    judged = _judges(calls)
    known = {m: rates[m][j] for m, j in judged.items() if j in rates.get(m, {}) and rates[m][j].usable}
    return {
        "judges": {m: found for m in sorted(known) if (found := _metric(calls, m, known[m]))},
        "composites": {c.name: found for c in COMPOSITES if (found := _composite(calls, c, judged, known, seed))},
        "unknown": sorted(set(judged) - set(known)),
        "caller": _caller(calls, labels or [scenario for scenario, _ in calls]),
    }


def _judges(calls: Sequence[Call]) -> dict[str, str]:
    """The judge of each judged metric that a composite holds; empty where there are several."""
    names: dict[str, set[str]] = {}
    for _, scores in calls:
        for metric in THRESHOLDS:
            judge = scores[metric].details.get("judge") if metric in scores else None
            if isinstance(judge, dict):
                names.setdefault(metric, set()).add(str(judge.get("name", "")))
    return {metric: next(iter(found)) if len(found) == 1 else "" for metric, found in names.items()}


def _reached(calls: Sequence[Call], metric: str, least: float) -> list[list[float]]:
    """1 for each call whose value is at least so much, 0 for the others that have one, by scenario."""
    values = [(scenario, scores[metric].effective) for scenario, scores in calls if metric in scores]
    return _by_scenario((scenario, value >= least - TOLERANCE) for scenario, value in values if value is not None)


def _by_scenario(verdicts: Iterable[tuple[str, bool]]) -> list[list[float]]:
    """Verdicts as 1 and 0, by scenario, in the order in which they come."""
    groups: dict[str, list[float]] = {}
    for scenario, verdict in verdicts:
        groups.setdefault(scenario, []).append(float(verdict))
    return list(groups.values())


def _share(groups: Sequence[Sequence[float]]) -> float:
    """Mean of scenario means."""
    return fmean(fmean(group) for group in groups)


def _metric(calls: Sequence[Call], metric: str, rates: Rates) -> dict[str, Any] | None:
    """One judge's verdicts, corrected."""
    seen = _reached(calls, metric, THRESHOLDS[metric])
    found = behind_judge(seen, rates)
    if found is None:
        return None
    return {
        "observed": rounded(_share(seen)),
        **_band(*found),
        "sensitivity": f"{rates.passed_right:g} of {rates.passed:g}",
        "specificity": f"{rates.failed_right:g} of {rates.failed:g}",
        "source": rates.source,
    }


def _composite(
    calls: Sequence[Call], rule: Composite, judged: Mapping[str, str], known: Mapping[str, Rates], seed: int
) -> dict[str, Any] | None:
    """A pass of several components; ``None`` where nothing is known of any of its judges."""
    parts = _parts(rule)
    own = set(parts) & set(judged)
    if rule.kind == "mean" or not own & set(known):
        return None
    decided = []
    for scenario, scores in calls:
        states = {m: scores[m].state if m in scores else "missing" for m in parts}
        values = {m: scores[m].effective for m, state in states.items() if state == "scored"}
        if values and set(states.values()) <= {"scored", "skipped"}:
            decided.append((scenario, {m: v is not None and v >= parts[m] - TOLERANCE for m, v in values.items()}))
    found = behind_judges(decided, known, seed) if decided else None
    if found is None:
        return None
    seen = _by_scenario((scenario, all(verdicts.values())) for scenario, verdicts in decided)
    return {"observed": rounded(_share(seen)), **_band(*found), "taken_as_right": sorted(own - set(known))}


def _parts(rule: Composite) -> dict[str, float]:
    """Threshold of every metric that a pass rests on, through other passes too."""
    if rule.kind != "all":
        return dict(rule.thresholds)
    return {m: t for part in COMPOSITES if part.name in rule.components for m, t in part.thresholds.items()}


def _caller(calls: Sequence[Call], labels: Sequence[str]) -> dict[str, Any] | None:
    """Calls that count although a check of the caller found something, and what they may do to task completion.

    ``None`` where no metric checked the caller.
    """
    checked, named = [], []
    for (scenario, scores), label in zip(calls, labels, strict=True):
        gates = [s.details["gate"] for s in scores.values() if s.category == "validation" and "gate" in s.details]
        if gates:
            sound = all(gate["passed"] for gate in gates)
            checked.append((scenario, not sound))
            if not sound:
                named.append(label)
    if not checked:
        return None
    found: dict[str, Any] = {"suspect": len(named), "checked": len(checked), "calls": named}
    if completed := _reached(calls, "task_completion", 1.0):
        share = _share(completed)
        bounds = beside_caller(share, _by_scenario(checked))
        found["task_completion"] = {"observed": rounded(share), **_ends(bounds)}
    return found


def _band(middle: float, band: Interval) -> dict[str, Any]:
    return {"corrected": rounded(middle), **_ends(band), "method": band.method}


def _ends(band: Interval) -> dict[str, float]:
    return {"low": rounded(band.low), "high": rounded(band.high)}
