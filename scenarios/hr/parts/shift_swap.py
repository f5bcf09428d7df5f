"""Requests to give a shift to a colleague."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scenarios.authoring import Part, call, facts_of, found, heard
from scenarios.hr import words
from scenarios.hr.draft import Draft
from scenarios.hr.parts.refusals import turned_down
from scenarios.hr.people import Gender, Person
from scenarios.hr.places import unit_of
from scenarios.hr.steps import tell_manager
from scenarios.model import Arg, Request, Step, Value


def swap(
    draft: Draft,
    request: Request,
    goal: str,
    *,
    day: int,
    start: str,
    colleague: tuple[str, Gender],
    hours: float = 12,
) -> Part:
    """A shift that a colleague of the own unit takes over.

    Args:
        draft: the call.
        request: what the caller says.
        goal: for a model caller.
        day: days from the call until the shift.
        start: clock time at which it begins.
        colleague: name and gender of who takes it.
        hours: length of the shift.
    """
    other = draft.colleague(*colleague, role=draft.caller.role)
    shift, unit = _shift(draft, day, start, hours), found(unit_of(draft.caller.department))
    taker = _taker(other)
    offer = (
        f"{other.first_name} {other.last_name} may work on your unit. I can give your shift on "
        f"{words.day(draft.on(day))} to {'her' if other.gender == 'woman' else 'him'} and tell your manager. "
        "Shall I go ahead?"
    )
    return Part(
        request=request,
        goal=goal,
        facts=facts_of(shift, taker),
        steps=(
            *_look(draft, shift),
            _able(draft, taker),
            call(
                "confirm_shift_swap",
                offer=offer,
                employee_id=draft.employee_id,
                shift_id=shift,
                colleague_employee_id=taker,
                unit_code=unit,
            ),
            tell_manager(draft.employee_id, draft.case("SWP"), "shift_swap_confirmed"),
        ),
        negotiation=("Give the numbers of the shift and of your colleague when you are asked for them.",),
        resolution=f"The agent has recorded that {other.first_name} {other.last_name} takes your shift.",
        failure="If it cannot be exchanged, you will work the shift yourself.",
        information={"colleague": f"{other.first_name} {other.last_name}"},
    )


def refused(
    draft: Draft,
    request: Request,
    goal: str,
    *,
    day: int,
    start: str,
    told: Sequence[str],
    because: tuple[str, ...],
    hours: float = 12,
    values: tuple[Value, ...] = (),
    colleague: tuple[str, Gender] | None = None,
    **state: Any,
) -> Part:
    """A shift that stays with the caller.

    Args:
        draft: the call.
        request: what the caller says.
        goal: for a model caller.
        day: days from the call until the shift.
        start: clock time at which it begins.
        told: what the agent says, one text per refusal.
        because: words of the reason.
        hours: length of the shift.
        values: what must have been named.
        colleague: name and gender of who would take it, when the caller has somebody.
        **state: members of the shift's row, such as ``swap_locked``.
    """
    shift = _shift(draft, day, start, hours, **state)
    facts = facts_of(shift)
    if colleague:
        other = draft.colleague(*colleague, role=draft.caller.role)
        facts = facts_of(shift, _taker(other))
    return turned_down(request, goal, _look(draft, shift), told, because, facts=facts, values=values)


def uncertified(
    draft: Draft,
    request: Request,
    goal: str,
    *,
    day: int,
    start: str,
    colleague: tuple[str, Gender],
    lacks: str,
    told: Sequence[str],
    because: tuple[str, ...],
) -> Part:
    """A shift of twelve hours that the colleague may not take.

    Args:
        draft: the call.
        request: what the caller says.
        goal: for a model caller.
        day: days from the call until the shift.
        start: clock time at which it begins.
        colleague: name and gender of who would take it.
        lacks: the certification that is missing.
        told: what the agent says, one text per refusal.
        because: words of the reason.
    """
    other = draft.colleague(*colleague, role=draft.caller.role)
    draft.world["employees"][other.employee_id]["certifications"].remove(lacks)
    shift, taker = _shift(draft, day, start, 12), _taker(other)
    facts = facts_of(shift, taker)
    return turned_down(request, goal, (*_look(draft, shift), _able(draft, taker)), told, because, facts=facts)


def _shift(draft: Draft, day: int, start: str, hours: float, **state: Any) -> Arg:
    row = draft.shift(draft.on(day), start, hours, **state)
    return heard("shift_id", "code", row["shift_id"])


def _taker(other: Person) -> Arg:
    return heard("colleague_employee_id", "code", other.employee_id)


def _look(draft: Draft, shift: Arg) -> tuple[Step, ...]:
    return (
        call("get_shift_record", employee_id=draft.employee_id, shift_id=shift),
        call("check_swap_eligibility", employee_id=draft.employee_id, shift_id=shift),
    )


def _able(draft: Draft, taker: Arg) -> Step:
    unit = found(unit_of(draft.caller.department))
    return call("verify_colleague_certifications", colleague_employee_id=taker, unit_code=unit)
