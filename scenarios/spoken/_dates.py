"""Dates: ``2026-03-25`` and "March twenty-fifth".

A date that is said without a year and read without a `today` has the value ``--03-25`` (the ISO 8601 form of
a day in any year).
"""

from __future__ import annotations

import datetime as dt

from scenarios.spoken._alphabet import DIGIT_OF
from scenarios.spoken._numbers import (
    TENS,
    below_hundred,
    cardinal,
    numeral,
    ordinal,
    ordinal_words,
    year_words,
)
from scenarios.spoken._tokens import Reading, Rule, Tokens, joined, listed, low

MONTHS = listed("January February March April May June July August September October November December")
MONTH_NUMBERS = {m.lower(): i for i, m in enumerate(MONTHS, 1)}
MONTH_NUMBERS |= {m.lower()[:3]: i for i, m in enumerate(MONTHS, 1)} | {"sept": 9}
WEEKDAYS = listed("monday tuesday wednesday thursday friday saturday sunday")
_PAST, _FUTURE = 1900, 2099


def say_date(value: str, *, year: bool = False) -> str:
    """``2026-03-25`` -> "March twenty-fifth", with `year` "March twenty-fifth, twenty twenty-six".

    Raises:
        ValueError: `value` is no ISO date.
    """
    if value.startswith("--"):
        day = dt.date.fromisoformat("2024" + value[1:])
        year = False
    else:
        day = dt.date.fromisoformat(value)
    said = f"{MONTHS[day.month - 1]} {ordinal_words(day.day)}"
    return f"{said}, {year_words(day.year)}" if year else said


def resolve(month: int, day: int, year: int | None, today: dt.date | None) -> str | None:
    """The canonical date; without a year the next such day on or after `today`; ``None`` for no real day."""
    if year is not None:
        try:
            return dt.date(year, month, day).isoformat()
        except ValueError:
            return None
    try:
        dt.date(2024, month, day)
    except ValueError:
        return None
    if today is None:
        return f"--{month:02d}-{day:02d}"
    for y in range(today.year, today.year + 9):
        try:
            then = dt.date(y, month, day)
        except ValueError:
            continue
        if then >= today:
            return then.isoformat()
    return None


def _year(toks: Tokens, i: int) -> tuple[int, int] | None:
    """A year at `i`: ``2026``, ``twenty twenty-six``, ``two thousand and two``, ``20 26``."""
    if i >= len(toks):
        return None
    if toks[i].numeral:
        if len(toks[i].low) == 4 and _PAST <= int(toks[i].low) <= _FUTURE:
            return int(toks[i].low), i + 1
        if toks[i].low not in ("19", "20"):
            return None
    full = cardinal(toks, i)
    if full is not None and not toks[i].numeral and 2000 <= full[0] <= _FUTURE:
        return full
    high = below_hundred(toks, i) or numeral(toks, i)
    if high is None or high[0] not in (19, 20):
        if low(toks, i) != "twenty":
            return None
        high = 20, i + 1
    k = high[1]
    if low(toks, k) == "-" or (low(toks, k) == "," and high[0] == 19):
        k += 1
    if low(toks, k) in ("oh", "o", "0"):
        rest = below_hundred(toks, k + 1) or numeral(toks, k + 1)
        if rest is not None and rest[0] < 10:
            return high[0] * 100 + rest[0], rest[1]
        return None
    rest = below_hundred(toks, k) or numeral(toks, k)
    if rest is not None and 10 <= rest[0] <= 99:
        return high[0] * 100 + rest[0], rest[1]
    return None


def day_of_month(toks: Tokens, i: int) -> list[tuple[int, int]]:
    """Days of the month at `i`, each with the index past it, longest first."""
    found = [o for o in (ordinal(toks, i), below_hundred(toks, i)) if o is not None]
    if i < len(toks) and low(toks, i) in TENS:
        found.append((TENS[low(toks, i)], i + 1))
    if i < len(toks) and toks[i].numeral and len(toks[i].low) <= 2:
        found.append((int(toks[i].low), i + 1))
    return sorted((f for f in set(found) if 1 <= f[0] <= 31), key=lambda f: -f[1])


