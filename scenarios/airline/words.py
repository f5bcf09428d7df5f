"""How offers say values: the spoken forms that callers and agents of the benchmark understand."""

from __future__ import annotations

from scenarios.airline.fleet import Connection, Flight
from scenarios.spoken import say
from scenarios.wording import day, dollars, time

__all__ = ["day", "dollars", "flight", "itinerary", "price", "time"]


def flight(number: str) -> str:
    """``SK327`` -> "flight three two seven"."""
    return say("flight", number)


def itinerary(journey: Flight | Connection, *, today: bool = False) -> str:
    """The sentence of an offer that names flight, day and times; of a connection, the first flight and one stop."""
    first, last = journey.flights[0], journey.flights[-1]
    when = "today" if today else f"on {day(journey.date)}"
    stop = ", with one stop," if first is not last else ""
    return (
        f"{flight(first.number).capitalize()} {when} leaves at {time(first.departs)} and{stop} "
        f"lands at {time(last.arrives)}."
    )


def price(cost: float, why: str = "") -> str:
    """The sentence of an offer that names the total."""
    return f"The total cost is {dollars(cost)}{f', {why}' if why else ''}."
