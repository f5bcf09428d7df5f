"""Times of day: ``16:00`` and "four PM"."""

from __future__ import annotations

import re

from scenarios.spoken._numbers import below_hundred, cardinal_words
from scenarios.spoken._tokens import Reading, Rule, Tokens, joined, low, phrase

_HOUR_LIKE = {"a": 8, "ate": 8, "for": 4, "to": 2, "too": 2, "won": 1, "seeks": 6}
_CLOCK = re.compile(r"([01]?[0-9]|2[0-3]):([0-5][0-9])")


def say_time(value: str) -> str:
    """``16:00`` -> "four PM", ``12:05`` -> "twelve oh five PM", ``12:00`` -> "twelve PM".

    Raises:
        ValueError: `value` is no 24 h time.
    """
    m = _CLOCK.fullmatch(value)
    if m is None:
        raise ValueError(f"not a 24 h time: {value!r}")
    hour, minute = int(m.group(1)), int(m.group(2))
    said = cardinal_words(hour % 12 or 12)
    if minute:
        said += f" {'oh ' if minute < 10 else ''}{cardinal_words(minute)}"
    return f"{said} {'AM' if hour < 12 else 'PM'}"


def canonical_time(value: str) -> str | None:
    """``9:05`` -> ``09:05``; ``None`` if it is no 24 h time."""
    m = _CLOCK.fullmatch(value.strip())
    return f"{int(m.group(1)):02d}:{m.group(2)}" if m else None


def _half(toks: Tokens, i: int) -> tuple[str, int] | None:
    """``am`` or ``pm`` at `i` in one of its spellings, and the index past it."""
    w = low(toks, i)
    if w in ("am", "pm"):
        return w, i + 1
    if w in ("a", "p"):
        k = i + 1
        while low(toks, k) in (".", "-", ","):
            k += 1
        if low(toks, k) in ("m", "em"):
            k += 1
            return w + "m", k + 1 if low(toks, k) == "." and joined(toks, k) else k
    if phrase(toks, i, "in", "the") and low(toks, i + 2) in ("morning", "afternoon", "evening"):
        return ("am" if low(toks, i + 2) == "morning" else "pm"), i + 3
    if phrase(toks, i, "at", "night"):
        return "pm", i + 2
    return None


def _hour(toks: Tokens, i: int) -> tuple[int, int] | None:
    """An hour of 0 to 23 at `i`."""
    if i < len(toks) and toks[i].numeral and len(toks[i].low) <= 2:
        n = int(toks[i].low)
        return (n, i + 1) if n <= 23 else None
    w = low(toks, i)
    if w in ("zero",):
        return 0, i + 1
    word = below_hundred(toks, i)
    if word is None or word[0] > 23:
        return None
    return word


def _minute(toks: Tokens, i: int, *, pauses: bool = False) -> tuple[int, int] | None:
    """Minutes as said after an hour: ``oh five``, ``05``, ``twenty-five``, ``25``."""
    if low(toks, i) in ("oh", "o", "0", "zero"):
        k = i + 2 if low(toks, i + 1) in ("-", ",") else i + 1
        one = below_hundred(toks, k)
        if one is None and k < len(toks) and toks[k].numeral and len(toks[k].low) == 1:
            one = int(toks[k].low), k + 1
        return one if one is not None and one[0] < 10 else None
    if i < len(toks) and toks[i].numeral:
        return (int(toks[i].low), i + 1) if len(toks[i].low) == 2 and int(toks[i].low) < 60 else None
    word = below_hundred(toks, i, pauses=pauses)
    return word if word is not None and 10 <= word[0] < 60 else None


def _finish(toks: Tokens, hour: int, minute: int, j: int, bare: float | None, cost: float) -> list[Reading]:
    """Readings for an hour and minute whose words end at `j`, with or without AM or PM after them."""
    k = j
    if low(toks, k) in ("o'clock", "oclock"):
        k, bare = k + 1, 0.2
    half = _half(toks, k)
    if half is None and low(toks, k) in (",", ".", "-") and low(toks, k + 1) not in ("in", "at"):
        half = _half(toks, k + 1)
    if half is not None and 1 <= hour <= 12:
        h = hour % 12 + (12 if half[0] == "pm" else 0)
        return [Reading(f"{h:02d}:{minute:02d}", cost, half[1])]
    if half is not None and (hour >= 13 if half[0] == "pm" else hour == 0):
        return [Reading(f"{hour:02d}:{minute:02d}", cost + 0.1, half[1])]
    if bare is None:
        return []
    if hour > 12 or hour == 0:
        return [Reading(f"{hour:02d}:{minute:02d}", cost + bare, k)]
    pm = hour % 12 + 12
    out = [
        Reading(f"{hour:02d}:{minute:02d}", cost + bare, k),
        Reading(f"{pm:02d}:{minute:02d}", cost + bare, k),
    ]
    out = list({r.value: r for r in out}.values())
    likely = 1 if hour < 7 and len(out) > 1 else 0
    return [Reading(r.value, r.cost + (0.0 if n == likely else 0.1), r.end) for n, r in enumerate(out)]


