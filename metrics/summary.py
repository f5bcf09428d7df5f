"""The summary of a run: a pure function of the scores of its calls.

Same scores, same summary, whatever the order they come in. Errors and skips are counted apart and are never
zeros. Figures have four places.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any, get_args

from metrics.aggregate import Values, distribution, pass_k, rounded, scenario_means, success_rate
from metrics.composites import COMPOSITES, CompositeScore, compose
from metrics.passk import ESTIMATORS
from metrics.registry import Metric, load
from metrics.score import Category, Score
from metrics.stats import ALPHA, RESAMPLES

DEFAULT_THRESHOLD = 0.5  # of a metric that is not installed any more


@dataclass(frozen=True, slots=True)
class CallScores:
    """The scores of one counted call: one trial of one scenario, after as many attempts as it took."""

    domain: str
    scenario: str
    trial: int
    scores: Mapping[str, Score]
    attempts: int = 1
    status: str = "completed"
    end_reason: str = "goodbye"

    @property
    def name(self) -> str:
        """Domain and scenario."""
        return f"{self.domain}/{self.scenario}"


def summarize(
    calls: Iterable[CallScores], *, k: int, seed: int, metrics: Iterable[Metric] | None = None
) -> dict[str, Any]:
    """Summarise a run.

    Args:
        calls: the counted calls, in any order; one per scenario and trial.
        k: draws of pass@k, normally the number of trials.
        seed: of the bootstrap; see `metrics.stats.run_seed`.
        metrics: what the metrics declare; ``None`` for those installed.

    Returns:
        JSON data, in a fixed order.

    Raises:
        ValueError: two calls are the same trial, or `k` is below 1.
    """
    ordered = sorted(calls, key=lambda c: (c.name, c.trial))
    twice = [n for n, count in Counter((c.name, c.trial) for c in ordered).items() if count > 1]
    if twice:
        raise ValueError(f"trial {twice[0][1]} of {twice[0][0]} is given more than once")
    declared = {m.name: m for m in (load() if metrics is None else metrics)}
    composed = {(c.name, c.trial): compose(c.scores) for c in ordered}
    names = _metric_names(ordered, declared)
    return {
        "calls": len(ordered),
        "scenarios": len({c.name for c in ordered}),
        "k": k,
        "seed": seed,
        "interval": f"percentile bootstrap of scenario means, {1 - ALPHA:.0%}, {RESAMPLES} resamples",
        "estimators": dict(ESTIMATORS),
        "data_quality": _quality(ordered),
        "floor": _floor(ordered),
        "by_entity_kind": _by_kind(ordered),
        "composites": {rule.name: _composite(rule.name, composed, k, seed) for rule in COMPOSITES},
        "metrics": {name: _metric(name, declared.get(name), ordered, k, seed) for name in names},
        "metric_errors": _errors(ordered, names),
        "domains": _domains(ordered, composed, names),
    }


def _metric_names(calls: Sequence[CallScores], declared: Mapping[str, Metric]) -> list[str]:
    """The metrics that any call has, by category and name."""
    categories: dict[str, str] = {}
    for call in calls:
        for name, score in call.scores.items():
            categories.setdefault(name, score.category)
    order = get_args(Category)
    return sorted(categories, key=lambda n: (order.index(categories[n]), n))


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
            "repeated": {f"{c.name}/t{c.trial}": c.attempts for c in calls if c.attempts > 1},
        },
    }


def _floor(calls: Sequence[CallScores]) -> dict[str, Any] | None:
    """What task_completion gives an agent that only authenticates, and one that calls no tool at all.

    Overall and by the class of the scenario; ``None`` when no call has that metric.
    """
    details: dict[str, dict[str, Any]] = {}
    values: dict[tuple[str, int], float | None] = {}
    for call in calls:
        score = call.scores.get("task_completion")
        if score is not None and "passes_idle" in score.details:
            details[call.name] = score.details
            values[call.name, call.trial] = score.effective
    if not details:
        return None
    means = scenario_means(values)
    classes = sorted({str(found["outcome"]) for found in details.values()})
    unchanged = sorted(name for name, found in details.items() if found["nothing_to_change"])
    above = [mean for name, mean in means.items() if name not in unchanged]
    return {
        **_idle(list(details.values())),
        "by_state_alone": rounded(len(unchanged) / len(details)),
        "nothing_to_change": unchanged,
        "task_completion_where_change_is_due": rounded(fmean(above)) if above else None,
        "by_outcome": {
            name: {
                **_idle([found for found in details.values() if found["outcome"] == name]),
                "task_completion": _mean(mean for key, mean in means.items() if details[key]["outcome"] == name)[
                    "mean"
                ],
            }
            for name in classes
        },
    }


def _idle(details: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    return {
        "scenarios": len(details),
        "authenticate_and_stop": rounded(fmean(bool(found["passes_idle"]) for found in details)),
        "never_call_a_tool": rounded(fmean(bool(found["passes_without_tools"]) for found in details)),
    }


def _by_kind(calls: Sequence[CallScores]) -> dict[str, dict[str, Any]]:
    """Task completion of the scenarios in which a kind of value must be heard; each counts for all its kinds."""
    values: dict[str, dict[tuple[str, int], float | None]] = {}
    for call in calls:
        score = call.scores.get("task_completion")
        for kind in score.details.get("entity_kinds", ()) if score is not None else ():
            values.setdefault(kind, {})[call.name, call.trial] = score.effective if score else None
    found = {kind: list(scenario_means(own).values()) for kind, own in sorted(values.items())}
    return {
        kind: {"scenarios": len(means), "task_completion": rounded(fmean(means)) if means else None}
        for kind, means in found.items()
    }


def _composite(
    name: str, composed: Mapping[tuple[str, int], Mapping[str, CompositeScore]], k: int, seed: int
) -> dict[str, Any]:
    values: Values = {key: found[name].value for key, found in composed.items()}
    passing = name.endswith("_pass")
    absent = Counter(
        f"{component} {state}" for found in composed.values() for component, state in found[name].absent.items()
    )
    entry = distribution(values, seed)
    entry["success_rate"] = success_rate(values, threshold=1.0 if passing else 0.5)
    entry["absent_components"] = dict(sorted(absent.items()))
    if passing:
        entry["pass_k"] = pass_k(values, k, seed, threshold=1.0, complete=True)
    return entry


def _metric(name: str, declared: Metric | None, calls: Sequence[CallScores], k: int, seed: int) -> dict[str, Any]:
    scores = {(c.name, c.trial): c.scores.get(name) for c in calls}
    held = [s for s in scores.values() if s is not None]
    scored = [s for s in held if s.state == "scored"]
    values: Values = {key: s.effective for key, s in scores.items() if s is not None}
    known = [v for v in values.values() if v is not None]
    states = Counter(s.state for s in held)
    entry = distribution(values, seed)
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
        every = {key: s.effective if s else None for key, s in scores.items()}
        entry["pass_k"] = pass_k(every, k, seed, threshold=declared.threshold, complete=False)
    entry["sub_metrics"] = _subs(scored)
    return entry


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
) -> dict[str, Any]:
    """Means of each domain by itself."""
    found: dict[str, Any] = {}
    for domain in sorted({c.domain for c in calls}):
        own = [c for c in calls if c.domain == domain]
        found[domain] = {
            "calls": len(own),
            "scenarios": len({c.scenario for c in own}),
            "composites": {
                rule.name: _mean(composed[c.name, c.trial][rule.name].value for c in own) for rule in COMPOSITES
            },
            "metrics": {n: _mean(c.scores[n].effective for c in own if n in c.scores) for n in names},
        }
    return found


def _mean(values: Iterable[float | None]) -> dict[str, Any]:
    known = [v for v in values if v is not None]
    return {"mean": rounded(fmean(known)) if known else None, "count": len(known)}
