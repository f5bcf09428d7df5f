"""Whether what a scenario expects to be said or handed over has happened, from words and tool calls alone.

Used by the check of a pack, on the golden path, and by scoring, on a call: so a plan that satisfies its own
expectations is scored by the very rule that proved it.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scenarios.model import Expectation, Value
from scenarios.spoken import mentions, say
from scenarios.values import same

TRANSFER = "transfer_to_agent"


@dataclass(frozen=True)
class Happened:
    """What an agent did that is not in the world.

    Attributes:
        turns: the agent's words, one text per turn.
        calls: name and parameters of each tool call that succeeded.
        today: date of the call.
    """

    turns: tuple[str, ...]
    calls: tuple[tuple[str, Mapping[str, Any]], ...]
    today: datetime.date


def missing(expectation: Expectation, happened: Happened) -> str:
    """Why an expectation is not met, in a few words; empty when it is."""
    if expectation.kind == "transfer":
        return _not_handed_over(expectation, [params for tool, params in happened.calls if tool == TRANSFER])
    if expectation.kind == "done":
        return undone(expectation, happened.calls)
    texts = [_plain(text) for text in happened.turns]
    if not any(_holds(expectation.words, text) for text in texts):
        return f"the caller was not told {expectation.text}"
    for value in expectation.values:
        if not named(value, happened.turns, happened.today):
            return f"the caller was not told {expectation.text}: {value.value} was not named"
    return ""


def named(value: Value, turns: Sequence[str], today: datetime.date) -> bool:
    """Whether a value occurs in any of the texts: as written, as spoken, or read out of the words."""
    spoken = _plain(say(value.kind, value.value))
    written = _plain(value.value)
    for turn in turns:
        text = _plain(turn)
        if _has(text, spoken) or _has(text, written):
            return True
        if any((m.kind, m.value) == (value.kind, value.value) for m in mentions(turn, today=today)):
            return True
    return False


def undone(expectation: Expectation, calls: Iterable[tuple[str, Mapping[str, Any]]]) -> str:
    """Why the calls of a tool are not those of a ``done`` expectation; empty when they are.

    Each combination counts once, so that a call repeated without effect does no harm.
    """
    names = sorted({name for params in expectation.params for name in params})
    due = [{name: params.get(name) for name in names} for params in expectation.params]
    made = [{name: params.get(name) for name in names} for tool, params in calls if tool == expectation.tool]
    for params in due:
        if not any(_agree(params, other) for other in made):
            return f"{expectation.tool} was not called with {_listed(params)}"
    for params in made:
        if not any(_agree(params, other) for other in due):
            return f"{expectation.tool} was called with {_listed(params)}"
    return ""


def _agree(left: Mapping[str, Any], right: Mapping[str, Any]) -> bool:
    return all(_same(left[name], right[name]) for name in left)


def _same(left: Any, right: Any) -> bool:
    if isinstance(left, list | tuple) and isinstance(right, list | tuple):
        return len(left) == len(right) and all(map(_same, left, right))
    # A tool takes numbers and truth values as text too, and some models give them so.
    return same(left, right) or str(left).lower() == str(right).lower()


def _listed(params: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} {value!r}" for name, value in params.items())


def _not_handed_over(expectation: Expectation, transfers: Iterable[Mapping[str, Any]]) -> str:
    reasons = [str(params.get("transfer_reason", "")) for params in transfers]
    if not reasons:
        return f"the call was not handed over: {expectation.text}"
    if expectation.reasons and not set(reasons) & set(expectation.reasons):
        return f"the call was handed over for {reasons[0]}, not {' or '.join(expectation.reasons)}"
    return ""


def _holds(groups: tuple[tuple[str, ...], ...], text: str) -> bool:
    return all(any(_has(text, _plain(phrase)) for phrase in group) for group in groups)


def _has(text: str, phrase: str) -> bool:
    return bool(phrase) and f" {phrase} " in f" {text} "


def _plain(text: str) -> str:
    """Lower-case words with single blanks between them; apostrophes stay."""
    return " ".join(re.findall(r"[^\W_]+(?:'[^\W_]+)*", text.lower().replace("’", "'")))
