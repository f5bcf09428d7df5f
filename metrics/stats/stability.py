"""How many trials are enough: the width of an interval against the number of trials."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from metrics.stats.interval import quantile
from metrics.stats.means import share_interval
from metrics.stats.shares import FLAT, freedom, wilson

AHEAD = (1, 3, 5, 10)


@dataclass(frozen=True, slots=True)
class Stability:
    """What trials do to an interval.

    Attributes:
        widths: by number of trials, the width of the interval from the first so many trials of each scenario.
        projected: by number of trials, the width to be expected, from the variance between and within scenarios.
        floor: the width that no number of trials can go below, as only more scenarios can.
        within: share of the variance of the mean that is noise of trials, at the number there is.
    """

    widths: dict[int, float]
    projected: dict[int, float]
    floor: float
    within: float


@dataclass(frozen=True, slots=True)
class Spread:
    """Where the variance of values lies, from the scenarios that have two trials.

    Attributes:
        share: mean of scenario means.
        between: variance of what scenarios would come to with endless trials.
        within: variance of the trials of one scenario.
        scenarios: with two trials or more.
        trials: of each, the harmonic mean.
    """

    share: float
    between: float
    within: float
    scenarios: int
    trials: float


def spread(groups: Sequence[Sequence[float]]) -> Spread | None:
    """Variance between and within scenarios, from the means of squares (one-way analysis of variance).

    Args:
        groups: values by scenario.

    Returns:
        ``None`` without two scenarios that have two trials: then nothing is known of trials.
    """
    held = [group for group in groups if len(group) > 1]
    if len(held) < 2:
        return None
    within = fmean(_variance(group) for group in held)
    trials = len(held) / sum(1 / len(group) for group in held)  # the harmonic mean
    means = [fmean(group) for group in held]
    between = max(_variance(means) - within / trials, 0.0)
    return Spread(fmean(means), between, within, len(held), trials)


def stability(groups: Sequence[Sequence[float]]) -> Stability | None:
    """Interval width against trials.

    Args:
        groups: values of 0 to 1 by scenario, in the order of trials.

    Returns:
        ``None`` without two scenarios that have two trials: then nothing is known of trials.
    """
    found = spread(groups)
    if found is None:
        return None
    most = max(len(group) for group in groups)
    widths = {}
    for first in range(1, most + 1):
        interval = share_interval([group[:first] for group in groups if group])
        if interval is not None:
            widths[first] = interval.width
    noise = found.between + found.within / found.trials
    return Stability(
        widths,
        {k: _width(found.share, found.between + found.within / k, found.scenarios) for k in sorted({*AHEAD, most})},
        _width(found.share, found.between, found.scenarios),
        found.within / found.trials / noise if noise else 0.0,
    )


def _width(share: float, variance: float, scenarios: int) -> float:
    """Width of the interval of a share whose scenarios vary so."""
    if variance < FLAT:
        return 0.0
    worth = max(share * (1 - share) * scenarios / variance, scenarios)
    return wilson(share, worth, quantile(freedom(worth, scenarios))).width


def _variance(values: Sequence[float]) -> float:
    middle = fmean(values)
    return sum((value - middle) ** 2 for value in values) / (len(values) - 1)