def with_year(
    month: int, days: list[tuple[int, int]], toks: Tokens, today: dt.date | None, cost: float
) -> list[Reading]:
    out = []
    for day, j in days:
        k = j
        while low(toks, k) in (",", "of", ".", "in"):
            k += 1
        said = _year(toks, k)
        for year, end in [(said[0], said[1])] if said else [(None, j)]:
            value = resolve(month, day, year, today)
            if value is not None:
                out.append(Reading(value, cost, end))
    return out


def _month_day(today: dt.date | None) -> Rule:
    def rule(toks: Tokens, i: int) -> list[Reading]:
        month = MONTH_NUMBERS.get(low(toks, i))
        if month is None or (toks[i].raw == "may" and low(toks, i + 1) in ("first", "second", ",", ".")):
            return []
        j = i + 1
        while low(toks, j) in (".", ",", "the", "-"):
            j += 1
        return with_year(month, day_of_month(toks, j), toks, today, 0.0)

    return rule


def _day_month(today: dt.date | None) -> Rule:
    def rule(toks: Tokens, i: int) -> list[Reading]:
        out = []
        for day, j in day_of_month(toks, i):
            k = j
            while low(toks, k) in ("of", ",", "-", "day", "in"):
                k += 1
            month = MONTH_NUMBERS.get(low(toks, k))
            # "first, may I" is no date
            if month is not None and (toks[k].raw != "may" or low(toks, k - 1) == "of"):
                out += with_year(month, [(day, k + 1)], toks, today, 0.05)
        return out

    return rule


def _figures(today: dt.date | None) -> Rule:
    def rule(toks: Tokens, i: int) -> list[Reading]:
        parts: list[str] = []
        j = i
        sign = ""
        while j < len(toks) and toks[j].numeral and len(parts) < 3:
            parts.append(toks[j].low)
            nxt = low(toks, j + 1)
            if nxt not in ("/", "-") or (sign and nxt != sign) or not (joined(toks, j + 1) and joined(toks, j + 2)):
                j += 1
                break
            sign, j = nxt, j + 2
        else:
            if len(parts) < 3:
                return []
        if len(parts) == 3 and len(parts[0]) == 4:
            y, m, d = parts
        elif len(parts) == 3 and len(parts[2]) in (2, 4):
            m, d, y = parts
            y = y if len(y) == 4 else "20" + y
        elif len(parts) == 2 and sign == "/":
            (m, d), y = parts, ""
        else:
            return []
        if len(m) > 2 or len(d) > 2:
            return []
        value = resolve(int(m), int(d), int(y) if y else None, today)
        return [] if value is None else [Reading(value, 0.0 if len(parts) == 3 else 0.1, j)]

    return rule


def _weekday_date(today: dt.date | None) -> Rule:
    rules = (_month_day(today), _day_month(today))

    def rule(toks: Tokens, i: int) -> list[Reading]:
        if low(toks, i) not in WEEKDAYS:
            return []
        k = i + 1
        while low(toks, k) in (",", "the", "."):
            k += 1
        return [r for inner in rules for r in inner(toks, k)]

    return rule


def _spelled_date(today: dt.date | None) -> Rule:
    """``one nine nine one, zero two, one four``: year, month and day digit by digit."""

    def rule(toks: Tokens, i: int) -> list[Reading]:
        digits, j = "", i
        while len(digits) < 8 and j < len(toks):
            w = toks[j].low
            if w in DIGIT_OF or w.isdigit():
                digits += DIGIT_OF.get(w, w)
            elif w in ("oh", "o"):
                digits += "0"
            elif not digits or w not in (",", "-", ".", "dash", "slash", "/"):
                break
            j += 1
        if len(digits) != 8 or digits[:2] not in ("19", "20"):
            return []
        if low(toks, j) in DIGIT_OF or low(toks, j).isdigit():
            return []  # a longer number
        value = resolve(int(digits[4:6]), int(digits[6:]), int(digits[:4]), today)
        return [] if value is None else [Reading(value, 0.2, j)]

    return rule


def date_rules(today: dt.date | None) -> list[Rule]:
    """The full ways to say a date: in words, in figures, digit by digit."""
    return [
        _weekday_date(today),
        _month_day(today),
        _day_month(today),
        _figures(today),
        _spelled_date(today),
    ]
