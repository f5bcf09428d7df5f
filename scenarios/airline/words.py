"""How offers say values: the spoken forms that callers and agents of the benchmark understand."""

from __future__ import annotations

from scenarios.spoken import say


def day(iso: str) -> str:
    """``2026-04-28`` -> "April twenty-eighth"."""
    return say("date", iso)


def time(clock: str) -> str:
    """``16:00`` -> "four PM"."""
    return say("time", clock)


def dollars(amount: float) -> str:
    """``106.0`` -> "one hundred six dollars"."""
    return say("amount", f"{amount:.2f}")


def flight(number: str) -> str:
    """``SK327`` -> "flight three two seven"."""
    return say("flight", number)
