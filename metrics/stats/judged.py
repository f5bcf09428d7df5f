"""What the errors of judges and callers do to a pass rate.

A judge that passes what people fail, or fails what they pass, shifts every rate it decides. How often it does
either was counted against people's labels: on so many passes and so many failures. A rate that is corrected for
it, with what is not known of the errors, is a band; it says how much the rate rests on the judge.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np

from metrics.stats.interval import ALPHA, Interval, quantile
from metrics.stats.means import share_interval
from metrics.stats.shares import effective

DRAWS = 1000


@dataclass(frozen=True, slots=True)
class Rates:
    """How a judge's pass decision agreed with people's.

    Attributes:
        passed: cases that people passed; `passed_right` of them the judge passed too.
        failed: cases that people failed; `failed_right` of them the judge failed too.
        source: which labels, as printed.
    """

    passed_right: float
    passed: float
    failed_right: float
    failed: float
    source: str = ""

    def __post_init__(self) -> None:
        if not (0 <= self.passed_right <= self.passed and 0 <= self.failed_right <= self.failed):
            raise ValueError(f"a judge's agreements must not exceed its cases: {self}")

    @property
    def usable(self) -> bool:
        """Whether rates can be corrected by them: it was shown passes and failures both, and tells them apart."""
        return self.passed > 0 and self.failed > 0 and self.sensitivity + self.specificity > 1

    @property
    def sensitivity(self) -> float:
        """Share of people's passes that it passes; drawn to a half as cases get few."""
        return (self.passed_right + 1) / (self.passed + 2)

    @property
    def specificity(self) -> float:
        """Share of people's failures that it fails; drawn to a half as cases get few."""
        return (self.failed_right + 1) / (self.failed + 2)


def behind_judge(groups: Sequence[Sequence[float]], rates: Rates) -> tuple[float, Interval] | None:
    """The pass rate that people would have found, from one judge's verdicts.

    W. Rogan and B. Gladen's estimate (1978) with the interval of Z. Lang and J. Reiczigel (2014), which carries
    both the sampling of scenarios and that of the labelled cases.

    Args:
        groups: verdicts, 0 or 1, by scenario.
        rates: how the judge agreed with people.

    Returns:
        Estimate and interval, within 0 to 1; ``None`` for fewer than two scenarios, and where the rates are not
        usable.
    """
    if len(groups) < 2 or not rates.usable:
        return None
    share, worth, freedom = effective(groups)
    z = quantile(freedom)
    n = worth + z * z
    seen = (worth * share + z * z / 2) / n
    skill = rates.sensitivity + rates.specificity - 1
    middle = (seen + rates.specificity - 1) / skill
    hit = rates.sensitivity * (1 - rates.sensitivity) / (rates.passed + 2)
    spare = rates.specificity * (1 - rates.specificity) / (rates.failed + 2)
    shift = 2 * z * z * (middle * hit - (1 - middle) * spare)
    half = z * sqrt(seen * (1 - seen) / n + middle**2 * hit + (1 - middle) ** 2 * spare) / skill
    band = Interval(middle + shift - half, middle + shift + half, "Rogan-Gladen, Lang-Reiczigel")
    raw = rates.specificity + share - 1
    return min(max(raw / skill, 0.0), 1.0), band.within(0.0, 1.0)


