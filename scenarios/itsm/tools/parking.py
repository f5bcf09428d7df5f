"""Parking spaces, and the waiting lists for them and for desks."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from scenarios.itsm.tools.fields import ParkingSpaceId
from scenarios.itsm.tools.ids import content_id
from scenarios.itsm.tools.lookup import cooled_down, facilities
from scenarios.itsm.tools.names import named
from scenarios.itsm.tools.session import own_employee, signed_in
from scenarios.parameters import EmployeeId
from scenarios.rows import fields, row_of
from scenarios.tool import Code, Params, Rejected, Result, tool
from scenarios.world import World

#: Days that must lie between two assignments of a parking space to one employee.
_COOLDOWN = 180


class CheckParkingAvailability(Params):
    """Parameters of `check_parking_availability`."""

    zone_code: Annotated[
        str | None,
        Field(
            min_length=1,
            description="Code, name or nickname of a parking zone; leave it out to look through all of them",
        ),
        Code("invalid_zone_code_format"),
    ] = None


class SubmitParkingAssignment(Params):
    """Parameters of `submit_parking_assignment`."""

    employee_id: EmployeeId
    parking_space_id: ParkingSpaceId


class SubmitWaitlist(Params):
    """Parameters of `submit_waitlist`."""

    employee_id: EmployeeId
    resource_type: Annotated[
        Literal["desk", "parking"], Field(description="What the caller waits for"), Code("invalid_resource_type")
    ]
    zone_or_building: Annotated[
        str, Field(min_length=1, description="Where: the building for a desk, the zone for parking, by code or name")
    ]


@tool("itsm", "read", "Lists the free parking spaces of a zone, or of all zones, with level and whether under a roof.")
def check_parking_availability(world: World, params: CheckParkingAvailability) -> Result:
    """Looks for free spaces."""
    signed_in(world)
    free = [
        {"parking_space_id": number, **fields(space, "zone_code", "level", "covered")}
        for number, space in facilities(world, "parking").items()
        if space["status"] == "available"
    ]
    if params.zone_code is None:
        zones = facilities(world, "zones")
        spaces = [{**space, "zone_name": zones.get(space["zone_code"], {}).get("name")} for space in free]
        return {"status": "success", "available_spaces": spaces, "message": f"Free spaces in all zones: {len(spaces)}."}
    zone, _ = named(world, "zone", params.zone_code)
    spaces = [space for space in free if space["zone_code"] == zone]
    return {
        "status": "success",
        "zone_code": zone,
        "available_spaces": spaces,
        "message": f"Free spaces in {zone}: {len(spaces)}.",
    }


@tool(
    "itsm",
    "write",
    "Assigns a free parking space to a caller who has none and got none in the past 180 days.",
)
def submit_parking_assignment(world: World, params: SubmitParkingAssignment) -> Result:
    """Marks the space as taken and notes it in the employee's record."""
    employee = own_employee(world, params.employee_id)
    space = row_of(facilities(world, "parking"), params.parking_space_id, "parking space")
    if employee.get("assigned_parking"):
        raise Rejected("already_assigned", f"{params.employee_id} has space {employee['assigned_parking']}.")
    cooled_down(world, employee.get("last_parking_assignment_date"), _COOLDOWN)
    if space["status"] != "available":
        raise Rejected("not_available", f"Space {params.parking_space_id} is taken.")
    terms = {
        "employee_id": params.employee_id,
        "parking_space_id": params.parking_space_id,
        "request_type": "parking_assignment",
        "created_date": world.today,
    }
    number = content_id("REQ-FAC", terms)
    space.update(status="assigned", assigned_employee_id=params.employee_id)
    employee.update(assigned_parking=params.parking_space_id, last_parking_assignment_date=world.today)
    return {
        "status": "success",
        "request_id": number,
        "parking_space_id": params.parking_space_id,
        "message": f"Space {params.parking_space_id} is assigned by {number}.",
    }


@tool(
    "itsm",
    "write",
    "Puts the caller on the waiting list for a desk in a building or for parking in a zone, when nothing is free "
    "there. It returns the place in the queue.",
)
def submit_waitlist(world: World, params: SubmitWaitlist) -> Result:
    """Adds an entry to the list of the resource."""
    own_employee(world, params.employee_id)
    where, _ = named(world, "building" if params.resource_type == "desk" else "zone", params.zone_or_building)
    queue = world.table("waitlists").setdefault(params.resource_type, [])
    here = [item for item in queue if item["zone_or_building"] == where]
    if any(item["employee_id"] == params.employee_id for item in here):
        raise Rejected("already_waitlisted", f"{params.employee_id} waits for {params.resource_type} in {where}.")
    entry = {
        "waitlist_id": f"WL-{params.resource_type[:3].upper()}-{len(queue) + 1:04d}",
        "employee_id": params.employee_id,
        "resource_type": params.resource_type,
        "zone_or_building": where,
        "position": len(here) + 1,
        "added_date": world.today,
    }
    queue.append(entry)
    return {
        "status": "success",
        **fields(entry, "waitlist_id", "resource_type", "position", "zone_or_building"),
        "message": f"The caller is number {entry['position']} in {where}, by {entry['waitlist_id']}.",
    }
