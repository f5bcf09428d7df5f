"""pass@k and its siblings, from n trials of which c passed.

Each figure is named with its formula wherever it is shown (`ESTIMATORS`): figures of pass^k that do not say which
estimator they are cannot be compared. The published one, `HEADLINE`, is the plug-in (c/n)^k; what is wrong with it
stands in `DIFFERENCE`. Where a figure has no meaning it is not a number, and never a convenient 1.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import comb, nan

ESTIMATORS = {
    "pass_at_1": "c/n: of the n trials of a scenario, the c that passed",
    "pass_at_k": "1 - C(n-c,k)/C(n,k), unbiased: chance that one of k trials, drawn without replacement, passed",
    "pass_power_k_theoretical": "(c/n)^k, plug-in: chance that k new trials all pass, if they pass at the rate seen",
    "pass_power_k_observed": "C(c,k)/C(n,k), unbiased: chance that all of k trials, drawn without replacement, passed",
}

HEADLINE = "pass_power_k_theoretical"
"""What pass^k means where nothing else is said: figures are published so."""

DIFFERENCE = (
    "pass^k is the plug-in (c/n)^k, as published, and too high where trials are few: of a scenario that passes every "
    "other time, 5 trials make one expect 0.110 for k = 5, and the truth is 0.031; the unbiased C(c,k)/C(n,k) stands "
    "beside it"
)


def pass_at_k(n: int, c: int, k: int) -> float:
    """Chance that at least one of k trials, drawn without replacement, passed; unbiased.

    Args:
        n: trials.
        c: trials that passed.
        k: draws.

    Returns:
        A share, 1 where fewer than k trials failed; not a number for no draws.

    Raises:
        ValueError: a negative number, more passes than trials, or more draws than trials.
    """
    check(n, c, k)
    return 1 - comb(n - c, k) / comb(n, k) if k else nan


def pass_power_k(n: int, c: int, k: int) -> float:
    """Chance that all of k trials, drawn without replacement, passed; unbiased. Otherwise as `pass_at_k`."""
    check(n, c, k)
    return comb(c, k) / comb(n, k) if k else nan


def pass_power_k_theoretical(n: int, c: int, k: int) -> float:
    """Chance that k further trials all pass, at the observed rate; too high on average. Otherwise as `pass_at_k`."""
    check(n, c, k)
    return (c / n) ** k if k else nan


def check(n: int, c: int, k: int) -> None:
    """Refuse numbers that are no trials, passes and draws: 0 <= c <= n and 0 <= k <= n.

    Raises:
        ValueError: they are not.
    """
    if min(n, c, k) < 0 or c > n or k > n:
        raise ValueError(f"pass@k needs 0 <= c <= n and 0 <= k <= n, got n={n}, c={c}, k={k}")


@dataclass(frozen=True, slots=True)
class ScenarioPasses:
    """The trials of one scenario under one metric or composite."""

    n: int
    c: int
    pass_at_1: float
    pass_at_k: float
    pass_power_k_theoretical: float
    pass_power_k_observed: float


@dataclass(frozen=True, slots=True)
class Passes:
    """pass@k over scenarios.

    Attributes:
        scenarios: by name, those with at least k valid trials.
        excluded: the others, with the reason.
    """

    k: int
    scenarios: Mapping[str, ScenarioPasses]
    excluded: Mapping[str, str]


def passes(trials: Mapping[str, Sequence[bool | None]], k: int, *, complete: bool = False) -> Passes:
    """pass@k per scenario; nothing is dropped silently.

    Args:
        trials: per scenario, whether each trial passed; ``None`` for one that is errored or skipped.
        k: draws.
        complete: leave a scenario out as soon as one trial has no verdict, as composites do, rather than use
            the trials that have one.

    Raises:
        ValueError: `k` is below 1.
    """
    if k < 1:
        raise ValueError(f"pass@k needs k of at least 1, got {k}")
    found: dict[str, ScenarioPasses] = {}
    excluded: dict[str, str] = {}
    for name in sorted(trials):
        verdicts = [v for v in trials[name] if v is not None]
        n, c, without = len(verdicts), sum(verdicts), len(trials[name]) - len(verdicts)
        if complete and without:
            excluded[name] = f"{without} of {len(trials[name])} trials have no verdict"
        elif n < k:
            excluded[name] = f"{n} valid trials, {k} needed"
        else:
            found[name] = ScenarioPasses(
                n,
                c,
                c / n,
                pass_at_k(n, c, k),
                pass_power_k_theoretical(n, c, k),
                pass_power_k(n, c, k),
            )
    return Passes(k, found, excluded)
