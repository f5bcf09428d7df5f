"""Reservations and worlds in the shape that the airline tools read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from scenarios.airline.chance import Draw
from scenarios.airline.fleet import Connection, Flight
from scenarios.model import Caller

PASSENGER = "PAX001"
"""The first passenger of a reservation, who is the caller."""


def passenger_ids(count: int) -> list[str]:
    """The ids of a party: ``PAX001``, ``PAX002``..."""
    return [f"PAX{number:03d}" for number in range(1, count + 1)]


def booking(
    journey: Flight | Connection,
    cabin: str,
    paid: Sequence[float],
    *,
    seats: Sequence[str | None],
    bags: int = 0,
    meal: str | None = None,
) -> dict[str, Any]:
    """One booked journey of a reservation.

    Args:
        journey: what is booked.
        cabin: fare class.
        paid: fare paid per flight, dollars.
        seats: seat per flight.
        bags: checked bags on every flight.
        meal: special meal on every flight.
    """
    return {
        "journey_id": journey.journey_id,
        "fare_class": cabin,
        "fare_paid": float(sum(paid)),
        "status": "confirmed",
        "segments": [
            {
                "flight_number": flight.number,
                "date": flight.date,
                "fare_paid": float(fare),
                "seat": seat,
                "bags_checked": bags,
                "meal_request": meal,
            }
            for flight, fare, seat in zip(journey.flights, paid, seats, strict=True)
        ],
    }


def reservation(
    code: str,
    caller: Caller,
    bookings: Iterable[dict[str, Any]],
    *,
    booked: str,
    fare_type: str = "non_refundable",
    elite: str | None = None,
    seat_fee: float = 0.0,
    bags_fee: float = 0.0,
    party: Sequence[str] = (),
) -> dict[str, Any]:
    """A reservation of the caller, alone or with others.

    Args:
        code: confirmation code.
        caller: first passenger.
        bookings: what is booked.
        booked: when it was booked, ISO with offset.
        fare_type: ``non_refundable`` or ``refundable``.
        elite: ``silver``, ``gold``, ``platinum`` or none.
        seat_fee: dollars paid for seats.
        bags_fee: dollars paid for bags.
        party: first and last names of those who travel with the caller.
    """
    names = [(caller.first_name, caller.last_name), *(tuple(name.split(" ", 1)) for name in party)]
    draw = Draw(f"passenger/{code}")
    return {
        "confirmation_number": code,
        "status": "confirmed",
        "fare_type": fare_type,
        "booking_date": booked,
        "passengers": [
            _passenger(id_, first, last, draw, elite if id_ == PASSENGER else None)
            for id_, (first, last) in zip(passenger_ids(len(names)), names, strict=True)
        ],
        "bookings": list(bookings),
        "ancillaries": {"seat_selection_fee": seat_fee, "bags_fee": bags_fee},
    }


def _passenger(id_: str, first: str, last: str, draw: Draw, elite: str | None) -> dict[str, Any]:
    return {
        "passenger_id": id_,
        "first_name": first,
        "last_name": last,
        "email": f"{first}.{last}@example.com".lower(),
        "phone": f"+1-{draw.integer(210, 989)}-555-01{draw.integer(0, 99):02d}",
        "ticket_number": draw.text(13, "0123456789"),
        "elite_status": elite,
        "seat_preference": "no_preference",
        "meal_preference": "none",
    }


def world(
    now: str,
    reservation: dict[str, Any],
    journeys: Iterable[Flight | Connection],
    disruptions: Iterable[dict[str, Any]] = (),
) -> dict[str, Any]:
    """The database at the start of a call.

    Args:
        now: local date and time of the call; its date is the tools' today.
        reservation: the caller's reservation.
        journeys: every journey of the timetable, booked ones included.
        disruptions: what the operations desk recorded.
    """
    return {
        "_current_date": now[:10],
        "reservations": {reservation["confirmation_number"]: reservation},
        "journeys": {journey.journey_id: journey.journey() for journey in journeys},
        "disruptions": {f"{row['flight_number']}_{row['date']}": row for row in disruptions},
        "travel_credits": {},
        "meal_vouchers": {},
        "refunds": {},
    }
