"""Authentication by booking code and surname, and the booking itself."""

from __future__ import annotations

import copy
import unicodedata
from typing import Annotated

from pydantic import Field

from scenarios.airline.tools.fields import ConfirmationNumber
from scenarios.airline.tools.lookup import reservation_of
from scenarios.rows import Row
from scenarios.tool import Params, Rejected, Result, tool
from scenarios.world import World

_TIMES = ("origin", "destination", "scheduled_departure", "scheduled_arrival")


class GetReservation(Params):
    """Parameters of `get_reservation`."""

    confirmation_number: ConfirmationNumber
    last_name: Annotated[str, Field(description="Surname of a passenger of the booking")]


@tool(
    "airline",
    "auth",
    "Verifies the caller by booking code and surname and returns the booking: passengers, journeys with "
    "their times, fares, seats, bags and fees paid. Call it before anything else.",
)
def get_reservation(world: World, params: GetReservation) -> Result:
    """Authenticates the caller; the session then holds the code and the surname in lower case."""
    reservation = reservation_of(world, params.confirmation_number)
    given = _folded(params.last_name)
    surname = next((item["last_name"] for item in reservation["passengers"] if _folded(item["last_name"]) == given), "")
    if not surname:
        raise Rejected("authentication_failed", "That surname is not on the booking.")
    world.tables["session"] = {
        **world.tables.get("session", {}),
        "confirmation_number": params.confirmation_number,
        "last_name": surname.lower(),
    }
    return {
        "status": "success",
        "reservation": _with_times(world, reservation),
        "message": "The caller is verified.",
    }


def _folded(name: str) -> str:
    """A surname without case, accents and outer blanks: transcripts rarely carry accents."""
    decomposed = unicodedata.normalize("NFKD", name.strip().casefold())
    return "".join(char for char in decomposed if not unicodedata.combining(char))


def _with_times(world: World, reservation: Row) -> Row:
    shown = copy.deepcopy(reservation)
    for booking in shown["bookings"]:
        journey = world.table("journeys").get(booking["journey_id"], {})
        timetable = {item["flight_number"]: item for item in journey.get("segments", [])}
        for segment in booking["segments"]:
            flight = timetable.get(segment["flight_number"], {})
            segment.update({key: flight[key] for key in _TIMES if key in flight})
    return shown
