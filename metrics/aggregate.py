"""Numbers of a run from values of its calls: means, intervals, pass@k. No verdict is counted apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any, Protocol

from metrics import reference
from metrics.passk import ESTIMATORS, Passes, passes
from metrics.score import TOLERANCE
from metrics.stats import Interval, mean_interval, share_interval, stability

Key = tuple[str, int]
"""Scenario and trial."""

Values = Mapping[Key, float | None]


class Distribution(Protocol):
    """Mean and interval of values; `on_scale` says that they lie on 0 to 1."""

    def __call__(self, values: Values, seed: int, *, on_scale: bool = True) -> dict[str, Any]: ...


class PassK(Protocol):
    """pass@k of values."""

    def __call__(self, values: Values, k: int, seed: int, *, threshold: float, complete: bool) -> dict[str, Any]: ...


def rounded(value: float) -> float:
    """As figures are reported: four places."""
    return round(value, 4)


def by_scenario(values: Values) -> dict[str, list[float]]:
    """The values of each scenario that has one, by name, in the order of trials."""
    groups: dict[str, list[float]] = {}
    for (scenario, _), value in sorted(values.items()):
        if value is not None:
            groups.setdefault(scenario, []).append(value)
    return groups


def scenario_means(values: Values) -> dict[str, float]:
    """The mean over trials of each scenario that has a value, by name."""
    return {scenario: fmean(group) for scenario, group in by_scenario(values).items()}


def distribution(values: Values, seed: int, *, on_scale: bool = True) -> dict[str, Any]:
    """Mean of scenario means with its interval, and how many values there are.

    Trials are averaged first, so that a scenario of which trials are missing weighs as much as another: the mean is
    the figure that the interval is about. Without any value there is no mean; it is not 0.

    Args:
        values: by scenario and trial; ``None`` where there is none.
        seed: of the bootstrap.
        on_scale: whether values lie on 0 to 1.
    """
    groups = by_scenario(values)
    count = sum(len(group) for group in groups.values())
    found: dict[str, Any] = {
        "mean": rounded(fmean(fmean(group) for group in groups.values())) if groups else None,
        "count": count,
        "none_count": len(values) - count,
        "total_records": len(values),
    }
    held = list(groups.values())
    found |= named("mean", share_interval(held) if on_scale else mean_interval(held, seed))
    return found | {"mean_ci_n_scenarios": len(groups)}


def named(figure: str, interval: Interval | None) -> dict[str, Any]:
    """An interval under the name of its figure; nothing for none."""
    if interval is None:
        return {}
    low, high = rounded(interval.low), rounded(interval.high)
    return {f"{figure}_ci_lower": low, f"{figure}_ci_upper": high, f"{figure}_ci_method": interval.method}


def success_rate(values: Values, *, threshold: float) -> float | None:
    """Share of the values that reach the threshold; ``None`` without values."""
    known = [v for v in values.values() if v is not None]
    return rounded(sum(v >= threshold - TOLERANCE for v in known) / len(known)) if known else None


def verdicts(values: Values, threshold: float) -> dict[str, list[bool | None]]:
    """Whether each trial reaches the threshold, within 1e-9, by scenario; ``None`` where there is no value."""
    trials: dict[str, list[bool | None]] = {}
    for (scenario, _), value in sorted(values.items()):
        trials.setdefault(scenario, []).append(None if value is None else value >= threshold - TOLERANCE)
    return trials


def pass_k(values: Values, k: int, seed: int, *, threshold: float, complete: bool) -> dict[str, Any]:
    """pass@k over scenarios, each figure with k, the numbers of trials, and what was left out and why.

    Args:
        values: by scenario and trial; ``None`` has no verdict.
        k: draws.
        seed: not used; intervals of shares need no draw.
        threshold: least value that passes, within 1e-9.
        complete: leave out a scenario of which any trial has no verdict.
    """
    return _figures(passes(verdicts(values, threshold), k, complete=complete))


def _figures(result: Passes) -> dict[str, Any]:
    used = list(result.scenarios.values())
    sizes = sorted({s.n for s in used})
    found: dict[str, Any] = {"k": result.k, "n": sizes, "count": len(used), "excluded": dict(result.excluded)}
    for name in ESTIMATORS:
        values: list[float] = [getattr(s, name) for s in used]
        found[name] = rounded(fmean(values)) if values else None
        found |= named(name, share_interval([[v] for v in values]))
    return found


def trials_needed(groups: Sequence[Sequence[float]]) -> dict[str, Any] | None:
    """Interval width against the number of trials, as data; see `metrics.stats.stability`."""
    found = stability(groups)
    if found is None:
        return None
    return {
        "widths": {str(k): rounded(width) for k, width in found.widths.items()},
        "projected": {str(k): rounded(width) for k, width in found.projected.items()},
        "floor": rounded(found.floor),
        "trial_noise": rounded(found.within),
    }


@dataclass(frozen=True, slots=True)
class Convention:
    """How the figures of a run are made.

    Attributes:
        interval: what intervals are, in words.
        ours: whether what the reference does not know stands beside them.
    """

    name: str
    distribution: Distribution
    pass_k: PassK
    interval: str
    ours: bool


CONVENTIONS = {
    c.name: c
    for c in (
        Convention(
            "callbench",
            distribution,
            pass_k,
            "95 %, scenarios as units: Wilson's for shares, with the number of independent trials that the data are "
            "worth; studentised bootstrap of scenarios for values without a scale",
            ours=True,
        ),
        Convention(
            "reference",
            reference.distribution,
            reference.pass_k,
            "percentile bootstrap of scenario means, 95 %, 2000 resamples",
            ours=False,
        ),
    )
}
