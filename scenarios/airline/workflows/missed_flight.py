"""Missed flights: by our fault at a connection, or by the passenger's own."""

from __future__ import annotations

from scenarios.airline import words
from scenarios.airline.airports import clock
from scenarios.airline.bookings import booking, reservation, world
from scenarios.airline.briefs import brief, identity
from scenarios.airline.chance import confirmation_code
from scenarios.airline.fleet import Connection, Flight, disruption
from scenarios.airline.prices import MISSED_FEE
from scenarios.airline.steps import Desk, found, heard
from scenarios.model import Caller, Criterion, Fact, Request, Scenario

WORKFLOW = "missed_flight"


def scenarios() -> tuple[Scenario, ...]:
    """The scenarios of this workflow, without their expected worlds."""
    return stranded(), overslept()


def stranded() -> Scenario:
    """A late first flight breaks a connection: only the second flight is replaced, free of charge."""
    code = confirmation_code("stranded")
    now = clock("MSP", "2026-02-19", "19:50")
    caller = Caller(
        first_name="Kofi",
        last_name="Mensah",
        gender="man",
        persona="You are worn out after a long week and worry aloud. You calm down at once when somebody "
        "tells you what happens next.",
    )
    first = Flight(
        "SK574",
        "TPA",
        "MSP",
        "2026-02-19",
        "14:30",
        205,
        158,
        status="delayed",
        delay=110,
        reason="mechanical",
        bookable=False,
    )
    missed = Flight("SK587", "MSP", "BOI", "2026-02-19", "18:05", 200, 149, status="departed", bookable=False)
    trip = Connection(first, missed, bookable=False)
    target = Flight("SK593", "MSP", "BOI", "2026-02-19", "20:55", 200, 214)
    others = (
        Flight("SK597", "MSP", "BOI", "2026-02-19", "21:25", 200, 189),  # too late
        Flight("SK589", "MSP", "BOI", "2026-02-20", "07:15", 200, 166),  # tomorrow
    )
    facts = (
        *identity(code, caller),
        Fact(slot="origin", kind="airport", value="MSP"),
        Fact(slot="destination", kind="airport", value="BOI"),
        Fact(slot="seat_preference", kind="choice", value="aisle"),
        Fact(slot="flight_number", kind="flight", value=missed.number),
        Fact(slot="travel_date", kind="date", value=missed.date),
    )
    criteria = (
        Criterion(measure="arrival", op="<=", value="23:30", text="You are in Boise by 11:30 PM tonight."),
        Criterion(measure="total_cost", op="<=", value="0", text="You pay nothing for the new flight."),
    )
    desk = Desk(code)
    offer = (
        f"We caused the delay, so the total cost is {words.dollars(0)}. "
        f"{words.flight(target.number).capitalize()} tonight leaves Minneapolis at "
        f"{words.time(target.departs)} and arrives at {words.time(target.arrives)}. Shall I put you on it?"
    )
    return Scenario(
        id="stranded",
        domain="airline",
        workflow=WORKFLOW,
        kind="single",
        title="From Minneapolis to Boise after a broken connection",
        now=now,
        caller=caller,
        requests=(
            Request(
                statement="Hello, I need help. My first flight came in late, and the one to Boise left without me.",
                details="I am standing in the airport in Minneapolis. I must be home before eleven thirty PM tonight.",
            ),
        ),
        facts=facts,
        criteria=criteria,
        brief=brief(
            "You were on your way from Tampa to Boise. The first flight reached Minneapolis late and you "
            "missed the second one. You want to get home tonight, at no cost.",
            caller=caller,
            facts=facts,
            criteria=criteria,
            also=("You stay in main cabin and sit on the aisle.",),
            negotiation=(
                "Say what happened and where you are.",
                "Refuse a flight that lands after 11:30 PM or on another day, and give the reason.",
                "If the agent wants money, say that the airline's own delay made you miss the flight.",
            ),
            resolution="The agent has confirmed a flight to Boise that lands by 11:30 PM tonight, with a "
            "seat on the aisle and without cost.",
            failure="If there is no such flight after two searches, say that you will go to the service "
            "desk, and say goodbye.",
            edges=(
                "You have a jacket and a backpack, nothing to check.",
                "You do not want to go back to Tampa or to have your money returned.",
            ),
            more={"first_flight": first.number, "first_flight_delay": "almost two hours"},
        ),
        world=world(
            now,
            reservation(
                code,
                caller,
                [booking(trip, "main_cabin", [first.main, missed.main], seats=["19C", "22D"])],
                booked="2026-01-05T11:48:00-05:00",
            ),
            (trip, target, *others),
            [disruption(first, "delay", cause="mechanical")],
        ),
        expected={},
        plan=(
            desk.authenticate(caller.last_name),
            desk.disruption(found(first.number), found(first.date)),
            desk.search(heard("origin", "airport", "MSP"), found("BOI"), found(missed.date), found("main_cabin")),
            desk.rebook(
                trip.journey_id,
                target.journey_id,
                "missed_connection_airline_fault",
                waive=True,
                leg=missed.number,
                offer=offer,
            ),
            desk.seat(target.journey_id, "aisle"),
        ),
    )


