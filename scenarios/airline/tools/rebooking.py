"""Moving a booking, or one flight of it, to another journey."""

from __future__ import annotations

import copy
from typing import Annotated, Literal

from pydantic import Field

from scenarios.airline.tools.fields import ConfirmationNumber, FareClass, FlightNumber, JourneyId
from scenarios.airline.tools.flights import fare_of
from scenarios.airline.tools.lookup import journey_of, live_booking_of, move_seats, reservation_of, segments_of
from scenarios.rows import Row
from scenarios.tool import Code, Params, Rejected, Result, tool
from scenarios.world import World

RebookingType = Literal[
    "voluntary",
    "same_day",
    "irrops_cancellation",
    "irrops_delay",
    "irrops_schedule_change",
    "missed_flight_passenger_fault",
    "missed_connection_airline_fault",
]

#: The airline is at fault or at least not the passenger: no fee and no fare difference.
_FREE = frozenset({"irrops_cancellation", "irrops_delay", "irrops_schedule_change", "missed_connection_airline_fault"})

#: Change fees in dollars by the cabin that was booked; cabins not named pay `_STANDARD_FEE`.
_STANDARD_FEE = 75
_VOLUNTARY_FEES = {"business": 0, "first": 0}
_SAME_DAY_FEES = {"basic_economy": 199}


class RebookFlight(Params):
    """Parameters of `rebook_flight`."""

    confirmation_number: ConfirmationNumber
    journey_id: Annotated[JourneyId, Field(description="Journey that is given up, as it stands in the booking")]
    new_journey_id: Annotated[JourneyId, Field(description="Journey that replaces it, from a search")]
    rebooking_type: Annotated[
        RebookingType,
        Field(description="Why the booking is moved; decides on fees"),
        Code("invalid_rebooking_type"),
    ]
    waive_change_fee: Annotated[bool, Field(description="Whether the rules allow to drop the change fee")]
    new_fare_class: Annotated[
        FareClass | None,
        Field(description="Cabin of the new journey; leave out to stay in the present one"),
        Code("invalid_fare_class"),
    ] = None
    flight_number: Annotated[
        FlightNumber | None,
        Field(description="Only this flight of a connection is replaced; leave out to move the whole journey"),
        Code("invalid_flight_number_format"),
    ] = None


@tool(
    "airline",
    "write",
    "Moves a booked journey, or one flight of a connection, to another journey and collects change fee and "
    "fare difference. Seats, bags and meals are not carried over.",
)
def rebook_flight(world: World, params: RebookFlight) -> Result:
    """Cancels the old booking, books the new journey for all passengers and reports what it costs."""
    reservation = reservation_of(world, params.confirmation_number)
    old = live_booking_of(reservation, params.journey_id)
    leaving = segments_of(old, params.flight_number)
    new = journey_of(world, params.new_journey_id)
    fare_class = params.new_fare_class or old["fare_class"]
    fare = _price(new, fare_class, len(reservation["passengers"]))

    whole = len(leaving) == len(old["segments"])
    paid = old["fare_paid"] if whole else sum(segment["fare_paid"] for segment in leaving)
    costs = _costs(params, old["fare_class"], fare_class, fare - paid)
    free = params.rebooking_type in _FREE
    travellers = len(reservation["passengers"])

    flights = {segment["flight_number"] for segment in leaving}
    move_seats(world.table("journeys").get(params.journey_id), old["fare_class"], travellers, flights)
    move_seats(new, fare_class, -travellers)
    if whole:
        old["status"] = "cancelled"
    else:
        old["segments"] = [segment for segment in old["segments"] if segment not in leaving]
        old["fare_paid"] -= paid
    reservation["bookings"].append(_booking(new, fare_class, paid if free else fare))
    reservation["status"] = "changed"
    return {
        "status": "success",
        "confirmation_number": params.confirmation_number,
        "new_journey": _summary(new),
        "cost_summary": costs,
        "message": f"Moved to {params.new_journey_id}. Its seat, bags and meal are not set yet.",
    }


def _price(journey: Row, fare_class: str, travellers: int) -> float:
    """Fare of the journey in the cabin, or a refusal when it cannot be booked for all travellers."""
    name = journey["journey_id"]
    if journey.get("status") == "cancelled":
        raise Rejected("flight_cancelled", f"Journey {name} is cancelled.")
    if not journey["bookable"]:
        raise Rejected("not_bookable", f"Journey {name} is not for sale.")
    fare = fare_of(journey, fare_class)
    if fare is None:
        raise Rejected("fare_class_not_available", f"Journey {name} is not sold in {fare_class}.")
    if any((segment["available_seats"].get(fare_class) or 0) < travellers for segment in journey["segments"]):
        raise Rejected("no_seats_available", f"Journey {name} has too few seats in {fare_class}.")
    return fare


def _costs(params: RebookFlight, old_class: str, new_class: str, difference: float) -> Row:
    """What the caller pays or gets back. The fee follows the cabin that was booked, not the new one."""
    free = params.rebooking_type in _FREE
    fees = _SAME_DAY_FEES if params.rebooking_type == "same_day" else _VOLUNTARY_FEES
    waived = params.waive_change_fee or free
    fee = 0 if waived else fees.get(old_class, _STANDARD_FEE)
    difference = round(difference, 2)
    return {
        "original_fare_class": old_class,
        "new_fare_class": new_class,
        "cabin_changed": old_class != new_class,
        "change_fee": fee,
        "fare_difference": difference,
        "credit_due": max(0, -difference),
        "total_collected": 0 if free else round(fee + max(0, difference), 2),
        "fee_waived": waived,
    }


def _booking(journey: Row, fare_class: str, paid: float) -> Row:
    parts = _shares(journey, fare_class, paid)
    return {
        "journey_id": journey["journey_id"],
        "fare_class": fare_class,
        "fare_paid": paid,
        "status": "confirmed",
        "segments": [
            {
                "flight_number": segment["flight_number"],
                "date": journey["date"],
                "fare_paid": part,
                "seat": None,
                "bags_checked": 0,
                "meal_request": None,
            }
            for segment, part in zip(journey["segments"], parts, strict=True)
        ],
    }


def _shares(journey: Row, fare_class: str, paid: float) -> list[float]:
    """What was paid for each flight; several flights share it in proportion to their fares."""
    segments = journey["segments"]
    if len(segments) == 1:
        return [paid]
    fares = [segment.get("fares", {}).get(fare_class) or 0.0 for segment in segments]
    weights = fares if sum(fares) else [1.0] * len(segments)
    parts = [round(paid * weight / sum(weights), 2) for weight in weights[:-1]]
    return [*parts, round(paid - sum(parts), 2)]


def _summary(journey: Row) -> Row:
    return {
        "journey_id": journey["journey_id"],
        "num_stops": journey["num_stops"],
        "segments": copy.deepcopy(journey["segments"]),
        "departure": journey["segments"][0]["scheduled_departure"],
        "arrival": journey["segments"][-1]["scheduled_arrival"],
        "origin": journey["origin"],
        "destination": journey["destination"],
    }
