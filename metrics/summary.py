"""The summary of a run: a pure function of the scores of its calls.

Same scores, same summary, whatever the order they come in. Errors and skips are counted apart, listed, and never
zeros. Figures have four places.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from statistics import fmean
from typing import Any

from metrics.aggregate import (
    CONVENTIONS,
    Convention,
    Values,
    by_scenario,
    named,
    rounded,
    success_rate,
    trials_needed,
)
from metrics.calls import CallScores, metric_names
from metrics.composites import COMPOSITES, CompositeScore, compose
from metrics.exclusions import without_value
from metrics.floor import by_kind, floor
from metrics.judges.costs import paid
from metrics.passk import DIFFERENCE, ESTIMATORS, HEADLINE
from metrics.registry import Metric, load
from metrics.score import TOLERANCE, Score
from metrics.sensitivity import JudgeRates, sensitivity
from metrics.stats import percentiles
from metrics.threshold_sensitivity import threshold_sensitivity

__all__ = ["CallScores", "summarize"]

PERCENTILES = (50, 90, 95, 99)


def summarize(
    calls: Iterable[CallScores],
    *,
    k: int,
    seed: int,
    metrics: Iterable[Metric] | None = None,
    convention: str = "callbench",
    judge_rates: JudgeRates | None = None,
) -> dict[str, Any]:
    """Summarise a run.

    Args:
        calls: the counted calls, in any order; one per scenario and trial.
        k: draws of pass@k, normally the number of trials.
        seed: of the bootstrap; see `metrics.stats.run_seed`.
        metrics: what the metrics declare; ``None`` for those installed.
        convention: ``callbench``, or ``reference`` for means, intervals and pass@k as EVA-Bench makes them.
        judge_rates: how judges agreed with people; see `metrics.sensitivity`.

    Returns:
        JSON data, in a fixed order.

    Raises:
        ValueError: two calls are the same trial, `k` is below 1, or there is no such convention.
    """
    if convention not in CONVENTIONS:
        raise ValueError(f"convention {convention!r} does not exist; known: {', '.join(CONVENTIONS)}")
    how = CONVENTIONS[convention]
    ordered = sorted(calls, key=lambda c: (c.name, c.trial))
    twice = [n for n, count in Counter((c.name, c.trial) for c in ordered).items() if count > 1]
    if twice:
        raise ValueError(f"trial {twice[0][1]} of {twice[0][0]} is given more than once")
    declared = {m.name: m for m in (load() if metrics is None else metrics)}
    composed = {(c.name, c.trial): compose(c.scores) for c in ordered}
    names = metric_names(ordered)
    return {
        "convention": how.name,
        "calls": len(ordered),
        "scenarios": len({c.name for c in ordered}),
        "k": k,
        "seed": seed,
        "interval": how.interval,
        "estimators": dict(ESTIMATORS),
        "pass_power_k": {"headline": HEADLINE, "difference": DIFFERENCE},
        "data_quality": _quality(ordered),
        "floor": floor(ordered),
        "by_entity_kind": by_kind(ordered),
        "composites": {rule.name: _composite(rule.name, composed, k, seed, how) for rule in COMPOSITES},
        "metrics": {name: _metric(name, declared.get(name), ordered, k, seed, how) for name in names},
        "latency": _latency(ordered, seed),
        "sensitivity": sensitivity(
            [(c.name, c.scores) for c in ordered], judge_rates or {}, seed, [c.label for c in ordered]
        )
        if how.ours
        else None,
        "threshold_sensitivity": threshold_sensitivity(ordered) if how.ours else None,
        "cost": _cost(ordered),
        "metric_errors": _errors(ordered, names),
        "without_value": without_value([(c.label, c.scores) for c in ordered], names),
        "domains": _domains(ordered, composed, names, seed, how),
    }


def _quality(calls: Sequence[CallScores]) -> dict[str, Any]:
    attempts = [c.attempts for c in calls]
    return {
        "status": dict(sorted(Counter(c.status for c in calls).items())),
        "end_reason": dict(sorted(Counter(c.end_reason for c in calls).items())),
        "attempts": {
            "total": sum(attempts),
            "mean": rounded(fmean(attempts)) if attempts else None,
            "max": max(attempts, default=None),
            # reruns are chosen by the caller's validity, but bad agents cause more of them
            "repeated": {c.label: c.attempts for c in calls if c.attempts > 1},
        },
    }


def _composite(
    name: str,
    composed: Mapping[tuple[str, int], Mapping[str, CompositeScore]],
    k: int,
    seed: int,
    how: Convention,
) -> dict[str, Any]:
    values: Values = {key: found[name].value for key, found in composed.items()}
    passing = name.endswith("_pass")
    absent = Counter(
        f"{component} {state}" for found in composed.values() for component, state in found[name].absent.items()
    )
    entry = how.distribution(values, seed)
    entry["success_rate"] = success_rate(values, threshold=1.0 if passing else 0.5)
    entry["absent_components"] = dict(sorted(absent.items()))
    if passing:
        entry["pass_k"] = how.pass_k(values, k, seed, threshold=1.0, complete=True)
        if how.ours:
            entry["stability"] = trials_needed(list(by_scenario(values).values()))
    return entry


def _metric(
    name: str, declared: Metric | None, calls: Sequence[CallScores], k: int, seed: int, how: Convention
) -> dict[str, Any]:
    scores = {(c.name, c.trial): c.scores.get(name) for c in calls}
    held = [s for s in scores.values() if s is not None]
    scored = [s for s in held if s.state == "scored"]
    values: Values = {key: s.effective for key, s in scores.items() if s is not None}
    known = [v for v in values.values() if v is not None]
    states = Counter(s.state for s in held)
    entry = how.distribution(values, seed, on_scale=all(s.normalized is not None for s in scored))
    entry |= {
        "min": rounded(min(known)) if known else None,
        "max": rounded(max(known)) if known else None,
        "raw_mean": rounded(fmean(s.value for s in scored if s.value is not None)) if scored else None,
        "skipped_count": states["skipped"],
        "error_count": states["errored"],
        "missing_count": len(calls) - len(held),
        "total_records": len(calls),
        "category": held[0].category,
        "versions": sorted({s.version for s in held}),
        "higher_is_better": declared.higher_is_better if declared else None,
        "threshold": declared.threshold if declared else None,
    }
    if declared is not None and declared.in_pass_at_k:
        # The reference does not count trials that lack the metric; ours are trials without a verdict.
        every = {key: s.effective if s else None for key, s in scores.items() if s is not None or how.ours}
        entry["pass_k"] = how.pass_k(every, k, seed, threshold=declared.threshold, complete=False)
        if how.ours:
            passed = {key: _passed(v, declared.threshold) for key, v in every.items()}
            entry["stability"] = trials_needed(list(by_scenario(passed).values()))
    entry["sub_metrics"] = _subs(scored)
    return entry


def _passed(value: float | None, threshold: float) -> float | None:
    return None if value is None else float(value >= threshold - TOLERANCE)


def _latency(calls: Sequence[CallScores], seed: int) -> dict[str, Any] | None:
    """Percentiles of the answers of all turns, in seconds, with calls as units; ``None`` without any answer."""
    held = [c.scores["response_speed"].details for c in calls if "response_speed" in c.scores]
    speeds = [s for details in held if (s := details.get("per_turn_speeds"))]
    if not speeds:
        return None
    found: dict[str, Any] = {"calls": len(speeds), "turns": sum(map(len, speeds))}
    for which, (value, interval) in zip(PERCENTILES, percentiles(speeds, PERCENTILES, seed), strict=True):
        found |= {f"p{which}": rounded(value), **named(f"p{which}", interval)}
    return found


def _cost(calls: Sequence[CallScores]) -> dict[str, Any]:
    """What judges cost, in US dollars, by metric that cost anything; an answer that calls share counts once."""
    judges: dict[str, list[dict[str, Any]]] = {}
    for call in calls:
        for name, score in call.scores.items():
            if isinstance(judge := score.details.get("judge"), dict):
                judges.setdefault(name, []).append(judge)
    found = {name: cost for name in sorted(judges) if (cost := paid(judges[name]))}
    return {"judges_usd": round(sum(found.values()), 6), "by_metric": found}


def _subs(scored: Sequence[Score]) -> dict[str, Any]:
    groups: dict[str, list[float]] = {}
    for score in scored:
        for sub, value in score.subs.items():
            if value is not None:
                groups.setdefault(sub, []).append(value)
    return {
        sub: {"mean": rounded(fmean(g)), "min": rounded(min(g)), "max": rounded(max(g)), "count": len(g)}
        for sub, g in sorted(groups.items())
    }


def _errors(calls: Sequence[CallScores], names: Sequence[str]) -> dict[str, dict[str, int]]:
    """How often each metric failed with which text."""
    found: dict[str, dict[str, int]] = {}
    for name in names:
        texts = Counter(c.scores[name].why for c in calls if name in c.scores and c.scores[name].state == "errored")
        if texts:
            found[name] = dict(sorted(texts.items()))
    return found


def _domains(
    calls: Sequence[CallScores],
    composed: Mapping[tuple[str, int], Mapping[str, CompositeScore]],
    names: Sequence[str],
    seed: int,
    how: Convention,
) -> dict[str, Any]:
    """Means of each domain by itself, with intervals for composites."""
    found: dict[str, Any] = {}
    for domain in sorted({c.domain for c in calls}):
        own = [c for c in calls if c.domain == domain]
        keys = [(c.name, c.trial) for c in own]
        found[domain] = {
            "calls": len(own),
            "scenarios": len({c.scenario for c in own}),
            "composites": {
                rule.name: _short(how.distribution({key: composed[key][rule.name].value for key in keys}, seed))
                for rule in COMPOSITES
            },
            "metrics": {n: _short(how.distribution(_effective(own, n), seed), interval=False) for n in names},
        }
    return found


def _effective(calls: Sequence[CallScores], name: str) -> Values:
    return {(c.name, c.trial): c.scores[name].effective for c in calls if name in c.scores}


def _short(entry: Mapping[str, Any], *, interval: bool = True) -> dict[str, Any]:
    """Mean and count of a distribution, and its interval where there is one."""
    ends = {key: entry[key] for key in ("mean_ci_lower", "mean_ci_upper") if interval and key in entry}
    return {"mean": entry["mean"], "count": entry["count"], **ends}
