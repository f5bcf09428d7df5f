"""How pass rates move with the thresholds that make them, and with the constants of the turn-taking curve.

A pass is a line drawn through scores. What it is worth depends on how many calls lie near the line: here each line is
moved while all others stand, and the turn-taking curve is moved under the waits that were measured. Nothing of it is a
result; it tells how much a result rests on numbers that somebody chose.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, replace
from statistics import fmean
from typing import Any

from metrics.aggregate import rounded, scenario_means
from metrics.calls import CallScores
from metrics.composites import COMPOSITES, Composite
from metrics.curves import CURVE, LatencyCurve
from metrics.experience import turn_taking
from metrics.score import TOLERANCE

GRID = tuple(round(step / 20, 2) for step in range(21))
"""Thresholds that are tried, beside the one that is declared."""

STEPS_MS = (-400.0, -200.0, 0.0, 200.0, 400.0)
LATE_STEPS_MS = (-1000.0, -500.0, 0.0, 500.0, 1000.0)

MOVES: Mapping[str, tuple[tuple[str, ...], tuple[float, ...]]] = {
    "best_from": (("best_from",), STEPS_MS),
    "best_to": (("best_to", "tool_best_to"), STEPS_MS),
    "zero_at": (("zero_at", "tool_zero_at"), STEPS_MS),
    "late": (("best_to", "zero_at", "tool_best_to", "tool_zero_at"), LATE_STEPS_MS),
}
"""Constants that move together, those of tool turns with the others, and by how much; ``late`` is the falling side."""

TURN_TAKING = "turn_taking"

Decided = list[tuple[CallScores, Mapping[str, float]]]
"""The calls in which a pass is decided, with the values of its components."""


def threshold_sensitivity(calls: Iterable[CallScores]) -> dict[str, Any]:
    """Pass rates under other thresholds and curves.

    Args:
        calls: the counted calls, in a fixed order.

    Returns:
        JSON data. ``pass``: for each pass its rate, the calls that decide it, and for each component the declared
        threshold and ``rates``, pairs of a threshold and the rate with it. ``curve``: the declared constants in
        milliseconds, and for each move the mean of turn_taking and the rates of the passes that hold it. Rates are
        means of scenario means; what nothing is known of is ``None``.
    """
    given = list(calls)
    rules = [rule for rule in COMPOSITES if rule.kind == "pass"]
    decided = {rule.name: _decided(rule, given) for rule in rules}
    return {
        "pass": {rule.name: _thresholds(rule, decided[rule.name]) for rule in rules},
        "curve": _curve([rule for rule in rules if TURN_TAKING in rule.components], decided, given),
    }


def _decided(rule: Composite, calls: Sequence[CallScores]) -> Decided:
    """As `metrics.composites` decides: skipped components are left out, missing and errored ones leave it open."""
    found: Decided = []
    for call in calls:
        scores = [call.scores.get(name) for name in rule.components]
        if any(score is None or score.state == "errored" for score in scores):
            continue
        values = {s.name: s.effective for s in scores if s is not None and s.effective is not None}
        if values:
            found.append((call, values))
    return found


def _rate(decided: Decided, thresholds: Mapping[str, float]) -> float | None:
    passed = {
        (call.name, call.trial): float(all(v >= thresholds[name] - TOLERANCE for name, v in values.items()))
        for call, values in decided
    }
    return _mean(passed)


def _mean(values: Mapping[tuple[str, int], float]) -> float | None:
    means = scenario_means(values)
    return rounded(fmean(means.values())) if means else None


def _thresholds(rule: Composite, decided: Decided) -> dict[str, Any]:
    components = {}
    for name, declared in rule.thresholds.items():
        tried = sorted({*GRID, declared})
        components[name] = {
            "declared": declared,
            "rates": [[least, _rate(decided, {**rule.thresholds, name: least})] for least in tried],
        }
    return {"observed": _rate(decided, rule.thresholds), "calls": len(decided), "components": components}


def _curve(rules: Sequence[Composite], decided: Mapping[str, Decided], calls: Sequence[CallScores]) -> dict[str, Any]:
    moves = {
        move: [
            {
                "ms": by,
                **_moved(replace(CURVE, **{name: getattr(CURVE, name) + by for name in names}), rules, decided, calls),
            }
            for by in steps
        ]
        for move, (names, steps) in MOVES.items()
    }
    return {"declared": asdict(CURVE), "moves": moves}


def _moved(
    curve: LatencyCurve, rules: Sequence[Composite], decided: Mapping[str, Decided], calls: Sequence[CallScores]
) -> dict[str, float | None]:
    """The mean of turn_taking and the rate of each pass that holds it, by another curve."""
    values = {
        (call.name, call.trial): turn_taking.under(score.details, curve)
        for call in calls
        if (score := call.scores.get(TURN_TAKING)) is not None and score.state == "scored" and "turns" in score.details
    }
    found = {TURN_TAKING: _mean(values)}
    for rule in rules:
        again = [
            (call, {**old, TURN_TAKING: values[key]} if (key := (call.name, call.trial)) in values else old)
            for call, old in decided[rule.name]
        ]
        found[rule.name] = _rate(again, rule.thresholds)
    return found
