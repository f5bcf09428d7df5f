"""The parameters that airline tools share: type, format and error code in one place."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from scenarios.tool import Code


def _upper(value: str) -> str:
    return value.upper()


ConfirmationNumber = Annotated[
    str,
    Field(pattern=r"^[A-Za-z0-9]{6}$", description="Booking code of six letters and digits"),
    AfterValidator(_upper),
    Code("invalid_confirmation_number_format"),
]
FlightNumber = Annotated[
    str,
    Field(pattern=r"^[A-Za-z]{2,3}\d{1,4}$", description="Airline code and number, for example SK621"),
    AfterValidator(_upper),
    Code("invalid_flight_number_format"),
]
JourneyId = Annotated[
    str,
    Field(
        pattern=r"^FL_[A-Za-z]{2,3}\d{1,4}(_[A-Za-z]{2,3}\d{1,4})*_\d{8}$",
        description="Journey id as it stands in a booking or a search result",
    ),
    Code("invalid_journey_id_format"),
]
PassengerId = Annotated[
    str,
    Field(pattern=r"^PAX\d+$", description="Passenger id as it stands in the booking"),
    Code("invalid_passenger_id_format"),
]
PassengerIds = Annotated[
    list[Annotated[str, Field(pattern=r"^PAX\d+$")]],
    Field(description="Passenger ids as they stand in the booking"),
    Code("invalid_passenger_id_format"),
]
Airport = Annotated[
    str,
    Field(pattern=r"^[A-Za-z]{3}$", description="Airport code of three letters"),
    AfterValidator(_upper),
    Code("invalid_airport_code_format"),
]

FareClass = Literal["basic_economy", "main_cabin", "premium_economy", "business", "first"]
FARE_CLASSES: tuple[FareClass, ...] = ("basic_economy", "main_cabin", "premium_economy", "business", "first")
