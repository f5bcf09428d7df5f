"""Conference rooms: which are free, booking one, and the invitation that follows."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from scenarios.itsm.tools.fields import BuildingName, FloorCode, RequestId, RoomCode, Time
from scenarios.itsm.tools.ids import content_id, derived_id
from scenarios.itsm.tools.lookup import facilities
from scenarios.itsm.tools.names import named
from scenarios.itsm.tools.session import own_employee, signed_in
from scenarios.parameters import Date, EmployeeId
from scenarios.rows import Row, fields, row_of
from scenarios.tool import Params, Rejected, Result, tool
from scenarios.world import World

StartTime = Annotated[Time, Field(description="Start, on a 24-hour clock as HH:MM")]
EndTime = Annotated[Time, Field(description="End, on a 24-hour clock as HH:MM, later than the start")]

#: The equipment that the tool calls otherwise than the rooms' records do.
_SAME = {"display_screen": "display"}


class CheckRoomAvailability(Params):
    """Parameters of `check_room_availability`."""

    building_code: BuildingName
    date: Date
    start_time: StartTime
    end_time: EndTime
    min_capacity: Annotated[int, Field(ge=1, description="How many people the room must hold")]
    floor_code: Annotated[
        FloorCode | None, Field(description="Floor, such as FL5; leave it out to look on all floors")
    ] = None
    equipment_required: Annotated[
        list[str] | None,
        Field(
            description="What the room must have, of projector, whiteboard, video_conferencing, display_screen, "
            "speakerphone; leave it out when nothing is needed"
        ),
    ] = None


class SubmitRoomBooking(Params):
    """Parameters of `submit_room_booking`."""

    employee_id: EmployeeId
    room_code: Annotated[RoomCode, Field(description="The free room that the caller chose, such as BLD4-FL1-RM117")]
    date: Date
    start_time: StartTime
    end_time: EndTime
    attendee_count: Annotated[int, Field(ge=1, description="How many people will come")]


class SendCalendarInvite(Params):
    """Parameters of `send_calendar_invite`."""

    request_id: Annotated[RequestId, Field(description="Number of the booking")]
    employee_id: Annotated[EmployeeId, Field(description="Employee number of the caller, who booked the room")]
    room_code: Annotated[RoomCode, Field(description="The room that was booked")]
    date: Date
    start_time: StartTime
    end_time: EndTime


@tool(
    "itsm",
    "read",
    "Lists the conference rooms of a building that are free for the whole time and large enough, on one floor or on "
    "all, with the equipment that is needed.",
)
def check_room_availability(world: World, params: CheckRoomAvailability) -> Result:
    """Looks for free rooms."""
    signed_in(world)
    building, _ = named(world, "building", params.building_code)
    _ordered(params.start_time, params.end_time)
    wanted = {_SAME.get(item, item) for item in params.equipment_required or []}
    free = [
        {"room_code": code, **fields(room, "floor_code", "capacity", "equipment")}
        for code, room in facilities(world, "conference_rooms").items()
        if room["building_code"] == building
        and params.floor_code in (None, room["floor_code"])
        and room["capacity"] >= params.min_capacity
        and wanted <= {_SAME.get(item, item) for item in room["equipment"]}
        and not _clashes(room, params.date, params.start_time, params.end_time)
    ]
    return {"status": "success", "available_rooms": free, "message": f"Free rooms in {building}: {len(free)}."}


@tool("itsm", "write", "Books a free conference room for the caller. The invitation must be sent afterwards.")
def submit_room_booking(world: World, params: SubmitRoomBooking) -> Result:
    """Adds a booking to the room."""
    own_employee(world, params.employee_id)
    room = _room(world, params.room_code)
    _ordered(params.start_time, params.end_time)
    if params.date < world.today:
        raise Rejected("not_available", f"{params.date} has passed.")
    if params.attendee_count > room["capacity"]:
        raise Rejected("over_capacity", f"{params.room_code} holds {room['capacity']}.")
    if _clashes(room, params.date, params.start_time, params.end_time):
        raise Rejected("room_conflict", f"{params.room_code} is taken at that time.")
    booking: Row = {
        "booking_id": None,
        "date": params.date,
        "start_time": params.start_time,
        "end_time": params.end_time,
        "employee_id": params.employee_id,
        "attendee_count": params.attendee_count,
    }
    number = content_id("REQ-FAC", booking)
    room.setdefault("bookings", []).append({**booking, "booking_id": number})
    return {
        "status": "success",
        "request_id": number,
        "room_code": params.room_code,
        **fields(booking, "date", "start_time", "end_time"),
        "message": f"{params.room_code} is booked by {number}.",
    }


@tool("itsm", "write", "Sends the calendar invitation for a room that the caller has booked.")
def send_calendar_invite(world: World, params: SendCalendarInvite) -> Result:
    """Adds an event to the calendar."""
    own_employee(world, params.employee_id)
    room = _room(world, params.room_code)
    terms = {"date": params.date, "start_time": params.start_time, "end_time": params.end_time}
    booked = {"booking_id": params.request_id, "employee_id": params.employee_id, **terms}
    if not any(fields(booking, *booked) == booked for booking in room.get("bookings") or []):
        raise Rejected(
            "not_found", f"The caller has no booking {params.request_id} of {params.room_code} at that time."
        )
    event = derived_id("CAL", params.request_id, 6)
    world.table("calendar_events")[event] = {
        "calendar_event_id": event,
        "request_id": params.request_id,
        "employee_id": params.employee_id,
        "room_code": params.room_code,
        **terms,
        "created_date": world.today,
    }
    return {
        "status": "success",
        "calendar_event_id": event,
        "room_code": params.room_code,
        "date": params.date,
        "message": f"Invitation {event} was sent.",
    }


def _room(world: World, code: str) -> Row:
    return row_of(facilities(world, "conference_rooms"), code, "room")


def _ordered(start: str, end: str) -> None:
    if end <= start:
        raise Rejected("invalid_time_format", f"The end, {end}, is not after the start, {start}.")


def _clashes(room: Row, day: str, start: str, end: str) -> bool:
    """Whether some booking of the room overlaps; one may begin at the minute another ends."""
    return any(
        booking["date"] == day and booking["start_time"] < end and start < booking["end_time"]
        for booking in room.get("bookings") or []
    )
