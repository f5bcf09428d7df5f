"""Composite scores of one call: did it pass, and how good was it on the whole?

Names, components and thresholds are those of EVA-Bench. Comparisons have a tolerance of 1e-9. A pass is
undecided when a component is missing or errored, and leaves skipped ones out. A mean is over the components
that have a value: which ones, and which are missing, is kept with it, since a mean over fewer is another
mean.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from statistics import fmean
from typing import Literal

from metrics.score import TOLERANCE, Score

ACCURACY = ("task_completion", "faithfulness", "agent_speech_fidelity")
EXPERIENCE = ("conversation_progression", "turn_taking", "conciseness")


@dataclass(frozen=True, slots=True)
class Composite:
    """A rule that makes one number of several.

    Attributes:
        kind: ``pass`` compares each component with its threshold, ``mean`` averages components, ``all`` asks that
            every one of `components`, composites of kind pass themselves, be 1.
        thresholds: for ``pass``: least value of each component.
    """

    name: str
    kind: Literal["pass", "mean", "all"]
    components: tuple[str, ...]
    thresholds: Mapping[str, float] = field(default_factory=dict)


COMPOSITES: tuple[Composite, ...] = (
    Composite(
        "EVA-A_pass",
        "pass",
        ACCURACY,
        {"task_completion": 1.0, "faithfulness": 0.5, "agent_speech_fidelity": 0.95},
    ),
    Composite(
        "EVA-X_pass",
        "pass",
        EXPERIENCE,
        {"conversation_progression": 0.5, "turn_taking": 0.8, "conciseness": 0.5},
    ),
    Composite("EVA-A_mean", "mean", ACCURACY),
    Composite("EVA-X_mean", "mean", EXPERIENCE),
    Composite("EVA-overall_mean", "mean", (*ACCURACY, *EXPERIENCE)),
    Composite("EVA-overall_pass", "all", ("EVA-A_pass", "EVA-X_pass")),
)

THRESHOLDS: Mapping[str, float] = {metric: least for rule in COMPOSITES for metric, least in rule.thresholds.items()}
"""The least passing value of each metric that a pass rests on."""


@dataclass(frozen=True, slots=True)
class CompositeScore:
    """The value of a composite; ``None`` when it is undecided, for the reason in `why`.

    Attributes:
        used: components that entered.
        absent: components that did not, with the reason: ``missing``, ``errored`` or ``skipped``.
    """

    name: str
    value: float | None
    why: str
    used: tuple[str, ...] = ()
    absent: Mapping[str, str] = field(default_factory=dict)


def compose(scores: Mapping[str, Score]) -> dict[str, CompositeScore]:
    """All composites of one call."""
    found: dict[str, CompositeScore] = {}
    for composite in COMPOSITES:
        match composite.kind:
            case "pass":
                found[composite.name] = _pass(composite, scores)
            case "mean":
                found[composite.name] = _mean(composite, scores)
            case "all":
                found[composite.name] = _all(composite, found)
    return found


def _absent(components: tuple[str, ...], scores: Mapping[str, Score]) -> dict[str, str]:
    states = {c: scores[c].state if c in scores else "missing" for c in components}
    return {c: state for c, state in states.items() if state != "scored"}


def _values(components: tuple[str, ...], scores: Mapping[str, Score]) -> dict[str, float]:
    found = {c: scores[c].effective for c in components if c in scores}
    return {c: v for c, v in found.items() if v is not None}


def _pass(rule: Composite, scores: Mapping[str, Score]) -> CompositeScore:
    absent = _absent(rule.components, scores)
    undecided = [f"{c} is {state}" for c, state in absent.items() if state != "skipped"]
    values = _values(rule.components, scores)
    used = tuple(values)
    if undecided:
        return CompositeScore(rule.name, None, "undecided: " + ", ".join(undecided), used, absent)
    if not values:
        return CompositeScore(rule.name, None, "undecided: every component is skipped", used, absent)
    failed = [f"{c} {v:g} < {rule.thresholds[c]:g}" for c, v in values.items() if v < rule.thresholds[c] - TOLERANCE]
    why = "failed: " + ", ".join(failed) if failed else "passed: " + ", ".join(used)
    return CompositeScore(rule.name, float(not failed), why, used, absent)


def _mean(rule: Composite, scores: Mapping[str, Score]) -> CompositeScore:
    absent = _absent(rule.components, scores)
    values = _values(rule.components, scores)
    if not values:
        return CompositeScore(rule.name, None, "no component has a value", (), absent)
    why = f"mean of {len(values)} of {len(rule.components)} components"
    return CompositeScore(rule.name, fmean(values.values()), why, tuple(values), absent)


def _all(rule: Composite, found: Mapping[str, CompositeScore]) -> CompositeScore:
    parts = [found[c] for c in rule.components]
    undecided = {p.name: "undecided" for p in parts if p.value is None}
    used = tuple(p.name for p in parts if p.value is not None)
    if undecided:
        return CompositeScore(rule.name, None, "undecided: " + ", ".join(undecided), used, undecided)
    value = float(all(p.value == 1.0 for p in parts))
    return CompositeScore(rule.name, value, "; ".join(f"{p.name} {p.value:g}" for p in parts), used)
