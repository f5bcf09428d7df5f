"""Dates that are only hinted at: misheard months, "tomorrow", weekdays, "the 25th"."""

from __future__ import annotations

import datetime as dt
from functools import lru_cache

from scenarios.spoken._alphabet import edits, key
from scenarios.spoken._dates import MONTH_NUMBERS, MONTHS, WEEKDAYS, day_of_month, with_year
from scenarios.spoken._numbers import TENS, ordinal
from scenarios.spoken._tokens import Reading, Rule, Tokens, low

_MONTH_SEEN = {"me": 5, "made": 5, "make": 5, "mae": 5, "maid": 5, "mate": 5, "gust": 8, "geli": 7}


@lru_cache(maxsize=512)
def _month_like(word: str) -> int | None:
    """The month that a misheard word stands for: ``me`` before a day is May, ``marge`` is March."""
    if word in _MONTH_SEEN:
        return _MONTH_SEEN[word]
    if len(word) < 4:
        return None
    k = key(word)
    near = min((edits(k, key(m)) / len(key(m)) + edits(word, m.lower()) / len(m), m) for m in MONTHS)
    return MONTH_NUMBERS[near[1].lower()] if near[0] <= 0.75 and near[1][0].lower() == word[0] else None


def _like_month(today: dt.date | None) -> Rule:
    def rule(toks: Tokens, i: int) -> list[Reading]:
        month = _month_like(low(toks, i)) if i < len(toks) and toks[i].word else None
        if month is None:
            return []
        j = i + 1
        while low(toks, j) in (".", ",", "the", "-"):
            j += 1
        return with_year(month, day_of_month(toks, j), toks, today, 0.4)

    return rule


def _like_day(today: dt.date | None) -> Rule:
    """``April fifty`` is the fifteenth: the ending was lost."""

    def rule(toks: Tokens, i: int) -> list[Reading]:
        month = MONTH_NUMBERS.get(low(toks, i))
        tens = TENS.get(low(toks, i + 1), 0)
        if month is None or tens < 40:
            return []
        return with_year(month, [(10 + tens // 10, i + 2)], toks, today, 0.4)

    return rule


def _relative(today: dt.date) -> Rule:
    def rule(toks: Tokens, i: int) -> list[Reading]:
        w = low(toks, i)
        if w in ("today", "tonight"):
            return [Reading(today.isoformat(), 0.2, i + 1)]
        if w == "tomorrow":
            return [Reading((today + dt.timedelta(1)).isoformat(), 0.2, i + 1)]
        if w == "day" and low(toks, i + 1) == "after" and low(toks, i + 2) == "tomorrow":
            return [Reading((today + dt.timedelta(2)).isoformat(), 0.2, i + 3)]
        k = i + 1 if w in ("next", "this", "on", "coming") else i
        name = low(toks, k).removesuffix("'s")
        if name in WEEKDAYS:
            ahead = (WEEKDAYS.index(name) - today.weekday()) % 7
            near = today + dt.timedelta(ahead or 7)
            if w == "next":
                far = near if ahead == 0 else near + dt.timedelta(7)
                return [
                    Reading(far.isoformat(), 0.4, k + 1),
                    Reading(near.isoformat(), 0.4 if far == near else 0.45, k + 1),
                ]
            return [Reading((today if ahead == 0 and w == "this" else near).isoformat(), 0.3, k + 1)]
        return []

    return rule


def _lone_day(today: dt.date) -> Rule:
    def rule(toks: Tokens, i: int) -> list[Reading]:
        if low(toks, i) != "the":
            return []
        o = ordinal(toks, i + 1)
        if o is None or not 1 <= o[0] <= 31:
            return []
        for ahead in range(62):
            then = today + dt.timedelta(ahead)
            if then.day == o[0]:
                return [Reading(then.isoformat(), 0.5, o[1])]
        return []

    return rule


def loose_dates(today: dt.date | None) -> list[Rule]:
    """Misheard months, and what needs a `today`: "tomorrow", "the 25th"."""
    return [
        _like_month(today),
        _like_day(today),
        *([_relative(today), _lone_day(today)] if today is not None else []),
    ]
