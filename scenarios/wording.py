"""How offers and answers of all packs say values: the spoken forms that callers and agents understand."""

from __future__ import annotations

from collections.abc import Sequence

from scenarios.spoken import say


def day(iso: str) -> str:
    """``2027-07-06`` -> "July sixth"."""
    return say("date", iso)


def time(clock: str) -> str:
    """``16:00`` -> "four PM"."""
    return say("time", clock)


def count(value: int) -> str:
    """``60`` -> "sixty"."""
    return say("count", str(value))


def dollars(amount: float) -> str:
    """``106.0`` -> "one hundred six dollars"."""
    return say("amount", f"{amount:.2f}")


def listed(items: Sequence[str]) -> str:
    """``["a", "b", "c"]`` -> "a, b and c"."""
    return " and ".join(filter(None, (", ".join(items[:-1]), *items[-1:])))
