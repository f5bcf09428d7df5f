"""The requests of airline callers: a move, a cancellation, an extra, a demand that is refused.

Each builder takes the journeys and the words of one request and makes facts, steps and the parts of the brief
that all requests of its sort share. What a scenario says of itself goes before these.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Required, TypedDict, Unpack

from scenarios.airline.fleet import Connection, Flight
from scenarios.airline.steps import Desk, found, heard
from scenarios.authoring import Part
from scenarios.model import Criterion, EntityKind, Expectation, Fact, Request, Rule, Step

Journey = Flight | Connection

_KINDS: Mapping[str, EntityKind] = {
    "travel_date": "date",
    "origin": "airport",
    "destination": "airport",
    "flight_number": "flight",
    "departure_time": "time",
    "seat_preference": "choice",
    "meal_type": "choice",
    "fare_class": "choice",
    "num_bags": "count",
    "amount": "amount",
    "passenger_name": "name",
}
_SITS = {
    "window": ("You sit by the window.",),
    "aisle": ("You sit on the aisle.",),
    "no_preference": ("You get a seat; where it is does not matter.",),
}
_WEIGH = (
    "Hold each flight that you hear of against your conditions. Turn down one that breaks any of them, and say which.",
    "Have the whole price named before you agree.",
)
_KEEP = "If two rounds of searching bring nothing that fits, keep the booking as it is and say goodbye."


class Words(TypedDict, total=False):
    """What a caller says and what a model is told about one request; see `Part` and `Request`."""

    statement: Required[str]
    details: Required[str]
    goal: Required[str]
    negotiation: Required[tuple[str, ...]]
    resolution: str
    failure: str
    also: tuple[str, ...]
    edges: tuple[str, ...]
    pushback: tuple[str, ...]
    accepts_transfer: bool
    rules: tuple[Rule, ...]
    criteria: tuple[Criterion, ...]
    expectations: tuple[Expectation, ...]
    information: Mapping[str, Any]


def knows(journey: Journey | None = None, **values: str) -> tuple[Fact, ...]:
    """The facts of a request: day and airports of a journey, and values by slot, which go first."""
    first = journey.flights[0] if journey else None
    given: dict[str, str] = dict(values)
    if journey and first:
        ends = {"travel_date": first.date, "origin": first.origin, "destination": journey.flights[-1].destination}
        given = {**given, **{slot: value for slot, value in ends.items() if slot not in given}}
    return tuple(Fact(slot=slot, kind=_KINDS[slot], value=value) for slot, value in given.items())


def part(steps: Sequence[Step], facts: tuple[Fact, ...], **words: Unpack[Words]) -> Part:
    """A request whose steps and facts are given."""
    request = Request(
        statement=words["statement"],
        details=words["details"],
        pushback=words.get("pushback", ()),
        accepts_transfer=words.get("accepts_transfer", False),
    )
    return Part(
        request=request,
        goal=words["goal"],
        steps=tuple(steps),
        facts=facts,
        criteria=words.get("criteria", ()),
        rules=words.get("rules", ()),
        expectations=words.get("expectations", ()),
        also=words.get("also", ()),
        negotiation=words["negotiation"],
        resolution=words.get("resolution", "The agent has confirmed that it is done."),
        failure=words.get("failure", "If the agent cannot do it, leave the booking as it is and say goodbye."),
        edges=words.get("edges", ()),
        information=words.get("information", {}),
    )


def move(
    desk: Desk,
    old: Journey,
    new: Journey,
    kind: str,
    *,
    offer: str,
    cabin: str = "main_cabin",
    wish: str | None = None,
    asks: Sequence[str] = ("travel_date",),
    waive: bool = False,
    leg: str | None = None,
    seat: str | None = None,
    bags: int = 0,
    meal: str | None = None,
    before: Sequence[Step] = (),
    after: Sequence[Step] = (),
    **words: Unpack[Words],
) -> Part:
    """A booked journey, or one flight of it, is replaced.

    Args:
        desk: where the steps are made.
        old: booked journey.
        new: the one journey that fits, or the cheapest of those that do.
        kind: rebooking type.
        offer: what the agent says before it writes.
        cabin: the cabin that is booked.
        wish: another cabin, which the caller names.
        asks: what the search has from the caller: ``travel_date``, ``origin``, ``destination``.
        waive: whether the change fee falls away.
        leg: number of the only flight that is replaced.
        seat: kind of seat that the caller wants on every flight of the new journey.
        bags: checked bags that move along.
        meal: special meal that moves along.
        before: steps ahead of the search.
        after: steps behind seat, bags and meal: credit, vouchers.
        words: what is said, and the bounds.
    """
    values = {"travel_date": new.date, "origin": new.flights[0].origin, "destination": new.flights[-1].destination}
    date, origin, destination = (
        heard(slot, _KINDS[slot], value) if slot in asks else found(value) for slot, value in values.items()
    )
    other = heard("fare_class", "choice", wish) if wish else None
    id_, several = new.journey_id, len(new.flights) > 1
    steps = [
        *before,
        desk.search(origin, destination, date, other or found(cabin)),
        desk.rebook(old.journey_id, id_, kind, offer=offer, waive=waive, leg=leg, cabin=other),
    ]
    if seat:
        steps += [desk.seat(id_, seat, flight=found(f.number) if several else None) for f in new.flights]
    steps += [desk.bags(id_, found(bags))] if bags else []
    steps += [desk.meal(id_, found(meal))] if meal else []
    wishes = {"seat_preference": seat, "fare_class": wish, "flight_number": leg or old.flights[0].number}
    facts = knows(new, **{slot: value for slot, value in wishes.items() if value})
    stays = "You fly in the cabin that you ask for." if wish else "You stay in the cabin that you booked."
    along = [
        text for text, there in (("Your bags move along.", bags), ("Your special meal moves along.", meal)) if there
    ]
    words["also"] = (stays, *_SITS.get(seat or "", ()), *along, *words.get("also", ()))
    words["negotiation"] = (*words["negotiation"], *_WEIGH)
    words.setdefault("failure", _KEEP)
    words.setdefault("resolution", "The agent has confirmed the new flight and all that belongs to it.")
    words["information"] = {
        "booked_flight": old.flights[0].number,
        "booked_date": old.date,
        **words.get("information", {}),
    }
    return part([*steps, *after], facts, **words)


def cancel(
    desk: Desk,
    journey: Journey,
    reason: str,
    *,
    offer: str,
    credit: float = 0.0,
    refunds: Sequence[Step] = (),
    before: Sequence[Step] = (),
    **words: Unpack[Words],
) -> Part:
    """A booked journey is given up, for a credit or for money.

    Args:
        desk: where the steps are made.
        journey: what is given up.
        reason: cancellation reason.
        offer: what the agent says before it writes.
        credit: dollars of the travel credit, as the tool names them; 0 for none.
        refunds: what is paid back and what else is cancelled.
        before: steps ahead of the cancellation.
        words: what is said, and the bounds.
    """
    steps = [*before, desk.cancel(journey.journey_id, reason, offer=offer), *refunds]
    steps += [desk.credit(credit, "cancellation_non_refundable")] if credit else []
    words["negotiation"] = (*words["negotiation"], "Have the sums named before you agree.")
    words.setdefault("resolution", "The agent has confirmed that the flight is cancelled, and said what you get.")
    words.setdefault("failure", "If the terms are worse than that, keep the ticket and say goodbye.")
    words["edges"] = (*words.get("edges", ()), "You do not want another date.")
    return part(steps, knows(journey, flight_number=journey.flights[0].number), **words)


def refused(
    desk: Desk,
    tells: Sequence[str],
    facts: tuple[Fact, ...],
    *,
    reads: Sequence[Step] = (),
    after: Sequence[Step] = (),
    **words: Unpack[Words],
) -> Part:
    """A demand that is turned down, once and then again after each push.

    Args:
        desk: where the steps are made.
        tells: the refusals, one more than the caller pushes, or as many when something else follows.
        facts: what the caller can say.
        reads: what is looked up first.
        after: what follows when the caller has given in.
        words: what is said, and the bounds.
    """
    words.setdefault("failure", "If the agent stops answering you, say that you leave it, and say goodbye.")
    words.setdefault("resolution", "You have given in, and the agent has said what stays as it is.")
    return part([*reads, *(desk.tell(text) for text in tells), *after], facts, **words)
