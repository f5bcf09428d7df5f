"""Intervals of shares: Wilson's, and the same with the number of independent trials that the data are worth."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, sqrt

import numpy as np

from metrics.stats.interval import Interval, quantile

FLAT = 1e-12  # a variance below it is rounding


def wilson(share: float, n: float, z: float | None = None, *, method: str = "Wilson") -> Interval:
    """Wilson's score interval (E. B. Wilson, 1927).

    Args:
        share: passed, of all.
        n: independent trials; need not be whole.
        z: quantile; ``None`` for the normal one of 95 %.
        method: how the interval is named.

    Raises:
        ValueError: no trials, or a share outside 0 to 1.
    """
    if n <= 0 or not 0 <= share <= 1:
        raise ValueError(f"Wilson's interval needs n > 0 and a share of 0 to 1, got {share} of {n}")
    square = (quantile(inf) if z is None else z) ** 2
    middle = (share + square / (2 * n)) / (1 + square / n)
    half = sqrt(square * (share * (1 - share) / n + square / (4 * n * n))) / (1 + square / n)
    return Interval(middle - half, middle + half, method).within(0.0, 1.0)


def effective(groups: Sequence[Sequence[float]]) -> tuple[float, float, float]:
    """Mean of scenario means, the number of independent trials that it is worth, and degrees of freedom.

    The number is the one at which a binomial share would vary as much as the scenario means do (Kish's design
    effect): no less than there are scenarios, for verdicts no more than there are calls. Scenarios that are all
    alike at 0 or 1 show nothing of how alike their trials are: they are worth their number.

    Degrees of freedom are those of the variance between scenarios, m - 1, over the part of it that had to be
    estimated, 1 - m / worth: verdicts of one trial leave nothing to estimate, since their variance follows from
    the share itself, and the interval is Wilson's.

    Args:
        groups: values of 0 to 1, by scenario; at least two groups, none empty.
    """
    means = np.array([sum(group) / len(group) for group in groups])
    scenarios = len(groups)
    share = min(max(float(means.mean()), 0.0), 1.0)
    variance = float(means.var(ddof=1)) / scenarios
    verdicts = all(value in (0.0, 1.0) for group in groups for value in group)
    calls = sum(len(group) for group in groups)
    worth: float = calls if verdicts and 0 < share < 1 else scenarios  # where scenarios are all alike
    if variance > FLAT:
        worth = share * (1 - share) / variance
    worth = max(min(worth, calls) if verdicts else worth, scenarios)
    return share, worth, freedom(worth, scenarios)


def freedom(worth: float, scenarios: int) -> float:
    """Degrees of freedom of a share over scenarios that is worth so many independent trials; see `effective`."""
    estimated = 1 - scenarios / worth
    return (scenarios - 1) / estimated if estimated > FLAT else inf
