"""Two systems on the same scenarios: what differs, how surely, and what could have been found.

Scenarios are the pairs; trials of each are averaged first. Whatever scenario one of the two lacks is named and left
out. Each figure stands in a family that is declared here, before anybody looks, and its p is adjusted within it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean, harmonic_mean
from typing import Any

from metrics.aggregate import Values, by_scenario, rounded
from metrics.calls import CallScores
from metrics.composites import COMPOSITES, compose
from metrics.registry import Metric, load
from metrics.stats import ALPHA, LEVEL, Interval, detectable, difference_interval, holm, mcnemar, sign_flip
from metrics.stats.paired import NOISE, POWER, smallest_p

PASSES, MEANS = "passes", "means"
"""Families of composites; metrics form one a category."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure of both systems, to be compared.

    Attributes:
        first, second: values by scenario and trial.
        better: 1 where more is better, -1 where less is.
        on_scale: whether values lie on 0 to 1; a second is no verdict.
    """

    name: str
    family: str
    first: Values
    second: Values
    better: int = 1
    on_scale: bool = True


def compare(
    first: Sequence[CallScores], second: Sequence[CallScores], *, seed: int, metrics: Iterable[Metric] | None = None
) -> dict[str, Any]:
    """Compare the second system with the first.

    Args:
        first: counted calls of one system.
        second: of the other.
        seed: of drawn permutations.
        metrics: what the metrics declare; ``None`` for those installed.

    Returns:
        JSON data: the scenarios that both have and that one lacks, and a row for each figure that both have.
    """
    names = [{c.name for c in calls} for calls in (first, second)]
    declared = {m.name: m for m in (load() if metrics is None else metrics)}
    rows = [row for figure in figures(first, second, declared) if (row := paired(figure, seed))]
    for family in dict.fromkeys(row["family"] for row in rows):
        own = [row for row in rows if row["family"] == family]
        for row, p in zip(own, holm([row["p"] for row in own]), strict=True):
            row |= {"p_adjusted": rounded_p(p), "tests": len(own)}
    for row in rows:
        row["worth"] = worth(row)
        row["p"] = rounded_p(row["p"])
    return {
        "scenarios": len(names[0] & names[1]),
        "only_first": sorted(names[0] - names[1]),
        "only_second": sorted(names[1] - names[0]),
        "level": LEVEL,
        "power": POWER,
        "seed": seed,
        "rows": rows,
    }


def figures(first: Sequence[CallScores], second: Sequence[CallScores], declared: dict[str, Metric]) -> list[Figure]:
    """Every composite, and every metric that both have."""
    composed = [{(c.name, c.trial): compose(c.scores) for c in calls} for calls in (first, second)]
    found = []
    for rule in COMPOSITES:
        one, two = ({key: scores[rule.name].value for key, scores in side.items()} for side in composed)
        found.append(Figure(rule.name, MEANS if rule.kind == "mean" else PASSES, one, two))
    seen = [{n: s.category for c in calls for n, s in c.scores.items()} for calls in (first, second)]
    for name in sorted(set(seen[0]) & set(seen[1]), key=lambda n: (seen[0][n], n)):
        sides = [{(c.name, c.trial): c.scores[name] for c in calls if name in c.scores} for calls in (first, second)]
        on_scale = all(s.normalized is not None for side in sides for s in side.values() if s.value is not None)
        less = not on_scale and name in declared and not declared[name].higher_is_better
        one, two = ({key: s.effective for key, s in side.items()} for side in sides)
        found.append(Figure(name, seen[0][name], one, two, -1 if less else 1, on_scale))
    return found


def paired(figure: Figure, seed: int) -> dict[str, Any] | None:
    """One figure compared, by scenario; ``None`` where no scenario has it in both. Its p is not rounded yet.

    Args:
        figure: of both systems.
        seed: of drawn permutations.
    """
    first, second = by_scenario(figure.first), by_scenario(figure.second)
    both = sorted(set(first) & set(second))
    if not both:
        return None
    pairs = [(first[name], second[name]) for name in both]
    deltas = [fmean(b) - fmean(a) for a, b in pairs]
    verdicts = figure.on_scale and all(value in (0.0, 1.0) for pair in pairs for side in pair for value in side)
    sizes = [len(side) for pair in pairs for side in pair]
    trials = harmonic_mean(sizes) if verdicts else None
    p, how = sign_flip(deltas, seed)
    possible = smallest_p(len(both)) <= ALPHA
    least = detectable(deltas, trials=trials) if possible else None
    if figure.on_scale and least is not None and least > 1:
        least = None
    lacking = sorted({scenario for scenario, _ in (*figure.first, *figure.second)} - set(both))
    return {
        "name": figure.name,
        "family": figure.family,
        "scenarios": len(both),
        "differing": sum(abs(delta) > NOISE for delta in deltas),
        "left_out": lacking,
        "trials": sorted(set(sizes)),
        "first": rounded(fmean(fmean(a) for a, _ in pairs)),
        "second": rounded(fmean(fmean(b) for _, b in pairs)),
        "difference": rounded(fmean(deltas)),
        **_ends(difference_interval(deltas, trials=trials)),
        "better": figure.better,
        "p": p,
        "test": f"paired sign-flip, {how}",
        "mcnemar": _mcnemar(pairs) if verdicts else None,
        "detectable": None if least is None else rounded(least),
    }


def _ends(interval: Interval | None) -> dict[str, Any]:
    if interval is None:
        return {"low": None, "high": None, "method": ""}
    return {"low": rounded(interval.low), "high": rounded(interval.high), "method": interval.method}


def _mcnemar(pairs: Sequence[tuple[Sequence[float], Sequence[float]]]) -> dict[str, Any]:
    """McNemar's test on scenarios that a system passes in every trial."""
    passed = [(min(a) == 1.0, min(b) == 1.0) for a, b in pairs]
    only_first, only_second = sum(a and not b for a, b in passed), sum(b and not a for a, b in passed)
    return {"only_first": only_first, "only_second": only_second, "p": rounded_p(mcnemar(only_first, only_second))}


