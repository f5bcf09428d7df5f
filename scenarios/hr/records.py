"""Rows of the hospital's database in the shape that the hr tools read: everything that belongs to one person."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any

from scenarios.hr.chance import Draw
from scenarios.hr.people import Person
from scenarios.hr.places import certifications_of, unit_of
from scenarios.rows import Row


def employee(person: Person, today: str) -> Row:
    """An employee with a settled record: nothing pending, everything on file. Scenarios change single members."""
    months = _months(person.hired, today)
    entitled = months >= 12
    hours = min(1840, months * 150)
    return {
        "employee_id": person.employee_id,
        "first_name": person.first_name,
        "last_name": person.last_name,
        "date_of_birth": person.date_of_birth,
        "phone_last_four": person.phone_last_four,
        "otp_code": person.otp_code,
        "department_code": person.department,
        "role_code": person.role,
        "unit_code": unit_of(person.department),
        "hire_date": person.hired,
        "employment_status": "active",
        "certifications": certifications_of(person.department),
        "fmla_eligibility": {
            "eligible": entitled,
            "months_employed": months,
            "hours_worked_past_year": hours,
            "fmla_weeks_remaining": 12 if entitled else 0,
            "reason": None if entitled else "Less than twelve months of employment",
        },
        "onboarding_checklist": {"tasks": {}},
        "oncall_schedule": {"registrations": []},
        "scheduled_appointments": [],
        "i9_record": i9(),
        "visa_record": None,
        "leave_records": [],
        "pto_balances": {"pto": 14.0, "sick": 6.0},
        "pto_requests": [],
        "schedule_type": "standard",
    }


def provider(person: Person, today: str) -> Row:
    """A provider in good standing, with license, insurance, DEA registration and privileges."""
    return {
        "npi": person.npi,
        "employee_id": person.employee_id,
        "first_name": person.first_name,
        "last_name": person.last_name,
        "facility_code": person.facility,
        "pin": person.pin,
        "phone_last_four": person.phone_last_four,
        "otp_code": person.otp_code,
        "role_code": person.role,
        "department_code": person.department,
        "hire_date": person.hired,
        "ehr_access_status": "active",
        "ehr_access_case_id": None,
        "clearance_code": None,
        "licenses": {
            person.state_license_number: license_(
                person.state_license_number, person.role, person.state, f"{int(today[:4]) + 2}-03-31"
            )
        },
        "malpractice": malpractice(person, today),
        "dea_registration": dea(person, today),
        "privileges": privileges({}),
        "scheduled_appointments": [],
    }


def license_(number: str, profession: str, state: str, expires: str) -> Row:
    """An active license of which no extension was asked for."""
    return {
        "state_license_number": number,
        "license_type": profession,
        "state_code": state,
        "expiration_date": expires,
        "status": "active",
        "investigation_hold": False,
        "extension_status": None,
        "extension_type": None,
        "extension_days": None,
        "supervising_physician_npi": None,
        "extension_case_id": None,
    }


def malpractice(person: Person, today: str) -> Row:
    """An insurance that covers this year."""
    draw = Draw(f"policy/{person.npi}")
    year = today[:4]
    return {
        "carrier": draw.choice(("proassurance", "coverys", "the_doctors_company", "mag_mutual")),
        "policy_number": f"POL-{year}-{draw.text(6)}",
        "per_occurrence_limit_usd": 1_000_000,
        "aggregate_limit_usd": 3_000_000,
        "effective_date": f"{year}-01-01",
        "expiration_date": f"{year}-12-31",
        "recredential_required": False,
        "update_case_id": None,
    }


def dea(person: Person, today: str) -> Row:
    """An active registration at the own facility."""
    return {
        "dea_number": person.dea_number,
        "facility_code": person.facility,
        "state_code": person.state,
        "schedule_codes": ["CII", "CIII", "CIV", "CV"],
        "expiration_date": f"{int(today[:4]) + 2}-05-31",
        "status": "active",
        "transfer_reason": None,
        "transfer_case_id": None,
    }


def privileges(items: Mapping[str, tuple[str, str]]) -> Row:
    """Clinical privileges: code -> (what it allows, ``active`` or ``suspended``)."""
    return {
        "privilege_list": [
            {"code": code, "description": text, "status": status} for code, (text, status) in items.items()
        ],
        "reactivation_case_id": None,
    }


def shift(
    employee_id: str,
    unit_code: str,
    day: str,
    start: str,
    hours: float,
    **changes: Any,
) -> Row:
    """A shift to come, unless `changes` say otherwise.

    Args:
        employee_id: whose shift.
        unit_code: where.
        day: on which it begins, ISO.
        start: clock time at which it begins.
        hours: scheduled length.
        **changes: other members, such as ``hours_logged`` or ``swap_locked``.
    """
    end = (int(start[:2]) * 60 + int(start[3:]) + int(hours * 60)) % 1440
    return {
        "shift_id": f"SHF-{day.replace('-', '')}-{start.replace(':', '')}",
        "employee_id": employee_id,
        "unit_code": unit_code,
        "date": day,
        "start_time": start,
        "end_time": f"{end // 60:02d}:{end % 60:02d}",
        "hours_scheduled": float(hours),
        "hours_logged": None,
        "on_call": False,
        "on_call_tier": None,
        "status": "scheduled",
        "swap_locked": False,
        "pay_period_closed": False,
        "corrected_hours": None,
        "correction_type": None,
        "correction_case_id": None,
        "correction_status": None,
        "pay_period_end_date": None,
        "swapped_to_employee_id": None,
        "swap_confirmation_id": None,
        **changes,
    }


def tasks(codes: Mapping[str, str], done: Iterable[str] = ()) -> Row:
    """A new employee's list: task -> completion code; those in `done` are complete."""
    finished = frozenset(done)
    return {
        "tasks": {
            task: {"status": "complete" if task in finished else "pending", "completion_code": code}
            for task, code in codes.items()
        }
    }


