"""Calls that begin with hours that were paid wrongly."""

from __future__ import annotations

from typing import Any

from scenarios.authoring import ask
from scenarios.hr import records
from scenarios.hr.calls import ring
from scenarios.hr.draft import Draft
from scenarios.hr.parts import malpractice_coverage, oncall_availability, paid_time_off, payroll_correction
from scenarios.hr.places import unit_of
from scenarios.model import Scenario

WORKFLOW = "payroll_correction"


def scenarios() -> tuple[Scenario, ...]:
    """The scenarios of this workflow, without their expected worlds."""
    return (
        called_in_twice(),
        february_books(),
        march_nights(),
        double_shift(),
        night_bonus(),
        three_loose_ends(),
        favor_for_a_friend(),
    )


def worked(d: Draft, day: str, start: str, hours: float, logged: float, ends: str, **changes: Any) -> str:
    """Adds a shift that was worked, with the end of its pay period; returns its number."""
    row = d.shift(day, start, hours, hours_logged=logged, status="logged", pay_period_end_date=ends, **changes)
    return str(row["shift_id"])


def called_in_twice() -> Scenario:
    """On-call hours of a weekend are short."""
    d = ring("called-in-twice", "2027-02-18 09:15", "Ines Navarrete", "woman", "EMERGENCY", "RN", "GWM-27R", "brisk")
    shift = worked(d, "2027-02-13", "19:00", 12, 4.0, "2027-02-21", on_call=True, on_call_tier="primary")
    return d.scenario(
        WORKFLOW,
        "Nurse was on call longer than logged",
        payroll_correction.correction(
            d,
            ask("My on-call time from last weekend is short. I was called in twice, and only one visit got logged."),
            "You were called in twice during one on-call shift, nine and a half hours in all, and want that paid.",
            shift=shift,
            kind="on_call_hours",
            hours=9.5,
        ),
    )


def february_books() -> Scenario:
    """A correction after the pay period was closed."""
    d = ring("february-books", "2027-03-10 14:40", "Tomasz Nowicki", "man", "RADIOLOGY", "RT", "LKS-30P", "careful")
    shift = worked(d, "2027-02-17", "07:00", 8, 8.0, "2027-02-28", pay_period_closed=True)
    return d.scenario(
        WORKFLOW,
        "Overtime of a pay period that is closed",
        payroll_correction.closed(
            d,
            ask("I stayed late in February and found out just now that the extra time is missing from my pay."),
            "While doing your accounts you noticed two unpaid hours of overtime in February, and want them added.",
            shift=shift,
            kind="overtime_hours",
            hours=2,
        ),
        outcome="refuse",
    )


def march_nights() -> Scenario:
    """A missed differential, and then on-call days."""
    d = ring("march-nights", "2027-03-23 17:05", "Moana Paewai", "woman", "ORTHOPEDICS", "RN", "OXV-52D", "tired")
    shift = worked(d, "2027-03-19", "23:00", 8, 8.0, "2027-03-27")
    return d.scenario(
        WORKFLOW,
        "Night differential, then on-call days as backup",
        payroll_correction.correction(
            d,
            ask("I worked a full night last week, but the night bonus isn't there. Can you put that right?"),
            "A night shift of eight hours was paid without its differential, and you want it corrected.",
            shift=shift,
            kind="differential_missed",
            hours=8,
        ),
        oncall_availability.registration(
            d,
            ask("I'd also like to sign up for being on call in April, as backup."),
            "You want to be the backup of your unit for ten days in April, but not on the two days of a wedding.",
            start="2027-04-12",
            end="2027-04-21",
            tier="backup",
            without=("2027-04-17", "2027-04-18"),
        ),
    )


def double_shift() -> Scenario:
    """Too much overtime for the telephone; a day off afterwards is fine."""
    d = ring("double-shift", "2027-04-14 08:30", "Bjarne Nilsen", "man", "ONCOLOGY", "RN", "MRL-86G", "stern")
    shift = worked(d, "2027-04-11", "07:00", 8, 8.0, "2027-04-18")
    paid_time_off.balances(d, 6, 3)
    return d.scenario(
        WORKFLOW,
        "Seven hours of overtime are for the manager; a day off",
        payroll_correction.too_much(
            d,
            ask(
                "The other day my relief did not come, and I worked nearly a double shift. I want the overtime entered."
            ),
            "Your relief was ill and you stayed seven and a half hours longer. You insist on having it entered.",
            shift=shift,
            hours=7.5,
        ),
        paid_time_off.days_off(
            d,
            ask("Very well. Then I request one day of vacation, next week."),
            "To recover you want one day of vacation in the following week.",
            kind="pto",
            start="2027-04-22",
            end="2027-04-22",
            days=1,
        ),
    )


