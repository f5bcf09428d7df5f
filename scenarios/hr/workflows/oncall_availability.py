"""Calls that begin with being on call."""

from __future__ import annotations

from scenarios.authoring import ask
from scenarios.hr.calls import known, ring
from scenarios.hr.parts import i9_verification, license_extension, oncall_availability, payroll_correction
from scenarios.hr.parts.i9_verification import document
from scenarios.model import Scenario

WORKFLOW = "oncall_availability"


def scenarios() -> tuple[Scenario, ...]:
    """The scenarios of this workflow, without their expected worlds."""
    return two_weeks_in_june(), restless_leave(), clinic_cover(), spring_cleaning()


def two_weeks_in_june() -> Scenario:
    """Primary on call, with three days in between on which she cannot come."""
    d = ring("two-weeks-in-june", "2027-05-11 11:30", "Thuy Quach", "woman", "EMERGENCY", "RN", "PRD-61M", "expert")
    return d.scenario(
        WORKFLOW,
        "Primary on call with blackout dates",
        oncall_availability.registration(
            d,
            ask(
                "I'd like to register my on-call availability for two weeks in June.",
                "It's primary, with three days on which I can't be reached.",
            ),
            "For two weeks in June you want to be primary on call in your unit, except on the three days of a course.",
            start="2027-06-07",
            end="2027-06-20",
            tier="primary",
            without=("2027-06-09", "2027-06-10", "2027-06-16"),
        ),
    )


def restless_leave() -> Scenario:
    """Somebody on leave is not put on call."""
    d = ring("restless-leave", "2027-08-24 09:40", "Esteban Rosales", "man", "CARDIOLOGY", "RN", "CDB-75K", "chatty")
    return d.scenario(
        WORKFLOW,
        "On call during a leave",
        oncall_availability.on_leave(
            d,
            ask(
                "I'm bored at home on my leave, to be honest. Put me down for some on-call days next month, would you?"
            ),
            "Your leave is longer than you like, so you want to be backup on call for a week in September already.",
            start="2027-09-13",
            end="2027-09-19",
            tier="backup",
        ),
        outcome="refuse",
    )


def clinic_cover() -> Scenario:
    """A nurse practitioner is put on call and has her license extended."""
    d = ring(
        "clinic-cover",
        "2027-03-30 16:00",
        "Shirin Rostami",
        "woman",
        "OBSTETRICS",
        "NP",
        "KTE-24B",
        "cheerful",
        tier="provider",
    )
    supervisor = d.colleague("Obinna Nwachukwu", "man", role="MD", licensed=True)
    return d.scenario(
        WORKFLOW,
        "Practitioner on call, with a license that ends soon",
        oncall_availability.registration(
            d,
            ask("Hello! Two things: I want to help out on call after Easter, and my license needs more time."),
            "You want to be backup on call in your unit for nine days in April.",
            start="2027-04-05",
            end="2027-04-13",
            tier="backup",
        ),
        license_extension.extend(
            d,
            ask("Great, now the license, please. It runs out while the board is still working on my renewal."),
            "Your license ends in forty days. A physician supervises you, and you ask for thirty days more.",
            ends_in=40,
            days=30,
            supervisor=supervisor,
        ),
    )


def spring_cleaning() -> Scenario:
    """On-call days and a renewed form go through; hours that nobody logged cannot be corrected."""
    d = ring("spring-cleaning", "2027-04-27 12:15", "Leticia Ribeiro", "woman", "SURGERY", "RN", "TBH-14C", "nervous")
    row = d.shift("2027-04-25", "06:30", 8, pay_period_end_date="2027-05-02", status="completed")
    return d.scenario(
        WORKFLOW,
        "On call, a form to renew, and hours that are not logged",
        oncall_availability.registration(
            d,
            ask("I have a list of three things, I hope that's all right. I'd start with being on call in May."),
            "You want to be primary on call in your unit for the ten days around the middle of May.",
            start="2027-05-10",
            end="2027-05-19",
            tier="primary",
        ),
        known(
            i9_verification.filed(
                d,
                ask(
                    "Next, my work permit is being replaced. I was told that my I-9 has to be renewed with the new one."
                ),
                "Your employment authorization ends next month, you hold the new one, and your I-9 has to show it.",
                shown=document("spring-cleaning/new", "EAD", "2029-05-22"),
                old=document("spring-cleaning/old", "EAD", "2027-05-23"),
            ),
            "get_employee_record",
        ),
        payroll_correction.not_logged(
            d,
            ask("And the last one: I stayed an hour and a half longer the other day, and I'd like that added."),
            "You stayed an hour and a half longer on your last shift and want the overtime entered.",
            shift=str(row["shift_id"]),
            kind="overtime_hours",
            hours=1.5,
        ),
    )
