"""Shifts and their exchange with a colleague."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from scenarios.hr.tools.fields import ShiftId, UnitCode
from scenarios.hr.tools.lookup import case_number, certified, employee_of, required_certifications, shift_of
from scenarios.hr.tools.session import own_employee, signed_in
from scenarios.parameters import EmployeeId
from scenarios.rows import Row
from scenarios.tool import Params, Rejected, Result, tool
from scenarios.world import World

Colleague = Annotated[
    EmployeeId, Field(description="Employee number of the colleague who takes the shift, such as EMP274401")
]


class GetShiftRecord(Params):
    """Parameters of `get_shift_record`."""

    employee_id: EmployeeId
    shift_id: ShiftId


class CheckSwapEligibility(Params):
    """Parameters of `check_swap_eligibility`."""

    employee_id: EmployeeId
    shift_id: ShiftId


class VerifyColleagueCertifications(Params):
    """Parameters of `verify_colleague_certifications`."""

    colleague_employee_id: Colleague
    unit_code: Annotated[UnitCode, Field(description="Unit of the shift, as it stands in the shift's record")]


class ConfirmShiftSwap(Params):
    """Parameters of `confirm_shift_swap`."""

    employee_id: Annotated[EmployeeId, Field(description="Employee number of the caller, whose shift it is")]
    shift_id: ShiftId
    colleague_employee_id: Colleague
    unit_code: Annotated[UnitCode, Field(description="Unit of the shift, as it stands in the shift's record")]


@tool("hr", "read", "Shows one of the caller's shifts: unit, day, hours and status.")
def get_shift_record(world: World, params: GetShiftRecord) -> Result:
    """Shows a shift."""
    own_employee(world, params.employee_id)
    shift = shift_of(world, params.employee_id, params.shift_id)
    return {"status": "success", "shift": shift, "message": f"Shift {params.shift_id} in {shift['unit_code']}."}


@tool(
    "hr",
    "read",
    "Tells whether a shift may be exchanged: not when it was already, is cancelled or past, or begins within a day. "
    "It also tells what certifications the unit asks for.",
)
def check_swap_eligibility(world: World, params: CheckSwapEligibility) -> Result:
    """Says yes, or refuses with the reason."""
    own_employee(world, params.employee_id)
    shift = shift_of(world, params.employee_id, params.shift_id)
    _swappable(world, shift)
    return {
        "status": "success",
        "eligible": True,
        "shift_date": shift["date"],
        "unit_code": shift["unit_code"],
        "required_cert_codes": required_certifications(world, shift["unit_code"]),
        "message": f"Shift {params.shift_id} may be exchanged.",
    }


@tool("hr", "read", "Tells whether a colleague holds all certifications that a unit asks for, and what is missing.")
def verify_colleague_certifications(world: World, params: VerifyColleagueCertifications) -> Result:
    """Lists the certifications, or refuses with what is missing."""
    signed_in(world)
    colleague = employee_of(world, params.colleague_employee_id)
    return {
        "status": "success",
        "colleague_employee_id": params.colleague_employee_id,
        "unit_code": params.unit_code,
        "certifications_verified": certified(world, colleague, params.unit_code),
        "message": f"{params.colleague_employee_id} may work in {params.unit_code}.",
    }


@tool("hr", "write", "Gives one of the caller's shifts to a colleague with the right certifications.")
def confirm_shift_swap(world: World, params: ConfirmShiftSwap) -> Result:
    """Marks the shift as exchanged; its row keeps the first owner."""
    own_employee(world, params.employee_id)
    shift = shift_of(world, params.employee_id, params.shift_id)
    _swappable(world, shift)
    if shift["unit_code"] != params.unit_code:
        raise Rejected("shift_not_found", f"Shift {params.shift_id} is not in unit {params.unit_code}.")
    certified(world, employee_of(world, params.colleague_employee_id), params.unit_code)
    number = case_number("SWP", params.employee_id)
    shift.update(status="swapped", swapped_to_employee_id=params.colleague_employee_id, swap_confirmation_id=number)
    return {
        "status": "success",
        "shift_id": params.shift_id,
        "original_employee_id": params.employee_id,
        "new_employee_id": params.colleague_employee_id,
        "unit_code": params.unit_code,
        "case_id": number,
        "message": f"The exchange is recorded as {number}.",
    }


def _swappable(world: World, shift: Row) -> None:
    name = shift["shift_id"]
    if shift["status"] == "swapped":
        raise Rejected("already_swapped", f"Shift {name} was exchanged already.")
    if shift["status"] == "cancelled":
        raise Rejected("shift_cancelled", f"Shift {name} is cancelled.")
    if shift["date"] < world.today:
        raise Rejected("shift_in_past", f"Shift {name} is over.")
    if shift.get("swap_locked"):
        raise Rejected("swap_locked", f"Shift {name} begins in less than a day.")
