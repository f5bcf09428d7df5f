"""Figures by EVA-Bench's own conventions, for comparison with what is published; one option away.

What they differ in from ours, and why ours differ, is in design/differences.md and design/statistics.md. The cells
of its perturbation tables draw from seeds whose text is not published, so those tables agree within the noise of
their draws; everything else agrees to the last place.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import comb
from statistics import fmean
from typing import Any

import numpy as np

from metrics.passk import check
from metrics.stats import bootstrap_ci

Values = Mapping[tuple[str, int], float | None]

PLACES = 4
PERMUTATIONS = 10000


def distribution(values: Values, seed: int, *, on_scale: bool = True) -> dict[str, Any]:
    """Mean over calls, and a percentile bootstrap of scenario means: with missing trials these are two figures.

    Args:
        values: by scenario and trial.
        seed: `metrics.stats.run_seed` of the run folder's name.
        on_scale: makes no difference here.
    """
    known = [v for v in values.values() if v is not None]
    found: dict[str, Any] = {
        "mean": round(fmean(known), PLACES) if known else None,
        "count": len(known),
        "none_count": len(values) - len(known),
        "total_records": len(values),
    }
    groups = [[v for v in trials if v is not None] for trials in _trials(values).values()]
    means = [fmean(group) for group in groups if group]
    return found | _interval("mean", means, seed) | {"mean_ci_n_scenarios": len(means)}


def pass_at_k(n: int, c: int, k: int) -> float:
    """As ours, but 1 for no draws."""
    check(n, c, k)
    return 1.0 if n - c < k or k == 0 else 1 - comb(n - c, k) / comb(n, k)


def pass_power_k(n: int, c: int, k: int) -> float:
    """As ours, but 1 for no draws."""
    check(n, c, k)
    return comb(c, k) / comb(n, k)


def pass_power_k_theoretical(n: int, c: int, k: int) -> float:
    """As ours, but 1 for no draws, and 0 for no trials."""
    check(n, c, k)
    return (c / n) ** k if n else 0.0


def pass_k(values: Values, k: int, seed: int, *, threshold: float, complete: bool) -> dict[str, Any]:
    """pass@k over scenarios; those that have too few valid trials vanish.

    Args:
        values: by scenario and trial; trials that have no such metric are not among them, errored ones are ``None``.
        k: draws asked for; a scenario that has fewer trials is taken with as many draws as it has.
        seed: of the bootstrap.
        threshold: least value that passes; without tolerance.
        complete: for composites: k is not lowered, and one trial without a value drops its scenario.
    """
    figures: list[tuple[float, float, float, float]] = []
    for trials in _trials(values).values():
        passed = [v >= threshold for v in trials if v is not None]
        draws = k if complete else min(k, len(trials))
        if len(passed) < draws or (complete and len(passed) < len(trials)) or not passed:
            continue
        n, c = len(passed), sum(passed)
        figures.append(
            (c / n, pass_at_k(n, c, draws), pass_power_k(n, c, draws), pass_power_k_theoretical(n, c, draws))
        )
    found: dict[str, Any] = {"k": k, "count": len(figures)}
    names = ("pass_at_1", "pass_at_k", "pass_power_k_observed", "pass_power_k_theoretical")
    for place, name in enumerate(names):
        column = [f[place] for f in figures]
        found[name] = round(fmean(column), PLACES) if column else None
        if name != "pass_power_k_theoretical":
            found |= _interval(name, column, seed)
    return found


def sign_flip(deltas: Sequence[float], seed: int, *, draws: int = PERMUTATIONS) -> float:
    """Two-sided p of the paired sign-flip test as the share of drawn patterns, the one at hand not among them."""
    data = np.asarray(deltas, dtype=float)
    signs = np.random.default_rng(seed).choice([-1, 1], size=(draws, len(data)))
    return float(np.mean(np.abs((signs * data).mean(axis=1)) >= abs(data.mean())))


def _interval(figure: str, values: Sequence[float], seed: int) -> dict[str, float]:
    if not values:
        return {}
    low, high = bootstrap_ci(values, seed)
    return {f"{figure}_ci_lower": round(low, PLACES), f"{figure}_ci_upper": round(high, PLACES)}


def _trials(values: Values) -> dict[str, list[float | None]]:
    """All values of each scenario, in the order of names and trials."""
    groups: dict[str, list[float | None]] = {}
    for (scenario, _), value in sorted(values.items()):
        groups.setdefault(scenario, []).append(value)
    return groups
