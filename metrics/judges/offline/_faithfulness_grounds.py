"""What words and data say, as far as values can be compared: amounts, codes, clock times, days, durations, words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from metrics.evidence import CODE_KINDS, Evidence
from metrics.judges.offline._effects import leaves
from metrics.judges.offline._spelling import BREAK, characters
from metrics.transcript.cardinals import TEENS, TENS, UNITS
from metrics.words import words
from scenarios.spoken import Mention, mentions

_CLOCK = re.compile(r"(?<![\d:])(\d{1,2}):(\d{2})(?!\d)")
_DAY = re.compile(r"(?<!\d)20\d{2}-?(0[1-9]|1[0-2])-?([0-2]\d|3[01])(?!\d)")
_UNITS = {"minute": 1, "hour": 60, "day": 1440, "night": 1440, "week": 10080, "month": 43200, "year": 525600}
_UNIT_KEY = re.compile(r"(?:^|_)(minute|hour|day|night|week|month|year)s?(?:_|$)")
_ONES = UNITS | TEENS
_SMALL = _ONES | {"a": 1, "an": 1, "couple": 2, "few": 3}
_NUMBER = r"(?:\d+(?:\.\d+)?|(?:one hundred )?(?:(?:" + "|".join(TENS) + r")[ -]?)?(?:" + "|".join(_ONES) + r")?|"
_NUMBER += r"one hundred|an?|couple of|few)"
_LASTS = re.compile(
    rf"\b({_NUMBER})(?: ?(?:to|or|-|–|and) ?({_NUMBER}))?[ -](?:business |working |calendar |full )?"
    r"(minute|hour|day|night|week|month|year)s?\b(?: and (a half|(?:[a-z]+-?[a-z]*|\d+) minutes))?"
)
_FIGURE = re.compile(
    r"(?<![\w.,#§-])(?<!section )(?:\d{1,3}(?:,\d{3})+|\d{2,})(?:\.\d\d)?(?![\w:])"
    r"(?! ?(?:to |or )?(?:percent|%|minutes?|hours?|days?|weeks?|months?|years?|business|working|characters?"
    r"|digits?|a\.m|p\.m))"
)
_OF_MONEY = re.compile(r"fees?\b|cost|charge|pay|paid|price|dollar|\$|credit|voucher|refund|limit|amount|:.*\d")
_MONEY_KEY = re.compile(r"(?:^|_)(?:fees?|amount|price|cost|fare|credit|refund|total|balance|charge|usd)$")
_LENGTHS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_END = re.compile(r"(?:s|es|ed|ing|d|ly|ment|ation|ations|al)$")


@dataclass
class Grounds:
    """What has been said and answered up to some point."""

    evidence: Evidence = field(default_factory=Evidence)
    stream: str = BREAK
    times: set[str] = field(default_factory=set)
    days: set[str] = field(default_factory=set)
    full_days: set[str] = field(default_factory=set)
    lasts: set[int] = field(default_factory=set)
    delays: set[int] = field(default_factory=set)
    words: set[str] = field(default_factory=set)
    values: set[str] = field(default_factory=set)
    raw: str = ""

    def add_text(self, text: str) -> None:
        """Learn from somebody's words."""
        for m in read(text):
            if m.kind == "amount":
                self.evidence.add_data({"amount": m.value})
            elif m.kind in CODE_KINDS:
                self.evidence.codes.add(m.value.lower())
            elif m.kind == "time":
                self.times.add(m.value)
            elif m.kind == "date":
                self.days.add(m.value[-5:])
                self.full_days.add(m.value)
        self._add_plain(text)
        self.stream += BREAK + characters(text)

    def add_data(self, data: Mapping[str, Any]) -> None:
        """Learn from what a tool answered."""
        self.evidence.add_data(data)
        for path, value in leaves(data):
            self.words.update(stem(w) for key in path for w in key.split("_"))
            if isinstance(value, str):
                self._add_plain(value)
                if " " in value:
                    self.stream += BREAK + characters(value)
            elif isinstance(value, int | float) and not isinstance(value, bool):
                if _MONEY_KEY.search(path[-1]):
                    self.evidence.add_data({"amount": value})
                unit = next((m[1] for key in reversed(path) if (m := _UNIT_KEY.search(key))), None)
                if unit:
                    self.lasts.add(round(abs(value) * _UNITS[unit]))
                    if re.search("delay|late|change|shift", path[-1]):
                        self.delays.add(round(abs(value) * _UNITS[unit]))

    def add_rule(self, text: str) -> None:
        """Learn from a line of policy, where any figure may be an amount."""
        self.add_text(text)
        for figure in _FIGURE.findall(text) if _OF_MONEY.search(text.lower()) else ():
            self.evidence.add_data({"amount": figure.replace(",", "")})

    def merge(self, other: Grounds) -> None:
        """Learn all that another has."""
        self.evidence.amounts |= other.evidence.amounts
        self.evidence.codes |= other.evidence.codes
        self.stream += BREAK + other.stream
        self.times |= other.times
        self.days |= other.days
        self.full_days |= other.full_days
        self.lasts |= other.lasts
        self.delays |= other.delays
        self.words |= other.words
        self.values |= other.values
        self.raw += " " + other.raw

    def _add_plain(self, text: str) -> None:
        self.raw += " " + text.lower()
        said = {stem(w) for w in words(text.replace("_", " "))}
        self.words |= said
        self.values |= said
        self.times.update(f"{int(h):02d}:{m}" for h, m in _CLOCK.findall(text) if int(h) < 24)
        self.days.update(f"{m}-{d}" for m, d in _DAY.findall(text))
        self.lasts.update(minutes for low, high, _ in durations(text) for minutes in (low, high))