def i9(status: str = "verified", **document: Any) -> Row:
    """An I-9 form; by default one of long ago, whose document is no longer on file."""
    return {
        "verification_action": None,
        "document_list_type": None,
        "document_type_code": None,
        "document_number": None,
        "document_expiration_date": None,
        "issuing_country_code": None,
        "verification_status": status,
        "case_id": None,
        **document,
    }


def visa(petition_number: str, kind: str, expires: str, *, dependents: Any = ()) -> Row:
    """An approved visa petition."""
    return {
        "petition_number": petition_number,
        "visa_type": kind,
        "status": "approved",
        "expiration_date": expires,
        "dependents": list(dependents),
        "amendment_id": None,
    }


def leave(employee_id: str, category: str, start: str, end: str, status: str = "open") -> Row:
    """A protected leave that is on file."""
    return {
        "case_id": f"CASE-FMLA-{employee_id[-6:]}",
        "leave_category": category,
        "leave_start_date": start,
        "leave_end_date": end,
        "status": status,
    }


def pto_request(employee_id: str, kind: str, days: list[str], status: str = "pending") -> Row:
    """Days off that were asked for before."""
    return {
        "case_id": f"CASE-PTO-{employee_id[-6:]}",
        "pto_type": kind,
        "start_date": days[0],
        "end_date": days[-1],
        "pto_days_deducted": float(len(days)),
        "working_days": days,
        "status": status,
    }


def registration(employee_id: str, unit_code: str, start: str, end: str, tier: str) -> Row:
    """An on-call registration that is on file."""
    return {
        "registration_id": f"CASE-ONC-{employee_id[-6:]}",
        "unit_code": unit_code,
        "availability_start_date": start,
        "availability_end_date": end,
        "oncall_tier": tier,
        "blackout_dates": [],
        "status": "registered",
    }


def _months(hired: str, today: str) -> int:
    """Whole months of employment."""
    first, now = date.fromisoformat(hired), date.fromisoformat(today)
    return (now.year - first.year) * 12 + now.month - first.month - (now.day < first.day)
