"""How far two raters of the same things agree: accuracy, F1, Cohen's kappa, with intervals.

Everything is a function of the confusion matrix, rows the one rater (people), columns the other (the judge).
Formulas: J. Cohen, Educational and Psychological Measurement 20 (1960) 37, and, with weights, Psychological
Bulletin 70 (1968) 213. A figure that is not defined is not a number, never a convenient 0 or 1.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from metrics.stats import ALPHA, wilson

RESAMPLES = 2000
ENOUGH = 0.5
"""Share of resamples in which a figure must be defined for it to have an interval."""

FEW = 10
"""Groups below which resamples say too little: accuracy then has Wilson's interval, other figures have none."""

Counts = NDArray[np.float64]


def confusion(truth: Sequence[int], said: Sequence[int], scale: Sequence[int]) -> Counts:
    """Counts of each pair of ratings: `truth` by row, `said` by column, in the order of `scale`.

    Raises:
        ValueError: the ratings differ in number, or one is off the scale.
    """
    place = {rating: i for i, rating in enumerate(scale)}
    counts = np.zeros((len(scale), len(scale)))
    for one, other in zip(truth, said, strict=True):
        if one not in place or other not in place:
            raise ValueError(f"rating {one if one not in place else other} is off the scale {list(scale)}")
        counts[place[one], place[other]] += 1
    return counts


def accuracy(counts: Counts) -> float:
    """Share of equal ratings."""
    total = counts.sum()
    return float(np.trace(counts) / total) if total else math.nan


def f1(counts: Counts) -> list[float]:
    """F1 of each rating; not a number for one that neither rater gave."""
    given = counts.sum(axis=0) + counts.sum(axis=1)
    return [float(2 * counts[i, i] / n) if n else math.nan for i, n in enumerate(given)]


def macro_f1(counts: Counts) -> float:
    """Mean F1 over the ratings that either rater gave."""
    known = [value for value in f1(counts) if not math.isnan(value)]
    return float(np.mean(known)) if known else math.nan


def kappa(counts: Counts, scale: Sequence[int] | None = None) -> float:
    """Cohen's kappa; not a number where agreement by chance is certain.

    Args:
        counts: the confusion matrix.
        scale: for quadratic weights, the ratings as numbers: a slip counts by the square of its size. ``None``
            counts every difference alike.
    """
    total = counts.sum()
    if not total:
        return math.nan
    if scale is None:
        weights = 1.0 - np.eye(len(counts))
    else:
        steps = np.asarray(scale, dtype=float)
        weights = (steps[:, None] - steps[None, :]) ** 2
    chance = (weights * np.outer(counts.sum(axis=1), counts.sum(axis=0))).sum() / total
    return float(1 - (weights * counts).sum() / chance) if chance else math.nan


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure with its interval.

    Attributes:
        value: not a number where it is not defined.
        interval: percentile interval, for an accuracy of few groups or without a spread Wilson's with groups as
            trials; ``None`` where groups are too few, too few resamples have the figure, or nothing could vary.
    """

    value: float
    interval: tuple[float, float] | None


@dataclass(frozen=True, slots=True)
class Agreement:
    """Agreement of a judge with people.

    Attributes:
        n: rated things.
        groups: groups of them, the unit of resampling.
        scale: the ratings, worst first.
        counts: the confusion matrix, people by row.
        f1: of each rating of the scale.
    """

    n: int
    groups: int
    scale: tuple[int, ...]
    counts: tuple[tuple[int, ...], ...]
    accuracy: Figure
    macro_f1: Figure
    kappa: Figure
    quadratic_kappa: Figure
    f1: tuple[float, ...]


def agreement(
    truth: Sequence[int],
    said: Sequence[int],
    groups: Sequence[Hashable],
    scale: Sequence[int],
    *,
    seed: int = 0,
    resamples: int = RESAMPLES,
    alpha: float = ALPHA,
) -> Agreement:
    """All figures with bootstrap intervals.

    Args:
        truth: what people say, one rating a thing.
        said: what the judge says of the same things.
        groups: things of one group depend on each other (turns of a conversation): they are drawn together.
        scale: every rating that can be given, in order.
        seed: of the draw; equal seeds give equal intervals.
        resamples: number of draws of as many groups as there are.
        alpha: share of draws left outside an interval, half on each side.

    Raises:
        ValueError: the lists differ in length, or a rating is off the scale.
    """
    members: dict[Hashable, list[int]] = {}
    for index, group in enumerate(groups):
        members.setdefault(group, []).append(index)
    if len(groups) != len(truth):
        raise ValueError(f"{len(truth)} ratings, but {len(groups)} groups")
    each = np.array(
        [confusion([truth[i] for i in own], [said[i] for i in own], scale) for own in members.values()]
    ).reshape(len(members), len(scale), len(scale))
    whole = confusion(truth, said, scale)
    drawn = _resampled(each, seed, resamples)

    def figure(value: float, values: list[float]) -> Figure:
        return Figure(value, _percentiles(values, alpha) if len(members) >= FEW else None)

    right = figure(accuracy(whole), [accuracy(c) for c in drawn])
    if right.interval is None and len(members) > 1:
        few = wilson(right.value, len(members), NormalDist().inv_cdf(1 - alpha / 2))
        right = Figure(right.value, (few.low, few.high))
    return Agreement(
        n=len(truth),
        groups=len(members),
        scale=tuple(scale),
        counts=tuple(tuple(int(c) for c in row) for row in whole),
        accuracy=right,
        macro_f1=figure(macro_f1(whole), [macro_f1(c) for c in drawn]),
        kappa=figure(kappa(whole), [kappa(c) for c in drawn]),
        quadratic_kappa=figure(kappa(whole, scale), [kappa(c, scale) for c in drawn]),
        f1=tuple(f1(whole)),
    )


def ratio(
    parts: Sequence[float],
    wholes: Sequence[float],
    *,
    seed: int = 0,
    resamples: int = RESAMPLES,
    alpha: float = ALPHA,
) -> Figure:
    """The sum of `parts` over the sum of `wholes`, one pair a group: precision, recall or F1 of found values.

    Raises:
        ValueError: the lists differ in length.
    """
    each = np.array(list(zip(parts, wholes, strict=True)), dtype=float).reshape(-1, 2)
    drawn = _resampled(each, seed, resamples)

    def share(sums: NDArray[np.float64]) -> float:
        return float(sums[0] / sums[1]) if sums[1] else math.nan

    bounds = _percentiles([share(row) for row in drawn], alpha) if len(each) >= FEW else None
    return Figure(share(each.sum(axis=0)), bounds)


def _resampled(each: Counts, seed: int, resamples: int) -> Counts:
    """Sums over draws of groups with replacement, by draw; none where there are not two groups to draw from."""
    n = len(each)
    if n < 2:
        return np.zeros((0, *each.shape[1:]))
    times = np.random.default_rng(seed).multinomial(n, np.full(n, 1 / n), resamples)
    return np.asarray(np.tensordot(times, each, axes=1))


def _percentiles(values: Sequence[float], alpha: float) -> tuple[float, float] | None:
    known = [v for v in values if not math.isnan(v)]
    if not known or len(known) < ENOUGH * len(values):
        return None
    low, high = np.percentile(known, [100 * alpha / 2, 100 * (1 - alpha / 2)])
    return (float(low), float(high)) if low < high else None
