"""Progression without a model: does every turn and every tool call move the call forward?

Rules look for what held a call up and quote it: calls that were not needed, facts asked for twice, things said
twice, questions that were missing or needless. They read words and data of any domain; no tool, value or phrase
of a particular scenario is named. What a caller provokes (a failure to hear, a dispute, a question) excuses.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from metrics.judges.case import Case
from metrics.judges.jury import NothingToJudge
from metrics.judges.offline._progression_dialogue import Dialogue
from metrics.judges.offline._progression_issue import SEVERAL, Issue, finding
from metrics.judges.offline._progression_memory import lost
from metrics.judges.offline._progression_questions import poor
from metrics.judges.offline._progression_repeats import redundant
from metrics.judges.offline._progression_tools import unnecessary
from metrics.judges.verdicts import Dimensions, Finding

VERSION = "1.1"
BLIND = (
    "Redundancy in other words: it sees the same words, the same values and repetitions that announce themselves.",
    "Whether a question is vague, or a clarification was called for, beyond choices made for the caller.",
    "Constraints forgotten without a trace in a tool call or a repeated question.",
    "Its English cues for repeats, disputes and things not heard; other languages keep the rules on tool calls.",
)
MANY_CALLS = 3  # needless calls of one sort that are no longer isolated; of two sorts, two are enough

_RULES = {
    "unnecessary_tool_calls": unnecessary,
    "information_loss": lost,
    "redundant_statements": redundant,
    "question_quality": poor,
}
_NONE = {
    "unnecessary_tool_calls": "no call repeated after success, made without its arguments or for data already known",
    "information_loss": "nothing asked for that the caller had given",
    "redundant_statements": "nothing said again unasked",
    "question_quality": "no choice made for the caller, no needless question, no request left lying",
}


def judge(case: Case) -> Dimensions:
    """Rate the call by its dimensions.

    Raises:
        NothingToJudge: the agent neither speaks nor calls a tool.
    """
    if not any(e.kind in ("agent", "call") for e in case.entries):
        raise NothingToJudge("the agent neither speaks nor calls a tool")
    return verdict(issues(case))


def issues(case: Case) -> dict[str, list[Issue]]:
    """What was found, by dimension."""
    dialogue = Dialogue(case)
    return {name: rule(dialogue) for name, rule in _RULES.items()}


def verdict(found: Mapping[str, Sequence[Issue]], several: int = SEVERAL, many_calls: int = MANY_CALLS) -> Dimensions:
    """The rating of what was found."""
    sorts = len({i.kind for i in found["unnecessary_tool_calls"]})
    bound = {"unnecessary_tool_calls": many_calls if sorts < 2 else min(many_calls, 2)}
    dimensions = {name: finding(these, _NONE[name], bound.get(name, several)) for name, these in found.items()}
    return Dimensions(dimensions=dimensions, rating=_overall(dimensions))


def _overall(dimensions: Mapping[str, Finding]) -> Literal[1, 2, 3]:
    """1 with any dimension at 1 or three flagged, 2 with one or two flagged, else 3."""
    flagged = sum(f.flagged for f in dimensions.values())
    if flagged >= 3 or any(f.rating == 1 for f in dimensions.values()):
        return 1
    return 2 if flagged else 3
