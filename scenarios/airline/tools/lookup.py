"""Finding things in an airline world; what is not there is a refusal with its own code."""

from __future__ import annotations

from scenarios.rows import Row, row_of
from scenarios.tool import Rejected
from scenarios.world import World


def reservation_of(world: World, code: str) -> Row:
    """The reservation of a booking code, or ``not_found``."""
    return row_of(world.table("reservations"), code, "reservation")


def booking_of(reservation: Row, journey_id: str) -> Row:
    """The booking of a journey in a reservation, a live one first, or ``journey_not_found``."""
    found: list[Row] = [item for item in reservation["bookings"] if item["journey_id"] == journey_id]
    if not found:
        code = reservation["confirmation_number"]
        raise Rejected("journey_not_found", f"Reservation {code} holds no journey {journey_id}.")
    return next((item for item in found if item["status"] != "cancelled"), found[0])


def live_booking_of(reservation: Row, journey_id: str) -> Row:
    """As `booking_of`, and ``already_cancelled`` when nothing of it is left."""
    booking = booking_of(reservation, journey_id)
    if booking["status"] == "cancelled":
        raise Rejected("already_cancelled", f"Journey {journey_id} is cancelled already.")
    return booking


def passenger_of(reservation: Row, passenger_id: str) -> Row:
    """A passenger of a reservation, or ``not_found``."""
    for passenger in reservation["passengers"]:
        if passenger["passenger_id"] == passenger_id:
            found: Row = passenger
            return found
    code = reservation["confirmation_number"]
    raise Rejected("not_found", f"Reservation {code} has no passenger {passenger_id}.")


def journey_of(world: World, journey_id: str) -> Row:
    """A journey of the timetable, or ``journey_not_found``."""
    return row_of(world.table("journeys"), journey_id, "journey", "journey_not_found")


def segments_of(booking: Row, flight_number: str | None) -> list[Row]:
    """The booked segments that are meant: the flight's, or all without a flight, or ``flight_not_found``."""
    segments: list[Row] = booking["segments"]
    if flight_number is None:
        return segments
    found = [item for item in segments if item["flight_number"] == flight_number]
    if not found:
        raise Rejected("flight_not_found", f"Journey {booking['journey_id']} has no flight {flight_number}.")
    return found


def move_seats(journey: Row | None, fare_class: str, change: int, flights: set[str] | None = None) -> None:
    """Adds `change` to the seats for sale of a cabin, on all flights of a journey or on those given."""
    for segment in journey["segments"] if journey else []:
        if flights is None or segment["flight_number"] in flights:
            seats = segment["available_seats"]
            seats[fare_class] = seats.get(fare_class, 0) + change
