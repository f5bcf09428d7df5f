"""Values in the words that are given to a voice."""

from __future__ import annotations

from scenarios.model import EntityKind
from scenarios.spoken._airports import say_airport
from scenarios.spoken._alphabet import spell
from scenarios.spoken._amounts import say_amount
from scenarios.spoken._choices import say_choice
from scenarios.spoken._counts import say_count
from scenarios.spoken._dates import say_date
from scenarios.spoken._emails import say_email
from scenarios.spoken._flights import say_flight
from scenarios.spoken._lists import say_list
from scenarios.spoken._quantities import say_number
from scenarios.spoken._regions import say_country, say_state
from scenarios.spoken._text import say_text
from scenarios.spoken._times import say_time


def say(kind: EntityKind, value: str, *, style: str = "nato", year: bool = False) -> str:
    """A canonical value in English words for a voice.

    Args:
        kind: what the value is.
        value: canonical form, as a tool takes it.
        style: for codes: ``nato`` ("Zulu, Kilo, three") or ``letters`` ("Z, K, three").
        year: say the year of a date too.

    Raises:
        ValueError: the value is not of its kind, or the style is unknown.
    """
    match kind:
        case "code":
            return spell(value, style)
        case "digits":
            return spell(value, "letters")
        case "date":
            return say_date(value, year=year)
        case "time":
            return say_time(value)
        case "amount":
            return say_amount(value)
        case "count":
            return say_count(value)
        case "flight":
            return say_flight(value)
        case "airport":
            return say_airport(value)
        case "choice":
            return say_choice(value)
        case "number":
            return say_number(value)
        case "state":
            return say_state(value)
        case "country":
            return say_country(value)
        case "email":
            return say_email(value)
        case "dates":
            return say_list(value, lambda day: say_date(day, year=year))
        case "codes":
            return say_list(value, lambda code: spell(code, style))
        case "choices":
            return say_list(value, say_choice)
        case "name":
            return value
        case "text":
            return say_text(value)
