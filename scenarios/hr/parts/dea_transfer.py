"""Requests to move a DEA registration to another facility."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scenarios.authoring import Part, call, facts_of, heard, ruled
from scenarios.chance import DIGITS
from scenarios.hr import records, words
from scenarios.hr.chance import Draw
from scenarios.hr.draft import Draft
from scenarios.hr.parts.refusals import handed_over, turned_down
from scenarios.hr.people import sister_site
from scenarios.hr.places import FACILITIES
from scenarios.model import Arg, EntityKind, Request, Step, Value


def move(
    draft: Draft,
    request: Request,
    goal: str,
    *,
    reason: str,
    counts_in: int,
    facility: str | None = None,
) -> Part:
    """A registration that is moved.

    Args:
        draft: the call.
        request: what the caller says; makes the reason plain.
        goal: for a model caller.
        reason: ``facility_relocation``, ``role_change`` or ``additional_practice_site``.
        counts_in: days from the call until the move counts.
        facility: of another state, from `FACILITIES`; by default a sister site in the own state. For another
            state the caller holds a license there.
    """
    new = facility or sister_site(draft.id)
    state = FACILITIES.get(new, draft.caller.state)
    day = draft.on(counts_in)
    said = {
        "dea_number": _number(draft),
        "new_facility_code": heard("new_facility_code", "code", new),
        "new_state_code": heard("new_state_code", "state", state),
        "effective_date": heard("effective_date", "date", day),
    }
    look = list(_look(draft))
    facts = [*facts_of(*said.values())]
    if state != draft.caller.state:
        number = f"{state}-{draft.caller.role}-{Draw(f'license/{draft.id}').text(7, DIGITS)}"
        draft.provider["licenses"][number] = records.license_(number, draft.caller.role, state, draft.on(500))
        license_ = heard("state_license_number", "code", number)
        look.append(call("get_license_record", npi=draft.npi, state_license_number=license_))
        facts += facts_of(license_)
    offer = (
        f"I can move your DEA registration to the new facility in {words.state(state)} from {words.day(day)} on, "
        "and tell the monitoring programme there. Shall I go ahead?"
    )
    return Part(
        request=request,
        goal=goal,
        facts=tuple(facts),
        steps=(
            *look,
            call("transfer_dea_registration", offer=offer, npi=draft.npi, transfer_reason=ruled(reason), **said),
            call(
                "notify_pdmp",
                npi=draft.npi,
                dea_number=said["dea_number"],
                state_code=said["new_state_code"],
                facility_code=said["new_facility_code"],
            ),
        ),
        also=(f"The move counts from {words.day(day)} on.",),
        negotiation=("Spell the registration and the facility when you are asked for them.",),
        resolution="The agent has filed the move and told the monitoring programme of the state.",
        failure="If it cannot be moved, ask what is missing.",
    )


def refused(
    draft: Draft,
    request: Request,
    goal: str,
    *,
    told: Sequence[str],
    because: tuple[str, ...],
    facts: Sequence[tuple[str, EntityKind, str]] = (),
    values: tuple[Value, ...] = (),
    **state: Any,
) -> Part:
    """A registration that stays where it is.

    Args:
        draft: the call.
        request: what the caller says.
        goal: for a model caller.
        told: what the agent says, one text per refusal.
        because: words of the reason.
        facts: what the caller knows besides the registration: slot, kind, value.
        values: what must have been named.
        **state: members of the registration, such as ``status``.
    """
    draft.provider["dea_registration"].update(state)
    known = facts_of(_number(draft), *(heard(slot, kind, value) for slot, kind, value in facts))
    return turned_down(request, goal, _look(draft), told, because, facts=known, values=values)


def lapsed(draft: Draft, request: Request, goal: str, *, status: str, offer: str) -> Part:
    """A registration that is not active: the pharmacy office has to look at the papers.

    Args:
        draft: the call.
        request: what the caller says.
        goal: for a model caller.
        status: of the registration, such as ``expired``.
        offer: why, and a question that offers the transfer.
    """
    registration = draft.provider["dea_registration"]
    registration["status"] = status
    if status == "expired":
        registration["expiration_date"] = draft.on(-17)
    return handed_over(
        draft,
        request,
        goal,
        _look(draft),
        facts=facts_of(_number(draft)),
        reason="unable_to_resolve",
        summary=f"Wants a DEA registration moved that is {status}; the pharmacy office has to look at the papers.",
        offer=offer,
        to="the pharmacy office",
    )


def _number(draft: Draft) -> Arg:
    return heard("dea_number", "code", draft.caller.dea_number)


def _look(draft: Draft) -> tuple[Step, ...]:
    return (call("get_dea_record", npi=draft.npi, dea_number=_number(draft)),)
