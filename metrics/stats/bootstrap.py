"""Bootstraps of a mean over scenarios, seeded."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from metrics.stats.interval import ALPHA, Interval

RESAMPLES = 2000


def bootstrap_ci(
    values: Sequence[float], seed: int, *, resamples: int = RESAMPLES, alpha: float = ALPHA
) -> tuple[float, float]:
    """Percentile bootstrap interval of the mean: the reference's convention.

    Args:
        values: one per scenario, trials averaged first: trials of one scenario are not independent. Their
            order matters to the draw, so give them in a fixed one.
        seed: of the draw; equal seeds give equal intervals.
        resamples: number of resamples.
        alpha: share of them left outside, half on each side.

    Raises:
        ValueError: there are no values.
    """
    if not values:
        raise ValueError("a confidence interval needs at least one value")
    data = np.asarray(values, dtype=float)
    draws = np.random.default_rng(seed).integers(0, len(data), (resamples, len(data)))
    means = data[draws].mean(axis=1)
    low, high = np.percentile(means, [100 * alpha / 2, 100 * (1 - alpha / 2)])
    return float(low), float(high)


def studentised(
    values: Sequence[float], seed: int, *, resamples: int = RESAMPLES, alpha: float = ALPHA
) -> Interval | None:
    """Studentised bootstrap (bootstrap-t) interval of the mean; arguments as of `bootstrap_ci`.

    Each resample's distance from the mean is measured in its own standard error, so that skewed values get a
    skewed interval (B. Efron and R. Tibshirani, An Introduction to the Bootstrap, section 12.5).

    Returns:
        ``None`` where the values, or nearly all resamples of them, do not vary.
    """
    data = np.asarray(values, dtype=float)
    if len(data) < 2 or not np.ptp(data):
        return None
    root = np.sqrt(len(data))
    drawn = data[np.random.default_rng(seed).integers(0, len(data), (resamples, len(data)))]
    spread = drawn.std(axis=1, ddof=1) / root
    varied = spread > 0
    if varied.mean() < 1 - alpha / 2:
        return None
    distance = (drawn.mean(axis=1)[varied] - data.mean()) / spread[varied]
    # i / (B + 1): other interpolations end too early by a share of a point or two where resamples are few
    below, above = np.percentile(distance, [100 * alpha / 2, 100 * (1 - alpha / 2)], method="weibull")
    error = data.std(ddof=1) / root
    return Interval(
        float(data.mean() - above * error),
        float(data.mean() - below * error),
        f"studentised bootstrap of scenarios, {resamples} resamples",
    )
