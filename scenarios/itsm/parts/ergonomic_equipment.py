"""Things that make a desk easier on the body."""

from __future__ import annotations

from scenarios.authoring import Part, call, facts_of, heard
from scenarios.itsm import words
from scenarios.itsm.draft import Draft
from scenarios.itsm.parts.endings import refused
from scenarios.itsm.parts.wishes import building
from scenarios.model import Arg, Request, Step
from scenarios.spoken import say

ASSESSED = ("standing_desk_converter", "ergonomic_chair")
"""What takes an assessment of the workplace."""


def delivered(
    d: Draft,
    request: Request,
    goal: str,
    *,
    piece: str,
    assessed: int = 0,
    said: str | None = None,
) -> Part:
    """A piece that is ordered; where it takes an assessment, there is one.

    Args:
        d: the call.
        request: what the caller says.
        goal: what the caller wants.
        piece: such as ``footrest``.
        assessed: how many days ago, for one of `ASSESSED`.
        said: the name that the caller uses for the own building.
    """
    at = building("delivery_building", d.caller.building, said)
    level = heard("delivery_floor", "code", d.caller.floor)
    look: tuple[Step, ...] = ()
    if piece in ASSESSED:
        d.me["ergonomic_assessment"] = {"status": "completed", "completed_date": d.on(-assessed)}
        look = (_assessment(d),)
    kind = _piece(piece)
    order = call(
        "submit_equipment_request",
        offer=f"I can order {_a(piece)} for you, delivered to {words.building(d.caller.building)}, "
        f"{words.floor(d.caller.floor)}. Shall I go ahead?",
        employee_id=d.employee_id,
        equipment_type=kind,
        delivery_building=at,
        delivery_floor=level,
    )
    return Part(
        request=request,
        goal=goal,
        steps=(*look, order),
        facts=facts_of(kind, at, level),
        negotiation=("Agree when the agent names the piece and the place that you want.",),
        resolution="It is ordered.",
        failure="If it cannot be ordered, ask what has to be done first.",
    )


def unassessed(d: Draft, request: Request, goal: str, *, piece: str) -> Part:
    """A piece that takes an assessment, for somebody who has had none."""
    return refused(
        request,
        goal,
        (_assessment(d),),
        f"I'm sorry, I can't order {_a(piece)} yet. Your workplace has to be assessed by health services first, and no "
        "assessment is on record.",
        because=("assessment", "assessed"),
        about="that an assessment of the workplace has to come first",
        facts=facts_of(_piece(piece)),
    )


def _assessment(d: Draft) -> Step:
    return call("check_ergonomic_assessment", employee_id=d.employee_id)


def _piece(piece: str) -> Arg:
    return heard("equipment_type", "choice", piece)


def _a(piece: str) -> str:
    name = say("choice", piece)
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"
