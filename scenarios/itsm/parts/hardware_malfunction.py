"""Devices that do not work: the guide, a ticket, and a technician who comes."""

from __future__ import annotations

from scenarios.authoring import Part, call, facts_of, found, heard
from scenarios.itsm import words
from scenarios.itsm.draft import Draft
from scenarios.itsm.parts.guides import gone_through, outcome
from scenarios.itsm.parts.tickets import hours, stakes, ticket
from scenarios.itsm.steps import solved
from scenarios.model import Arg, Request, Step

KIND = "hardware_malfunction"
_THINGS = {"LPT": "laptop", "MON": "monitor", "DCK": "docking station", "PHN": "phone"}
_HALVES = {"morning": "in the morning", "afternoon": "in the afternoon", "full_day": "during the whole day"}


def visited(
    d: Draft,
    request: Request,
    goal: str,
    *,
    tag: str,
    urgency: str,
    work: str,
    day: str,
    half: str,
    reply: str = "No, it makes no difference.",
) -> Part:
    """A device that the guide does not mend: a ticket, and a technician comes to the own desk.

    Args:
        d: the call.
        request: what the caller says.
        goal: what the caller wants.
        tag: of the device.
        urgency: ``high`` or ``medium``.
        work: what it does to the work, in the caller's words.
        day: of the visit.
        half: ``morning``, ``afternoon`` or ``full_day``.
        reply: what the caller says after the guide.
    """
    place, level = words.building(d.caller.building), d.caller.floor
    offer = (
        f"I can open a ticket of {urgency} urgency for your {_thing(tag)}, {hours(urgency)}, and send a technician to "
        f"{place}, {words.floor(level)}, on {words.day(day)} {_HALVES[half]}. Shall I go ahead?"
    )
    number, steps = ticket(d, KIND, urgency, _tag(tag), offer)
    when_and_where = {
        "building_code": heard("building_code", "choice", place),
        "floor_code": heard("floor_code", "code", level),
        "preferred_date": heard("preferred_date", "date", day),
        "time_window": heard("time_window", "choice", half),
    }
    visit = call(
        "schedule_field_dispatch", offer=None, ticket_number=found(number), employee_id=d.employee_id, **when_and_where
    )
    return Part(
        request=request,
        goal=goal,
        steps=(*_looked_up(tag), *steps, visit),
        facts=facts_of(_tag(tag), *when_and_where.values()),
        rules=outcome(reply, (stakes(work),)),
        negotiation=("Try what the agent suggests; say afterwards that it did not help.",),
        resolution="A ticket is open, and a technician comes on the day that you named.",
        failure="If nobody comes, ask where you can bring the device.",
    )


def ticketed(
    d: Draft, request: Request, goal: str, *, tag: str, work: str, reply: str = "No, it makes no difference."
) -> Part:
    """A nuisance: a ticket of low urgency, for which nobody comes.

    Args:
        d: the call.
        request: what the caller says.
        goal: what the caller wants.
        tag: of the device.
        work: what it does to the work, in the caller's words.
        reply: what the caller says after the guide.
    """
    offer = (
        f"I can open a ticket of low urgency for your {_thing(tag)}, {hours('low')}. "
        "Please bring it to the counter. Shall I go ahead?"
    )
    _, steps = ticket(d, KIND, "low", _tag(tag), offer)
    return Part(
        request=request,
        goal=goal,
        steps=(*_looked_up(tag), *steps),
        facts=facts_of(_tag(tag)),
        rules=outcome(reply, (stakes(work),)),
        negotiation=("Try what the agent suggests; say afterwards that it did not help.",),
        resolution="A ticket is open and you know how soon it is answered.",
        failure="If there is no ticket, ask where you can bring the device.",
    )


def mended(d: Draft, request: Request, goal: str, *, tag: str, reply: str) -> Part:
    """A device that works again after the guide. `reply` is said after it."""
    note = solved(d.employee_id, KIND).model_copy(
        update={"offer": "I am glad. I will note it as solved, without a ticket. Shall I go ahead?"}
    )
    return Part(
        request=request,
        goal=goal,
        steps=(*_looked_up(tag), note),
        facts=facts_of(_tag(tag)),
        rules=outcome(reply),
        negotiation=("Try what the agent suggests; say afterwards that it works again.",),
        resolution="The device works again.",
        failure="If the agent has nothing to try, leave it at that.",
    )


def _looked_up(tag: str) -> tuple[Step, ...]:
    return (call("get_asset_record", asset_tag=_tag(tag)), *gone_through(KIND))


def _tag(tag: str) -> Arg:
    return heard("asset_tag", "code", tag)


def _thing(tag: str) -> str:
    return _THINGS[tag[4:7]]
