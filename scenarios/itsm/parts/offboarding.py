"""The access and the devices of somebody who leaves."""

from __future__ import annotations

from scenarios.authoring import Part, call, facts_of, found, heard
from scenarios.itsm import words
from scenarios.itsm.draft import Draft
from scenarios.itsm.parts.endings import refused
from scenarios.itsm.people import Person
from scenarios.model import Arg, Request, Step

_SCOPES = {
    "full": "remove all access at once",
    "staged": "remove the access in stages, so that mail and calendar stay for thirty days",
}
_WAYS = {"shipping_label": "with a shipping label", "drop_off": "by drop off at an IT office"}


def leaves(d: Draft, who: Person, day: str) -> None:
    """Puts HR's record of the last working day, and the accounts that somebody still has, into the world."""
    row = d.row(who)
    row["offboarding_record"].update(
        status="initiated", initiated_by="HR", initiated_date=d.on(-12), last_working_day=day
    )
    row["system_accounts"] = [
        {"case_id": None, "status": "active", "provisioned_date": who.hired, "access_groups": ["GRP-STAFF"]}
    ]


def removed(d: Draft, request: Request, goal: str, *, who: Person, day: str, scope: str, method: str) -> Part:
    """The access ends, and the devices come back.

    Args:
        d: the call, of the tier ``manager``.
        request: what the caller says.
        goal: what the caller wants.
        who: leaves and reports to the caller.
        day: the last working day by HR's record.
        scope: ``full`` or ``staged``.
        method: ``shipping_label`` or ``drop_off``.
    """
    leaves(d, who, day)
    number, way = _leaver(who), heard("recovery_method", "choice", method)
    offer = (
        f"{who.name} leaves on {words.day(day)}. I can {_SCOPES[scope]}, and order the devices "
        f"back {_WAYS[method]}. It is final. Shall I go ahead?"
    )
    remove = call(
        "submit_access_removal",
        offer=offer,
        manager_employee_id=d.employee_id,
        departing_employee_id=number,
        last_working_day=found(day),
        removal_scope=_scope(scope),
    )
    return Part(
        request=request,
        goal=goal,
        steps=(
            _looked_up(who),
            remove,
            call("get_employee_assets", employee_id=number),
            call(
                "initiate_asset_recovery",
                departing_employee_id=number,
                case_id=found(d.answer(remove)["case_id"]),
                recovery_method=way,
            ),
        ),
        facts=facts_of(number, heard("last_working_day", "date", day), _scope(scope), way),
        negotiation=(
            "Agree when the agent names the right person, how the access ends and how the devices come back.",
        ),
        resolution="The access is removed, and the devices are ordered back.",
        failure="If it is not possible, ask what HR has to do first.",
    )


def of_another(d: Draft, request: Request, goal: str, *tells: str, who: Person, day: str) -> Part:
    """Somebody who leaves but does not report to the caller; `tells` are the refusal and what follows pushbacks."""
    leaves(d, who, day)
    return refused(
        request,
        goal,
        (_looked_up(who), call("get_employee_record", employee_id=_leaver(who))),
        *tells,
        because=("report to you", "reports to you", "reporting to you", "own manager", "your team"),
        about="that only the manager of the one who leaves may ask for this",
        facts=facts_of(_leaver(who), _scope("full")),
    )


def _looked_up(who: Person) -> Step:
    return call("get_offboarding_record", employee_id=_leaver(who))


def _leaver(who: Person) -> Arg:
    return heard("departing_employee_id", "code", who.employee_id)


def _scope(scope: str) -> Arg:
    return heard("removal_scope", "choice", scope)
