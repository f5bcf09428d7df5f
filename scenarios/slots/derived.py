"""Entries for slots that nobody described: from the name alone."""

from __future__ import annotations

import re

from scenarios.slots.entry import Entry

_ORDINALS = ("", "", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
_SPOKEN = {"id": "number", "num": "number", "no": "number", "qty": "number", "dob": "date of birth", "tel": "phone"}


def numbered(slot: str) -> tuple[str, int] | None:
    """``start_date_2`` -> ``("start_date", 2)``; ``None`` for a name without such a number."""
    match = re.fullmatch(r"(.+?)_([2-9])", slot)
    return (match[1], int(match[2])) if match else None


def further(base: Entry, slot: str, number: int) -> Entry:
    """The entry of a second (third, ...) value of a slot: "the second start date"."""
    ordinal = _ORDINALS[number]
    noun = f"the {ordinal} {re.sub(r'^(?:your|the) ', '', base.noun)}"
    other = rf"(?:{ordinal}|other)" if number == 2 else ordinal
    return Entry(
        slot=slot,
        noun=noun,
        cue=rf"\b{other}\b[^.?!]{{0,24}}?(?:{base.cue})",
        question=f"What is {noun}, please?",
        unit=base.unit,
        spelled=base.spelled,
    )


def from_name(slot: str) -> Entry:
    """``badge_colour`` -> "the badge colour"."""
    words = [_SPOKEN.get(word, word) for word in re.findall(r"[a-z]+|\d+", slot.lower())] or ["value"]
    noun = f"the {' '.join(words)}"
    return Entry(
        slot=slot,
        noun=noun,
        cue=r"\b" + r"\W+(?:\w+\W+)?".join(re.escape(word) + r"\w{0,2}" for word in words) + r"\b",
        question=f"What is {noun}, please?",
        spelled=False,
    )
