"""Permissions that follow a change of role."""

from __future__ import annotations

from scenarios.authoring import Part, call, facts_of, found, heard, ruled
from scenarios.chance import DIGITS
from scenarios.days import in_days
from scenarios.itsm import catalog, words
from scenarios.itsm.chance import Draw
from scenarios.itsm.draft import Draft
from scenarios.itsm.parts.endings import refused
from scenarios.model import Arg, Request, Step

_REVIEW_DAYS = 90
"""From the change to the review of access."""


def changed(d: Draft, request: Request, goal: str, *, template: str, day: str) -> Part:
    """A change that HR has approved, and its review 90 days later.

    Args:
        d: the call, of the tier ``code`` or ``manager``.
        request: what the caller says.
        goal: what the caller wants.
        template: that the caller chooses; tells the role.
        day: from which HR approved it.
    """
    chosen = catalog.templates()[template]
    role, number = str(chosen["role_code"]), heard("permission_template_id", "code", template)
    approved(d, role, day)
    review = in_days(day, _REVIEW_DAYS)
    offer = (
        f"HR approved your change from {words.day(day)}. I can give you the template {chosen['name']} on that day, and "
        f"schedule the access review for {words.day(review)}. Shall I go ahead?"
    )
    submit = call(
        "submit_permission_change",
        offer=offer,
        employee_id=d.employee_id,
        new_role_code=_role(role),
        permission_template_id=number,
        effective_date=found(day),
    )
    plan = call(
        "schedule_access_review",
        case_id=found(d.answer(submit)["case_id"]),
        employee_id=d.employee_id,
        review_date=ruled(review),
    )
    return Part(
        request=request,
        goal=goal,
        steps=(_checked(d, role), call("get_permission_templates", role_code=_role(role)), submit, plan),
        facts=facts_of(_role(role), number),
        also=(f"The template is the one that is called {chosen['name']}.",),
        negotiation=("Agree when the agent names the template that you chose and the day that HR approved.",),
        resolution="The permissions change on the day that HR approved, and the review is scheduled.",
        failure="If it is not possible, ask who has to do what first.",
    )


def unapproved(d: Draft, request: Request, goal: str, *tells: str, role: str, edges: tuple[str, ...] = ()) -> Part:
    """A role that HR has not approved; `tells` are the refusal and the answers to each pushback."""
    return refused(
        request,
        goal,
        (_checked(d, role),),
        *tells,
        because=("hr", "human resources"),
        about="that HR has not approved the change",
        facts=facts_of(_role(role)),
        edges=edges,
    )


def approved(d: Draft, role: str, day: str) -> None:
    """Puts HR's approval of a role from a day on into the caller's row."""
    d.me["pending_role_approval"] = {
        "approved_by_hr": True,
        "hr_case_id": f"HRC-{Draw(f'approval/{d.id}').text(6, DIGITS)}",
        "new_role_code": role,
        "effective_date": day,
    }


def _checked(d: Draft, role: str) -> Step:
    return call("check_role_change_authorized", employee_id=d.employee_id, new_role_code=_role(role))


def _role(role: str) -> Arg:
    return heard("new_role_code", "code", role)
