"""Numbers of a run from values of its calls: means, intervals, pass@k. No verdict is counted apart."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from statistics import fmean
from typing import Any

from metrics.passk import ESTIMATORS, Passes, ScenarioPasses, passes
from metrics.score import TOLERANCE
from metrics.stats import bootstrap_ci

Key = tuple[str, int]
"""Scenario and trial."""

Values = Mapping[Key, float | None]


def rounded(value: float) -> float:
    """As figures are reported: four places."""
    return round(value, 4)


def distribution(values: Values, seed: int) -> dict[str, Any]:
    """Mean with its interval, and how many values there are.

    The interval is one of the mean of scenario means: trials are averaged first, in the order of scenario
    names. Without any value there is no mean; it is not 0.
    """
    known = [v for v in values.values() if v is not None]
    found: dict[str, Any] = {
        "mean": rounded(fmean(known)) if known else None,
        "count": len(known),
        "none_count": len(values) - len(known),
        "total_records": len(values),
    }
    means = scenario_means(values)
    if means:
        low, high = bootstrap_ci(list(means.values()), seed)
        found |= {"mean_ci_lower": rounded(low), "mean_ci_upper": rounded(high)}
    return found | {"mean_ci_n_scenarios": len(means)}


def scenario_means(values: Values) -> dict[str, float]:
    """The mean over trials of each scenario that has a value, by name."""
    groups: dict[str, list[float]] = {}
    for (scenario, _), value in sorted(values.items()):
        if value is not None:
            groups.setdefault(scenario, []).append(value)
    return {scenario: fmean(group) for scenario, group in groups.items()}


def success_rate(values: Values, *, threshold: float) -> float | None:
    """Share of the values that reach the threshold; ``None`` without values."""
    known = [v for v in values.values() if v is not None]
    return rounded(sum(v >= threshold - TOLERANCE for v in known) / len(known)) if known else None


def pass_k(values: Values, k: int, seed: int, *, threshold: float, complete: bool) -> dict[str, Any]:
    """pass@k over scenarios, each figure with k, the numbers of trials, and what was left out and why.

    Args:
        values: by scenario and trial; ``None`` has no verdict.
        k: draws.
        seed: of the intervals.
        threshold: least value that passes, within 1e-9.
        complete: leave out a scenario of which any trial has no verdict.
    """
    trials: dict[str, list[bool | None]] = {}
    for (scenario, _), value in sorted(values.items()):
        trials.setdefault(scenario, []).append(None if value is None else value >= threshold - TOLERANCE)
    result = passes(trials, k, complete=complete)
    return _figures(result, seed)


def _figures(result: Passes, seed: int) -> dict[str, Any]:
    used = list(result.scenarios.values())
    sizes = sorted({s.n for s in used})
    found: dict[str, Any] = {"k": result.k, "n": sizes, "count": len(used), "excluded": dict(result.excluded)}
    for name in (f.name for f in fields(ScenarioPasses) if f.name in ESTIMATORS):
        values = [getattr(s, name) for s in used]
        found[name] = rounded(fmean(values)) if values else None
        if values and name != "pass_power_k_theoretical":
            low, high = bootstrap_ci(values, seed)
            found |= {f"{name}_ci_lower": rounded(low), f"{name}_ci_upper": rounded(high)}
    return found
