"""Requests that end without a change: turned down with a reason, or handed to a colleague."""

from __future__ import annotations

from collections.abc import Sequence

from scenarios import endings
from scenarios.authoring import Part
from scenarios.endings import NO, handed_over
from scenarios.model import Fact, Request, Step, Value

__all__ = ["NO", "handed_over", "turned_down"]

_INSTEAD = r"\b(?:instead|alternativ\w*|another (?:day|date|colleague|one)|shorter|would you like|do you want)\b.*\?"


def turned_down(
    request: Request,
    goal: str,
    look: Sequence[Step],
    told: Sequence[str],
    because: tuple[str, ...],
    *,
    facts: tuple[Fact, ...] = (),
    values: tuple[Value, ...] = (),
    about: str = "that it is not done, and why",
) -> Part:
    """A request that the rules of the staff office forbid, see `scenarios.endings.turned_down`."""
    return endings.turned_down(
        request, goal, look, told, because, about=about, instead=_INSTEAD, facts=facts, values=values
    )
