"""Whether two values of a kind are one."""

from __future__ import annotations

import re

from scenarios.model import EntityKind
from scenarios.spoken._airport_table import AIRPORTS
from scenarios.spoken._alphabet import plain_ascii
from scenarios.spoken._amounts import canonical_amount
from scenarios.spoken._dates import date_rules
from scenarios.spoken._flights import split_flight
from scenarios.spoken._gazetteer import Gazetteer
from scenarios.spoken._quantities import canonical_number
from scenarios.spoken._regions import countries, states
from scenarios.spoken._times import CERTAIN_TIMES, canonical_time
from scenarios.spoken._tokens import Rule, scan, tokens


def _squeezed(text: str) -> str:
    return re.sub(r"[\W_]+", "", plain_ascii(text)).lower() or text.strip().lower()


def _whole(text: str, rules: list[Rule]) -> str | None:
    guesses = scan(tokens(text), rules)
    return min(guesses, key=lambda g: g.cost).value if guesses else None


def _date(text: str) -> str:
    value = text.strip()
    if re.fullmatch(r"--[0-9]{2}-[0-9]{2}", value):
        return value
    return _whole(value, date_rules(None)) or value.lower()


def _number(text: str) -> str:
    value = text.strip()
    return str(int(value)) if re.fullmatch(r"-?[0-9]{1,12}", value) else value.lower()


def same(kind: EntityKind, a: str, b: str) -> bool:
    """Whether two values are equal for their kind.

    Codes ignore spaces, hyphens and case; names also accents and apostrophes; amounts, counts and numbers are
    compared as numbers; lists ignore the order; states and countries may be given by code or by name;
    flights ignore leading zeros and, when only one of them has it, the airline; a date without a year
    (``--03-25``) equals that day of any year. Never raises.
    """
    a, b = str(a), str(b)
    match kind:
        case "code" | "digits" | "name" | "choice":
            return _squeezed(a) == _squeezed(b)
        case "codes" | "choices":
            return sorted(map(_squeezed, a.split(","))) == sorted(map(_squeezed, b.split(",")))
        case "dates":
            these, those = sorted(map(_date, a.split(","))), sorted(map(_date, b.split(",")))
            if any(d.startswith("--") for d in (*these, *those)):
                return sorted(d[-5:] for d in these) == sorted(d[-5:] for d in those)
            return these == those
        case "number":
            return (canonical_number(a) or a.strip().lower()) == (canonical_number(b) or b.strip().lower())
        case "state":
            return _place(a, states()) == _place(b, states())
        case "country":
            return _place(a, countries()) == _place(b, countries())
        case "email":
            return a.strip().lower().rstrip(".") == b.strip().lower().rstrip(".")
        case "date":
            x, y = _date(a), _date(b)
            if x.startswith("--") != y.startswith("--"):
                return x[-5:] == y[-5:]
            return x == y
        case "time":
            return (canonical_time(a) or _whole(a, CERTAIN_TIMES) or a.strip().lower()) == (
                canonical_time(b) or _whole(b, CERTAIN_TIMES) or b.strip().lower()
            )
        case "amount":
            return (canonical_amount(a) or a.strip().lower()) == (canonical_amount(b) or b.strip().lower())
        case "count":
            return _number(a) == _number(b)
        case "flight":
            f, g = split_flight(a), split_flight(b)
            if f is None or g is None:
                return _squeezed(a) == _squeezed(b)
            return f[1] == g[1] and (f[0] == g[0] or not f[0] or not g[0])
        case "airport":
            return _airport(a) == _airport(b)
        case "text":
            return " ".join(a.lower().split()) == " ".join(b.lower().split())


def _airport(text: str) -> str:
    code = text.strip().upper()
    return code if code in AIRPORTS else _squeezed(text)


def _place(text: str, known: Gazetteer) -> str:
    code = text.strip().upper()
    return code if code in known.codes else known.find(text) or _squeezed(text)
