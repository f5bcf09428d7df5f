"""How the caller words a fact: one or two short sentences, values in speakable form."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable

from scenarios.model import Fact
from scenarios.slots import Entry, phrase, valued
from scenarios.spoken import say, spell

Chooser = Callable[[int], int]
"""Draws an index below its argument: the caller's seeded variety of wording."""

_ROW = 6  # characters that are spelled in one even row; longer codes are said in groups
_GROUPED = 4  # longest value that is said in one breath however often it is asked for
_MARKED = 8  # longest value whose digits are marked when it is asked for again: beyond it the marks only tire


def entity(fact: Fact) -> dict[str, str]:
    """The record's form of a value that was said."""
    return {"slot": fact.slot, "kind": fact.kind, "value": fact.value}


def answer(
    fact: Fact,
    entry: Entry,
    style: str,
    choose: Chooser,
    asked: int = 0,
    today: datetime.date | None = None,
) -> str:
    """The sentence that gives a fact.

    Args:
        fact: what to say.
        entry: the words of its slot.
        style: ``nato`` or ``letters``, for everything that is spelled.
        choose: picks among wordings.
        asked: how often the agent has asked for it before. People who are asked again do not repeat themselves word
            for word: they say what it is about, mark digits ("digit two"), and spell in groups of three, then of two.
        today: the day of the call; a date that would be taken for another year's without its year is said with it.
    """
    if fact.value in entry.answers and not (fact.spoken and not asked):
        return entry.answers[fact.value]
    # A caller's own words come first; to whom they mean nothing gets the usual ones.
    words = fact.spoken if fact.spoken and asked % 2 == 0 else spoken(fact, entry, style, asked, today)
    leads = entry.wording
    lead = leads[_pick(fact, len(leads), choose, asked)]
    text = phrase(lead, words)
    if fact.kind == "name" and entry.spelled and not (fact.spoken and not asked):
        text = f"{text.removesuffix('.')}. {_spelled(fact.value, style, asked)}"
    return text if text[-1] in ".!?" else f"{text}."


def _pick(fact: Fact, count: int, choose: Chooser, asked: int) -> int:
    if fact.kind in ("airport", "choice"):
        return (asked if fact.kind == "airport" else choose(count) + asked) % count
    return 0 if asked else choose(count)


def spoken(fact: Fact, entry: Entry, style: str, asked: int = 0, today: datetime.date | None = None) -> str:
    """A fact's value in the words of its kind."""
    value = fact.value
    match fact.kind:
        case "code":
            return _spelled(value, style, asked) if _short(value) else spell(value, style, group=_group(asked))
        case "codes":
            return ". And ".join(spell(item, style, group=_group(asked)) for item in value.split(","))
        case "digits":
            return say("digits", value) if _short(value) and not asked else spell(value, "letters", group=_group(asked))
        case "email":
            return say("email", value, style=style)
        case "name":
            return value
    return valued(entry, fact.kind, value, today)


def _short(value: str) -> bool:
    return len(value) <= _ROW and value.isalnum()


def _group(asked: int) -> int:
    return (4, 3, 2)[asked % 3]


def _spelled(value: str, style: str, asked: int) -> str:
    parts = spell(value, style).split(", ")
    # Where letters and digits are apart, as in "FL12", nobody takes one for the other.
    if asked and len(value) <= _MARKED and not re.fullmatch(r"[A-Za-z]*\d+|\d+[A-Za-z]+", value):
        chars = [char for char in value if char.isalnum()]
        parts = [f"digit {part}" if char.isdigit() else part for char, part in zip(chars, parts, strict=False)]
    size = {1: 3, 2: 2}.get(asked % 3, len(parts)) if len(parts) > _GROUPED else len(parts)
    groups = [", ".join(parts[k : k + size]) for k in range(0, len(parts), size)]
    return ". ".join(group[0].upper() + group[1:] for group in groups) if len(groups) > 1 else groups[0]
