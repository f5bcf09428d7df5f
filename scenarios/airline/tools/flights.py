"""What an agent can look up about flights: status, disruption, and journeys to move to."""

from __future__ import annotations

import copy
from typing import Annotated, Any, Literal

from pydantic import Field

from scenarios.airline.tools.fields import FARE_CLASSES, Airport, FareClass, FlightNumber
from scenarios.parameters import Date
from scenarios.rows import Row
from scenarios.tool import Code, Params, Rejected, Result, tool
from scenarios.world import World


class GetFlightStatus(Params):
    """Parameters of `get_flight_status`."""

    flight_number: FlightNumber
    flight_date: Date


class GetDisruptionInfo(Params):
    """Parameters of `get_disruption_info`."""

    flight_number: FlightNumber
    date: Date


class SearchRebookingOptions(Params):
    """Parameters of `search_rebooking_options`."""

    origin: Airport
    destination: Airport
    date: Date
    passenger_count: Annotated[int, Field(ge=1, description="How many travellers need a seat")]
    fare_class: Annotated[
        Literal["basic_economy", "main_cabin", "premium_economy", "business", "first", "any"],
        Field(description="Cabin to search in; any gives the cheapest cabin with enough seats"),
        Code("invalid_fare_class"),
    ]


@tool(
    "airline",
    "read",
    "Shows the journey of a flight on a date: airports, times, status, delay, gate, seats and fares. Any "
    "flight number of a connection will do.",
)
def get_flight_status(world: World, params: GetFlightStatus) -> Result:
    """The first journey of that date which flies under that number."""
    for journey in world.table("journeys").values():
        numbers = {segment["flight_number"] for segment in journey["segments"]}
        if journey["date"] == params.flight_date and params.flight_number in numbers:
            message = f"Flight {params.flight_number} on {params.flight_date}: {journey['status']}."
            return {"status": "success", "journey": copy.deepcopy(journey), "message": message}
    raise Rejected("flight_not_found", f"No flight {params.flight_number} on {params.flight_date}.")


@tool(
    "airline",
    "read",
    "Tells whether a flight on a date is disrupted, why, and what the passenger is entitled to.",
)
def get_disruption_info(world: World, params: GetDisruptionInfo) -> Result:
    """The disruption recorded for a flight and date."""
    found = world.table("disruptions").get(f"{params.flight_number}_{params.date}")
    if found is None:
        raise Rejected("not_found", f"No disruption is recorded for {params.flight_number} on {params.date}.")
    return {"status": "success", "disruption": copy.deepcopy(found), "message": "A disruption is recorded."}


@tool(
    "airline",
    "read",
    "Lists the journeys on sale between two airports on a date that have enough seats in the cabin, by "
    "departure time, each with its fare.",
)
def search_rebooking_options(world: World, params: SearchRebookingOptions) -> Result:
    """Bookable journeys of the route and date, earliest departure first."""
    route = (params.origin, params.destination, params.date)
    options = []
    for journey in world.table("journeys").values():
        if (journey["origin"], journey["destination"], journey["date"]) == route and journey["bookable"]:
            seats = _free_seats(journey)
            fare = _fare(journey, seats, params)
            if fare is not None:
                options.append(_option(journey, seats, fare))
    options.sort(key=lambda option: str(option["departure_time"]))
    message = f"{len(options)} journeys found." if options else "No journeys found."
    return {"status": "success", "options": options, "count": len(options), "message": message}


def _free_seats(journey: Row) -> dict[FareClass, int]:
    """Seats for sale through the whole journey: the scarcest flight decides."""
    return {
        name: min((segment["available_seats"].get(name) or 0 for segment in journey["segments"]), default=0)
        for name in FARE_CLASSES
    }


def _fare(journey: Row, seats: dict[FareClass, int], params: SearchRebookingOptions) -> float | None:
    classes = [name for name in FARE_CLASSES if params.fare_class in (name, "any")]
    fares = [fare_of(journey, name) for name in classes if seats[name] >= params.passenger_count]
    return min((fare for fare in fares if fare is not None), default=None)


def fare_of(journey: Row, fare_class: str) -> float | None:
    """Price of a journey in a cabin, in dollars, or ``None`` when the cabin is not sold.

    The through fare goes first; without one the fares of the flights add up.
    """
    through = journey.get("fares", {}).get(fare_class)
    if through is not None:
        return float(through)
    parts: list[Any] = [segment.get("fares", {}).get(fare_class) for segment in journey["segments"]]
    return float(sum(parts)) if parts and None not in parts else None


def _option(journey: Row, seats: dict[FareClass, int], fare: float) -> Row:
    return {
        "journey_id": journey["journey_id"],
        "origin": journey["origin"],
        "destination": journey["destination"],
        "num_stops": journey["num_stops"],
        "total_duration_minutes": journey["total_duration_minutes"],
        "segments": copy.deepcopy(journey["segments"]),
        "departure_time": journey["segments"][0]["scheduled_departure"],
        "arrival_time": journey["segments"][-1]["scheduled_arrival"],
        "available_seats": dict(seats),
        "fare": fare,
    }
