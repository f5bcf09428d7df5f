"""From a verdict to a score: the arithmetic of every judged metric, the same for whoever judged.

Overall ratings are computed from the dimensions; what the judge says on the whole is only compared. A verdict that
does not answer the question (a dimension or every turn missing, a rating off the scale) is a `JudgeError`, never a
score and never a skip. Scales and rounding are the reference's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from metrics.judges.case import Case
from metrics.judges.jury import JudgeError, NothingToJudge
from metrics.judges.verdicts import (
    CONCISENESS,
    CORRUPTIONS,
    FAITHFULNESS,
    FIDELITY,
    PROGRESSION,
    Behaviour,
    Dimensions,
    Finding,
    RatedTurn,
    Turns,
    Verdict,
)
from metrics.score import Outcome, skipped
from metrics.words import every

LONGEST = 240  # characters of evidence inside a sentence


def normalized(rating: float, low: int, high: int) -> float:
    """A rating on 0 to 1; a scale of one step is always 1."""
    return 1.0 if high == low else (rating - low) / (high - low)


def mean(values: Iterable[float | None]) -> float | None:
    """Mean of those that have a value, to three places; ``None`` where none has."""
    known = [v for v in values if v is not None]
    return round(fmean(known), 3) if known else None


def rate(metric: str, verdict: Verdict, case: Case) -> Outcome:
    """The score that a verdict on a case comes to.

    Raises:
        JudgeError: the verdict does not answer the question.
        KeyError: `metric` is not a judged one.
    """
    return RATERS[metric](verdict, case)


def overall(metric: str, verdict: Dimensions) -> int:
    """The rating on the whole that follows from the dimensions.

    Raises:
        JudgeError: a dimension is missing.
    """
    names, rule, _ = _DIMENSIONS[metric]
    return rule([f for _, f in _findings(verdict, names)])


def expected_turns(metric: str, case: Case) -> set[int]:
    """The turns that a judge of turns has to rate: those in which the side that is judged speaks."""
    return set(case.turns("agent")) if metric != "user_speech_fidelity" else _callers_turns(case)


def scale(metric: str) -> tuple[int, ...]:
    """The ratings of a judged metric, worst first.

    Raises:
        KeyError: `metric` is not a judged one.
    """
    if metric in _DIMENSIONS:
        return (1, 2, 3)
    if metric in _TURNS:
        return tuple(range(_TURNS[metric].low, _TURNS[metric].high + 1))
    return {"user_behavioral_fidelity": (0, 1)}[metric]


def rates_turns(metric: str) -> bool:
    """Whether a judged metric rates each turn, and not the call on the whole."""
    return metric in _TURNS


# Dimensions: faithfulness and progression


def _lowest(findings: Sequence[Finding]) -> int:
    """Faithfulness: as good as its worst dimension."""
    return min(f.rating for f in findings)


def _counted(findings: Sequence[Finding]) -> int:
    """Progression: 3 without an issue, 2 for one or two minor ones, else 1."""
    issues = [f for f in findings if f.flagged or f.rating < 3]
    if any(f.rating == 1 for f in findings) or len(issues) >= 3:
        return 1
    return 2 if issues else 3


_DIMENSIONS: Mapping[str, tuple[tuple[str, ...], Callable[[Sequence[Finding]], int], str]] = {
    "faithfulness": (FAITHFULNESS, _lowest, "nothing unfaithful was found"),
    "conversation_progression": (PROGRESSION, _counted, "nothing held the conversation up"),
}


def _findings(verdict: Dimensions, names: Sequence[str]) -> list[tuple[str, Finding]]:
    absent = [n for n in names if n not in verdict.dimensions]
    if absent:
        raise JudgeError(f"the judge left out {', '.join(absent)}")
    return [(name, verdict.dimensions[name]) for name in names]


def _dimensions(metric: str) -> Callable[[Verdict, Case], Outcome]:
    names, rule, fine = _DIMENSIONS[metric]

    def rate(verdict: Verdict, case: Case) -> Outcome:
        if not isinstance(verdict, Dimensions):
            raise _misfit(verdict, Dimensions)
        findings = _findings(verdict, names)
        rating = rule([f for _, f in findings])
        odd = [
            f"{name} is {'' if f.flagged else 'not '}flagged, but rated {f.rating}"
            for name, f in findings
            if f.flagged != (f.rating < 3)
        ]
        if verdict.rating != rating:
            odd.append(f"the judge says {verdict.rating} on the whole, its dimensions come to {rating}")
        worst = min(findings, key=lambda item: (item[1].rating, not item[1].flagged))
        clean = rating == 3 and not worst[1].flagged
        why = fine if clean else f"{_words(worst[0])}: {_short(worst[1].evidence) or 'no evidence given'}"
        details: dict[str, Any] = {
            "rating": rating,
            "judged_overall": verdict.rating,
            "dimensions": {name: f.model_dump() for name, f in findings},
            "inconsistencies": odd,
        }
        if extra := sorted(set(verdict.dimensions) - set(names)):
            details["unknown_dimensions"] = extra
        subs: dict[str, float | None] = {f"{name}_rate": float(f.flagged) for name, f in findings}
        return Outcome(float(rating), why, normalized(rating, 1, 3), details, subs)

    return rate


# Turns: conciseness, fidelity, speakability


@dataclass(frozen=True, slots=True)
class _Scale:
    """How the turns of one metric are rated and counted.

    Attributes:
        modes: failure modes whose rates are sub-metrics.
        entities: only turns that speak a value of the conversation count.
        gate: the lowest rating in any turn spoils the call.
        fine, bad: what is said of turns where none is bad, and of those that are: of one, and of several.
    """

    low: int
    high: int
    modes: tuple[str, ...] = ()
    entities: bool = False
    gate: bool = False
    fine: tuple[str, str] = ("is fine", "are fine")
    bad: tuple[str, str] = ("is not", "are not")


_TURNS: Mapping[str, _Scale] = {
    "conciseness": _Scale(
        1,
        3,
        CONCISENESS,
        fine=("is easy to take in", "are easy to take in"),
        bad=("is hard to take in", "are hard to take in"),
    ),
    "agent_speech_fidelity": _Scale(
        0,
        1,
        entities=True,
        fine=("with values is spoken right", "with values are spoken right"),
        bad=("with values is spoken wrong", "with values are spoken wrong"),
    ),
    "tts_fidelity": _Scale(
        0,
        1,
        FIDELITY,
        fine=("sounds as written", "sound as written"),
        bad=("does not sound as written", "do not sound as written"),
    ),
    "speakability": _Scale(
        0, 1, fine=("can be spoken", "can be spoken"), bad=("cannot be spoken well", "cannot be spoken well")
    ),
    "user_speech_fidelity": _Scale(
        1,
        3,
        gate=True,
        fine=("of the caller sounds as meant", "of the caller sound as meant"),
        bad=("of the caller does not sound as meant", "of the caller do not sound as meant"),
    ),
}


def _turns(metric: str) -> Callable[[Verdict, Case], Outcome]:
    scale = _TURNS[metric]

    def rate(verdict: Verdict, case: Case) -> Outcome:
        if not isinstance(verdict, Turns):
            raise _misfit(verdict, Turns)
        return _rate_turns(scale, verdict, expected_turns(metric, case))

    return rate


def _rate_turns(scale: _Scale, verdict: Turns, expected: set[int]) -> Outcome:
    if not expected:
        raise NothingToJudge("there is no turn to rate")
    answers = {t.turn_id: t for t in verdict.turns}  # of a turn that is rated twice, the last rating
    unknown = sorted(set(answers) - expected)
    known = {n: answers[n] for n in sorted(set(answers) & expected)}
    if not known:
        raise JudgeError("the judge rated none of the turns" if not unknown else "the judge rated no turn that exists")
    off = {n: t.rating for n, t in known.items() if t.rating is not None and not scale.low <= t.rating <= scale.high}
    if off:
        n, rating = next(iter(off.items()))
        raise JudgeError(f"turn {n} is rated {rating}, off the scale of {scale.low} to {scale.high}")
    if missing := sorted(expected - set(known)):
        raise JudgeError(f"the judge left out {len(missing)} of {len(expected)} turns: {', '.join(map(str, missing))}")
    bare = [n for n, t in known.items() if scale.entities and not t.has_entities]
    rated: dict[int, RatedTurn] = {n: t for n, t in known.items() if t.rating is not None and n not in bare}
    details: dict[str, Any] = {
        "num_turns": len(expected),
        "num_evaluated": len(rated),
        "unknown_turns": unknown,
        "per_turn": {str(n): _shown(t, scale) for n, t in known.items()},
    }
    if scale.entities:
        details["num_without_entities"] = len(bare)
    if not rated:
        # Only turns without a value may go unrated; anything else is a judge that did not answer.
        if len(bare) == len(known):
            return skipped("no value of the conversation is spoken in any turn", **details)
        raise JudgeError("the judge gave no turn a rating")
    ratings = {n: t.rating for n, t in rated.items() if t.rating is not None}
    bad = [n for n, r in ratings.items() if r < scale.high]
    why = every(len(ratings), "turn", *scale.fine)
    if bad:
        worst = min(bad, key=lambda n: (ratings[n], n))
        said = "; ".join(filter(None, [", ".join(map(_words, rated[worst].failure_modes)), rated[worst].explanation]))
        why = f"{_some(len(bad), len(ratings), *scale.bad)}, worst turn {worst}: {_short(said) or 'no reason given'}"
    counts = Counter(m for n in bad for m in dict.fromkeys(rated[n].failure_modes))
    subs: dict[str, float | None] = {f"{m}_rate": round(counts[m] / len(ratings), 3) for m in scale.modes}
    if scale.gate:
        spoiled = [n for n, r in ratings.items() if r == scale.low]
        details["gate"] = {"passed": not spoiled, "turns": spoiled}
        subs["gate"] = float(not spoiled)
    value = mean(ratings.values())
    norm = mean(normalized(r, scale.low, scale.high) for r in ratings.values())
    assert value is not None
    return Outcome(value, why, norm, details, subs)


def _some(bad: int, count: int, one: str, many: str) -> str:
    return every(1, "turn", one) if count == 1 else f"{bad} of {count} turns {many}"


def _shown(turn: RatedTurn, scale: _Scale) -> dict[str, Any]:
    """One turn as the details show it; a turn without fault has no failure modes."""
    keep = {k: v for k, v in turn.model_dump(mode="json").items() if k != "turn_id" and v not in ("", [])}
    if turn.rating == scale.high:
        keep.pop("failure_modes", None)
    if not scale.entities:
        keep.pop("has_entities", None)
    return keep


def _callers_turns(case: Case) -> set[int]:
    """Turns in which the caller meant to say something."""
    return {e.turn for e in (case.spoken or case.entries) if e.kind == "caller" and e.text.strip()}


# Behaviour of the caller


def _behaviour(verdict: Verdict, case: Case) -> Outcome:
    if not isinstance(verdict, Behaviour):
        raise _misfit(verdict, Behaviour)
    found = verdict.corruption_analysis
    absent = [n for n in CORRUPTIONS if n not in found]
    if absent:
        raise JudgeError(f"the judge left out {', '.join(absent)}")
    detected = [n for n in CORRUPTIONS if found[n].detected]
    rating = int(not detected)
    odd = [] if rating == verdict.rating else [f"the judge says {verdict.rating}, its findings come to {rating}"]
    why = "the caller kept to its part"
    if detected:
        why = f"{_words(detected[0])}: {_short(found[detected[0]].analysis) or 'no reason given'}"
    details: dict[str, Any] = {
        "corrupted": bool(detected),
        "judged_overall": verdict.rating,
        "corruption_analysis": {n: found[n].model_dump() for n in CORRUPTIONS},
        "inconsistencies": odd,
        "gate": {"passed": not detected},
    }
    subs: dict[str, float | None] = {f"{n}_rate": float(found[n].detected) for n in CORRUPTIONS}
    return Outcome(float(rating), why, float(rating), details, subs)


RATERS: Mapping[str, Callable[[Verdict, Case], Outcome]] = {
    **{name: _dimensions(name) for name in _DIMENSIONS},
    **{name: _turns(name) for name in _TURNS},
    "user_behavioral_fidelity": _behaviour,
}
"""How a verdict becomes a score, by metric."""


def _misfit(verdict: object, wanted: type) -> JudgeError:
    return JudgeError(f"the judge answered {type(verdict).__name__}, not {wanted.__name__}")


def _words(name: str) -> str:
    return name.replace("_", " ")


def _short(text: str) -> str:
    """A text on one line, cut at a word."""
    flat = " ".join(text.split())
    return flat if len(flat) <= LONGEST else flat[:LONGEST].rsplit(" ", 1)[0] + " ..."
