"""Ergonomic equipment, some of which takes an assessment of the workplace first."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from scenarios.itsm.tools.fields import BuildingName, FloorCode
from scenarios.itsm.tools.ids import add_request
from scenarios.itsm.tools.names import named
from scenarios.itsm.tools.session import own_employee
from scenarios.parameters import EmployeeId
from scenarios.rows import Row
from scenarios.tool import Code, Params, Rejected, Result, tool
from scenarios.world import World

#: What may be ordered only after an assessment.
_ASSESSED = frozenset({"standing_desk_converter", "ergonomic_chair"})


class CheckErgonomicAssessment(Params):
    """Parameters of `check_ergonomic_assessment`."""

    employee_id: EmployeeId


class SubmitEquipmentRequest(Params):
    """Parameters of `submit_equipment_request`."""

    employee_id: EmployeeId
    equipment_type: Annotated[
        Literal["standing_desk_converter", "ergonomic_chair", "ergonomic_keyboard", "monitor_arm", "footrest"],
        Field(description="What the caller wants; the first two take an assessment"),
        Code("invalid_equipment_type"),
    ]
    delivery_building: Annotated[
        BuildingName, Field(description="Building it is delivered to, by its code or by whatever name the caller uses")
    ]
    delivery_floor: Annotated[FloorCode, Field(description="Floor it is delivered to, such as FL5")]


@tool(
    "itsm",
    "read",
    "Tells on what day the caller's workplace was assessed; without an assessment it refuses.",
)
def check_ergonomic_assessment(world: World, params: CheckErgonomicAssessment) -> Result:
    """Says the day, or refuses."""
    day = _assessed(own_employee(world, params.employee_id))
    return {
        "status": "success",
        "employee_id": params.employee_id,
        "assessment_date": day,
        "message": f"The assessment was completed on {day}.",
    }


@tool(
    "itsm",
    "write",
    "Orders ergonomic equipment. Standing desk converters and chairs take a completed assessment. It returns the "
    "request number.",
)
def submit_equipment_request(world: World, params: SubmitEquipmentRequest) -> Result:
    """Adds a request."""
    employee = own_employee(world, params.employee_id)
    building, _ = named(world, "building", params.delivery_building)
    if params.equipment_type in _ASSESSED:
        _assessed(employee)
    number = add_request(
        world,
        "FAC",
        {
            "request_id": None,
            "employee_id": params.employee_id,
            "equipment_type": params.equipment_type,
            "delivery_building": building,
            "delivery_floor": params.delivery_floor,
            "status": "submitted",
            "created_date": world.today,
        },
    )
    return {
        "status": "success",
        "request_id": number,
        "equipment_type": params.equipment_type,
        "delivery_building": building,
        "message": f"Request {number}: {params.equipment_type} to {building}, {params.delivery_floor}.",
    }


def _assessed(employee: Row) -> str:
    assessment = employee.get("ergonomic_assessment") or {}
    if assessment.get("status") != "completed":
        raise Rejected("assessment_required", f"{employee['employee_id']} has no completed assessment on file.")
    return str(assessment.get("completed_date"))
