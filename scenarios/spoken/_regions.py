"""States of the United States and countries: ``AZ`` and "Arizona", ``PH`` and "the Philippines"."""

from __future__ import annotations

from functools import lru_cache

from scenarios.spoken._alphabet import spell
from scenarios.spoken._country_table import COUNTRIES
from scenarios.spoken._gazetteer import Gazetteer
from scenarios.spoken._state_table import STATES
from scenarios.spoken._tokens import listed
from scenarios.spoken._types import Guess

_ORDINARY = listed("mine main made organ moment monitor change chain chat check nigh name names kind kenny grease")


@lru_cache(maxsize=1)
def states() -> Gazetteer:
    """The states by name."""
    return Gazetteer(((code, name) for code, names in STATES.items() for name in names), _ORDINARY)


@lru_cache(maxsize=1)
def countries() -> Gazetteer:
    """The countries by name."""
    return Gazetteer(((code, name) for code, names in COUNTRIES.items() for name in names), _ORDINARY)


def say_state(value: str) -> str:
    """``AZ`` -> "Arizona"; an unknown code is spelled with bare letters."""
    names = STATES.get(value.strip().upper())
    return names[0] if names else spell(value, "letters")


def say_country(value: str) -> str:
    """``PH`` -> "the Philippines"; an unknown code is spelled with bare letters."""
    names = COUNTRIES.get(value.strip().upper())
    return names[0] if names else spell(value, "letters")


def hear_state(text: str) -> list[Guess]:
    """States in a text, left to right."""
    return states().hear(text)


def hear_country(text: str) -> list[Guess]:
    """Countries in a text, left to right."""
    return countries().hear(text)
