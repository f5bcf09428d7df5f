"""How offers and answers of the hr pack say values."""

from __future__ import annotations

from collections.abc import Sequence

from scenarios.spoken import say

_CARRIERS = {
    "proassurance": "ProAssurance",
    "coverys": "Coverys",
    "the_doctors_company": "The Doctors Company",
    "cna": "CNA",
    "zurich": "Zurich",
    "mag_mutual": "MAG Mutual",
}


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


def state(code: str) -> str:
    """``AZ`` -> "Arizona"."""
    return say("state", code)


def carrier(name: str) -> str:
    """``mag_mutual`` -> "Mag Mutual"; as insurers are called."""
    return _CARRIERS.get(name, name)


def listed(items: Sequence[str]) -> str:
    """``["a", "b", "c"]`` -> "a, b and c"."""
    return " and ".join(filter(None, (", ".join(items[:-1]), *items[-1:])))
