"""Desks: which are free, and taking one for good."""

from __future__ import annotations

from scenarios.itsm.tools.fields import BuildingName, DeskCode, FloorCode
from scenarios.itsm.tools.ids import content_id
from scenarios.itsm.tools.lookup import cooled_down, facilities
from scenarios.itsm.tools.names import named
from scenarios.itsm.tools.session import own_employee, signed_in
from scenarios.parameters import EmployeeId
from scenarios.rows import fields, row_of
from scenarios.tool import Params, Rejected, Result, tool
from scenarios.world import World

#: Days that must lie between two assignments of a desk to one employee.
_COOLDOWN = 90


class CheckDeskAvailability(Params):
    """Parameters of `check_desk_availability`."""

    building_code: BuildingName
    floor_code: FloorCode


class SubmitDeskAssignment(Params):
    """Parameters of `submit_desk_assignment`."""

    employee_id: EmployeeId
    desk_code: DeskCode


@tool("itsm", "read", "Lists the free desks of a floor, with their zone and whether they are near a window.")
def check_desk_availability(world: World, params: CheckDeskAvailability) -> Result:
    """Looks for free desks."""
    signed_in(world)
    building, _ = named(world, "building", params.building_code)
    free = [
        {"desk_code": code, **fields(desk, "zone", "near_window")}
        for code, desk in facilities(world, "desks").items()
        if (desk["building_code"], desk["floor_code"], desk["status"]) == (building, params.floor_code, "available")
    ]
    return {
        "status": "success",
        "building_code": building,
        "available_desks": free,
        "message": f"Free desks in {building} on {params.floor_code}: {len(free)}.",
    }


@tool(
    "itsm",
    "write",
    "Assigns a free desk to a caller who has none and got none in the past 90 days.",
)
def submit_desk_assignment(world: World, params: SubmitDeskAssignment) -> Result:
    """Marks the desk as taken and notes it in the employee's record."""
    employee = own_employee(world, params.employee_id)
    desk = row_of(facilities(world, "desks"), params.desk_code, "desk")
    if employee.get("assigned_desk"):
        raise Rejected("already_assigned", f"{params.employee_id} has desk {employee['assigned_desk']}.")
    cooled_down(world, employee.get("last_desk_assignment_date"), _COOLDOWN)
    if desk["status"] != "available":
        raise Rejected("not_available", f"Desk {params.desk_code} is taken.")
    terms = {
        "employee_id": params.employee_id,
        "desk_code": params.desk_code,
        "request_type": "desk_assignment",
        "created_date": world.today,
    }
    number = content_id("REQ-FAC", terms)
    desk.update(status="assigned", assigned_employee_id=params.employee_id)
    employee.update(assigned_desk=params.desk_code, last_desk_assignment_date=world.today)
    return {
        "status": "success",
        "request_id": number,
        "desk_code": params.desk_code,
        "message": f"Desk {params.desk_code} is assigned by {number}.",
    }
