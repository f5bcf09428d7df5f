"""Finding things in the world of a hospital; what is not there is a refusal with its own code."""

from __future__ import annotations

from datetime import date

from scenarios.rows import Row, row_of
from scenarios.tool import Rejected
from scenarios.world import World

#: Longest span of days that a request may cover, a year; more is a slip of the ear.
_LONGEST_SPAN = 366


def employee_of(world: World, employee_id: str) -> Row:
    """The row of an employee, or ``not_found``."""
    return row_of(world.table("employees"), employee_id, "employee")


def provider_of(world: World, npi: str) -> Row:
    """The row of a provider, or ``not_found``."""
    return row_of(world.table("providers"), npi, "provider with NPI")


def person_of(world: World, employee_id: str) -> Row:
    """The employee, or the provider who is employed under this number, or ``not_found``."""
    if employee_id not in world.table("employees"):
        for provider in world.table("providers").values():
            if provider.get("employee_id") == employee_id:
                found: Row = provider
                return found
    return employee_of(world, employee_id)


def shift_of(world: World, employee_id: str, shift_id: str) -> Row:
    """A shift of the employee, or ``shift_not_found``, or ``shift_not_owned`` when it is somebody else's."""
    found = row_of(world.table("shifts"), shift_id, "shift", "shift_not_found")
    if found["employee_id"] != employee_id:
        raise Rejected("shift_not_owned", f"Shift {shift_id} is not one of {employee_id}.")
    return found


def required_certifications(world: World, unit_code: str) -> list[str]:
    """What a unit asks of those who work there, sorted."""
    return sorted(world.table("unit_cert_requirements").get(unit_code, []))


def certified(world: World, employee: Row, unit_code: str) -> list[str]:
    """The certifications a unit asks for, all of which the employee holds, or ``certification_missing``."""
    required = required_certifications(world, unit_code)
    missing = [item for item in required if item not in employee.get("certifications", [])]
    if missing:
        raise Rejected(
            "certification_missing",
            f"{employee['employee_id']} lacks {', '.join(missing)} for unit {unit_code}.",
            missing_certs=missing,
        )
    return required


def case_number(prefix: str, employee_id: str) -> str:
    """The number of a case, which follows from its kind and from whose it is."""
    return f"CASE-{prefix}-{employee_id[-6:]}"


def span(start: str, end: str, longest: int = _LONGEST_SPAN) -> int:
    """The days from `start` to `end`, or ``invalid_date_range`` when negative or more than `longest`."""
    days = (date.fromisoformat(end) - date.fromisoformat(start)).days
    if days < 0:
        raise Rejected("invalid_date_range", f"{end} is before {start}.")
    if days > longest:
        raise Rejected("invalid_date_range", f"From {start} to {end} is too long.")
    return days
