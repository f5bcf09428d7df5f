"""Values in the words of their slot: counted things, articles, templates."""

from __future__ import annotations

import datetime

from scenarios.model import EntityKind
from scenarios.slots.entry import Entry
from scenarios.spoken import hear, say

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
    if kind in ("date", "dates"):
        return say(kind, value, year=_of_another_year(kind, value, today))
    words = say(kind, value)
    if entry.unit is None or kind not in ("count", "number"):
        return words
    return f"{words} {entry.unit[0 if float(value) == 1 else 1]}"


def _of_another_year(kind: EntityKind, value: str, today: datetime.date | None) -> bool:
    if today is None:
        return False
    heard = hear(kind, say(kind, value), today=today)
    return not heard or heard[0].value != value


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
