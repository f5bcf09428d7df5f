"""Percentiles of values that come in calls, such as the latencies of turns."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from metrics.stats.interval import ALPHA, Interval

RESAMPLES = 1000


def percentiles(
    calls: Sequence[Sequence[float]], which: Sequence[float], seed: int, *, resamples: int = RESAMPLES
) -> list[tuple[float, Interval | None]]:
    """Percentiles of all values together, with intervals from resampling whole calls.

    Turns of one call share its agent, its load and its words: resampling turns would take them for independent.
    A percentile is the least value that at least that share of values does not exceed.

    Args:
        calls: values by call, in a fixed order; empty ones are left out.
        which: percentiles, 0 to 100.
        seed: of the draw.
        resamples: number of resamples.

    Returns:
        Value and interval of each; no interval for fewer than two calls.

    Raises:
        ValueError: there are no values.
    """
    held = [call for call in calls if len(call)]
    if not held:
        raise ValueError("percentiles need at least one value")
    values = np.concatenate([np.asarray(call, dtype=float) for call in held])
    order = np.argsort(values, kind="stable")
    values = values[order]
    owner = np.repeat(np.arange(len(held)), [len(call) for call in held])[order]
    shares = np.asarray(which, dtype=float) / 100
    points = _at(values, np.ones(len(values)), shares)
    if len(held) < 2:
        return [(float(point), None) for point in points]
    rng = np.random.default_rng(seed)
    drawn = np.empty((resamples, len(shares)))
    for row in range(resamples):
        times = np.bincount(rng.integers(0, len(held), len(held)), minlength=len(held))
        drawn[row] = _at(values, times[owner], shares)
    ends = np.percentile(drawn, [100 * ALPHA / 2, 100 * (1 - ALPHA / 2)], axis=0)
    method = f"percentile bootstrap of calls, {resamples} resamples"
    return [
        (float(point), Interval(float(low), float(high), method))
        for point, low, high in zip(points, ends[0], ends[1], strict=True)
    ]


def _at(values: np.ndarray, weights: np.ndarray, shares: np.ndarray) -> np.ndarray:
    """Weighted percentiles of sorted values."""
    heap = np.cumsum(weights)
    places = np.minimum(np.searchsorted(heap, shares * heap[-1] - 1e-9), len(values) - 1)
    return np.asarray(values[places])
