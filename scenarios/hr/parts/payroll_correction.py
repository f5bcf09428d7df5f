"""Hours of a shift that were paid wrongly."""

from __future__ import annotations

from scenarios.authoring import Part, call, facts_of, heard
from scenarios.hr import words
from scenarios.hr.draft import Draft
from scenarios.hr.parts.telling import dates, refused
from scenarios.hr.steps import tell_manager
from scenarios.model import Arg, Request, Step


def correction(
    d: Draft,
    request: Request,
    goal: str,
    *,
    shift: str,
    kind: str,
    hours: float,
) -> Part:
    """A correction that is filed.

    Args:
        d: the call; it holds the shift.
        request: what the caller says.
        goal: what the caller wants.
        shift: number of the shift.
        kind: ``on_call_hours``, ``overtime_hours`` or ``differential_missed``.
        hours: the right number of hours of that kind.
    """
    said, spoken = _said(shift, kind, hours), words.hours(hours)
    what = {
        "on_call_hours": f"to {spoken} on call hours",
        "overtime_hours": f"with {spoken} hours of overtime",
        "differential_missed": f"with the differential for {spoken} hours",
    }[kind]
    day = words.day(d.world["shifts"][shift]["date"])
    submit = call(
        "submit_payroll_correction",
        offer=f"I can correct your shift of {day}, {what}, and let your manager know. Shall I go ahead?",
        employee_id=d.employee_id,
        **said,
    )
    return Part(
        request=request,
        goal=goal,
        steps=(
            *_looked_up(d, shift),
            submit,
            tell_manager(d.employee_id, d.case("PAY"), "payroll_correction_submitted"),
        ),
        facts=facts_of(*_said(shift, kind, hours).values()),
        also=(f"The correction is for {hours:g} hours and for this shift alone.",),
        negotiation=("Agree when the agent names these hours and no others.",),
        resolution="The correction is filed and your manager is told; you have heard the case number.",
        failure="If it cannot be filed, say that you will speak with your manager.",
    )


def closed(d: Draft, request: Request, goal: str, *, shift: str, kind: str, hours: float) -> Part:
    """A correction that comes after the end of the pay period."""
    end = str(d.world["shifts"][shift]["pay_period_end_date"])
    return refused(
        request,
        goal,
        _looked_up(d, shift),
        f"I'm sorry, I can't correct that shift. Its pay period ended on {words.day(end)} and is closed.",
        because=("closed", "ended", "over"),
        about="that the pay period is closed",
        values=dates(end),
        facts=facts_of(*_said(shift, kind, hours).values()),
    )


def pending(d: Draft, request: Request, goal: str, *, shift: str, kind: str, hours: float) -> Part:
    """A correction of a shift for which another one is under way."""
    return refused(
        request,
        goal,
        _looked_up(d, shift),
        "I can't file another correction of that shift, because one is pending already. Payroll has to decide it.",
        because=("pending", "already", "under way"),
        about="that a correction is pending already",
        facts=facts_of(*_said(shift, kind, hours).values()),
    )


def too_much(d: Draft, request: Request, goal: str, *, shift: str, hours: float) -> Part:
    """More overtime than the telephone allows: the tools would take it, the rules do not."""
    return refused(
        request,
        goal,
        _looked_up(d, shift),
        "I can't enter that. More than six hours of overtime in one shift are filed by your manager, on paper.",
        because=("six", "6", "paper", "manager"),
        about="that more than six hours of overtime are filed by the manager",
        facts=facts_of(*_said(shift, "overtime_hours", hours).values()),
    )


def not_logged(d: Draft, request: Request, goal: str, *, shift: str, kind: str, hours: float) -> Part:
    """A correction of a shift whose hours are not in the system yet."""
    return refused(
        request,
        goal,
        _looked_up(d, shift),
        "I can't correct that shift yet, because its hours are not logged so far. Your manager has to log them first.",
        because=("not logged", "logged yet", "no hours", "not been logged", "logged first", "aren't logged"),
        about="that the hours are not logged yet",
        facts=facts_of(*_said(shift, kind, hours).values()),
    )


def of_somebody_else(d: Draft, request: Request, goal: str, *tells: str, shift: str, kind: str, hours: float) -> Part:
    """A correction of a colleague's shift, pressed for."""
    return refused(
        request,
        goal,
        (call("get_timesheet_record", employee_id=d.employee_id, shift_id=_number(shift)),),
        *tells,
        because=(
            "not yours",
            "isn't yours",
            "somebody else",
            "someone else",
            "colleague",
            "another employee",
            "belongs",
        ),
        about="that the shift is somebody else's",
        facts=facts_of(*_said(shift, kind, hours).values()),
        edges=("You know no secrets of the colleague: neither the employee number nor the date of birth.",),
    )


def _looked_up(d: Draft, shift: str) -> tuple[Step, ...]:
    number = _number(shift)
    return (
        call("get_timesheet_record", employee_id=d.employee_id, shift_id=number),
        call("check_correction_eligibility", employee_id=d.employee_id, shift_id=number),
    )


def _number(shift: str) -> Arg:
    return heard("shift_id", "code", shift)


def _said(shift: str, kind: str, hours: float) -> dict[str, Arg]:
    """What the caller tells of a correction."""
    return {
        "shift_id": _number(shift),
        "correction_type": heard("correction_type", "choice", kind),
        "corrected_hours": heard("corrected_hours", "number", hours),
    }
