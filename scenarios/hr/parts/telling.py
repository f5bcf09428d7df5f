"""Requests that end in words: an answer to a question, or a refusal that the caller presses against."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from scenarios.authoring import Part, tell
from scenarios.hr.parts.refusals import turned_down
from scenarios.model import Criterion, Expectation, Fact, Request, Rule, Step, Value

_OFFER = r"(?:shall|should|would you like|do you want).{0,60}(?:submit|request|register|book|file|renew|add|start)"
_INSTEAD = r"\binstead\b|\balternativ|other days|another day|would be possible|backup"


def dates(*days: str) -> tuple[Value, ...]:
    """Dates that have to be named."""
    return tuple(Value(kind="date", value=day) for day in days)


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
    part = turned_down(request, goal, steps, tells, because, facts=facts, values=values, about=about)
    part = replace(
        part,
        criteria=criteria,
        edges=edges,
        rules=(Rule(cue=_INSTEAD, reply="No, then I leave it as it is."),),
    )
    if not request.pushback:
        return part
    said = " ".join(f'"{text}"' for text in request.pushback)
    return replace(
        part,
        negotiation=(f"Each time you are refused, press once more, in this order: {said} After that, give in.",),
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
    information: dict[str, Any] | None = None,
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
        information: as in `Part`.
    """
    words = tuple(tuple(group) for group in groups)
    return Part(
        request=request,
        goal=goal,
        steps=(*steps, tell(text)),
        facts=facts,
        rules=(Rule(cue=_OFFER, reply="No, thank you, I only wanted to know."),),
        expectations=(Expectation(kind="told", text=about, words=words, values=values),),
        negotiation=("You only want to know. Turn down whatever else the agent offers to do about it.",),
        resolution="You know it: the agent has told you all of it.",
        failure="If the agent cannot tell you, say that you will ask your manager, and go on.",
        information=information or {},
    )
