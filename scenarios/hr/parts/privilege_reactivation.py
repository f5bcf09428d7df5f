"""Clinical privileges that were suspended during a leave."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from scenarios.authoring import Part, call, facts_of, found, heard, ruled
from scenarios.chance import DIGITS
from scenarios.hr import records, words
from scenarios.hr.chance import Draw
from scenarios.hr.draft import Draft
from scenarios.hr.parts.refusals import handed_over
from scenarios.hr.parts.telling import informed, refused
from scenarios.hr.steps import slots, tell_committee
from scenarios.model import Arg, Criterion, Fact, Request, Step

KIND = "competency_review"
Privileges = Mapping[str, str]
"""Code -> what it allows."""


def back_from_leave(
    d: Draft, suspended: Privileges, active: Privileges, leave: str = "personal_leave", office: str = "OCC"
) -> None:
    """Puts the privileges into the world as a leave has left them.

    Args:
        d: the call of a provider.
        suspended: what was taken.
        active: what was kept.
        leave: the leave on record.
        office: which office of occupational health cleared the caller.
    """
    items = {code: (text, "suspended") for code, text in suspended.items()}
    items |= {code: (text, "active") for code, text in active.items()}
    d.provider.update(
        privileges=records.privileges(items),
        clearance_code=f"CLR-{office}-{Draw(f'clearance/{d.id}').text(6, DIGITS)}",
        leave_type_on_record=leave,
        ehr_access_status="suspended",
    )


def reactivation(
    d: Draft, request: Request, goal: str, *, wanted: tuple[str, ...], day: str, times: tuple[str, ...], time: str
) -> Part:
    """Privileges that are given back after a review was booked.

    Args:
        d: the call; `back_from_leave` was called for it.
        request: what the caller says.
        goal: what the caller wants.
        wanted: codes of the privileges that the caller wants back.
        day: when the caller would like the review.
        times: free times of that day.
        time: the one that the caller takes.
    """
    d.free(KIND, day, *times)
    clearance = d.provider["clearance_code"]
    suspended = {item["code"] for item in d.provider["privileges"]["privilege_list"] if item["status"] == "suspended"}
    access = "reactivate_full" if suspended == set(wanted) else "reactivate_restricted"
    extent = "full" if access == "reactivate_full" else "restricted"
    count = "that privilege" if len(wanted) == 1 else f"those {words.count(len(wanted))} privileges"
    offer = (
        f"I can book your review for {words.day(day)} at {words.time(time)}, then give {count} back, tell the "
        f"credentialing committee and open the health records with {extent} access. Shall I go ahead?"
    )
    preferred = heard("preferred_date", "date", day)
    codes = heard("privilege_codes", "codes", list(wanted))
    leave = heard("leave_type_on_record", "choice", d.provider["leave_type_on_record"])
    return Part(
        request=request,
        goal=goal,
        steps=(
            *_looked_up(d, clearance),
            slots(d.caller.department, KIND, preferred),
            call(
                "schedule_competency_review",
                offer=offer,
                npi=d.npi,
                department_code=found(d.caller.department),
                appointment_datetime=found(f"{day} {time}"),
            ),
            call(
                "reactivate_privileges",
                npi=d.npi,
                privilege_codes=codes,
                clearance_code=_code(clearance),
                leave_type_on_record=leave,
            ),
            tell_committee(d.npi, d.case("PRV"), "privilege_reactivation"),
            call("update_ehr_access", npi=d.npi, case_id=found(d.case("PRV")), access_change_type=ruled(access)),
        ),
        facts=(
            *_cleared(d, clearance),
            *facts_of(codes, leave, preferred, heard("preferred_time", "time", time)),
        ),
        also=(f"The review is at {words.time(time)} on the day that you prefer.", "You get these privileges back."),
        negotiation=("Agree to the review on the day and at the time that you prefer, and to nothing else.",),
        resolution="The review is booked, these privileges are active again, and the records system is open to you.",
        failure="If your privileges are not given back, say that you will see occupational health, and go on.",
    )


def without_review(d: Draft, request: Request, goal: str, *tells: str) -> Part:
    """Privileges that somebody wants back at once, without the review."""
    clearance = d.provider["clearance_code"]
    today = Criterion(measure="date", op="<=", value=d.today, text="No review is booked: you want it done without one.")
    return refused(
        request,
        goal,
        _looked_up(d, clearance),
        *tells,
        because=("review",),
        about="that nothing is given back without a competency review",
        facts=_cleared(d, clearance),
        criteria=(today,),
        edges=("You do not book a review on this call, however early it is.",),
    )


def wrong_clearance(d: Draft, request: Request, goal: str, *, given: str) -> Part:
    """A clearance code that occupational health did not give; the call goes to a colleague."""
    return replace(
        handed_over(
            d,
            request.model_copy(update={"accepts_transfer": True}),
            goal,
            _looked_up(d, given),
            reason="policy_exception_needed",
            summary="Wants privileges back; occupational health does not know the clearance code.",
            offer="Occupational health does not know that clearance, so nothing can be given back from here. I can "
            "hand you to a colleague who looks into it. Shall I transfer you?",
            facts=_cleared(d, given),
            to="the medical staff office",
        ),
        edges=("This is the code on your letter. You have no other one.",),
    )


def without_slot(d: Draft, request: Request, goal: str, *, day: str) -> Part:
    """No review is free in weeks; the call goes to a colleague."""
    clearance = d.provider["clearance_code"]
    d.world["appointment_availability"][KIND] = {d.caller.department: {}}
    preferred = heard("preferred_date", "date", day)
    look = (*_looked_up(d, clearance), slots(d.caller.department, KIND, preferred))
    return handed_over(
        d,
        request.model_copy(update={"accepts_transfer": True}),
        goal,
        look,
        reason="unable_to_resolve",
        summary="Wants privileges back and is cleared; no competency review is free.",
        offer="Your clearance is fine, but the department has no free time for the review, neither then nor later. I "
        "can hand you to a colleague who finds one. Shall I transfer you?",
        facts=(*_cleared(d, clearance), *facts_of(preferred)),
        to="the medical staff office",
    )


def listed(d: Draft, request: Request, goal: str, *, answer: str, groups: tuple[tuple[str, ...], ...]) -> Part:
    """Which privileges are suspended."""
    return informed(
        request,
        goal,
        (call("get_provider_profile", npi=d.npi), call("get_privilege_record", npi=d.npi)),
        answer,
        *groups,
        about="which privileges are suspended",
        facts=d.npi_facts,
    )


def _looked_up(d: Draft, clearance: str) -> tuple[Step, ...]:
    return (
        call("get_provider_profile", npi=d.npi),
        call("get_privilege_record", npi=d.npi),
        call("check_reactivation_eligibility", npi=d.npi, clearance_code=_code(clearance)),
    )


def _cleared(d: Draft, clearance: str) -> tuple[Fact, ...]:
    return (*d.npi_facts, *facts_of(_code(clearance)))


def _code(clearance: str) -> Arg:
    return heard("clearance_code", "code", clearance)
