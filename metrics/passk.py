"""pass@k and its siblings, from n trials of which c passed.

One convention, named wherever a figure is shown (`ESTIMATORS`): figures of pass^k that do not say which
estimator they are cannot be compared.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import comb

ESTIMATORS = {
    "pass_at_1": "c/n",
    "pass_at_k": "1 - C(n-c,k)/C(n,k): chance that one of k trials, drawn without replacement, passed",
    "pass_power_k_observed": "C(c,k)/C(n,k): chance that all of k trials, drawn without replacement, passed",
    "pass_power_k_theoretical": "(c/n)^k: chance that k new trials would all pass",
}


def pass_at_k(n: int, c: int, k: int) -> float:
    """Chance that at least one of k trials, drawn without replacement, passed.

    Args:
        n: trials.
        c: trials that passed.
        k: draws.

    Raises:
        ValueError: a negative number, more passes than trials, or more draws than trials.
    """
    _check(n, c, k)
    return 1.0 if n - c < k or k == 0 else 1 - comb(n - c, k) / comb(n, k)


def pass_power_k(n: int, c: int, k: int) -> float:
    """Chance that all of k trials, drawn without replacement, passed; arguments as in `pass_at_k`."""
    _check(n, c, k)
    return comb(c, k) / comb(n, k)


def pass_power_k_theoretical(n: int, c: int, k: int) -> float:
    """Chance that k further trials would all pass, at the observed rate; 0 without trials."""
    _check(n, c, k)
    return (c / n) ** k if n else 0.0


def _check(n: int, c: int, k: int) -> None:
    if min(n, c, k) < 0 or c > n or k > n:
        raise ValueError(f"pass@k needs 0 <= c <= n and 0 <= k <= n, got n={n}, c={c}, k={k}")


@dataclass(frozen=True, slots=True)
class ScenarioPasses:
    """The trials of one scenario under one metric or composite."""

    n: int
    c: int
    pass_at_1: float
    pass_at_k: float
    pass_power_k_observed: float
    pass_power_k_theoretical: float


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
                pass_power_k(n, c, k),
                pass_power_k_theoretical(n, c, k),
            )
    return Passes(k, found, excluded)
