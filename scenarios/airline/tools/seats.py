"""Assigning seats: the same call always gives the same seat, and no two passengers of a booking share one."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from scenarios.airline.tools.fields import ConfirmationNumber, FlightNumber, JourneyId, PassengerId
from scenarios.airline.tools.lookup import live_booking_of, passenger_of, reservation_of, segments_of
from scenarios.rows import Row
from scenarios.tool import Code, Params, Rejected, Result, tool
from scenarios.world import World

#: Row before the first passenger's row, by cabin: passenger PAX003 in the main cabin sits in row 23.
_ROWS = {"first": 0, "business": 5, "premium_economy": 10, "main_cabin": 20, "basic_economy": 25}
_LETTERS = {"aisle": "C", "window": "A", "middle": "B"}


class AssignSeat(Params):
    """Parameters of `assign_seat`."""

    confirmation_number: ConfirmationNumber
    passenger_id: PassengerId
    journey_id: JourneyId
    seat_preference: Annotated[
        Literal["window", "aisle", "middle", "no_preference"],
        Field(description="Where the passenger wants to sit; ask, do not assume"),
        Code("invalid_seat_preference"),
    ]
    flight_number: Annotated[
        FlightNumber | None,
        Field(description="Flight of a connection to seat the passenger on; leave out when there is only one"),
        Code("invalid_flight_number_format"),
    ] = None


@tool("airline", "write", "Assigns a passenger a seat of the wanted kind on one flight of a booked journey.")
def assign_seat(world: World, params: AssignSeat) -> Result:
    """Sets the seat of one segment."""
    reservation = reservation_of(world, params.confirmation_number)
    booking = live_booking_of(reservation, params.journey_id)
    passenger = passenger_of(reservation, params.passenger_id)
    segments = segments_of(booking, params.flight_number)
    if len(segments) > 1:
        raise Rejected("flight_number_required", "The journey has several flights: name the one to assign a seat on.")
    segment = segments[0]
    kinds = _kinds_left(world, booking, segment["flight_number"])
    kind = params.seat_preference
    if not kinds:
        raise Rejected("no_seats_available", f"No seats are left in {booking['fare_class']}.")
    if kind == "no_preference":
        kind = next(name for name in ("aisle", "window", "middle") if name in kinds)
    if kind not in kinds:
        raise Rejected("seat_type_unavailable", f"No {kind} seat is left; there is: {', '.join(kinds)}.")
    segment["seat"] = _seat(booking["fare_class"], passenger["passenger_id"], kind)
    return {
        "status": "success",
        "confirmation_number": params.confirmation_number,
        "passenger_id": params.passenger_id,
        "journey_id": params.journey_id,
        "flight_number": segment["flight_number"],
        "seat_assigned": segment["seat"],
        "fare_class": booking["fare_class"],
        "preference": params.seat_preference,
        "message": f"Seat {segment['seat']} is assigned.",
    }


def _kinds_left(world: World, booking: Row, flight_number: str) -> list[str]:
    """Kinds of seats left in the booked cabin; a flight without such a list has all of them."""
    journey = world.table("journeys").get(booking["journey_id"], {})
    for segment in journey.get("segments", []):
        if segment["flight_number"] == flight_number and "available_seat_types" in segment:
            kinds = segment["available_seat_types"].get(booking["fare_class"]) or []
            return [kind for kind in kinds if kind in _LETTERS]
    return list(_LETTERS)


def _seat(fare_class: str, passenger_id: str, kind: str) -> str:
    row = _ROWS[fare_class] + int(passenger_id.removeprefix("PAX"))
    return f"{row}{_LETTERS[kind]}"
