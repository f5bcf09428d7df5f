"""Calls that begin with a relative on a visa petition and go on to two further requests."""

from __future__ import annotations

from functools import partial

from scenarios.authoring import ask
from scenarios.hr.calls import ring
from scenarios.hr.parts import (
    family_leave,
    i9_verification,
    oncall_availability,
    paid_time_off,
    payroll_correction,
    visa_dependent,
)
from scenarios.hr.parts.i9_verification import document
from scenarios.hr.parts.visa_dependent import Relative
from scenarios.hr.workflows.payroll_correction import worked
from scenarios.hr.workflows.visa_dependent import WORKFLOW
from scenarios.model import Scenario

_ring = partial(ring, tier="employee_code")


def scenarios() -> tuple[Scenario, ...]:
    """The scenarios of this module, without their expected worlds."""
    return new_card_new_home(), mother_and_daughter(), newborn(), full_house()


def new_card_new_home() -> Scenario:
    """A child, a renewed form, and days off to fetch the child."""
    d = _ring("new-card-new-home", "2027-04-08 09:50", "Bram Vandermeer", "man", "NEUROLOGY", "RN", "PRD-61M", "expert")
    visa_dependent.petition(d, "2029-07-31")
    paid_time_off.balances(d, 6.5, 5)
    return d.scenario(
        WORKFLOW,
        "Daughter on the petition, form renewed, days off",
        visa_dependent.added(
            d,
            ask("Three matters of immigration and leave. I shall start with my daughter, who joins my petition."),
            "Your daughter is to join your visa petition.",
            who=Relative("Fenna Vandermeer", "child", "2016-06-17", "NL"),
        ),
        i9_verification.filed(
            d,
            ask("Then my I-9. My employment authorization was renewed, and the new one is in front of me."),
            "You hold a new employment authorization, and your I-9 form has to be renewed with it.",
            shown=document("new-card-new-home/new", "EAD", "2029-04-01"),
            old=document("new-card-new-home/old", "EAD", "2027-04-30"),
        ),
        paid_time_off.days_off(
            d,
            ask("Finally, I fetch her from Rotterdam, so I want some days of vacation."),
            "You want three days of vacation to fetch your daughter.",
            kind="pto",
            start="2027-06-16",
            end="2027-06-18",
            days=3,
        ),
    )


def mother_and_daughter() -> Scenario:
    """Wife and daughter are added one after the other; the holiday falls on a closed day."""
    d = _ring("mother-and-daughter", "2027-07-07 12:05", "Omar Tahiri", "man", "PEDIATRICS", "RN", "BNT-39H", "careful")
    visa_dependent.petition(d, "2030-05-31")
    return d.scenario(
        WORKFLOW,
        "Wife and daughter on the petition, and a closed day",
        visa_dependent.added(
            d,
            ask("My family is finally allowed to follow me here. First I would like to add my wife to my petition."),
            "Your wife and your daughter follow you to America. Your wife comes first on the petition.",
            who=Relative("Salma Tahiri", "spouse", "1993-02-08", "MA"),
        ),
        visa_dependent.added(
            d,
            ask("And now our little one, please. She has a receipt of her own."),
            "Your daughter, who is four years old, has to be added as well.",
            who=Relative("Yasmin Tahiri", "child", "2022-12-11", "MA"),
        ),
        paid_time_off.blocked(
            d,
            ask("I would like to be off on the day they land, and on the day before, please."),
            "You want two days of vacation to prepare the flat and to meet them at the airport.",
            kind="pto",
            start="2027-08-19",
            end="2027-08-20",
            closed="2027-08-20",
        ),
    )


def newborn() -> Scenario:
    """A baby on the petition, time with it, and a few days before."""
    d = _ring("newborn", "2027-09-21 10:45", "Zsofia Varga", "woman", "RADIOLOGY", "RT", "HVN-18W", "tired")
    visa_dependent.petition(d, "2028-10-31", kind="H1B")
    paid_time_off.balances(d, 5, 2)
    return d.scenario(
        WORKFLOW,
        "Newborn on the petition, bonding leave, days off",
        visa_dependent.added(
            d,
            ask("We adopted a baby boy, and I have slept two hours. He has to get onto my visa petition."),
            "You have adopted a baby abroad and want him on your visa petition.",
            who=Relative("Levente Varga", "child", "2027-07-29", "HU"),
        ),
        family_leave.take(
            d,
            ask("And I want to stay home with him for a while. Can I take leave for that?"),
            "You want ten weeks of protected leave to be with your child.",
            category="bonding",
            begins=13,
            weeks=10,
        ),
        paid_time_off.days_off(
            d,
            ask("Last, please, the two days right before that leave. I'd pay for them with vacation."),
            "For the Thursday and the Friday before your leave you want vacation.",
            kind="pto",
            start="2027-09-30",
            end="2027-10-01",
            days=2,
        ),
    )


def full_house() -> Scenario:
    """A spouse on the petition, on-call days, and overtime."""
    d = _ring("full-house", "2027-11-03 17:20", "Tendai Zvobgo", "man", "ORTHOPEDICS", "RN", "KTE-24B", "cheerful")
    visa_dependent.petition(d, "2029-11-30")
    shift = worked(d, "2027-10-30", "06:45", 8, 8.0, "2027-11-07")
    return d.scenario(
        WORKFLOW,
        "Wife on the petition, on-call days, and overtime",
        visa_dependent.added(
            d,
            ask("What a day! My wife's approval came in the mail, so she can be added to my petition, right?"),
            "Your wife is still in Harare; the receipt has come, and you want her on your visa petition.",
            who=Relative("Rudo Zvobgo", "spouse", "1994-09-14", "ZW"),
        ),
        oncall_availability.registration(
            d,
            ask("Super. I'd also take some on-call days as backup over Thanksgiving, except for the day itself."),
            "You want to be backup on call for a week in November, but not on Thanksgiving.",
            start="2027-11-22",
            end="2027-11-28",
            tier="backup",
            without=("2027-11-25",),
        ),
        payroll_correction.correction(
            d,
            ask("And there's overtime from last weekend that nobody has put in. Two and three quarter hours."),
            "You worked two and three quarter hours longer on Saturday and want the overtime entered.",
            shift=shift,
            kind="overtime_hours",
            hours=2.75,
        ),
    )
