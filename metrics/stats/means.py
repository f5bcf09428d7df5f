"""The interval of a mean over scenarios, by what its values are."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, sqrt
from statistics import fmean, stdev

from metrics.stats.bootstrap import studentised
from metrics.stats.interval import Interval, quantile
from metrics.stats.shares import effective, wilson

LEAST = 5  # scenarios that a bootstrap needs; below, too many resamples are one scenario over and over


def share_interval(groups: Sequence[Sequence[float]]) -> Interval | None:
    """Interval of the mean of scenario means, for verdicts and other values of 0 to 1.

    Wilson's for one verdict a scenario, and Wilson's with the effective number of trials for more of them or for
    values in between: intervals made from the spread alone, bootstraps too, shrink to nothing where all scenarios
    pass.

    Args:
        groups: values by scenario, none empty.

    Returns:
        ``None`` for fewer than two scenarios: one says nothing of others.
    """
    if len(groups) < 2:
        return None
    share, worth, freedom = effective(groups)
    plain = freedom == inf and all(len(group) == 1 for group in groups)
    return wilson(share, worth, quantile(freedom), method="Wilson" if plain else "Wilson, effective n")


def mean_interval(groups: Sequence[Sequence[float]], seed: int) -> Interval | None:
    """Interval of the mean of scenario means, for values without a scale, such as seconds.

    The studentised bootstrap of scenarios; Student's t for fewer than five of them. Where no value is below 0, as
    with seconds and counts, the interval is cut there.

    Args:
        groups: values by scenario, in a fixed order, none empty.
        seed: of the draw.

    Returns:
        ``None`` for fewer than two scenarios, or where all are alike: their spread is not known.
    """
    means = [fmean(group) for group in groups]
    if len(means) < 2 or max(means) == min(means):
        return None
    found = studentised(means, seed) if len(means) >= LEAST else None
    if found is None:
        middle = fmean(means)
        half = quantile(len(means) - 1) * stdev(means) / sqrt(len(means))
        found = Interval(middle - half, middle + half, "Student's t over scenarios")
    return found if min(map(min, groups)) < 0 else found.within(0.0, inf)
