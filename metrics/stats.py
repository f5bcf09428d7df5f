"""Confidence intervals by the percentile bootstrap, seeded."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import numpy as np

RESAMPLES = 2000
ALPHA = 0.05


def run_seed(name: str) -> int:
    """A seed from a run's name, on every machine the same: 31 bits of its SHA-256, as in EVA-Bench."""
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:4], "big") % 2**31


def bootstrap_ci(
    values: Sequence[float], seed: int, *, resamples: int = RESAMPLES, alpha: float = ALPHA
) -> tuple[float, float]:
    """Percentile bootstrap interval of the mean.

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
