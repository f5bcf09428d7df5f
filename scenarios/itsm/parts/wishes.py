"""What several requests about software and places have in common: places by name, and a choice among what is free."""

from __future__ import annotations

from scenarios.authoring import heard
from scenarios.itsm.places import BUILDINGS, ZONES
from scenarios.model import Arg, Rule
from scenarios.spoken import say

_CHOICE = (
    r"\bprefer|\brather\b|would you like the|\bone of (?:them|these|those|the)"
    r"|which (?:one|of (?:them|these|those|the))"
    r"|(?:which|what) (?:desk|room|parking space|space|spot)\b|\b(?:or|and) (?:desk|room|space|the other|the one)\b"
)
_OTHER = r"\b(?:another|other|different) (?:floor|building|zone|room|time|day|date|garage|lot)\b.*\?"


def picks(reply: str) -> Rule:
    """What the caller says when several things are free."""
    return Rule(cue=_CHOICE, reply=reply)


def stays(reply: str) -> Rule:
    """What the caller says when offered another place or time."""
    return Rule(cue=_OTHER, reply=reply)


def building(slot: str, code: str, said: str | None = None) -> Arg:
    """A building as the caller names it: by its name, or by what people also call it.

    Args:
        slot: ``building_code`` or ``delivery_building``.
        code: of the building.
        said: another name for it.

    Raises:
        ValueError: nobody calls the building so.
    """
    name, also = BUILDINGS[code]
    return _named(slot, code, (name, *also), said)


def zone(code: str, said: str | None = None) -> Arg:
    """A parking zone as the caller names it; arguments and errors as for `building`."""
    _, name, also = ZONES[code]
    return _named("zone_code", code, (name, *also), said)


def _named(slot: str, code: str, names: tuple[str, ...], said: str | None) -> Arg:
    if said is not None and said not in names:
        raise ValueError(f"{code} is called {', '.join(names)}, not {said}")
    return heard(slot, "choice", said or names[0])


def number(code: str) -> str:
    """The last three digits of a desk, a room or a parking space: ``BLD2-FL3-D117`` -> "one one seven"."""
    return say("digits", code[-3:])
