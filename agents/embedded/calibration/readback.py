"""Reading heard values back, so that the caller can object before they are written."""

from __future__ import annotations

import datetime
import re
from collections import Counter
from collections.abc import Sequence

from agents.embedded.calibration.slots import Slot
from scenarios.slots import entry, phrase, valued
from scenarios.spoken import mentions, spell

_DIGITS = frozenset(spell("0123456789").split(", "))
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
    spent: Counter[str] = Counter()  # how often words of the offer already stand for a value
    for slot, value in values:
        if slot.kind in _SILENT:
            continue
        words = _words(slot, value, domain, today)
        forms = {words.lower(), *_undated(slot, value, domain)}
        if slot.kind == "amount":  # "two hundred thousand" is not in "one million two hundred thousand"
            forms = {words.lower()} if value in {m.value for m in mentions(told) if m.kind == "amount"} else set()
        if any(len(re.findall(rf"\b{re.escape(form)}\b", low)) > spent[form] for form in forms):
            spent.update(forms)
            continue
        known = entry(slot.name, domain)
        answer = known.answers.get(value)
        lacking = answer is not None and re.match(r"(?:I have )?no\b", answer, re.IGNORECASE)
        if known.read and not lacking:
            short.append(phrase(known.read, words))
        elif answer is not None and known.read:
            short.append(answer.removesuffix(".").removesuffix(", please").removeprefix("I have ").lower())
        else:
            sentences.append(f"{known.thing[0].upper()}{known.thing[1:]} is {words}.")
    if short:
        sentences.insert(0, f"So that is {' and '.join(short)}.")
    return " ".join(sentences)


def _row(value: str) -> str:
    """A code in groups without pauses inside: a long row of single words has gaps that end a listener's patience."""
    groups = [group.replace(", ", " ") for group in spell(value, group=4).split(". ")]
    return ", ".join(group.lower() if group.split()[0].lower() in _DIGITS else group for group in groups)


def _undated(slot: Slot, value: str, domain: str) -> list[str]:
    """A date as it is said where the year goes without saying."""
    return [valued(entry(slot.name, domain), slot.kind, value).lower()] if slot.kind == "date" else []


def _words(slot: Slot, value: str, domain: str, today: datetime.date) -> str:
    match slot.kind:
        case "code" | "digits":
            return _row(value)
        case "codes":
            return ", and ".join(_row(item) for item in value.split(","))
        case "name":
            return value
    return valued(entry(slot.name, domain), slot.kind, value, today)
