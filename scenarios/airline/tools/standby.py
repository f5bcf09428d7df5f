"""Waiting for a seat on an earlier or fuller flight of the same day."""

from __future__ import annotations

from scenarios.airline.tools.fields import ConfirmationNumber, JourneyId, PassengerIds
from scenarios.airline.tools.lookup import journey_of, reservation_of
from scenarios.tool import Params, Rejected, Result, tool
from scenarios.world import World


class AddToStandby(Params):
    """Parameters of `add_to_standby`."""

    confirmation_number: ConfirmationNumber
    journey_id: JourneyId
    passenger_ids: PassengerIds


@tool("airline", "write", "Puts passengers on the standby list of a journey; their own booking stays as it is.")
def add_to_standby(world: World, params: AddToStandby) -> Result:
    """Appends the passengers to the journey's list and notes it in the reservation."""
    reservation = reservation_of(world, params.confirmation_number)
    journey = journey_of(world, params.journey_id)
    if journey.get("status") == "cancelled":
        raise Rejected("flight_cancelled", f"Journey {params.journey_id} is cancelled.")
    known = {passenger["passenger_id"] for passenger in reservation["passengers"]}
    if not params.passenger_ids or not known.issuperset(params.passenger_ids):
        raise Rejected("invalid_passengers", f"Passengers of {params.confirmation_number} are: {sorted(known)}.")
    waiting = journey.setdefault("standby_list", [])
    position = len(waiting) + 1
    for offset, passenger in enumerate(params.passenger_ids):
        entry = {"confirmation_number": params.confirmation_number, "passenger_id": passenger}
        waiting.append({**entry, "position": position + offset})
    reservation.setdefault("standby_list", []).append(
        {
            "journey_id": params.journey_id,
            "passenger_ids": list(params.passenger_ids),
            "position": position,
            "status": "pending",
        }
    )
    return {
        "status": "success",
        "confirmation_number": params.confirmation_number,
        "journey_id": params.journey_id,
        "standby_list_position": position,
        "message": f"On standby for {params.journey_id} at position {position}.",
    }
