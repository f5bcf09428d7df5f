"""Access to applications, with and without a manager's approval."""

from __future__ import annotations

from scenarios.authoring import Part, call, facts_of, found, heard
from scenarios.itsm.catalog import application_number, software
from scenarios.itsm.draft import Draft
from scenarios.itsm.parts.endings import refused
from scenarios.itsm.steps import route
from scenarios.model import Arg, Request, Rule, Step
from scenarios.rows import Row
from scenarios.spoken import say

_PURPOSE = (
    r"(?:\bwhy\b|\breason|\badminist\w+ .{0,30}\b(?:others|users|team|people)|\bwhat\b.{0,20}\b(?:for|use)\b)[^.!]*\?"
)


def access(
    d: Draft,
    request: Request,
    goal: str,
    *,
    application: str,
    level: str,
    said: str | None = None,
    purpose: str = "I work with it every day.",
) -> Part:
    """Access that the catalog allows; where a manager must approve, the request goes to the one on record.

    Args:
        d: the call, of the tier ``code``.
        request: what the caller says.
        goal: what the caller wants.
        application: its name.
        level: ``read_only``, ``standard`` or ``admin``.
        said: the name that the caller uses.
        purpose: what the caller says when asked what it is for; for ``admin`` that others are looked after.
    """
    return _asked(d, request, goal, _Wish(d, application, level, said), purpose, None)


def new_manager(
    d: Draft,
    request: Request,
    goal: str,
    *,
    application: str,
    level: str,
    said: str | None = None,
    purpose: str = "I work with it every day.",
) -> Part:
    """Access that takes approval, for somebody whose record names no manager: the caller says who it is.

    Arguments as in `access`.
    """
    d.me["manager_employee_id"] = None
    row = d.row(d.manager)
    row["direct_reports"] = [number for number in row["direct_reports"] if number != d.caller.employee_id]
    approver = heard("approver_employee_id", "code", d.manager.employee_id)
    return _asked(d, request, goal, _Wish(d, application, level, said), purpose, approver)


def only_convenient(
    d: Draft,
    request: Request,
    goal: str,
    *tells: str,
    application: str,
    said: str | None = None,
    purpose: str,
) -> Part:
    """The highest level for somebody who only works with the application; `tells` refuse it."""
    wish = _Wish(d, application, "admin", said)
    return refused(
        request,
        goal,
        (wish.look,),
        *tells,
        because=("administer", "administers", "administrators", "for others", "others"),
        about="that this level is only for those who administer the application for others",
        facts=facts_of(wish.name, wish.level),
        rules=(Rule(cue=_PURPOSE, reply=purpose),),
        edges=("You want this level or none.",),
    )


def wrong_department(d: Draft, request: Request, goal: str, *, application: str, level: str) -> Part:
    """An application that is kept for other departments."""
    wish = _Wish(d, application, level, None)
    return refused(
        request,
        goal,
        (wish.look, _record(d)),
        f"I'm sorry, I can't give you access to {application}. It is kept for other departments than yours.",
        because=("department", "departments"),
        about="that the application is kept for other departments",
        facts=facts_of(wish.name, wish.level),
    )


class _Wish:
    """An application and a level, as a caller names them.

    Attributes:
        row: the catalog's entry.
        look: the step that finds it.
        name: the name as an argument.
        level: the level as an argument.
    """

    def __init__(self, d: Draft, application: str, level: str, said: str | None) -> None:
        self.row: Row = software()["applications"][application_number(application)]
        if said is not None and said not in self.row["name_aliases"]:
            raise ValueError(f"{d.id}: nobody calls {application} {said}")
        self.name = heard("application_name", "choice", said or application)
        self.level = heard("access_level", "choice", level)
        self.look = call("get_application_details", application_name=self.name)


def _asked(d: Draft, request: Request, goal: str, wish: _Wish, purpose: str, approver: Arg | None) -> Part:
    name, level = wish.row["name"], say("choice", wish.level.value)
    approved = wish.row["requires_manager_approval"]
    rest = "and send the request to your manager, who has forty-eight hours" if approved else "at once"
    verb = "ask for" if approved else "give you"
    submit = call(
        "submit_access_request",
        offer=f"I can {verb} {level} access to {name} {rest}. Shall I go ahead?",
        employee_id=d.employee_id,
        catalog_id=found(wish.row["catalog_id"]),
        access_level=wish.level,
    )
    steps: tuple[Step, ...] = (wish.look, submit)
    said = [wish.name, wish.level]
    if approved:
        onward = route(str(d.answer(submit)["request_id"]), d.employee_id, d.manager)
        if approver is not None:
            onward = onward.model_copy(update={"args": {**onward.args, "approver_employee_id": approver}})
            said.append(approver)
        steps = (wish.look, _record(d), submit, onward)
    return Part(
        request=request,
        goal=goal,
        steps=steps,
        facts=facts_of(*said),
        rules=(Rule(cue=_PURPOSE, reply=purpose),),
        also=(f"The level is {level}, neither more nor less.",),
        negotiation=("Agree when the agent names the application and the level that you want.",),
        resolution="Access is granted." if not approved else "Access is asked for, and your manager is to approve it.",
        failure="If you cannot have it, ask who could.",
    )


def _record(d: Draft) -> Step:
    return call("get_employee_record", employee_id=d.employee_id)
