"""Requests that end in words: an answer to a question, or a refusal that the caller presses against."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from scenarios.authoring import Part
from scenarios.endings import answered, dates, pressing, turned_down
from scenarios.model import Criterion, Fact, Request, Step, Value

__all__ = ["dates", "informed", "refused"]

_OFFER = r"(?:shall|should|would you like|do you want).{0,60}(?:submit|request|register|book|file|renew|add|start)"
_INSTEAD = r"\binstead\b|\balternativ|other days|another day|would be possible|backup"


def refused(
    request: Request,
    goal: str,
    steps: Sequence[Step],
    *tells: str,
    because: tuple[str, ...],
    about: str,
    values: tuple[Value, ...] = (),
    facts: tuple[Fact, ...] = (),
    criteria: tuple[Criterion, ...] = (),
    edges: tuple[str, ...] = (),
) -> Part:
    """A request that is turned down; the caller presses on as often as the request has pushbacks, and then gives in.

    Args:
        request: what the caller says.
        goal: what the caller wants.
        steps: the lookups that show why not; the last one may be refused itself.
        tells: the refusal, and an answer to each pushback.
        because: words for the reason, one of which has to be said along with the refusal.
        about: the refusal in words.
        values: what has to be named.
        facts: as in `Part`.
        criteria: bounds that no offer meets, for callers who must not be talked into something else.
        edges: as in `Part`.
    """
    part = turned_down(request, goal, steps, tells, because, about=about, instead=_INSTEAD, facts=facts, values=values)
    part = replace(part, criteria=criteria, edges=edges)
    if not request.pushback:
        return part
    return replace(
        part,
        negotiation=(pressing(request),),
        resolution="You have pressed as often as written, and the agent has kept to its no, or has given in.",
    )


def informed(
    request: Request,
    goal: str,
    steps: Iterable[Step],
    text: str,
    *groups: Sequence[str],
    about: str,
    values: tuple[Value, ...] = (),
    facts: tuple[Fact, ...] = (),
) -> Part:
    """A question that is answered; nothing is changed.

    Args:
        request: the question.
        goal: what the caller wants to know.
        steps: the lookups.
        text: the answer.
        groups: words of the answer, of each group one.
        about: the answer in words.
        values: what has to be named.
        facts: as in `Part`.
    """
    return answered(
        request,
        goal,
        tuple(steps),
        text,
        groups,
        about=about,
        offers=_OFFER,
        values=values,
        facts=facts,
    )
