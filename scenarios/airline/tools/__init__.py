"""The tools of an airline agent. Importing this package registers them."""

from scenarios.airline.tools import (
    booking,
    cancellation,
    compensation,
    extras,
    flights,
    rebooking,
    seats,
    standby,
    transfer,
)

__all__ = [
    "booking",
    "cancellation",
    "compensation",
    "extras",
    "flights",
    "rebooking",
    "seats",
    "standby",
    "transfer",
]
