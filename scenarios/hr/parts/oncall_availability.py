"""Being on call over a span of days."""

from __future__ import annotations

from scenarios.authoring import Part, call, facts_of, heard, ruled
from scenarios.hr import words
from scenarios.hr.draft import Draft
from scenarios.hr.parts.telling import dates, informed, refused
from scenarios.hr.places import unit_of
from scenarios.model import Arg, Request, Rule, Step


def registration(
    d: Draft, request: Request, goal: str, *, start: str, end: str, tier: str, without: tuple[str, ...] = ()
) -> Part:
    """A registration in the caller's own unit.

    Args:
        d: the call.
        request: what the caller says.
        goal: what the caller wants.
        start: first day on call.
        end: last day on call.
        tier: ``primary`` or ``backup``.
        without: days in between on which the caller cannot come.
    """
    days = [words.day(day) for day in without]
    less = f", without {' and '.join(days)}" if days else ""
    said = _said(d, start, end, tier)
    blackout = heard("blackout_dates", "dates", list(without)) if without else ruled([])
    none = (
        Rule(cue=r"black ?out|cannot|can't|not (?:available|reach)|unavailable", reply="No, I can come every day."),
    )
    profile = (call("get_employee_record", employee_id=d.employee_id),) if tier == "primary" else ()
    return Part(
        request=request,
        goal=goal,
        steps=(
            *profile,
            *_looked_up(d),
            call(
                "register_oncall_availability",
                offer=f"I can register you as {tier} from {words.day(start)} to {words.day(end)}{less}. "
                "Shall I go ahead?",
                employee_id=d.employee_id,
                **said,
                blackout_dates=blackout,
            ),
        ),
        facts=facts_of(*said.values(), blackout),
        rules=() if without else none,
        also=(
            f"You are {tier} on call, and all days from the first to the last are covered"
            f"{' except the ones on which you cannot come' if without else ''}.",
        ),
        negotiation=("Give the days one after the other when you are asked for them.",),
        resolution="You are registered for being on call in your unit for this span.",
        failure="If you cannot be registered, say that you will talk to your charge nurse.",
    )


def on_leave(d: Draft, request: Request, goal: str, *, start: str, end: str, tier: str) -> Part:
    """Somebody who is on leave and wants to be on call."""
    d.me["employment_status"] = "on_leave"
    return refused(
        request,
        goal,
        _looked_up(d),
        "I can't register you at present, because you are on leave. Once you are back from your leave, call us again.",
        because=("leave",),
        about="that nobody is on call during a leave",
        facts=facts_of(*_said(d, start, end, tier).values()),
    )


def uncertified(d: Draft, request: Request, goal: str, *, lacks: str, start: str, end: str, tier: str) -> Part:
    """Somebody who lacks a certification of the unit."""
    d.me["certifications"].remove(lacks)
    spelled = " ".join(lacks)
    return refused(
        request,
        goal,
        _looked_up(d),
        f"I'm sorry, I can't register you there. The unit asks for a certification in {spelled}, and there is none on "
        "your record.",
        because=("certification", "certificate", "certified", "certifications"),
        about=f"that the certification {lacks} is missing",
        facts=facts_of(*_said(d, start, end, tier).values()),
    )


def overlapping(d: Draft, request: Request, goal: str, *, start: str, end: str, tier: str, until: str) -> Part:
    """Somebody who is registered in the same unit until `until` already."""
    return refused(
        request,
        goal,
        (call("get_oncall_schedule", employee_id=d.employee_id, unit_code=_unit(d)),),
        f"I can't register those days, because you are on call in that unit until {words.day(until)} already, and two "
        "registrations may not overlap.",
        because=("already", "overlap", "overlaps", "overlapping"),
        about="that it would overlap with the registration on file",
        values=dates(until),
        facts=facts_of(*_said(d, start, end, tier).values()),
    )


def looked_up(d: Draft, request: Request, goal: str, *, tier: str, until: str) -> Part:
    """Until when the caller is on call."""
    return informed(
        request,
        goal,
        (call("get_oncall_schedule", employee_id=d.employee_id, unit_code=_unit(d)),),
        f"You are registered as {tier} in that unit until {words.day(until)}.",
        (tier,),
        about="until when the registration runs, and its tier",
        values=dates(until),
        facts=facts_of(_unit(d)),
    )


def _looked_up(d: Draft) -> tuple[Step, ...]:
    return tuple(
        call(tool, employee_id=d.employee_id, unit_code=_unit(d))
        for tool in ("get_oncall_schedule", "check_oncall_eligibility")
    )


def _unit(d: Draft) -> Arg:
    return heard("unit_code", "code", unit_of(d.caller.department))


def _said(d: Draft, start: str, end: str, tier: str) -> dict[str, Arg]:
    """What the caller tells of a registration."""
    return {
        "unit_code": _unit(d),
        "availability_start_date": heard("availability_start_date", "date", start),
        "availability_end_date": heard("availability_end_date", "date", end),
        "oncall_tier": heard("oncall_tier", "choice", tier),
    }
