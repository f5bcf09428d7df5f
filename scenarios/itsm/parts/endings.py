"""Requests that end in words: an answer to a question, a refusal that is pressed against, or a hand-over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from scenarios.authoring import Part
from scenarios.endings import answered, dates, handed_over, pressing, turned_down
from scenarios.model import Fact, Request, Rule, Step, Value

__all__ = ["dates", "handed_over", "informed", "refused"]

_OFFER = (
    r"(?:shall|should|would you like|do you want).{0,60}"
    r"(?:submit|request|order|book|file|open|create|renew|add|schedule|unlock|reset|escalate)"
)
_INSTEAD = r"\b(?:instead|alternativ\w*|another (?:day|date|one|floor|building|zone)|wait(?:ing )?list)\b.*\?"


def refused(
    request: Request,
    goal: str,
    look: Sequence[Step],
    *told: str,
    because: tuple[str, ...],
    about: str,
    values: tuple[Value, ...] = (),
    facts: tuple[Fact, ...] = (),
    rules: tuple[Rule, ...] = (),
    edges: tuple[str, ...] = (),
) -> Part:
    """A request that is turned down; the caller presses as often as the request has pushbacks, and then gives in.

    Arguments and errors as in `scenarios.endings.turned_down`; `edges` as in `Part`.
    """
    part = turned_down(
        request, goal, look, told, because, about=about, instead=_INSTEAD, facts=facts, values=values, rules=rules
    )
    if request.pushback:
        resolution = f"{part.resolution} You have pressed as often as written."
        part = replace(part, negotiation=(pressing(request),), resolution=resolution)
    return replace(part, edges=edges)


def informed(
    request: Request,
    goal: str,
    look: Sequence[Step],
    text: str,
    *groups: Sequence[str],
    about: str,
    values: tuple[Value, ...] = (),
    facts: tuple[Fact, ...] = (),
    rules: tuple[Rule, ...] = (),
) -> Part:
    """A question that is answered; nothing is changed. Arguments as in `scenarios.endings.answered`."""
    return answered(
        request, goal, look, text, groups, about=about, offers=_OFFER, values=values, facts=facts, rules=rules
    )
