"""Time sheets and their correction."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from scenarios.hr.tools.fields import ShiftId
from scenarios.hr.tools.lookup import case_number, shift_of
from scenarios.hr.tools.session import own_employee
from scenarios.parameters import EmployeeId
from scenarios.rows import Row
from scenarios.tool import Code, Params, Rejected, Result, tool
from scenarios.world import World


class GetTimesheetRecord(Params):
    """Parameters of `get_timesheet_record`."""

    employee_id: EmployeeId
    shift_id: ShiftId


class CheckCorrectionEligibility(Params):
    """Parameters of `check_correction_eligibility`."""

    employee_id: EmployeeId
    shift_id: ShiftId


class SubmitPayrollCorrection(Params):
    """Parameters of `submit_payroll_correction`."""

    employee_id: EmployeeId
    shift_id: ShiftId
    correction_type: Annotated[
        Literal["on_call_hours", "overtime_hours", "differential_missed"],
        Field(
            description="on_call_hours: on-call time is wrong or absent; overtime_hours: time beyond the schedule is "
            "absent; differential_missed: the extra pay of a shift was not applied"
        ),
        Code("invalid_correction_type"),
    ]
    corrected_hours: Annotated[
        float,
        Field(
            gt=0,
            le=24,
            allow_inf_nan=False,
            description="Right number of hours of that kind in all: neither the difference nor the whole shift",
        ),
        Code("invalid_hours"),
    ]


@tool("hr", "read", "Shows the time sheet of one of the caller's shifts: hours logged, status, end of the pay period.")
def get_timesheet_record(world: World, params: GetTimesheetRecord) -> Result:
    """Shows the shift with its hours."""
    own_employee(world, params.employee_id)
    shift = shift_of(world, params.employee_id, params.shift_id)
    return {
        "status": "success",
        "shift": shift,
        "message": f"Shift {params.shift_id}, hours logged: {shift.get('hours_logged')}.",
    }


@tool(
    "hr",
    "read",
    "Tells whether the hours of a shift may be corrected: not while a correction is pending, after the pay period, "
    "or before the hours are logged.",
)
def check_correction_eligibility(world: World, params: CheckCorrectionEligibility) -> Result:
    """Says yes, or refuses with the reason."""
    own_employee(world, params.employee_id)
    shift = shift_of(world, params.employee_id, params.shift_id)
    _correctable(world, shift)
    return {
        "status": "success",
        "eligible": True,
        "shift_id": params.shift_id,
        "logged_hours": shift["hours_logged"],
        "message": f"The {shift['hours_logged']:g} hours of shift {params.shift_id} may be corrected.",
    }


@tool("hr", "write", "Files a correction of the hours of one shift. It returns the case number.")
def submit_payroll_correction(world: World, params: SubmitPayrollCorrection) -> Result:
    """Notes the correction in the shift; what was logged stays."""
    own_employee(world, params.employee_id)
    shift = shift_of(world, params.employee_id, params.shift_id)
    _correctable(world, shift)
    number = case_number("PAY", params.employee_id)
    shift.update(
        corrected_hours=params.corrected_hours,
        correction_type=params.correction_type,
        correction_case_id=number,
        correction_status="pending",
    )
    return {
        "status": "success",
        "employee_id": params.employee_id,
        "shift_id": params.shift_id,
        "correction_type": params.correction_type,
        "corrected_hours": params.corrected_hours,
        "pay_period_end_date": shift["pay_period_end_date"],
        "case_id": number,
        "message": f"The correction to {params.corrected_hours:g} hours is filed as {number}.",
    }


def _correctable(world: World, shift: Row) -> None:
    name = shift["shift_id"]
    if shift.get("correction_status") == "pending":
        raise Rejected("correction_already_pending", f"A correction of shift {name} is pending already.")
    if shift.get("pay_period_closed"):
        raise Rejected("pay_period_closed", f"The pay period of shift {name} is closed.")
    end = shift.get("pay_period_end_date")
    if end is None:
        raise Rejected("pay_period_not_set", f"Shift {name} belongs to no pay period yet.")
    if end < world.today:
        raise Rejected("pay_period_closed", f"The pay period of shift {name} ended on {end}.")
    if shift.get("hours_logged") is None:
        raise Rejected("shift_not_logged", f"The hours of shift {name} are not logged yet.")
