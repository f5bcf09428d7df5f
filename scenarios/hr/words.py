"""How offers and answers of the hr pack say values."""

from __future__ import annotations

from scenarios.spoken import say
from scenarios.wording import count, day, dollars, listed, time

__all__ = ["carrier", "count", "day", "dollars", "hours", "listed", "state", "time"]

_CARRIERS = {
    "proassurance": "ProAssurance",
    "coverys": "Coverys",
    "the_doctors_company": "The Doctors Company",
    "cna": "CNA",
    "zurich": "Zurich",
    "mag_mutual": "MAG Mutual",
}


def hours(value: float) -> str:
    """``7.5`` -> "seven point five"."""
    return say("number", f"{value:g}")


def state(code: str) -> str:
    """``AZ`` -> "Arizona"."""
    return say("state", code)


def carrier(name: str) -> str:
    """``mag_mutual`` -> "Mag Mutual"; as insurers are called."""
    return _CARRIERS.get(name, name)