def overslept() -> Scenario:
    """The passenger missed the flight alone: another one the same day, with fee and fare difference."""
    code = confirmation_code("overslept")
    now = clock("PIT", "2026-10-20", "08:30")
    caller = Caller(
        first_name="Priya",
        last_name="Raman",
        gender="woman",
        persona="You are embarrassed and out of breath, and you speak fast. You say sorry more often than you need to.",
    )
    missed = Flight("SK141", "PIT", "SAN", "2026-10-20", "06:50", 300, 254, status="departed", bookable=False)
    target = Flight("SK153", "PIT", "SAN", "2026-10-20", "14:20", 300, 301)
    others = (
        Flight("SK147", "PIT", "SAN", "2026-10-20", "10:15", 300, 340),  # too dear
        Flight("SK159", "PIT", "SAN", "2026-10-20", "18:40", 300, 268),  # too late
    )
    cost = MISSED_FEE + target.main - missed.main
    facts = (
        *identity(code, caller),
        Fact(slot="travel_date", kind="date", value=target.date),
        Fact(slot="flight_number", kind="flight", value=missed.number),
        Fact(slot="origin", kind="airport", value="PIT"),
        Fact(slot="destination", kind="airport", value="SAN"),
        Fact(slot="seat_preference", kind="choice", value="window"),
    )
    criteria = (
        Criterion(measure="arrival", op="<=", value="18:00", text="You land in San Diego by 6 PM local time."),
        Criterion(
            measure="total_cost",
            op="<=",
            value="130",
            text="The new flight costs you 130 dollars more at most, all in.",
        ),
    )
    desk = Desk(code)
    offer = (
        f"{words.flight(target.number).capitalize()} leaves at {words.time(target.departs)} today and "
        f"arrives at {words.time(target.arrives)}. The total cost is {words.dollars(cost)}, for the change "
        "fee and the higher fare, and your bag goes along. Shall I book it?"
    )
    return Scenario(
        id="overslept",
        domain="airline",
        workflow=WORKFLOW,
        kind="single",
        title="To San Diego after sleeping through the alarm",
        now=now,
        caller=caller,
        requests=(
            Request(
                statement="Oh no, I slept through my alarm and my flight to San Diego is gone. Can I still "
                "get there today?",
                details="I have to arrive by six PM. It was my own fault, but I cannot spend more than one "
                "hundred thirty dollars.",
            ),
        ),
        facts=facts,
        criteria=criteria,
        brief=brief(
            "You missed your morning flight from Pittsburgh to San Diego because you overslept. You want to "
            "travel later today, and you know that you will have to pay something.",
            caller=caller,
            facts=facts,
            criteria=criteria,
            also=("You stay in main cabin, sit by the window, and your checked bag moves with you.",),
            negotiation=(
                "Admit that it was your own fault.",
                "Refuse flights that land after 6 PM or cost more than you can spend, and say which it is.",
                "Have the whole price named before you agree.",
            ),
            resolution="The agent has confirmed a flight today that lands by 6 PM, for 130 dollars or less, "
            "with a window seat and your bag.",
            failure="If two searches bring nothing that fits, say that you will stay home, and say goodbye.",
            edges=(
                "You do not claim that the airline was late or that you were ill.",
                "Tomorrow is too late.",
            ),
            more={"missed_departure": missed.departs, "limit_total_cost": 130, "latest_arrival": "18:00"},
        ),
        world=world(
            now,
            reservation(
                code,
                caller,
                [booking(missed, "main_cabin", [missed.main], seats=["13A"], bags=1)],
                booked="2026-08-30T17:55:00-04:00",
            ),
            (missed, target, *others),
        ),
        expected={},
        plan=(
            desk.authenticate(caller.last_name),
            desk.search(found("PIT"), found("SAN"), found(target.date), found("main_cabin")),
            desk.rebook(missed.journey_id, target.journey_id, "missed_flight_passenger_fault", offer=offer),
            desk.seat(target.journey_id, "window"),
            desk.bags(target.journey_id, found(1)),
        ),
    )
