"""What conditions do to an agent: differences to the clean condition, scenario by scenario.

Scenarios are the pairs; trials of each are averaged first. A family is declared before anybody looks: one figure over
all conditions and domains for the table by domain, one figure over all conditions for the pooled one; p is adjusted
within it. A scenario that a condition was to have and that has no value on either side is named.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import fmean
from typing import Any

import numpy as np

from metrics import reference
from metrics.aggregate import Values, rounded, scenario_means
from metrics.calls import CallScores
from metrics.compare import Figure, figures, paired, rounded_p
from metrics.registry import Metric, load
from metrics.stats import ALPHA, LEVEL, bootstrap_ci, holm, run_seed
from metrics.stats.paired import smallest_p

POOLED = "pooled"
"""The domain of cells over all domains."""

RESAMPLES = 1000
"""Of the reference's bootstrap of a mean difference."""

CONVENTIONS = ("callbench", "reference")
LEFT_OUT = ("validation",)
"""Categories without a table: they are about the caller, and no figure of an agent."""

KEY_ENTITIES, TASK = "transcription_accuracy_key_entities", "task_completion"
FEWEST = 3
"""Points without which a correlation says nothing."""


@dataclass(frozen=True)
class Condition:
    """The calls of one condition.

    Attributes:
        calls: that count, with scores.
        planned: scenarios that it was to be carried on, as ``domain/scenario``.
    """

    name: str
    calls: Sequence[CallScores]
    planned: frozenset[str]


def perturbations(
    clean: Condition,
    conditions: Sequence[Condition],
    *,
    seed: int,
    convention: str = "callbench",
    metrics: Iterable[Metric] | None = None,
) -> dict[str, Any]:
    """Set conditions against the clean one.

    Args:
        clean: the calls without any perturbation.
        conditions: the others, in order.
        seed: of drawn permutations and resamples.
        convention: ``callbench``, or ``reference`` for tests and intervals as the reference makes them.
        metrics: what the metrics declare; ``None`` for those installed.

    Returns:
        JSON data: ``pooled`` and ``by_domain`` cells, ``pairs`` by condition with what is missing, ``complete``, and
        how key entities go with task completion over conditions.

    Raises:
        ValueError: there is no such convention.
    """
    if convention not in CONVENTIONS:
        raise ValueError(f"there is no convention {convention!r}")
    declared = {m.name: m for m in (load() if metrics is None else metrics)}
    pooled: list[dict[str, Any]] = []
    by_domain: list[dict[str, Any]] = []
    for condition in conditions:
        for figure in figures(clean.calls, condition.calls, declared):
            if figure.family in LEFT_OUT:
                continue
            for domain in (POOLED, *domains(condition.planned)):
                if found := _cell(figure, condition, domain, seed, convention):
                    (pooled if domain == POOLED else by_domain).append(found)
    for table in (pooled, by_domain):
        _adjust(table, convention)
    pairs = {c.name: _pairs(clean, c) for c in conditions}
    return {
        "convention": convention,
        "level": LEVEL,
        "seed": seed,
        "pairs": pairs,
        "complete": all(not own["missing"] and not own["missing_clean"] for own in pairs.values()),
        "pooled": pooled,
        "by_domain": by_domain,
        "entities": entities([clean, *conditions]),
    }


def domains(scenarios: Iterable[str]) -> list[str]:
    """The domains of scenarios, in order."""
    return sorted({name.partition("/")[0] for name in scenarios})


def _cell(figure: Figure, condition: Condition, domain: str, seed: int, convention: str) -> dict[str, Any] | None:
    """One figure in one condition and domain; ``None`` where no scenario has it on both sides."""
    wanted = {name for name in condition.planned if domain in (POOLED, name.partition("/")[0])}
    own = replace(figure, first=_of(figure.first, wanted), second=_of(figure.second, wanted))
    seed = run_seed(f"{seed}:{figure.name}:{condition.name}:{domain}")
    found = paired(own, seed)
    if found is None:
        return None
    if convention == "reference":
        one, two = scenario_means(own.first), scenario_means(own.second)
        found |= by_reference([two[name] - one[name] for name in sorted(one.keys() & two.keys())], seed)
        one_mean, two_mean = (fmean(side[n] for n in one.keys() & two.keys()) for side in (one, two))
        found |= {"first": rounded(one_mean), "second": rounded(two_mean)}
    keep = ("name", "family", "scenarios", "differing", "difference", "low", "high", "method", "better", "p", "test")
    return {
        "condition": condition.name,
        "domain": domain,
        **{key: found[key] for key in keep},
        "clean": found["first"],
        "perturbed": found["second"],
        "left_out": sorted(wanted - _both(own)),
    }


