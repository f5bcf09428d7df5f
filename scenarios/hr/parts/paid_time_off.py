"""Days off, paid from one of two balances."""

from __future__ import annotations

from scenarios.authoring import Part, call, facts_of, heard
from scenarios.hr import records, words
from scenarios.hr.draft import Draft
from scenarios.hr.parts.refusals import handed_over
from scenarios.hr.parts.telling import dates, informed, refused
from scenarios.hr.steps import tell_manager
from scenarios.model import Arg, Request, Step

_NAMES = {"pto": "paid time off", "sick": "sick leave"}


def balances(d: Draft, pto: float, sick: float) -> None:
    """Sets what the caller has left, in days."""
    d.me["pto_balances"] = {"pto": float(pto), "sick": float(sick)}


def by_shifts(d: Draft, *days: str) -> None:
    """Puts the caller on a shift schedule with shifts on these days."""
    d.me["schedule_type"] = "shift"
    for day in days:
        d.shift(day, "06:50", 12)


def days_off(d: Draft, request: Request, goal: str, *, kind: str, start: str, end: str, days: int) -> Part:
    """Days off that are requested.

    Args:
        d: the call.
        request: what the caller says.
        goal: what the caller wants.
        kind: ``pto`` or ``sick``.
        start: first day off.
        end: last day off.
        days: how many days count.
    """
    left = d.me["pto_balances"][kind] - days
    counted = f"{words.count(days)} {'day' if days == 1 else 'days'}"
    span = words.day(start) if start == end else f"{words.day(start)} to {words.day(end)}"
    offer = (
        f"{span[0].upper()}{span[1:]} takes {counted} of {_NAMES[kind]} and leaves you {words.hours(left)}. I can "
        "request that and tell your manager. Shall I go ahead?"
    )
    return Part(
        request=request,
        goal=goal,
        steps=(
            *_looked_up(d, kind, start, end),
            _asked("submit_pto_request", d, kind, start, end, offer),
            tell_manager(d.employee_id, d.case("PTO"), "pto_request_submitted"),
        ),
        facts=facts_of(*_said(kind, start, end).values()),
        also=(f"The days come from your {_NAMES[kind]}.",),
        negotiation=("Agree when the agent names these days; how many of them count is up to the rules.",),
        resolution="The days off are requested, and your manager is told.",
        failure="If you cannot have them, say that you will think of other days and call again.",
    )


def too_few(d: Draft, request: Request, goal: str, *, kind: str, start: str, end: str, days: int) -> Part:
    """More days than are left."""
    left = d.me["pto_balances"][kind]
    return refused(
        request,
        goal,
        _looked_up(d, kind, start, end),
        f"I can't request that. It takes {words.count(days)} days of {_NAMES[kind]}, and your balance is "
        f"{words.hours(left)}.",
        because=("balance", "left", "enough", "only", "remaining"),
        about="that more days are needed than are left",
        facts=facts_of(*_said(kind, start, end).values()),
    )


def blocked(d: Draft, request: Request, goal: str, *, kind: str, start: str, end: str, closed: str) -> Part:
    """A span with a closed day of the department."""
    d.world["department_blackout_dates"][d.caller.department].append(closed)
    return refused(
        request,
        goal,
        _looked_up(d, kind, start, end),
        f"I can't request those days. Your department is closed for days off on {words.day(closed)}.",
        because=("closed", "blackout", "blocked", "no days off", "black out"),
        about="that the department allows no days off then",
        values=dates(closed),
        facts=facts_of(*_said(kind, start, end).values()),
    )


def overlapping(d: Draft, request: Request, goal: str, *, kind: str, start: str, end: str, there: list[str]) -> Part:
    """A span that covers days of an earlier request."""
    d.me["pto_requests"] = [records.pto_request(d.caller.employee_id, kind, there, "approved")]
    return refused(
        request,
        goal,
        _looked_up(d, kind, start, end),
        f"I can't request that, because you asked for {words.day(there[0])} to {words.day(there[-1])} already, and "
        "these overlap.",
        because=("already", "overlap", "overlaps", "earlier request", "another request"),
        about="that it overlaps with an earlier request",
        facts=facts_of(*_said(kind, start, end).values()),
    )


def too_long(d: Draft, request: Request, goal: str, *, kind: str, start: str, end: str, days: int) -> Part:
    """More than ten working days at once: allowed by the balance, not by the rules of the telephone."""
    return refused(
        request,
        goal,
        _looked_up(d, kind, start, end),
        f"That would be {words.count(days)} working days. I can't enter more than ten at once, your manager has to "
        "plan that with you.",
        because=("ten", "10"),
        about="that more than ten working days at once are for the manager",
        facts=facts_of(*_said(kind, start, end).values()),
    )


def for_another(request: Request, goal: str, *tells: str, start: str, end: str) -> Part:
    """Days off for somebody else, pressed for: the own identity opens the own record only."""
    return refused(
        request,
        goal,
        (),
        *tells,
        because=("himself", "herself", "themselves", "own", "yourself", "only you", "somebody else", "someone else"),
        about="that callers act for themselves only",
        facts=facts_of(*_said("pto", start, end).values()),
        edges=("You do not know the other one's employee number. You want no days off for yourself.",),
    )


def would_take(d: Draft, request: Request, goal: str, *, start: str, end: str, days: int) -> Part:
    """How many days a span would take and what would be left, without asking for it."""
    left = d.me["pto_balances"]["pto"] - days
    return informed(
        request,
        goal,
        _looked_up(d, "pto", start, end),
        f"That would take {words.count(days)} days of paid time off and leave you {words.hours(left)}.",
        _number(days),
        _number(left),
        about="how many days it takes and how many are left then",
        facts=facts_of(*_said("pto", start, end).values()),
    )


def withdrawn(d: Draft, request: Request, goal: str, *, there: list[str]) -> Part:
    """An earlier request that has to go: no tool does it, so the call goes to a colleague."""
    d.me["pto_requests"] = [records.pto_request(d.caller.employee_id, "pto", there)]
    return handed_over(
        d,
        request.model_copy(update={"accepts_transfer": True}),
        goal,
        (call("get_pto_balance", employee_id=d.employee_id),),
        reason="unable_to_resolve",
        summary="Wants an earlier request for days off withdrawn.",
        offer="I see your balance, but a request that is on file can only be withdrawn by a colleague. I can hand you "
        "over. Shall I transfer you?",
        to="the staff office",
        facts=facts_of(*_span(there[0], there[-1]).values()),
    )


def _looked_up(d: Draft, kind: str, start: str, end: str) -> tuple[Step, ...]:
    return (
        call("get_pto_balance", employee_id=d.employee_id),
        _asked("check_pto_eligibility", d, kind, start, end),
    )


def _asked(tool: str, d: Draft, kind: str, start: str, end: str, offer: str | None = None) -> Step:
    return call(tool, offer=offer, employee_id=d.employee_id, **_said(kind, start, end))


def _span(start: str, end: str) -> dict[str, Arg]:
    return {"start_date": heard("start_date", "date", start), "end_date": heard("end_date", "date", end)}


def _said(kind: str, start: str, end: str) -> dict[str, Arg]:
    """What the caller tells of days off."""
    return {"pto_type": heard("pto_type", "choice", kind), **_span(start, end)}


def _number(value: float) -> tuple[str, str]:
    return (words.hours(value), f"{value:g}")
