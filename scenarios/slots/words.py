"""Values in the words of their slot: counted things, articles, templates."""

from __future__ import annotations

import datetime
import re
from collections.abc import Sequence

from scenarios.model import EntityKind
from scenarios.slots.entry import Entry
from scenarios.spoken import hear, say

_INITIALS = 4  # longest value in capitals that may be initials
_VOWELS = "aeiou"
_SOUNDED = ("FMLA", "HR", "MFA", "SSN", "SSO", "LCD", "NPI")  # initials that begin with a vowel's sound
_UNSOUNDED = ("US ", "uni", "one", "use")  # words that begin with a vowel and not with its sound


def valued(entry: Entry, kind: EntityKind, value: str, today: datetime.date | None = None) -> str:
    """A value with what it counts: ``60`` -> "sixty days".

    Args:
        entry: its slot.
        kind: its kind.
        value: canonical form.
        today: the day of the call; a date that would be taken for another year's is said with its year.
    """
    if value in entry.says:
        return entry.says[value]
    if kind in ("date", "dates"):
        # Without a comma before the year, as the pause would make two sentences of one date.
        return re.sub(
            r"(?<=[a-z]), (?=nineteen|twenty|two thousand)", " ", say(kind, value, year=_dated(kind, value, today))
        )
    words = say(kind, value)
    if kind == "choice" and value.isupper() and len(value) > _INITIALS:
        words = words.lower()  # a code of the tool's, and no initials
    if entry.unit is None or not (kind in ("count", "number") or value.isdigit()):
        return words
    return f"{words} {entry.unit[0 if float(value) == 1 else 1]}"


def _dated(kind: EntityKind, value: str, today: datetime.date | None) -> bool:
    if today is None:
        return False
    heard = hear(kind, say(kind, value), today=today)
    return not heard or heard[0].value != value


def phrases(entry: Entry, choices: Sequence[str]) -> dict[str, str]:
    """What may be said for each of a slot's values: phrase -> value, its own words included."""
    return {entry.says[c]: c for c in choices if c in entry.says} | {c: c for c in choices}


def article(words: str) -> str:
    """``aisle`` -> "an aisle"."""
    vowel = words[:1].lower() in _VOWELS and not words.startswith(_UNSOUNDED)
    return f"{'an' if vowel or words.startswith(_SOUNDED) else 'a'} {words}"


def phrase(template: str, words: str) -> str:
    """A template with a value in words.

    Args:
        template: with ``{}``, ``{a}`` ("an aisle"), ``{A}`` ("An aisle"), or ``{cap}`` ("Aisle").
        words: the value.
    """
    an = article(words) if words else ""
    capital = words[:1].upper() + words[1:]
    said = template.replace("{a}", an).replace("{A}", an[:1].upper() + an[1:])
    return said.replace("{cap}", capital).replace("{}", words)
