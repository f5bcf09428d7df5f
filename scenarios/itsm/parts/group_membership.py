"""Joining and leaving an access group."""

from __future__ import annotations

from scenarios.authoring import Part, call, facts_of, heard
from scenarios.itsm import catalog, records
from scenarios.itsm.draft import Draft
from scenarios.itsm.parts.endings import refused
from scenarios.itsm.steps import route
from scenarios.model import Arg, Request, Step


def joined(d: Draft, request: Request, goal: str, *, code: str) -> Part:
    """Joining a group; where that takes approval, the request goes to the caller's manager.

    Args:
        d: the call, of the tier ``code`` or ``manager``.
        request: what the caller says.
        goal: what the caller wants.
        code: of the group.
    """
    group = catalog.groups()[code]
    if not group["requires_approval"]:
        offer = f"I can add you to the group {group['name']}, with immediate effect. Shall I go ahead?"
        return _changed(d, request, goal, (_change(d, code, "add", offer),), code, "add", "You are in the group.")
    offer = (
        f"Joining the group {group['name']} takes the approval of your manager. "
        "I can file the request and send it to your manager. Shall I go ahead?"
    )
    submit = _change(d, code, "add", offer)
    steps = (
        call("get_employee_record", employee_id=d.employee_id),
        submit,
        route(str(d.answer(submit)["request_id"]), d.employee_id, d.manager),
    )
    return _changed(d, request, goal, steps, code, "add", "Your manager has the request and you know that.")


def left(d: Draft, request: Request, goal: str, *, code: str, since: int = 260) -> Part:
    """Leaving a group that the caller joined so many days ago. Arguments as in `joined`."""
    d.me["group_memberships"].append(records.membership(code, d.on(-since)))
    offer = f"I can take you out of the group {catalog.groups()[code]['name']} right away. Shall I go ahead?"
    steps = (_change(d, code, "remove", offer),)
    return _changed(d, request, goal, steps, code, "remove", "You are out of the group.")


def not_for(d: Draft, request: Request, goal: str, *tells: str, code: str) -> Part:
    """A group that is not for the caller's department or role; `tells` are the refusal and what follows pushbacks."""
    return refused(
        request,
        goal,
        _looked_up(d, code),
        *tells,
        because=("department", "role"),
        about="that the group is not for the caller's department or role",
        facts=facts_of(_group(code), _action("add")),
    )


def _changed(
    d: Draft, request: Request, goal: str, steps: tuple[Step, ...], code: str, action: str, resolution: str
) -> Part:
    return Part(
        request=request,
        goal=goal,
        steps=(*_looked_up(d, code), *steps),
        facts=facts_of(_group(code), _action(action)),
        negotiation=("Agree when the agent names this group and no other.",),
        resolution=resolution,
        failure="If it is not possible, ask for the reason, and leave it at that.",
    )


def _looked_up(d: Draft, code: str) -> tuple[Step, ...]:
    return (
        call("get_group_memberships", employee_id=d.employee_id),
        call("get_group_details", group_code=_group(code)),
    )


def _change(d: Draft, code: str, action: str, offer: str) -> Step:
    return call(
        "submit_group_membership_change",
        offer=offer,
        employee_id=d.employee_id,
        group_code=_group(code),
        action=_action(action),
    )


def _group(code: str) -> Arg:
    return heard("group_code", "code", code)


def _action(action: str) -> Arg:
    return heard("action", "choice", action)
