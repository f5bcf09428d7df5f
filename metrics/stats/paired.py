"""Two systems on the same scenarios: tests, intervals, and what difference could have been found."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

import numpy as np
from scipy import special

from metrics.stats.interval import ALPHA, Interval, quantile

EXACT = 14  # scenarios that differ, up to which all 2^n sign patterns are counted
DRAWS = 9999
POWER = 0.8
NOISE = 1e-12


def sign_flip(deltas: Sequence[float], seed: int, *, draws: int = DRAWS) -> tuple[float, str]:
    """Two-sided paired permutation test of no difference, on differences by scenario.

    If the systems are alike, each difference could as well have had the other sign. With few scenarios all sign
    patterns are counted; with many, some are drawn, and the pattern at hand counts as one of them, without which
    p would be too small and could be 0 (B. Phipson and G. Smyth, 2010).

    Args:
        deltas: one per scenario, trials averaged first.
        seed: of the draw.
        draws: number of patterns, where not all are counted.

    Returns:
        p, and ``exact`` or ``drawn``.

    Raises:
        ValueError: there are no differences.
    """
    if not len(deltas):
        raise ValueError("a paired test needs at least one scenario")
    data = np.asarray(deltas, dtype=float)
    data = data[np.abs(data) > NOISE]  # those of 0 have no sign
    seen = abs(data.sum()) - NOISE
    if len(data) <= EXACT:
        patterns = (np.arange(2 ** len(data))[:, None] >> np.arange(len(data))) & 1
        return float(np.mean(np.abs((2 * patterns - 1) @ data) >= seen)), "exact"
    signs = 2 * np.random.default_rng(seed).integers(0, 2, (draws, len(data)), dtype=np.int8) - 1
    reached = int(np.sum(np.abs(signs @ data) >= seen))
    return (reached + 1) / (draws + 1), "drawn"


def smallest_p(scenarios: int) -> float:
    """The least p that `sign_flip` can come to, where all of so many scenarios differ and go one way."""
    return min(1.0, float(2.0 ** (1 - scenarios)))


def mcnemar(only_first: int, only_second: int) -> float:
    """Exact two-sided p of McNemar's test.

    Args:
        only_first: scenarios that only the first system passes.
        only_second: scenarios that only the second passes.
    """
    if min(only_first, only_second) < 0:
        raise ValueError(f"McNemar's test needs counts, got {only_first} and {only_second}")
    both = only_first + only_second
    return min(1.0, 2 * float(special.bdtr(min(only_first, only_second), both, 0.5))) if both else 1.0


def holm(p: Sequence[float]) -> list[float]:
    """p-values adjusted for their number (S. Holm, 1979), in the order given."""
    found = [0.0] * len(p)
    highest = 0.0
    for rank, index in enumerate(sorted(range(len(p)), key=lambda i: p[i])):
        highest = max(highest, min(1.0, (len(p) - rank) * p[index]))
        found[index] = highest
    return found


def difference_interval(deltas: Sequence[float], *, trials: float | None = None) -> Interval | None:
    """Interval of the mean difference.

    Student's t over scenarios. For verdicts one scenario is thought to exist besides, in which half a trial went
    either way: else scenarios that agree throughout would prove that all others do (after A. Agresti and Y. Min,
    2005). The centre stays where it is.

    Args:
        deltas: one per scenario, trials averaged first.
        trials: mean number of trials of a scenario, for verdicts; ``None`` for other values.

    Returns:
        ``None`` for fewer than two scenarios.
    """
    if len(deltas) < 2:
        return None
    error, freedom = _error(deltas, trials)
    middle, half = float(np.mean(deltas)), quantile(freedom) * error
    method = "Student's t over scenarios"
    if trials is None:
        return Interval(middle - half, middle + half, method)
    return Interval(middle - half, middle + half, f"{method}, half a trial added each way").within(-1.0, 1.0)


def detectable(deltas: Sequence[float], *, trials: float | None = None, power: float = POWER) -> float | None:
    """The true difference that as many scenarios, varying as these do, would find with this power at 5 %.

    For verdicts with a correction for continuity, one trial of one scenario: the exact tests reject in steps, so
    a little more is needed.

    Arguments as of `difference_interval`; ``None`` for fewer than two scenarios.
    """
    if len(deltas) < 2:
        return None
    error, freedom = _error(deltas, trials)
    return reach(error, freedom, power=power) + step(len(deltas), trials)


def reach(error: float, freedom: float, *, power: float = POWER, alpha: float = ALPHA) -> float:
    """The true difference that a two-sided t-test finds with this power (J. Cohen, 1988).

    Args:
        error: standard error of the mean difference.
        freedom: its degrees of freedom.
        power: chance of finding it.
        alpha: chance of finding one where there is none.
    """
    return (quantile(freedom, 1 - alpha) + quantile(freedom, 2 * power - 1)) * error


def step(scenarios: int, trials: float | None) -> float:
    """The correction for continuity of verdicts, one trial of one scenario; 0 where `trials` is ``None``."""
    return 0.0 if trials is None else 1 / (trials * scenarios)


def freedom_of(scenarios: int, trials: float | None) -> float:
    """Degrees of freedom of a mean difference: one trial of verdicts leaves no variance to be estimated.

    Args:
        scenarios: pairs.
        trials: mean number of trials of a scenario, for verdicts; ``None`` for other values.
    """
    if trials is None:
        return scenarios - 1
    return (scenarios - 1) / (1 - 1 / trials) if trials > 1 else float("inf")


def _error(deltas: Sequence[float], trials: float | None) -> tuple[float, float]:
    """Standard error of the mean difference, and its degrees of freedom."""
    data = np.asarray(deltas, dtype=float)
    scenarios = len(data)
    if trials is None:
        return float(data.std(ddof=1)) / sqrt(scenarios), freedom_of(scenarios, None)
    more = scenarios + 1
    middle = data.sum() / more
    variance = (float((data**2).sum()) + 1 / trials**2) / more - middle**2
    return sqrt(max(variance, 0.0) / more), freedom_of(scenarios, trials)
