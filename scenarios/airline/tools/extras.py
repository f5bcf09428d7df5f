"""Checked bags and special meals."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from scenarios.airline.tools.fields import ConfirmationNumber, FlightNumber, JourneyId, PassengerId
from scenarios.airline.tools.lookup import live_booking_of, passenger_of, reservation_of, segments_of
from scenarios.tool import Code, Params, Result, tool
from scenarios.world import World

Flight = Annotated[
    FlightNumber | None,
    Field(description="Flight of a connection that is meant; leave out for all flights of the journey"),
    Code("invalid_flight_number_format"),
]


class AddBaggageAllowance(Params):
    """Parameters of `add_baggage_allowance`."""

    confirmation_number: ConfirmationNumber
    journey_id: JourneyId
    num_bags: Annotated[int, Field(ge=0, le=5, description="Checked bags in all, 0 to 5"), Code("invalid_bag_count")]
    flight_number: Flight = None


class AddMealRequest(Params):
    """Parameters of `add_meal_request`."""

    confirmation_number: ConfirmationNumber
    passenger_id: PassengerId
    journey_id: JourneyId
    meal_type: Annotated[
        Literal[
            "vegetarian",
            "vegan",
            "kosher",
            "halal",
            "gluten_free",
            "diabetic",
            "low_sodium",
            "child",
            "hindu",
            "standard",
            "none",
        ],
        Field(description="Meal to note; none for no special meal"),
        Code("invalid_meal_type"),
    ]
    flight_number: Flight = None


@tool(
    "airline",
    "write",
    "Sets how many bags are checked on a booked journey; the number replaces the present one.",
)
def add_baggage_allowance(world: World, params: AddBaggageAllowance) -> Result:
    """Sets the number of checked bags."""
    reservation = reservation_of(world, params.confirmation_number)
    booking = live_booking_of(reservation, params.journey_id)
    for segment in segments_of(booking, params.flight_number):
        segment["bags_checked"] = params.num_bags
    return {
        "status": "success",
        "confirmation_number": params.confirmation_number,
        "journey_id": params.journey_id,
        "bags_checked": params.num_bags,
        "message": f"Checked bags: {params.num_bags}.",
    }


@tool("airline", "write", "Notes the special meal of a passenger on a booked journey.")
def add_meal_request(world: World, params: AddMealRequest) -> Result:
    """Sets the meal."""
    reservation = reservation_of(world, params.confirmation_number)
    booking = live_booking_of(reservation, params.journey_id)
    passenger_of(reservation, params.passenger_id)
    for segment in segments_of(booking, params.flight_number):
        segment["meal_request"] = params.meal_type
    return {
        "status": "success",
        "confirmation_number": params.confirmation_number,
        "passenger_id": params.passenger_id,
        "journey_id": params.journey_id,
        "meal_type": params.meal_type,
        "message": f"Meal: {params.meal_type}.",
    }
