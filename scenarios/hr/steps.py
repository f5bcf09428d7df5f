"""The steps that many requests share, and the proof of identity per tier.

Numbers that only a caller can give (employee number, NPI, shift, license...) count as heard at every step, also
where a tool response repeats them: an agent that misheard one must not be handed the right one later. The employee
number of somebody who was verified as a provider is told by the verification and counts as found.
"""

from __future__ import annotations

from typing import Literal

from scenarios.authoring import call, found, heard, one_time_code, ruled
from scenarios.hr.people import Person
from scenarios.model import Arg, Fact, Step

Tier = Literal["employee", "employee_code", "provider", "provider_code"]
"""How a caller is verified: as an employee or as a provider, without and with the one-time code."""


def employee_number(person: Person, tier: Tier) -> Arg:
    """The caller's employee number as an argument."""
    if tier.startswith("provider"):
        return found(person.employee_id)
    return heard("employee_id", "code", person.employee_id)


def identification(person: Person, tier: Tier) -> tuple[Step, ...]:
    """The steps that prove who calls."""
    number = employee_number(person, tier)
    if tier.startswith("provider"):
        first = call(
            "verify_provider_auth",
            npi=heard("npi", "digits", person.npi),
            facility_code=heard("facility_code", "code", person.facility),
            pin=heard("pin", "digits", person.pin),
        )
    else:
        born = heard("date_of_birth", "date", person.date_of_birth)
        first = call("verify_employee_auth", employee_id=number, date_of_birth=born)
    if not tier.endswith("code"):
        return (first,)
    return (first, *one_time_code(number, person.otp_code))


def identity(person: Person, tier: Tier) -> tuple[Fact, ...]:
    """What the caller can say to prove it. Providers know their employee number and birthday as well."""
    facts = [
        Fact(slot="employee_id", kind="code", value=person.employee_id),
        Fact(slot="date_of_birth", kind="date", value=person.date_of_birth),
    ]
    if tier.startswith("provider"):
        facts = [
            Fact(slot="npi", kind="digits", value=person.npi),
            Fact(slot="facility_code", kind="code", value=person.facility),
            Fact(slot="pin", kind="digits", value=person.pin),
            *facts,
        ]
    if tier.endswith("code"):
        facts.append(Fact(slot="otp_code", kind="digits", value=person.otp_code))
    return tuple(facts)


def tell_manager(employee_id: Arg, case_id: str, notice: str) -> Step:
    """The notice to the caller's manager about a change."""
    return call(
        "notify_department_manager", employee_id=employee_id, case_id=found(case_id), notification_type=ruled(notice)
    )


def tell_committee(npi: Arg, case_id: str, notice: str) -> Step:
    """The notice to the credentialing committee about a change."""
    return call("notify_credentialing_committee", npi=npi, case_id=found(case_id), notification_type=ruled(notice))


def tell_compliance(employee_id: Arg, case_id: str, notice: str) -> Step:
    """The notice to HR compliance about an I-9 form."""
    return call(
        "notify_hr_compliance", employee_id=employee_id, case_id=found(case_id), notification_type=ruled(notice)
    )


def slots(department: str, kind: str, day: Arg) -> Step:
    """Look for free times of the caller's department on a date."""
    return call(
        "check_appointment_availability",
        department_code=found(department),
        appointment_type=ruled(kind),
        preferred_date=day,
    )
