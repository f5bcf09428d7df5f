"""The database at the start of a call: every table, with the caller, a bystander, and time slots to book."""

from __future__ import annotations

from typing import Any

from scenarios.days import in_days, weekday
from scenarios.hr import records
from scenarios.hr.chance import Draw
from scenarios.hr.people import Person, bystander
from scenarios.hr.places import UNITS, unit_of
from scenarios.rows import Row

APPOINTMENTS = ("orientation_followup", "return_to_work_checkin", "competency_review")

_TIMES = ("08:15", "09:30", "10:45", "11:20", "13:00", "14:30", "15:45", "16:10")
_CLOSED = {"EMERGENCY": 20, "SURGERY": 33, "OBSTETRICS": 47}  # days from the call on which nobody may be off


def world(now: str, caller: Person, *, licensed: bool) -> dict[str, Any]:
    """All tables: the caller's rows, those of a physician of the same department, slots and closed days.

    Args:
        now: date and time of the call; its date is the tools' today.
        caller: who calls.
        licensed: whether the caller has a provider's row.
    """
    today = now[:10]
    other = bystander(caller.employee_id, caller.department)
    providers = [records.provider(who, today) for who in ([caller, other] if licensed else [other])]
    shift = records.shift(other.employee_id, unit_of(other.department), in_days(today, 6), "05:45", 8)
    return {
        "_current_date": today,
        "unit_cert_requirements": {unit: list(needed) for unit, needed in UNITS.values()},
        "providers": {row["npi"]: row for row in providers},
        "employees": {who.employee_id: records.employee(who, today) for who in (caller, other)},
        "shifts": {shift["shift_id"]: shift},
        "notifications": [],
        "session": {},
        "appointment_availability": {
            kind: {caller.department: _slots(f"{kind}/{caller.employee_id}", today)} for kind in APPOINTMENTS
        },
        "org_holidays": [f"{today[:4]}-{day}" for day in ("01-01", "05-31", "07-05", "09-06", "11-25", "12-24")],
        "department_blackout_dates": {
            department: [in_days(today, days)] if (days := _CLOSED.get(department)) else [] for department in UNITS
        },
    }


def free(world: dict[str, Any], kind: str, department: str, day: str, times: list[str]) -> None:
    """Offers just these times on a date."""
    slots: dict[str, Row] = world["appointment_availability"][kind]
    slots.setdefault(department, {})[day] = times


def _slots(key: str, today: str) -> dict[str, list[str]]:
    """Three working days with two or three free times each."""
    draw = Draw(f"slots/{key}")
    days = [weekday(in_days(today, 4 + 7 * week + draw.integer(0, 4))) for week in range(3)]
    return {day: sorted({draw.choice(_TIMES) for _ in range(3)}) for day in days}