def behind_judges(
    calls: Sequence[tuple[str, Mapping[str, bool]]], rates: Mapping[str, Rates], seed: int, *, draws: int = DRAWS
) -> tuple[float, Interval] | None:
    """The rate of a pass that several verdicts decide together, were they people's.

    Each draw takes scenarios anew (weights of the Bayesian bootstrap) and error rates of each judge from what its
    labelled cases leave open; then each verdict is right with the chance that follows, and a call passes with the
    product of its chances. Judges are taken to err independently of one another. Half a scenario that passes and
    half a one that fails are drawn beside those there are (Jeffreys' prior): resamples of scenarios that are all
    alike would have no spread, and two passes no doubt.

    Args:
        calls: scenario, and the verdict of each component, of every call that is decided.
        rates: by component; components without are taken as they are.
        seed: of the draw.
        draws: number of draws.

    Returns:
        Mean and interval of the draws; ``None`` without two scenarios, or without rates of any component.
    """
    names = sorted({name for _, verdicts in calls for name in verdicts})
    scenarios = sorted({scenario for scenario, _ in calls})
    if len(scenarios) < 2 or not set(names) & set(rates):
        return None
    rng = np.random.default_rng(seed)
    place = {scenario: index for index, scenario in enumerate(scenarios)}
    owner = np.array([place[scenario] for scenario, _ in calls])
    weights = rng.standard_exponential((draws, len(scenarios)))
    mass = weights.sum(axis=1, keepdims=True)
    weights = (weights / np.bincount(owner))[:, owner] / mass
    beside = rng.standard_gamma(0.5, (draws, 2)) / mass  # half a scenario that passes, half a one that fails
    chance = np.ones((draws, len(calls)))
    for name in names:
        held = np.array([name in verdicts for _, verdicts in calls])
        passed = np.array([bool(verdicts.get(name)) for _, verdicts in calls])
        if name in rates:
            chance *= _chances(passed, held, weights, beside, rates[name], rng)
        else:
            chance *= passed | ~held
    found = (weights * chance).sum(axis=1)
    spread = (found + beside[:, 0]) / (1 + beside.sum(axis=1))
    low, high = np.percentile(spread, [100 * ALPHA / 2, 100 * (1 - ALPHA / 2)])
    return float(found.mean()), Interval(float(low), float(high), f"{draws} draws of scenarios and judges' errors")


def _chances(
    passed: np.ndarray,
    held: np.ndarray,
    weights: np.ndarray,
    beside: np.ndarray,
    rates: Rates,
    rng: np.random.Generator,
) -> np.ndarray:
    """Chance that people would pass each call, by draw; 1 where the component is not held."""
    draws = len(weights)
    hit = rng.beta(rates.passed_right + 0.5, rates.passed - rates.passed_right + 0.5, draws)[:, None]
    spare = rng.beta(rates.failed_right + 0.5, rates.failed - rates.failed_right + 0.5, draws)[:, None]
    total = (weights * held).sum(axis=1, keepdims=True)
    seen = (weights * (passed & held)).sum(axis=1, keepdims=True)
    seen = (seen + beside[:, :1]) / (total + beside.sum(axis=1, keepdims=True))
    skill = np.maximum(hit + spare - 1, 1e-9)
    true = np.clip((seen + spare - 1) / skill, 0.0, 1.0)
    given_pass = _share(true * hit, (1 - true) * (1 - spare))
    given_fail = _share(true * (1 - hit), (1 - true) * spare)
    return np.where(held, np.where(passed, given_pass, given_fail), 1.0)


def _share(part: np.ndarray, rest: np.ndarray) -> np.ndarray:
    total = part + rest
    return np.asarray(np.divide(part, total, out=np.zeros_like(total), where=total > 0))


def beside_caller(share: float, suspect: Sequence[Sequence[float]]) -> Interval:
    """Between which a pass rate lies, whatever the calls that the caller may have spoiled would have come to.

    They are a share e of all calls, at most the upper end of its 95 % interval; proper calls then pass at least
    (share - e) / (1 - e) and at most share / (1 - e).

    Args:
        share: the pass rate.
        suspect: by scenario, 1 for each call in which a check of the caller found something, 0 for the others that
            were checked.

    Raises:
        ValueError: no call was checked.
    """
    if not suspect:
        raise ValueError("no call was checked for the caller's errors")
    found = share_interval(suspect)
    spoiled = found.high if found else 1.0
    if spoiled >= 1:
        return Interval(0.0, 1.0, "bounds")
    return Interval((share - spoiled) / (1 - spoiled), share / (1 - spoiled), "bounds").within(0.0, 1.0)