def by_reference(deltas: Sequence[float], seed: int) -> dict[str, Any]:
    """Test and interval of a mean difference by the reference's convention.

    Args:
        deltas: one per scenario, in the order of names.
        seed: of both draws.
    """
    low, high = bootstrap_ci(deltas, seed, resamples=RESAMPLES)
    return {
        "difference": rounded(fmean(deltas)),
        "low": rounded(low),
        "high": rounded(high),
        "method": f"percentile bootstrap of scenarios, {RESAMPLES} resamples",
        "p": reference.sign_flip(deltas, seed),
        "test": f"paired sign-flip, {reference.PERMUTATIONS} draws",
    }


def _of(values: Values, scenarios: set[str]) -> Values:
    return {key: value for key, value in values.items() if key[0] in scenarios}


def _both(figure: Figure) -> set[str]:
    return scenario_means(figure.first).keys() & scenario_means(figure.second).keys()


def _adjust(table: list[dict[str, Any]], convention: str) -> None:
    """Holm's p within each family: the cells of one figure."""
    for name in dict.fromkeys(cell["name"] for cell in table):
        own = [cell for cell in table if cell["name"] == name]
        least = min(smallest_p(cell["scenarios"]) for cell in own) * len(own)
        for cell, p in zip(own, holm([cell["p"] for cell in own]), strict=True):
            cell |= {"p_adjusted": rounded_p(p), "tests": len(own)}
            cell["found"] = p < ALPHA if convention == "reference" else p <= ALPHA
            cell["p"] = rounded_p(cell["p"])
            cell["worth"] = worth(cell, least)


def worth(cell: Mapping[str, Any], least: float) -> str:
    """What a difference is worth, in a few words.

    Args:
        cell: with its adjusted p.
        least: the smallest adjusted p that its family can come to.
    """
    if cell["scenarios"] < 2:
        return "one scenario says nothing of others"
    if not cell["differing"]:
        return "the same on every scenario"
    if cell["found"]:
        return "better than clean" if cell["difference"] * cell["better"] > 0 else "worse than clean"
    if (own := smallest_p(cell["scenarios"])) > ALPHA:
        return f"too few scenarios: p is never below {own:.2g}"
    if least > ALPHA:
        return f"too few scenarios for {cell['tests']} tests: adjusted p is never below {least:.2g}"
    return "may be chance"


def _pairs(clean: Condition, condition: Condition) -> dict[str, Any]:
    """How many scenarios have a result on both sides, and which have none on one."""
    have = {side: {c.name for c in calls} for side, calls in (("clean", clean.calls), ("own", condition.calls))}
    trials = [sum(c.name == name for c in condition.calls) for name in condition.planned & have["own"]]
    return {
        "planned": len(condition.planned),
        "paired": len(condition.planned & have["own"] & have["clean"]),
        "missing": sorted(condition.planned - have["own"]),
        "missing_clean": sorted(condition.planned - have["clean"]),
        "fewest_trials": min(trials, default=0),
    }


def entities(conditions: Sequence[Condition]) -> dict[str, Any]:
    """How the share of key entities that are heard right goes with task completion, from condition to condition.

    Each condition's figures are means over the scenarios that have both figures in every condition, so that no
    condition has the easier ones.

    Returns:
        ``points`` by condition, ``scenarios`` behind each, and Pearson's ``r`` of the points; ``None`` for fewer than
        three points, or where either figure does not vary.
    """
    sides = []
    for condition in conditions:
        values = [
            scenario_means({(c.name, c.trial): c.scores[m].effective for c in condition.calls if m in c.scores})
            for m in (KEY_ENTITIES, TASK)
        ]
        sides.append({name: (values[0][name], values[1][name]) for name in values[0].keys() & values[1].keys()})
    common = sorted(set.intersection(*(set(side) for side in sides))) if sides else []
    if not common:
        return {"points": [], "scenarios": 0, "r": None}
    points = [(fmean(side[n][0] for n in common), fmean(side[n][1] for n in common)) for side in sides]
    return {
        "points": [
            {"condition": c.name, "key_entities": rounded(x), "task_completion": rounded(y)}
            for c, (x, y) in zip(conditions, points, strict=True)
        ],
        "scenarios": len(common),
        "r": correlation(points),
    }


def correlation(points: Sequence[tuple[float, float]]) -> float | None:
    """Pearson's r; ``None`` for fewer than three points, or where one side does not vary."""
    if len(points) < FEWEST:
        return None
    x, y = np.asarray(points, dtype=float).T
    if np.ptp(x) < 1e-9 or np.ptp(y) < 1e-9:
        return None
    return rounded(float(np.corrcoef(x, y)[0, 1]))
