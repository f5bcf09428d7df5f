"""A call on one booking: who phones, what is booked, what the timetable holds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal

from scenarios.airline.airports import clock
from scenarios.airline.bookings import reservation, world
from scenarios.airline.briefs import identity
from scenarios.airline.chance import confirmation_code
from scenarios.airline.fleet import Connection, Flight
from scenarios.airline.steps import Desk
from scenarios.authoring import Part, compose
from scenarios.model import Caller, Outcome, Scenario, ScenarioKind
from scenarios.personas import caller


def person(name: str, gender: Literal["woman", "man"], persona: str) -> Caller:
    """A caller by first and last name, and by the word for a persona."""
    first, last = name.split(" ")
    return caller(first, last, gender, persona)


def case(
    id_: str,
    workflow: str,
    title: str,
    *,
    now: tuple[str, str, str],
    caller: Caller,
    bookings: Sequence[dict[str, Any]],
    booked: str,
    journeys: Iterable[Flight | Connection],
    parts: Sequence[Part],
    disruptions: Iterable[dict[str, Any]] = (),
    party: Sequence[str] = (),
    fare_type: str = "non_refundable",
    elite: str | None = None,
    seat_fee: float = 0.0,
    bags_fee: float = 0.0,
    outcome: Outcome = "change",
    kind: ScenarioKind | None = None,
) -> Scenario:
    """A scenario whose caller opens one booking and has one to four requests about it.

    Args:
        id_: of the scenario; the booking code is drawn from it.
        workflow: the family of the first request.
        title: a few words for lists.
        now: airport of the caller, local date and local time of the call.
        caller: first passenger of the booking.
        bookings: what is booked.
        booked: when it was booked, ISO with offset.
        journeys: the timetable, booked journeys included.
        parts: the requests.
        disruptions: what the operations desk recorded.
        party: first and last names of those who travel with the caller.
        fare_type: ``non_refundable`` or ``refundable``.
        elite: status of the caller.
        seat_fee: dollars paid for seats.
        bags_fee: dollars paid for bags.
        outcome: what a perfect call comes to.
        kind: by default ``single`` or ``multi``.
    """
    code, moment = confirmation_code(id_), clock(*now)
    held = reservation(
        code,
        caller,
        bookings,
        booked=booked,
        fare_type=fare_type,
        elite=elite,
        seat_fee=seat_fee,
        bags_fee=bags_fee,
        party=party,
    )
    return compose(
        id_,
        "airline",
        workflow,
        title,
        now=moment,
        caller=caller,
        identification=[Desk(code).authenticate(caller.last_name)],
        identity=identity(code, caller),
        parts=parts,
        world=world(moment, held, journeys, disruptions),
        outcome=outcome,
        kind=kind,
    )
