"""Dates of calls, written ISO."""

from __future__ import annotations

from datetime import date, timedelta


def in_days(day: str, days: int) -> str:
    """The date so many days after another one; negative for one before."""
    return str(date.fromisoformat(day) + timedelta(days=days))


def weekday(day: str) -> str:
    """The date itself, or the Monday after a weekend."""
    return in_days(day, max(0, 7 - at)) if (at := date.fromisoformat(day).weekday()) > 4 else day


def year_later(day: str) -> str:
    """The same day of the next year; 28 February after a 29th."""
    old = date.fromisoformat(day)
    try:
        return str(old.replace(year=old.year + 1))
    except ValueError:
        return str(old.replace(year=old.year + 1, day=28))
