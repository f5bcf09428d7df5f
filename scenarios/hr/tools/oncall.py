"""Being on call: who may, and when."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from scenarios.hr.tools.fields import UnitCode
from scenarios.hr.tools.lookup import case_number, certified, span
from scenarios.hr.tools.session import own_employee
from scenarios.parameters import Date, EmployeeId
from scenarios.rows import Row
from scenarios.tool import Code, Params, Rejected, Result, tool
from scenarios.world import World


class GetOncallSchedule(Params):
    """Parameters of `get_oncall_schedule`."""

    employee_id: EmployeeId
    unit_code: UnitCode


class CheckOncallEligibility(Params):
    """Parameters of `check_oncall_eligibility`."""

    employee_id: EmployeeId
    unit_code: UnitCode


class RegisterOncallAvailability(Params):
    """Parameters of `register_oncall_availability`."""

    employee_id: EmployeeId
    unit_code: UnitCode
    availability_start_date: Annotated[Date, Field(description="First day on call, as YYYY-MM-DD")]
    availability_end_date: Annotated[Date, Field(description="Last day on call, as YYYY-MM-DD")]
    oncall_tier: Annotated[
        Literal["primary", "backup"],
        Field(description="primary is called first, backup when the first cannot come"),
        Code("invalid_oncall_tier"),
    ]
    blackout_dates: Annotated[
        list[Date],
        Field(description="Days in between on which the caller cannot be reached; an empty list for none"),
        Code("invalid_date_format"),
    ]


@tool("hr", "read", "Lists the caller's present on-call registrations in a unit.")
def get_oncall_schedule(world: World, params: GetOncallSchedule) -> Result:
    """Shows the registrations of a unit."""
    employee = own_employee(world, params.employee_id)
    registrations = [
        item
        for item in (employee.get("oncall_schedule") or {}).get("registrations", [])
        if item.get("unit_code") == params.unit_code
    ]
    return {
        "status": "success",
        "employee_id": params.employee_id,
        "unit_code": params.unit_code,
        "oncall_schedule": {"registrations": registrations},
        "message": f"Registrations in {params.unit_code}: {len(registrations)}.",
    }


@tool(
    "hr",
    "read",
    "Tells whether the caller may be on call in a unit: not during a leave, and only with the unit's certifications.",
)
def check_oncall_eligibility(world: World, params: CheckOncallEligibility) -> Result:
    """Says yes, or refuses with the reason."""
    _able(world, own_employee(world, params.employee_id), params.unit_code)
    return {
        "status": "success",
        "eligible": True,
        "employee_id": params.employee_id,
        "unit_code": params.unit_code,
        "message": f"{params.employee_id} may be on call in {params.unit_code}.",
    }


@tool("hr", "write", "Registers the caller for being on call over a span of days, less those given as blackout dates.")
def register_oncall_availability(world: World, params: RegisterOncallAvailability) -> Result:
    """Adds a registration."""
    employee = own_employee(world, params.employee_id)
    _able(world, employee, params.unit_code)
    start, end = params.availability_start_date, params.availability_end_date
    span(start, end)
    for day in params.blackout_dates:
        if not start <= day <= end:
            raise Rejected("invalid_blackout_date", f"{day} is not between {start} and {end}.")
    number = case_number("ONC", params.employee_id)
    terms = {
        "registration_id": number,
        "unit_code": params.unit_code,
        "availability_start_date": start,
        "availability_end_date": end,
        "oncall_tier": params.oncall_tier,
        "blackout_dates": list(params.blackout_dates),
    }
    schedule = employee.get("oncall_schedule") or {}
    employee["oncall_schedule"] = schedule
    schedule.setdefault("registrations", []).append({**terms, "status": "registered"})
    return {
        "status": "success",
        "employee_id": params.employee_id,
        **terms,
        "message": f"Registration {number} runs from {start} to {end}.",
    }


def _able(world: World, employee: Row, unit_code: str) -> None:
    if employee.get("employment_status") == "on_leave":
        raise Rejected("employee_on_leave", f"{employee['employee_id']} is on leave.")
    certified(world, employee, unit_code)
