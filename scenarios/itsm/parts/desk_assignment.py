"""Desks: one that is free, the waiting list, and one too many."""

from __future__ import annotations

from scenarios.authoring import Part, call, facts_of, found, heard
from scenarios.days import in_days
from scenarios.itsm import words
from scenarios.itsm.draft import Draft
from scenarios.itsm.parts.endings import dates, refused
from scenarios.itsm.parts.waiting import queue, wait
from scenarios.itsm.parts.wishes import building, number, picks, stays
from scenarios.model import Arg, Request, Step

COOLDOWN = 90
"""Days between two assignments of a desk."""


def assigned(
    d: Draft,
    request: Request,
    goal: str,
    *,
    desk: str,
    wish: str,
    where: str = "",
    known: bool = False,
    said: str | None = None,
) -> Part:
    """A free desk for somebody who has none.

    Args:
        d: the call; the caller's own desk is taken away, and the desk must be in its world.
        request: what the caller says.
        goal: what the caller wants.
        desk: code of the desk.
        wish: which one, in the caller's words, when asked.
        where: what sets the desk apart, such as "by the window", for the offer.
        known: whether the caller has read the code at the desk.
        said: the name that the caller uses for the building.
    """
    _without(d)
    place, floor, _ = desk.split("-")
    at, level = building("building_code", place, said), heard("floor_code", "code", floor)
    code = heard("desk_code", "code", desk) if known else found(desk)
    offer = (
        f"Desk {number(desk)}{' ' + where if where else ''} is free in {words.building(place)}, {words.floor(floor)}. "
        "I can assign it to you. Shall I go ahead?"
    )
    return Part(
        request=request,
        goal=goal,
        steps=(_free(at, level), _assign(d, code, offer)),
        facts=facts_of(at, level, code),
        rules=(picks(wish),),
        negotiation=(f'When several are free: "{wish}"',),
        resolution="The desk that you want is assigned to you.",
        failure="If it is not free, leave it for today.",
    )


def waitlisted(
    d: Draft, request: Request, goal: str, *, place: str, floor: str, others: int, said: str | None = None
) -> Part:
    """A floor on which nothing is free; the caller waits.

    Args:
        d: the call; no desk may be free on that floor of its world.
        request: what the caller says.
        goal: what the caller wants.
        place: code of the building.
        floor: ``FL`` and a number.
        others: how many wait there already.
        said: the name that the caller uses for the building.
    """
    _without(d)
    queue(d, "desk", place, others)
    at, level = building("building_code", place, said), heard("floor_code", "code", floor)
    offer = (
        f"No desk is free on {words.floor(floor)} right now. I can put you on the waiting list for desks in "
        f"{words.building(place)}. Shall I go ahead?"
    )
    return Part(
        request=request,
        goal=goal,
        steps=(_free(at, level), wait(d, "desk", at, offer)),
        facts=facts_of(at, level),
        rules=(stays("No, I'd rather wait for one there."),),
        negotiation=("When nothing is free, wait for a desk in that building; take none elsewhere.",),
        resolution="You are on the waiting list.",
        failure="If there is no list either, leave it at that.",
    )


def second(
    d: Draft, request: Request, goal: str, *tells: str, desk: str, wish: str, edges: tuple[str, ...] = ()
) -> Part:
    """One more desk for somebody who has one; the tool refuses it.

    Args:
        d: the call; the desk must be free in its world.
        request: what the caller says, with one pushback for each but the first of `tells`.
        goal: what the caller wants.
        tells: the refusal, and an answer to each pushback.
        desk: code of the desk.
        wish: which one, in the caller's words, when asked.
        edges: as in `Part`.
    """
    return refused(
        request,
        goal,
        _attempt(d, desk),
        *tells,
        because=("one desk", "one per person", "already have", "have a desk", "have one"),
        about="that nobody has more than one desk",
        facts=facts_of(*_where(desk)),
        rules=(picks(wish),),
        edges=edges,
    )


def too_soon(d: Draft, request: Request, goal: str, *, desk: str, wish: str, days: int) -> Part:
    """Somebody without a desk who was given one so many days ago, and has left it; the tool refuses another.

    Other arguments as in `second`.
    """
    _without(d)
    last = d.on(-days)
    d.me["last_desk_assignment_date"] = last
    first = in_days(last, COOLDOWN)
    told = (
        f"I'm sorry, I can't assign another desk yet. Ninety days must lie between two, so it is possible from "
        f"{words.day(first)} on."
    )
    return refused(
        request,
        goal,
        _attempt(d, desk),
        told,
        because=("ninety", "90", "yet", "soon"),
        about="that it is too soon, and from which day it is possible",
        values=dates(first),
        facts=facts_of(*_where(desk)),
        rules=(picks(wish),),
    )


def _attempt(d: Draft, desk: str) -> tuple[Step, Step]:
    """Look for free desks, and try to assign one."""
    place, floor, _ = desk.split("-")
    at, level = _where(desk)
    offer = (
        f"Desk {number(desk)} is free in {words.building(place)}, {words.floor(floor)}. I can try to assign it to you. "
        "Shall I go ahead?"
    )
    return _free(at, level), _assign(d, found(desk), offer)


def _where(desk: str) -> tuple[Arg, Arg]:
    place, floor, _ = desk.split("-")
    return building("building_code", place), heard("floor_code", "code", floor)


def _without(d: Draft) -> None:
    """Takes the caller's own desk away."""
    if d.me["assigned_desk"] is not None:
        del d.world["facilities"]["desks"][d.me["assigned_desk"]]
        d.me["assigned_desk"] = None


def _free(at: Arg, level: Arg) -> Step:
    return call("check_desk_availability", building_code=at, floor_code=level)


def _assign(d: Draft, code: Arg, offer: str) -> Step:
    return call("submit_desk_assignment", offer=offer, employee_id=d.employee_id, desk_code=code)
