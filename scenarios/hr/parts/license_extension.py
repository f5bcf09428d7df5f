"""Requests to extend a state license that ends soon."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scenarios.authoring import Part, call, facts_of, heard, ruled
from scenarios.hr import words
from scenarios.hr.draft import Draft
from scenarios.hr.parts.refusals import handed_over, turned_down
from scenarios.hr.people import PHYSICIANS, Person
from scenarios.hr.steps import tell_committee
from scenarios.model import Arg, Request, Step, Value


def extend(draft: Draft, request: Request, goal: str, *, ends_in: int, days: int, supervisor: Person | None) -> Part:
    """An extension that is filed.

    Args:
        draft: the call.
        request: what the caller says.
        goal: for a model caller.
        ends_in: days from the call until the license ends.
        days: length of the extension.
        supervisor: who supervises; none for physicians.
    """
    kind = "supervised" if supervisor else "provisional"
    if (supervisor is None) != (draft.caller.role in PHYSICIANS):
        raise ValueError(f"{draft.id}: policy section 3 asks for a supervisor of everybody but physicians")
    _license(draft, ends_in)
    said = {"state_license_number": _number(draft), "extension_days": heard("extension_days", "count", days)}
    if supervisor:
        said["supervising_physician_npi"] = heard("supervising_physician_npi", "digits", supervisor.npi)
    offer = (
        f"I can file a {kind} extension of your license by {words.count(days)} days and tell the credentialing "
        "committee. Shall I go ahead?"
    )
    return Part(
        request=request,
        goal=goal,
        facts=facts_of(*said.values()),
        steps=(
            *_look(draft),
            _check(draft),
            call("submit_license_extension", offer=offer, npi=draft.npi, extension_type=ruled(kind), **said),
            tell_committee(draft.npi, draft.case("LIC"), "license_extension_submitted"),
        ),
        also=(f"The extension is for {days} days.",),
        negotiation=("Give the license number and the length when you are asked for them.",),
        resolution="The agent has filed the extension of the license and told the committee.",
        failure="If it cannot be filed, ask for the reason once and accept it.",
    )


def refused(
    draft: Draft,
    request: Request,
    goal: str,
    *,
    ends_in: int,
    days: int = 30,
    told: Sequence[str],
    because: tuple[str, ...],
    values: tuple[Value, ...] = (),
    **state: Any,
) -> Part:
    """An extension that the rules do not allow.

    Args:
        draft: the call.
        request: what the caller says.
        goal: for a model caller.
        ends_in: days from the call until the license ends, negative when it has ended.
        days: wanted length.
        told: what the agent says, one text per refusal.
        because: words of the reason.
        values: what must have been named.
        **state: members of the license's row, such as ``extension_status``.
    """
    _license(draft, ends_in, **state)
    facts = facts_of(_number(draft), heard("extension_days", "count", days))
    return turned_down(request, goal, (*_look(draft), _check(draft)), told, because, facts=facts, values=values)


def held(draft: Draft, request: Request, goal: str, *, ends_in: int) -> Part:
    """A license under investigation: the call goes to the medical staff office."""
    _license(draft, ends_in, investigation_hold=True)
    return handed_over(
        draft,
        request,
        goal,
        (*_look(draft), _check(draft)),
        facts=facts_of(_number(draft)),
        reason="policy_exception_needed",
        summary="Wants a license extended that has an investigation hold; the medical staff office decides.",
        offer="There is an investigation hold on this license, so the medical staff office has to decide. I can hand "
        "you to a colleague there. Shall I transfer you?",
        to="the medical staff office",
    )


def _license(draft: Draft, ends_in: int, **state: Any) -> None:
    row = draft.provider["licenses"][draft.caller.state_license_number]
    row.update(expiration_date=draft.on(ends_in), **state)
    if ends_in < 0:
        row["status"] = "expired"


def _number(draft: Draft) -> Arg:
    return heard("state_license_number", "code", draft.caller.state_license_number)


def _look(draft: Draft) -> tuple[Step, ...]:
    return (
        call("get_provider_profile", npi=draft.npi),
        call("get_license_record", npi=draft.npi, state_license_number=_number(draft)),
    )


def _check(draft: Draft) -> Step:
    return call("check_extension_eligibility", npi=draft.npi, state_license_number=_number(draft))
