"""Requests made before: where they stand, and an approver who does not answer."""

from __future__ import annotations

from scenarios.authoring import Part, call, facts_of, heard
from scenarios.itsm import words
from scenarios.itsm.catalog import application_number
from scenarios.itsm.draft import Draft
from scenarios.itsm.parts.endings import dates, informed, refused
from scenarios.model import Arg, Request, Step

APPROVAL_DAYS = 2
"""Days that an approver has."""


def standing(d: Draft, request: Request, goal: str, *, application: str, level: str, ends: int) -> Part:
    """Somebody who only wants to know what has become of a request.

    Args:
        d: the call; the request, for access to an application, is put into its world.
        request: the question.
        goal: what the caller wants to know.
        application: its name.
        level: that was asked for.
        ends: in so many days the approver's time is over; negative when it is.
    """
    number = _waiting(d, application, level, ends)
    return informed(
        request,
        goal,
        (_looked_up(number),),
        f"It is waiting for the approval of your manager, who has time until {words.day(d.on(ends))}.",
        ("waiting", "waits", "pending", "not approved"),
        ("manager", "approver"),
        about="that the request waits for the manager, and until when",
        values=dates(d.on(ends)),
        facts=facts_of(number),
    )


def escalated(d: Draft, request: Request, goal: str, *, application: str, level: str, ends: int) -> Part:
    """An approver whose time is over: the one above is asked, whose number the caller knows.

    Arguments as in `standing`; `ends` is 0 or less.
    """
    number = _waiting(d, application, level, ends)
    above = heard("escalate_to_employee_id", "code", d.director.employee_id)
    ask = call(
        "escalate_approval",
        offer=f"Your manager had time until {words.day(d.on(ends))} and has not answered. I can ask the one above "
        "your manager to approve it. Shall I go ahead?",
        request_id=number,
        escalate_to_employee_id=above,
    )
    return Part(
        request=request,
        goal=goal,
        steps=(_looked_up(number), ask),
        facts=facts_of(number, above),
        negotiation=("Agree when the agent says that the one above your manager is asked.",),
        resolution="The director is asked to approve your request.",
        failure="If nobody else can be asked, say that you will talk to your manager.",
        information={"director": d.director.name},
    )


def in_time(d: Draft, request: Request, goal: str, *, application: str, level: str, ends: int) -> Part:
    """An approver who still has time: nobody else is asked. Arguments as in `standing`; `ends` is 1 or 2."""
    number = _waiting(d, application, level, ends)
    return refused(
        request,
        goal,
        (_looked_up(number),),
        f"I'm sorry, I can't ask anybody else yet. Your manager still has time to approve it, until "
        f"{words.day(d.on(ends))}.",
        because=("time", "yet", "until"),
        about="that the approver still has time, and until when",
        values=dates(d.on(ends)),
        facts=facts_of(number),
        edges=("You would like the director to approve it, but do not press for it.",),
    )


def _waiting(d: Draft, application: str, level: str, ends: int) -> Arg:
    """Adds a request for access that the caller's manager was asked to approve; returns its number."""
    number = d.request(
        "SW",
        APPROVAL_DAYS - ends,
        "pending_approval",
        catalog_id=application_number(application),
        application_name=application,
        access_level=level,
        requires_manager_approval=True,
        approval_routed_to=d.manager.employee_id,
        approval_sla_deadline=f"{d.on(ends)} 00:00",
    )
    return heard("request_id", "code", number)


def _looked_up(number: Arg) -> Step:
    return call("get_request_status", request_id=number)
