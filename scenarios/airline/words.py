"""How offers say values: the spoken forms that callers and agents of the benchmark understand."""

from __future__ import annotations

from scenarios.spoken._amounts import say_amount
from scenarios.spoken._dates import say_date
from scenarios.spoken._flights import say_flight
from scenarios.spoken._times import say_time


def day(iso: str) -> str:
    """``2026-04-28`` -> "April twenty-eighth"."""
    return say_date(iso)


def time(clock: str) -> str:
    """``16:00`` -> "four PM"."""
    return say_time(clock)


def dollars(amount: float) -> str:
    """``106.0`` -> "one hundred six dollars"."""
    return say_amount(f"{amount:.2f}")


def flight(number: str) -> str:
    """``SK327`` -> "flight three two seven"."""
    return say_flight(number)