def night_bonus() -> Scenario:
    """A provider's overtime, and the insurance that begins anew."""
    d = ring(
        "night-bonus",
        "2027-05-19 13:20",
        "Yusuf Najjar",
        "man",
        "NEUROLOGY",
        "NP",
        "HVN-18W",
        "expert",
        tier="provider",
    )
    shift = worked(d, "2027-05-15", "15:00", 10, 10.0, "2027-05-23")
    return d.scenario(
        WORKFLOW,
        "Practitioner's overtime and new malpractice insurance",
        payroll_correction.correction(
            d,
            ask("I have overtime to correct for one of my clinic days, and a new malpractice policy to record."),
            "A stroke patient kept you three and a quarter hours beyond your shift; you want the overtime on record.",
            shift=shift,
            kind="overtime_hours",
            hours=3.25,
        ),
        malpractice_coverage.update(
            d,
            ask("Next, the malpractice policy: I am changing the insurer this summer."),
            "Your malpractice insurance ends in six weeks, and you have signed a policy with another insurer.",
            malpractice_coverage.Cover("coverys", 1_000_000, 3_000_000, begins=42),
            present_ends_in=42,
        ),
    )


def three_loose_ends() -> Scenario:
    """On-call hours, on-call days, and a holiday that the balance does not cover."""
    d = ring("three-loose-ends", "2027-06-16 10:50", "Ifeoma Umeh", "woman", "CARDIOLOGY", "RN", "SJQ-43F", "cheerful")
    shift = worked(d, "2027-06-13", "07:00", 12, 5.0, "2027-06-20", on_call=True, on_call_tier="backup")
    paid_time_off.balances(d, 3.5, 4)
    return d.scenario(
        WORKFLOW,
        "Hours, on-call days, and too few days of vacation",
        payroll_correction.correction(
            d,
            ask("I've got three small things today. First, my backup shift shows five hours, and it was more."),
            "You were on call for seven hours on Sunday, not five, and want it set right.",
            shift=shift,
            kind="on_call_hours",
            hours=7,
        ),
        oncall_availability.registration(
            d,
            ask("Number two: put me on the on-call list as the first one to be called, please."),
            "You want to be primary on call in your unit during the first half of July.",
            start="2027-07-01",
            end="2027-07-14",
            tier="primary",
        ),
        paid_time_off.too_few(
            d,
            ask("And the last one: I'm flying to see my sister, so I'd like a week off."),
            "In August you want to visit your sister for a whole week on paid time off.",
            kind="pto",
            start="2027-08-09",
            end="2027-08-13",
            days=5,
        ),
    )


def favor_for_a_friend() -> Scenario:
    """Somebody wants a colleague's hours corrected, and presses for it."""
    d = ring(
        "favor-for-a-friend", "2027-07-20 18:45", "Saoirse Quill", "woman", "PEDIATRICS", "RN", "PRD-61M", "chatty"
    )
    friend = d.colleague("Ruairi Stack", "man")
    row = records.shift(
        friend.employee_id,
        unit_of(d.caller.department),
        "2027-07-17",
        "15:30",
        8,
        hours_logged=8.0,
        status="logged",
        pay_period_end_date="2027-07-25",
    )
    d.world["shifts"][row["shift_id"]] = row
    return d.scenario(
        WORKFLOW,
        "Hours of a colleague's shift",
        payroll_correction.of_somebody_else(
            d,
            ask(
                "My friend Ruairi is on a plane right now, so I'm calling about his overtime. It was two hours.",
                "He asked me to sort it out, he gave me the shift number and everything.",
                "Oh, come on. We work the same unit, and he told me himself that he stayed late.",
                "He'll lose the money if it isn't in by Sunday. Can't you make an exception?",
            ),
            "Your colleague has asked you to get two hours of overtime entered for a shift of his. You promised it.",
            "I'm sorry, I can't correct that shift, because it is not yours. Your colleague has to call us himself.",
            "I understand, but I can't touch the hours of somebody else, whoever asks for it.",
            "There is no exception, I'm afraid. I can't change a colleague's hours, but he can call us himself.",
            shift=str(row["shift_id"]),
            kind="overtime_hours",
            hours=2,
        ),
        outcome="refuse",
        kind="adversarial",
    )