def rounded_p(value: float) -> float:
    """A p to four significant places: rounding to four decimals would make a small one 0."""
    return float(f"{value:.4g}")


def worth(row: dict[str, Any]) -> str:
    """What a difference is worth, in one sentence."""
    scenarios, size = row["scenarios"], f"{abs(row['difference']):.3g}"
    if scenarios < 2:
        return "one scenario says nothing of others"
    if not row["differing"]:
        return f"the same on every scenario{_found(row)}"
    if (least := smallest_p(scenarios)) > ALPHA:
        return f"{scenarios} scenarios cannot show any difference: p is never below {least:.2g}"
    adjusted = f"adjusted p {row['p_adjusted']:.2g}"
    if row["p_adjusted"] <= ALPHA:
        side = "better" if row["difference"] * row["better"] > 0 else "worse"
        among = f" among {row['tests']} tests" if row["tests"] > 1 else ""
        return f"the second is {side} by {size}, more than chance explains ({adjusted}{among})"
    text = f"a difference of {size} may be chance ({adjusted})"
    if row["p"] <= ALPHA:  # its interval, which is of this figure alone, says otherwise
        return f"{text}: it would count by itself, not as one of {row['tests']} tests"
    return text + _found(row)


def _found(row: dict[str, Any]) -> str:
    """What could have been found; nothing where few scenarios cannot, or where the difference at hand is as large."""
    if smallest_p(row["scenarios"]) > ALPHA:
        return ""
    if row["detectable"] is None:
        return "; no difference on 0 to 1 would be found reliably"
    if row["detectable"] <= abs(row["difference"]):
        return ""
    return f"; one of {row['detectable']:.2g} would have been found four times in five"
