"""Whether an offer meets the caller's criteria, from the figures in the agent's words."""

from __future__ import annotations

import datetime
import operator
import re
from collections.abc import Sequence

from scenarios.model import Criterion
from scenarios.spoken import Mention, mentions, say

_OPS = {"<=": operator.le, ">=": operator.ge, "==": operator.eq}
_NEAR = 28  # characters between a word such as "arriving" and the time it speaks of


def violated(text: str, criteria: Sequence[Criterion], today: datetime.date | None) -> Criterion | None:
    """The first must criterion that the words contradict; figures that were not said contradict nothing."""
    found = mentions(text, today=today)
    for criterion in criteria:
        if criterion.must:
            stated = _stated(criterion.measure, text.lower(), found)
            if stated and not any(_holds(criterion, value) for value in stated):
                return criterion
    return None


def states(text: str, measure: str, today: datetime.date | None) -> bool:
    """Whether the words hold a figure for a measure."""
    return _stated(measure, text.lower(), mentions(text, today=today)) != []


def objection(criterion: Criterion) -> str:
    """What the caller wants instead, in the first person."""
    bound = {"<=": "at most", ">=": "at least", "==": "exactly"}[criterion.op]
    when = {"<=": "by", ">=": "after", "==": "at"}[criterion.op]
    match criterion.measure:
        case "total_cost":
            return f"I can pay {bound} {say('amount', criterion.value)}."
        case "refund":
            return f"I expect {bound} {say('amount', criterion.value)} back."
        case "date":
            return f"It has to be {say('date', criterion.value)}."
        case "arrival":
            return f"I have to arrive {when} {say('time', criterion.value)}."
        case "departure":
            return f"I have to leave {when} {say('time', criterion.value)}."
        case "time":
            return f"It has to be {when} {say('time', criterion.value)}."


def _holds(criterion: Criterion, stated: str) -> bool:
    compare = _OPS[criterion.op]
    if criterion.measure in ("total_cost", "refund"):
        return bool(compare(float(stated), float(criterion.value)))
    return bool(compare(stated, criterion.value))


def _stated(measure: str, low: str, found: Sequence[Mention]) -> list[str]:
    """What the words say about a measure; several values where any of them may be meant."""
    one: str | None = None
    match measure:
        case "total_cost":
            one = _amount(low, found, r"total|all.?in|altogether|in all")
        case "refund":
            one = _amount(low, found, r"refund|credit|back to")
        case "date":
            dates = [m.value for m in found if m.kind == "date"]
            one = dates[0] if len(set(dates)) == 1 else None
        case "arrival":
            one = _time(low, found, r"arriv|land|get(?:s|ting)? (?:in|there)")
        case "departure":
            one = _time(low, found, r"depart|leav|takes? off")
        case "time":
            return [m.value for m in found if m.kind == "time"]
    return [] if one is None else [one]


def _amount(low: str, found: Sequence[Mention], word: str) -> str | None:
    amounts = [m for m in found if m.kind == "amount"]
    cue = re.search(word, low)
    if cue:
        after = [m for m in amounts if m.start >= cue.start()]
        if after:
            return after[0].value
        return amounts[-1].value if amounts else None
    return amounts[0].value if len(amounts) == 1 else None


def _time(low: str, found: Sequence[Mention], word: str) -> str | None:
    for cue in re.finditer(word, low):
        for mention in found:
            if mention.kind == "time" and 0 <= mention.start - cue.end() <= _NEAR:
                return mention.value
    return None
