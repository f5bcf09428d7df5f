"""Free slots and the appointments that are booked into them."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from scenarios.hr.tools.fields import AppointmentTime, CaseId, Department, Npi
from scenarios.hr.tools.lookup import case_number
from scenarios.hr.tools.session import own_employee, own_provider, signed_in
from scenarios.parameters import Date, EmployeeId
from scenarios.rows import Row
from scenarios.tool import Code, Params, Rejected, Result, tool
from scenarios.world import World

AppointmentType = Literal["orientation_followup", "return_to_work_checkin", "competency_review"]

#: How many other dates are offered when the wanted one is full.
_ALTERNATIVES = 3


class CheckAppointmentAvailability(Params):
    """Parameters of `check_appointment_availability`."""

    department_code: Department
    appointment_type: Annotated[
        AppointmentType,
        Field(description="What the appointment is for"),
        Code("invalid_appointment_type"),
    ]
    preferred_date: Annotated[Date, Field(description="Date that the caller would like, as YYYY-MM-DD")]


class ScheduleOrientationFollowup(Params):
    """Parameters of `schedule_orientation_followup`."""

    employee_id: EmployeeId
    department_code: Department
    appointment_datetime: AppointmentTime


class ScheduleReturnToWorkCheckin(Params):
    """Parameters of `schedule_return_to_work_checkin`."""

    employee_id: EmployeeId
    case_id: Annotated[CaseId, Field(description="Case number of the leave, such as CASE-FMLA-310582")]
    department_code: Department
    appointment_datetime: AppointmentTime


class ScheduleCompetencyReview(Params):
    """Parameters of `schedule_competency_review`."""

    npi: Npi
    department_code: Department
    appointment_datetime: AppointmentTime


@tool(
    "hr",
    "read",
    "Lists the free times of a department on a date. On a date without any it names up to three dates that have some.",
)
def check_appointment_availability(world: World, params: CheckAppointmentAvailability) -> Result:
    """Looks into the slots of a kind of appointment."""
    signed_in(world)
    days = _days(world, params.appointment_type, params.department_code)
    slots = days.get(params.preferred_date, [])
    answer: Result = {"status": "success", "available_slots": slots, "date": params.preferred_date}
    if slots:
        return {**answer, "message": f"Free on {params.preferred_date}: {', '.join(slots)}."}
    others = [day for day, free in sorted(days.items()) if free and day >= world.today][:_ALTERNATIVES]
    hint = f"Dates with free times: {', '.join(others)}." if others else "No other date has free times."
    return {**answer, "alternative_dates": others, "message": f"Nothing is free on {params.preferred_date}. {hint}"}


@tool("hr", "write", "Books the follow-up of a new employee's orientation, after the tasks were completed.")
def schedule_orientation_followup(world: World, params: ScheduleOrientationFollowup) -> Result:
    """Takes the slot and adds the appointment to the employee."""
    employee = own_employee(world, params.employee_id)
    _take(world, "orientation_followup", params.department_code, params.appointment_datetime)
    number = case_number("ORI", params.employee_id)
    employee.setdefault("scheduled_appointments", []).append(
        {
            "appointment_id": number,
            "type": "orientation_followup",
            "department_code": params.department_code,
            "appointment_datetime": params.appointment_datetime,
            "status": "scheduled",
        }
    )
    return {
        "status": "success",
        "employee_id": params.employee_id,
        "appointment_id": number,
        "department_code": params.department_code,
        "appointment_datetime": params.appointment_datetime,
        "message": f"Appointment {number} is booked for {params.appointment_datetime}.",
    }


@tool(
    "hr",
    "write",
    "Books the check-in at which an employee returns from a leave; it may not be before the leave ends.",
)
def schedule_return_to_work_checkin(world: World, params: ScheduleReturnToWorkCheckin) -> Result:
    """Takes the slot and adds the appointment to the employee."""
    employee = own_employee(world, params.employee_id, second_factor=True)
    leave = _leave(employee, params.case_id)
    end = str(leave.get("leave_end_date") or leave.get("end_date") or "")
    if params.appointment_datetime[:10] < end:
        raise Rejected("appointment_before_leave_end", f"The leave lasts until {end}.")
    _take(world, "return_to_work_checkin", params.department_code, params.appointment_datetime)
    number = case_number("RTW", params.employee_id)
    employee.setdefault("scheduled_appointments", []).append(
        {
            "appointment_id": number,
            "type": "return_to_work_checkin",
            "fmla_case_id": params.case_id,
            "appointment_datetime": params.appointment_datetime,
            "status": "scheduled",
        }
    )
    return {
        "status": "success",
        "employee_id": params.employee_id,
        "appointment_id": number,
        "case_id": params.case_id,
        "appointment_datetime": params.appointment_datetime,
        "message": f"Check-in {number} is booked for {params.appointment_datetime}.",
    }


@tool("hr", "write", "Books the competency review that a provider needs before privileges are given back.")
def schedule_competency_review(world: World, params: ScheduleCompetencyReview) -> Result:
    """Takes the slot and adds the appointment to the provider."""
    provider = own_provider(world, params.npi, second_factor=True)
    _take(world, "competency_review", params.department_code, params.appointment_datetime)
    number = case_number("CMP", provider["employee_id"])
    provider.setdefault("scheduled_appointments", []).append(
        {
            "appointment_id": number,
            "type": "competency_review",
            "department_code": params.department_code,
            "appointment_datetime": params.appointment_datetime,
            "status": "scheduled",
        }
    )
    return {
        "status": "success",
        "npi": params.npi,
        "appointment_id": number,
        "department_code": params.department_code,
        "appointment_datetime": params.appointment_datetime,
        "message": f"Review {number} is booked for {params.appointment_datetime}.",
    }


def _days(world: World, kind: AppointmentType, department: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = world.table("appointment_availability").get(kind, {}).get(department, {})
    return found


def _take(world: World, kind: AppointmentType, department: str, when: str) -> None:
    """Removes a free slot, or refuses with ``invalid_datetime`` or ``slot_not_available``."""
    try:
        datetime.fromisoformat(when)
    except ValueError as error:
        raise Rejected("invalid_datetime", f"{when} is no date and time.") from error
    day, _, hour = when.partition(" ")
    slots = _days(world, kind, department).get(day, [])
    if hour not in slots:
        raise Rejected("slot_not_available", f"{department} has nothing free at {when}.")
    slots.remove(hour)


def _leave(employee: Row, case_id: str) -> Row:
    for leave in employee.get("leave_records") or []:
        if leave.get("case_id") == case_id:
            found: Row = leave
            return found
    raise Rejected("not_found", f"{employee['employee_id']} has no leave {case_id}.")
