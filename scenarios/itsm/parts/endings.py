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

    Args:
        request: what the caller says, with one pushback for each but the first of `told`.
        goal: what the caller wants.
        look: the lookups that show why not; the last one may be refused itself.
        told: what the agent says, one text per refusal; each must hold a word of `NO`.
        because: lower-case words for the reason, one of which has to be said along with a refusal.
        about: the refusal in words.
        values: what has to be named.
        facts: as in `Part`.
        rules: further rules beside that against other ways.
        edges: as in `Part`.

    Raises:
        ValueError: refusals and pushbacks do not match.
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
    """A question that is answered; nothing is changed.

    Args:
        request: the question.
        goal: what the caller wants to know.
        look: the lookups.
        text: the answer.
        groups: lower-case words of the answer, of each group one.
        about: the answer in words.
        values: what has to be named.
        facts: as in `Part`.
        rules: further rules beside that against offers.
    """
    return answered(
        request, goal, look, text, groups, about=about, offers=_OFFER, values=values, facts=facts, rules=rules
    )
