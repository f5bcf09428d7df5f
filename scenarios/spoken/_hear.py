"""Values out of recogniser text."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Any

from scenarios.model import EntityKind
from scenarios.spoken._airports import hear_airport
from scenarios.spoken._amounts import LOOSE_AMOUNTS, ONE_AMOUNT
from scenarios.spoken._choices import hear_choice
from scenarios.spoken._codes import hear_code
from scenarios.spoken._counts import COUNTS
from scenarios.spoken._dates import date_rules
from scenarios.spoken._digits import hear_digits
from scenarios.spoken._emails import hear_email
from scenarios.spoken._flights import flight_rules, loose_flights
from scenarios.spoken._lists import hear_choices, hear_codes, hear_dates
from scenarios.spoken._loose_dates import loose_dates
from scenarios.spoken._names import hear_name
from scenarios.spoken._quantities import LOOSE_QUANTITIES, QUANTITIES
from scenarios.spoken._regions import hear_country, hear_state
from scenarios.spoken._shape import list_shape, shape
from scenarios.spoken._shaped import hear_shaped
from scenarios.spoken._times import CERTAIN_TIMES, LOOSE_TIMES
from scenarios.spoken._tokens import CORRECTION, ranked, scan, tokens
from scenarios.spoken._types import Guess

_MAX_TEXT = 4000


def _corrected(text: str, guesses: list[Guess]) -> list[Guess]:
    """Make a reading dearer when the speaker takes it back and gives another: "two, sorry, three bags"."""
    out = []
    for g in guesses:
        taken_back = any(other.start >= g.end and CORRECTION.search(text, g.end, other.start) for other in guesses)
        out.append(Guess(g.value, round(g.cost + 0.5, 3), g.start, g.end) if taken_back else g)
    return out


def _after_correction(text: str) -> str:
    """The text with what was taken back blanked, where something follows."""
    found = [m.end() for m in CORRECTION.finditer(text) if any(c.isalnum() for c in text[m.end() :])]
    return " " * found[-1] + text[found[-1] :] if found else text


def hear(
    kind: EntityKind,
    text: str,
    *,
    today: dt.date | None = None,
    choices: Sequence[str] = (),
    length: int | None = 6,
    airline: str = "SK",
    pattern: str | None = None,
) -> list[Guess]:
    """All readings of a text as a value of a kind, best first, each value once.

    Args:
        kind: what is listened for.
        text: what a recogniser wrote, or what a voice was given to say.
        today: needed by "tomorrow" and weekdays; a date without a year is the next such day from here, and
            without `today` has the value ``--MM-DD``.
        choices: the values that a choice can take.
        length: how many characters a code or a digit string has; ``None`` if it is not known. Only
            when no reading has that length are others given, 2 dearer.
        airline: code put before a flight number.
        pattern: the regular expression that a code, a digit string or each of several codes has, as tools'
            schemas carry it. Only values that fit are given; signs and fixed letters that were not said are put
            in, and `length` is not looked at. Other kinds have their own form and leave it aside.

    Returns:
        Guesses; empty when the text holds none. Never raises on any text.

    Raises:
        ValueError: `pattern` is none that can be understood, see `Shape`.
    """
    text = text[:_MAX_TEXT]
    if pattern is not None and kind in ("code", "digits", "codes"):
        return hear_shaped(text, list_shape(pattern) if kind == "codes" else shape(pattern))
    match kind:
        case "code":
            return hear_code(text, length)
        case "digits":
            return hear_digits(text, length)
        case "name":
            return hear_name(text)
        case "choice":
            return ranked(_corrected(text, hear_choice(text, choices)))
        case "airport":
            return ranked(_corrected(text, hear_airport(text)))
        case "state":
            return ranked(_corrected(text, hear_state(text)))
        case "country":
            return ranked(_corrected(text, hear_country(text)))
        case "email":
            return ranked(_corrected(text, hear_email(text)))
        case "dates":
            return hear_dates(_after_correction(text), today)
        case "codes":
            return hear_codes(text, length)
        case "choices":
            return hear_choices(_after_correction(text), choices)
        case "text":
            said = text.strip()
            at = text.find(said)
            return [Guess(said, 0.0, at, at + len(said))] if said else []
        case "date":
            tiers = [date_rules(today), loose_dates(today)]
        case "time":
            tiers = [CERTAIN_TIMES, LOOSE_TIMES]
        case "amount":
            tiers = [ONE_AMOUNT, LOOSE_AMOUNTS]
        case "count":
            tiers = [COUNTS]
        case "number":
            tiers = [QUANTITIES, LOOSE_QUANTITIES]
        case "flight":
            tiers = [flight_rules(airline), loose_flights(airline)]
    return ranked(_corrected(text, scan(tokens(text), *tiers)))


def canonical(kind: EntityKind, text: str, **context: Any) -> str | None:
    """The value of the best reading, or ``None``; `context` goes to `hear`."""
    guesses = hear(kind, text, **context)
    return guesses[0].value if guesses else None