def clock(toks: Tokens, i: int) -> list[Reading]:
    """``9:25 AM``, ``16:00``, ``9.25 a.m.``."""
    if i + 2 >= len(toks) or not (toks[i].numeral and toks[i + 2].numeral):
        return []
    sign = low(toks, i + 1)
    if sign not in (":", ".") or not joined(toks, i + 1):
        return []
    hour = _hour(toks, i)
    if hour is None or len(low(toks, i + 2)) != 2 or int(low(toks, i + 2)) > 59:
        return []
    # the written 24 h form carries its own half of the day when the hour has two digits
    certain = sign == ":" and len(toks[i].low) == 2
    bare = (0.0 if certain and (hour[0] > 12 or toks[i].low[0] == "0") else 0.1) if sign == ":" else None
    return _finish(toks, hour[0], int(low(toks, i + 2)), i + 3, bare, 0.0)


def spoken(toks: Tokens, i: int) -> list[Reading]:
    """``four PM``, ``nine twenty-five AM``, ``12 oh five p.m.``, ``925 AM``."""
    hour = _hour(toks, i)
    misheard = 0.0
    out: list[Reading] = []
    if hour is None and low(toks, i) in _HOUR_LIKE:
        hour, misheard = (_HOUR_LIKE[low(toks, i)], i + 1), 0.3
    if hour is not None:
        h, j = hour
        if not misheard:
            out += _finish(toks, h, 0, j, None, 0.0)
        k = j + 1 if low(toks, j) in (",", "-", ":") else j
        for minute in (_minute(toks, k), _minute(toks, k, pauses=True)):
            # "to fifteen PM" is a quarter past two, "to ten PM" may be just that
            if minute is not None and not (misheard and 10 <= minute[0] <= 12):
                out += _finish(toks, h, minute[0], minute[1], None, misheard)
    if i < len(toks) and toks[i].numeral and len(toks[i].low) in (3, 4):
        h, m = int(toks[i].low[:-2]), int(toks[i].low[-2:])
        if h <= 23 and m < 60:
            out += _finish(toks, h, m, i + 1, None, 0.1)
    return out


def named(toks: Tokens, i: int) -> list[Reading]:
    """``noon``, ``midnight``, ``half past four PM``, ``quarter to five``."""
    w = low(toks, i)
    k = i + 1 if w in ("12", "twelve") else i
    if low(toks, k) in ("noon", "midday"):
        return [Reading("12:00", 0.0, k + 1)]
    if low(toks, k) == "midnight":
        return [Reading("00:00", 0.0, k + 1)]
    if w in ("a", "quarter", "half"):
        k = i + 1 if w == "a" else i
        part = {"quarter": 15, "half": 30}.get(low(toks, k))
        side = low(toks, k + 1)
        if part is None or side not in ("past", "after", "to", "till", "of", "before"):
            return []
        hour = _hour(toks, k + 2)
        if hour is None or not 1 <= hour[0] <= 12:
            return []
        back = side in ("to", "till", "of", "before")
        if part == 30 and back:
            return []
        h, m = (hour[0] - 1 or 12, 60 - part) if back else (hour[0], part)
        readings = _finish(toks, h, m, hour[1], 0.3, 0.0)
        if back and hour[0] == 12:  # "quarter to twelve AM" lies before midnight, in the other half of the day
            return [Reading(f"{(int(r.value[:2]) + 12) % 24:02d}{r.value[2:]}", r.cost, r.end) for r in readings]
        return readings
    return []


def bare(toks: Tokens, i: int) -> list[Reading]:
    """``ten thirty``, ``at four``: nothing says which half of the day, so both are given."""
    lead = i + 1 if low(toks, i) in ("at", "by", "around", "before", "after", "until") else i
    hour = _hour(toks, lead)
    if hour is not None:
        k = hour[1] + 1 if low(toks, hour[1]) in (",", "-") else hour[1]
        minute = _minute(toks, k)
        if minute is not None:
            return _finish(toks, hour[0], minute[0], minute[1], 0.5, 0.0)
        if low(toks, hour[1]) in ("hundred",):
            return _finish(toks, hour[0], 0, hour[1] + 1, 0.3, 0.0)
        if low(toks, hour[1]) in ("o'clock", "oclock") or lead > i or len(toks) <= lead + 2:
            return _finish(toks, hour[0], 0, hour[1], 0.7, 0.0)
        return []
    if i < len(toks) and toks[i].numeral and len(toks[i].low) in (3, 4):
        h, m = int(toks[i].low[:-2]), int(toks[i].low[-2:])
        if h <= 23 and m < 60:
            return _finish(toks, h, m, i + 1, 0.7, 0.0)
    return []


CERTAIN_TIMES: list[Rule] = [clock, spoken, named]
LOOSE_TIMES: list[Rule] = [bare]