def day_known(known: Grounds, value: str, spans: set[int]) -> bool:
    """Whether a day (MM-DD) was named, or lies one of some spans of time (minutes) away from one that was."""
    if value in known.days or not known.days:
        return True
    whole = {span // 1440 for span in spans if span >= 1440}
    day = _ordinal(value)
    return any((day - _ordinal(other)) % 365 in {n % 365, -n % 365} for other in known.days for n in whole)


def _ordinal(value: str) -> int:
    """The day of a year that is no leap year."""
    month, day = int(value[:2]), int(value[3:])
    return sum(_LENGTHS[: month - 1]) + day


def durations(text: str) -> list[tuple[int, int, str]]:
    """The spans of time that a text names: least and most minutes, and the words."""
    found = []
    for m in _LASTS.finditer(text.lower()):
        low, unit = _number(m[1]), _UNITS[m[3]]
        if low is None:
            continue
        high = _number(m[2]) if m[2] else low
        more = 0.5 * unit if m[4] == "a half" else (_number(m[4].split()[0]) or 0) if m[4] else 0
        found.append((round(low * unit + more), round((high or low) * unit + more), m[0]))
    return found


def _number(text: str | None) -> float | None:
    low = (text or "").strip().replace("-", " ").removesuffix(" of")
    if not low:
        return None
    if low[0].isdigit():
        return float(low)
    value = 0
    for word in low.split():
        if word == "hundred":
            value = max(value, 1) * 100
        elif word in _SMALL or word in TENS:
            value += _SMALL.get(word, 0) + TENS.get(word, 0)
        else:
            return None
    return float(value)


@lru_cache(maxsize=4096)
def read(text: str) -> tuple[Mention, ...]:
    """The values that a text mentions (`scenarios.spoken.mentions`), remembered."""
    return tuple(mentions(text, airline=""))


def stem(word: str) -> str:
    """A word without its ending, so that its forms compare."""
    low = word.lower().replace("’", "'").removesuffix("'s")
    if low.endswith("ies") and len(low) > 4:
        return low[:-3] + "y"
    cut = _END.sub("", low) if len(low) > 4 else low.removesuffix("s") if len(low) > 3 else low
    return cut.rstrip("e") if len(cut) > 3 else cut
