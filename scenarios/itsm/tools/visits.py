"""Technicians who come to where a device stands."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from scenarios.itsm.tools.fields import BuildingName, FloorCode, TicketNumber
from scenarios.itsm.tools.ids import derived_id
from scenarios.itsm.tools.lookup import ticket_of
from scenarios.itsm.tools.names import named
from scenarios.itsm.tools.session import own_employee
from scenarios.parameters import Date, EmployeeId
from scenarios.rows import Row
from scenarios.tool import Code, Params, Rejected, Result, tool
from scenarios.world import World

_HALVES = ("morning", "afternoon")


class ScheduleFieldDispatch(Params):
    """Parameters of `schedule_field_dispatch`."""

    ticket_number: TicketNumber
    employee_id: EmployeeId
    building_code: BuildingName
    floor_code: FloorCode
    preferred_date: Annotated[Date, Field(description="Day of the visit, as YYYY-MM-DD")]
    time_window: Annotated[
        Literal["morning", "afternoon", "full_day"],
        Field(description="morning: 8 to 12; afternoon: 12 to 17; full_day: both"),
        Code("invalid_time_window"),
    ]


@tool(
    "itsm",
    "write",
    "Books the visit of a technician for a ticket, if one is free at that time. It returns the number of the visit.",
)
def schedule_field_dispatch(world: World, params: ScheduleFieldDispatch) -> Result:
    """Takes the technician's time and notes the visit in the ticket."""
    own_employee(world, params.employee_id)
    ticket = ticket_of(world, params.ticket_number)
    building, _ = named(world, "building", params.building_code)
    times = _times(world, building, params.preferred_date)
    wanted = _HALVES if params.time_window == "full_day" else (params.time_window,)
    if not all(times.get(half, {}).get("available") for half in wanted):
        free = [half for half in _HALVES if times.get(half, {}).get("available")]
        raise Rejected(
            "no_availability",
            f"Nobody is free on {params.preferred_date} for {params.time_window}. "
            f"Free that day: {', '.join(free) or 'nothing'}.",
        )
    for half in wanted:
        times[half]["available"] = False
    number = derived_id("DSP", params.ticket_number, 7)
    ticket.update(dispatch_id=number, dispatch_date=params.preferred_date, dispatch_window=params.time_window)
    return {
        "status": "success",
        "dispatch_id": number,
        "date": params.preferred_date,
        "time_window": params.time_window,
        "message": f"Visit {number} is booked for {params.preferred_date}, {params.time_window}.",
    }


def _times(world: World, building: str, day: str) -> dict[str, Row]:
    """The technicians' times of a day.

    Days lie in the table, for a team that serves all buildings, or in buildings; the former go first.
    """
    table = world.table("field_dispatch_availability")
    found: dict[str, Row] = table.get(day) or (table.get(building) or {}).get(day) or {}
    return found
