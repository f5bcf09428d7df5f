"""Reading heard values back, so that the caller can object before they are written."""

from __future__ import annotations

import datetime
from collections.abc import Sequence

from agents.embedded.calibration.slots import Slot
from scenarios.slots import entry, phrase, valued
from scenarios.spoken import spell

_SILENT = ("text", "email")
"""Kinds that are not read back: they are too long, or nobody could tell right from wrong."""


def readback(values: Sequence[tuple[Slot, str]], domain: str, today: datetime.date, told: str = "") -> str:
    """The heard values in one or more sentences; empty when none is worth it.

    Args:
        values: slots with what was heard for them.
        domain: whose slots they are.
        today: the day of the call; dates of another year are said with it.
        told: what is said next; a value that it names is not said twice.
    """
    low = told.lower()
    short, sentences = [], []
    for slot, value in values:
        if slot.kind in _SILENT:
            continue
        words = _words(slot, value, domain, today)
        if words.lower() in low or _undated(slot, value, domain).lower() in low:
            continue
        known = entry(slot.name, domain)
        answer = known.answers.get(value)
        if known.read and answer is None:
            short.append(phrase(known.read, words))
        elif answer is not None and known.read:
            short.append(answer.removesuffix(".").removesuffix(", please").removeprefix("I have ").lower())
        else:
            sentences.append(f"{known.thing[0].upper()}{known.thing[1:]} is {words}.")
    if short:
        sentences.insert(0, f"So that is {' and '.join(short)}.")
    return " ".join(sentences)


def _undated(slot: Slot, value: str, domain: str) -> str:
    """As it is said where the year goes without saying."""
    return valued(entry(slot.name, domain), slot.kind, value) if slot.kind == "date" else value


def _words(slot: Slot, value: str, domain: str, today: datetime.date) -> str:
    match slot.kind:
        case "code":
            return spell(value)
        case "codes":
            return ", and ".join(spell(item) for item in value.split(","))
        case "digits":
            return spell(value, "letters")
        case "name":
            return value
    return valued(entry(slot.name, domain), slot.kind, value, today)
