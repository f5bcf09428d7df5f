"""Parking spaces: one that is free, the waiting list, one too soon, and what is free."""

from __future__ import annotations

from collections.abc import Callable

from scenarios.authoring import Part, call, facts_of, found, heard
from scenarios.days import in_days
from scenarios.itsm import words
from scenarios.itsm.chance import Draw
from scenarios.itsm.draft import Draft
from scenarios.itsm.parts.endings import dates, informed, refused
from scenarios.itsm.parts.waiting import queue, wait
from scenarios.itsm.parts.wishes import number, picks, stays, zone
from scenarios.itsm.places import ZONES
from scenarios.model import Arg, Request, Step
from scenarios.rows import Row

COOLDOWN = 180
"""Days between two assignments of a parking space."""


def assigned(
    d: Draft,
    request: Request,
    goal: str,
    *,
    space: str,
    wish: str,
    where: str,
    known: bool = False,
    said: str | None = None,
) -> Part:
    """A free space for somebody who has none.

    Args:
        d: the call; the space must be in its world.
        request: what the caller says.
        goal: what the caller wants.
        space: its code.
        wish: which one, in the caller's words, when asked.
        where: what sets the space apart, such as "under the roof", for the offer.
        known: whether the caller has read the code on the ground.
        said: the name that the caller uses for the zone.
    """
    at = zone(space[:3], said)
    code = heard("parking_space_id", "code", space) if known else found(space)
    offer = f"{_name(space)} has space {number(space)} free, {where}. I can assign it to you. Shall I go ahead?"
    return Part(
        request=request,
        goal=goal,
        steps=(_free(at), _assign(d, code, offer)),
        facts=facts_of(at, code),
        rules=(picks(wish),),
        negotiation=(f'When several are free: "{wish}"',),
        resolution="The space that you want is assigned to you.",
        failure="If it is not free, leave it for today.",
    )


def anywhere(d: Draft, request: Request, goal: str, *, space: str, wish: str, where: str) -> Part:
    """The only space under a roof, or in the open, that is left in any zone; arguments as in `assigned`."""
    covered = d.world["facilities"]["parking"][space]["covered"]
    _taken(d, lambda row: row["covered"] == covered and row["parking_space_id"] != space)
    offer = (
        f"The only one is space {number(space)} at {_name(space)}, {where}. I can assign it to you. Shall I go ahead?"
    )
    return Part(
        request=request,
        goal=goal,
        steps=(_free(None), _assign(d, found(space), offer)),
        rules=(picks(wish),),
        negotiation=(f'When asked where or what kind: "{wish}"',),
        resolution="A space that suits you is assigned to you.",
        failure="If none suits you, leave it for today.",
    )


def waitlisted(d: Draft, request: Request, goal: str, *, area: str, others: int, said: str | None = None) -> Part:
    """A zone in which nothing is free any more; the caller waits.

    Args:
        d: the call; the spaces of that zone are taken in its world.
        request: what the caller says.
        goal: what the caller wants.
        area: code of the zone.
        others: how many wait there already.
        said: the name that the caller uses for the zone.
    """
    _taken(d, lambda row: row["zone_code"] == area)
    queue(d, "parking", area, others)
    at = zone(area, said)
    offer = f"Nothing is free at {ZONES[area][1]} right now. I can put you on its waiting list. Shall I go ahead?"
    return Part(
        request=request,
        goal=goal,
        steps=(_free(at), wait(d, "parking", at, offer)),
        facts=facts_of(at),
        rules=(stays("No, I'd rather wait for that one."),),
        negotiation=("When nothing is free, wait for a space in that zone; take none elsewhere.",),
        resolution="You are on the waiting list.",
        failure="If there is no list either, leave it at that.",
    )


def too_soon(d: Draft, request: Request, goal: str, *, space: str, wish: str, days: int) -> Part:
    """Somebody without a space who was given one so many days ago, and gave it back; the tool refuses another.

    Other arguments as in `assigned`.
    """
    last = d.on(-days)
    d.me["last_parking_assignment_date"] = last
    first = in_days(last, COOLDOWN)
    at = zone(space[:3])
    offer = f"{_name(space)} has space {number(space)} free. I can try to assign it to you. Shall I go ahead?"
    return refused(
        request,
        goal,
        (_free(at), _assign(d, found(space), offer)),
        "I'm sorry, I can't assign another space yet. One hundred eighty days must lie between two, so it is possible "
        f"from {words.day(first)} on.",
        because=("half a year", "180", "one hundred eighty", "yet", "soon"),
        about="that it is too soon, and from which day it is possible",
        values=dates(first),
        facts=facts_of(at),
        rules=(picks(wish),),
    )


def asked(request: Request, goal: str, text: str, *groups: tuple[str, ...], area: str, said: str) -> Part:
    """What is free in a zone; nothing is assigned.

    Args:
        request: the question.
        goal: what the caller wants to know.
        text: the answer.
        groups: words of it, of each group one.
        area: code of the zone.
        said: the name that the caller uses for it.
    """
    at = zone(area, said)
    return informed(
        request,
        goal,
        (_free(at),),
        text,
        *groups,
        about="what is free there, and what sets it apart",
        facts=facts_of(at),
    )


def _taken(d: Draft, which: Callable[[Row], bool]) -> None:
    """Gives free spaces away to others."""
    draw = Draw(f"parked/{d.id}")
    for row in d.world["facilities"]["parking"].values():
        if row["status"] == "available" and which(row):
            row.update(status="assigned", assigned_employee_id=f"EMP{draw.integer(100_000, 999_999)}")


def _free(at: Arg | None) -> Step:
    return call("check_parking_availability", offer=None, **({} if at is None else {"zone_code": at}))


def _assign(d: Draft, code: Arg, offer: str) -> Step:
    return call("submit_parking_assignment", offer=offer, employee_id=d.employee_id, parking_space_id=code)


def _name(space: str) -> str:
    return ZONES[space[:3]][1]
