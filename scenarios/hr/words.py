"""How offers and answers of the hr pack say values."""

from __future__ import annotations

from scenarios.spoken import say


def day(iso: str) -> str:
    """``2027-07-06`` -> "July sixth"."""
    return say("date", iso)


def time(clock: str) -> str:
    """``16:00`` -> "four PM"."""
    return say("time", clock)


def hours(value: float) -> str:
    """``7.5`` -> "seven point five"."""
    return say("number", f"{value:g}")


def count(value: int) -> str:
    """``60`` -> "sixty"."""
    return say("count", str(value))


def dollars(amount: int) -> str:
    """``1000000`` -> "one million dollars"."""
    return say("amount", str(amount))
