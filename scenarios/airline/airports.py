"""The airports that Silver Kite Airlines serves, with their clocks."""

from __future__ import annotations

from datetime import date, timedelta
from typing import NamedTuple


class Airport(NamedTuple):
    """One airport.

    Attributes:
        city: the city as people say it.
        offset: hours from UTC in winter.
        summer_time: whether the clock moves in summer.
        zone: letters of the zone in winter and in summer.
    """

    city: str
    offset: int
    summer_time: bool
    zone: tuple[str, str]


_EASTERN, _CENTRAL = ("EST", "EDT"), ("CST", "CDT")
_MOUNTAIN, _PACIFIC = ("MST", "MDT"), ("PST", "PDT")

AIRPORTS = {
    "ABQ": Airport("Albuquerque", -7, True, _MOUNTAIN),
    "BNA": Airport("Nashville", -6, True, _CENTRAL),
    "BOI": Airport("Boise", -7, True, _MOUNTAIN),
    "CLE": Airport("Cleveland", -5, True, _EASTERN),
    "MCI": Airport("Kansas City", -6, True, _CENTRAL),
    "MSP": Airport("Minneapolis", -6, True, _CENTRAL),
    "MSY": Airport("New Orleans", -6, True, _CENTRAL),
    "OMA": Airport("Omaha", -6, True, _CENTRAL),
    "PHX": Airport("Phoenix", -7, False, ("MST", "MST")),
    "PIT": Airport("Pittsburgh", -5, True, _EASTERN),
    "SAN": Airport("San Diego", -8, True, _PACIFIC),
    "SLC": Airport("Salt Lake City", -7, True, _MOUNTAIN),
    "SMF": Airport("Sacramento", -8, True, _PACIFIC),
    "TPA": Airport("Tampa", -5, True, _EASTERN),
}


def city(code: str) -> str:
    """The city of an airport code, as people say it."""
    return AIRPORTS[code].city


def utc_offset(code: str, day: str) -> int:
    """Hours from UTC at an airport on an ISO date, summer time included."""
    airport = AIRPORTS[code]
    return airport.offset + (1 if airport.summer_time and _is_summer(date.fromisoformat(day)) else 0)


def clock(code: str, day: str, time: str) -> str:
    """A local date and time with its zone, for example ``2026-04-14 10:20 CDT``."""
    airport = AIRPORTS[code]
    return f"{day} {time} {airport.zone[1 if utc_offset(code, day) != airport.offset else 0]}"


def _is_summer(day: date) -> bool:
    """Whether US summer time holds: second Sunday of March to first Sunday of November (15 U.S.C. 260a)."""
    return _sunday(day.year, 3, 2) <= day < _sunday(day.year, 11, 1)


def _sunday(year: int, month: int, nth: int) -> date:
    first = date(year, month, 1)
    return first + timedelta(days=(6 - first.weekday()) % 7 + 7 * (nth - 1))
