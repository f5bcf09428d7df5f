"""Requests for protected leave, and for the check-in with which it ends."""

from __future__ import annotations

from collections.abc import Sequence

from scenarios.authoring import Part, call, facts_of, found, heard, ruled
from scenarios.days import weekday
from scenarios.hr import records, words
from scenarios.hr.draft import Draft
from scenarios.hr.parts.refusals import turned_down
from scenarios.hr.steps import slots, tell_manager
from scenarios.model import Arg, Criterion, Fact, Request, Rule, Step, Value

CHECK_IN = "return_to_work_checkin"
OWN_ILLNESS = "employee_medical_condition"
_NO_CHECK_IN = Rule(cue=r"check[ -]?in\b.*\?", reply="No, thank you, I don't need a check-in.")


def take(
    draft: Draft,
    request: Request,
    goal: str,
    *,
    category: str,
    begins: int,
    weeks: int,
    left: int = 12,
    check_in: str | None = None,
    others: tuple[str, ...] = (),
) -> Part:
    """A leave that is opened.

    Args:
        draft: the call.
        request: what the caller says; makes the category plain.
        goal: for a model caller.
        category: of the leave.
        begins: days from the call until its first day.
        weeks: length.
        left: weeks that the caller has.
        check_in: clock time of the check-in that is booked on the first working day after the leave.
        others: further free times of that day.
    """
    if category == OWN_ILLNESS and not check_in:
        raise ValueError(f"{draft.id}: policy section 7 wants a check-in after an illness")
    if weeks > left:
        raise ValueError(f"{draft.id}: {weeks} weeks are more than the {left} that are left")
    draft.me["fmla_eligibility"]["fmla_weeks_remaining"] = left
    first, last = draft.on(begins), draft.on(begins + 7 * weeks - 1)
    said = _span(first, last)
    facts = [*facts_of(*said.values())]
    number, booking = draft.case("FMLA"), None
    then, offered = "", []
    if check_in:
        day = weekday(draft.on(begins + 7 * weeks))
        facts += _wish(day, check_in)
        offered = [_free(draft, day, check_in, others)]
        booking = _book(draft, found(number), day, check_in)
        then = f", tell your manager, and book the check-in on {words.day(day)} at {words.time(check_in)}"
    offer = (
        f"I can open your leave from {words.day(first)} to {words.day(last)}"
        f"{then or ' and tell your manager'}. Shall I go ahead?"
    )
    return Part(
        request=request,
        goal=goal,
        facts=tuple(facts),
        criteria=_wanted(check_in),
        rules=() if check_in else (_NO_CHECK_IN,),
        steps=(
            *_look(draft),
            call("check_leave_eligibility", employee_id=draft.employee_id),
            *offered,
            call(
                "submit_fmla_case",
                offer=offer,
                employee_id=draft.employee_id,
                leave_category=ruled(category),
                **said,
            ),
            tell_manager(draft.employee_id, number, "fmla_opened"),
            *((booking,) if booking else ()),
        ),
        also=(
            f"The leave runs from {words.day(first)} to {words.day(last)}.",
            *(() if check_in else ("No check-in is booked; you do not want one.",)),
        ),
        negotiation=("Name the dates when you are asked for them; they are fixed.",),
        resolution="The agent has opened the leave" + (" and booked the check-in." if check_in else "."),
        failure="If you have no right to it, ask from when on you would have.",
    )


def come_back(
    draft: Draft,
    request: Request,
    goal: str,
    *,
    began: int,
    ends: int,
    check_in: str,
    category: str = OWN_ILLNESS,
    others: tuple[str, ...] = (),
) -> Part:
    """A check-in for a leave that is on file, whose case number the caller knows.

    Args:
        draft: the call.
        request: what the caller says.
        goal: for a model caller.
        began: days from the call to its first day, negative in the past.
        ends: days from the call to its last day.
        check_in: clock time that the caller takes on the first working day after it.
        category: of the leave.
        others: further free times of that day.
    """
    row = records.leave(draft.caller.employee_id, category, draft.on(began), draft.on(ends))
    draft.me["leave_records"] = [row]
    draft.me["employment_status"] = "on_leave"
    number, day = heard("case_id", "code", row["case_id"]), weekday(draft.on(ends + 1))
    offer = f"I can book your check-in on {words.day(day)} at {words.time(check_in)}. Shall I go ahead?"
    return Part(
        request=request,
        goal=goal,
        facts=(*facts_of(number), *_wish(day, check_in)),
        criteria=_wanted(check_in),
        steps=(
            *_look(draft),
            _free(draft, day, check_in, others),
            _book(draft, number, day, check_in).model_copy(update={"offer": offer}),
        ),
        negotiation=("Read the case number from your letter when you are asked for it.",),
        resolution="The agent has booked the check-in.",
        failure="If that day is full, ask for the next one, and decide by the agent's answer.",
    )


def refused(
    draft: Draft,
    request: Request,
    goal: str,
    *,
    begins: int,
    weeks: int,
    told: Sequence[str],
    because: tuple[str, ...],
    values: tuple[Value, ...] = (),
    left: int | None = None,
) -> Part:
    """A leave that the caller has no right to, or not for so long.

    Args:
        draft: the call; a caller who was hired less than a year ago has no right to any.
        request: what the caller says.
        goal: for a model caller.
        begins: days from the call until its first day.
        weeks: wanted length.
        told: what the agent says, one text per refusal.
        because: words of the reason.
        values: what must have been named.
        left: weeks that are left; for a caller who has a right to leave, but not for so long.
    """
    if left is not None:
        draft.me["fmla_eligibility"]["fmla_weeks_remaining"] = left
    look = (*_look(draft), call("check_leave_eligibility", employee_id=draft.employee_id))
    facts = facts_of(*_span(draft.on(begins), draft.on(begins + 7 * weeks - 1)).values())
    return turned_down(request, goal, look, told, because, facts=facts, values=values)


def _look(draft: Draft) -> tuple[Step, ...]:
    return (call("get_employee_record", employee_id=draft.employee_id),)


def _span(first: str, last: str) -> dict[str, Arg]:
    return {
        "leave_start_date": heard("leave_start_date", "date", first),
        "leave_end_date": heard("leave_end_date", "date", last),
    }


def _wish(day: str, time: str) -> tuple[Fact, ...]:
    return facts_of(heard("preferred_date", "date", day), heard("preferred_time", "time", time))


def _free(draft: Draft, day: str, time: str, others: tuple[str, ...]) -> Step:
    draft.free(CHECK_IN, day, *sorted((time, *others)))
    return slots(draft.caller.department, CHECK_IN, heard("preferred_date", "date", day))


def _book(draft: Draft, case_id: Arg, day: str, time: str) -> Step:
    return call(
        "schedule_return_to_work_checkin",
        employee_id=draft.employee_id,
        case_id=case_id,
        department_code=found(draft.caller.department),
        appointment_datetime=found(f"{day} {time}"),
    )


def _wanted(time: str | None) -> tuple[Criterion, ...]:
    if time is None:
        return ()
    return (Criterion(measure="time", op="==", value=time, text=f"The check-in is at {time}."),)
