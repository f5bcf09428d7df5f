"""Another flight on the day of travel: a confirmed seat against a fee, or standby for nothing."""

from __future__ import annotations

from scenarios.airline import words
from scenarios.airline.airports import clock
from scenarios.airline.bookings import booking, reservation, world
from scenarios.airline.briefs import brief, identity
from scenarios.airline.chance import confirmation_code
from scenarios.airline.fleet import Flight
from scenarios.airline.steps import Desk, found, heard
from scenarios.model import Caller, Criterion, Fact, Request, Scenario

WORKFLOW = "same_day"


def scenarios() -> tuple[Scenario, ...]:
    """The scenarios of this workflow, without their expected worlds."""
    return home_for_dinner(), earlier_standby()


def home_for_dinner() -> Scenario:
    """A gold member goes home on an earlier flight without the fee, and then checks a bag."""
    code = confirmation_code("home-for-dinner")
    now = clock("SMF", "2026-07-16", "09:05")
    caller = Caller(
        first_name="Lucia",
        last_name="Ferraro",
        gender="woman",
        persona="You travel for work every week and know the rules better than most. You are brisk and a "
        "little proud of your status, and you expect short answers.",
    )
    booked = Flight("SK466", "SMF", "SLC", "2026-07-16", "19:25", 95, 167)
    target = Flight("SK458", "SMF", "SLC", "2026-07-16", "14:35", 95, 189)
    others = (
        Flight("SK456", "SMF", "SLC", "2026-07-16", "11:50", 95, 205),  # too dear
        Flight("SK464", "SMF", "SLC", "2026-07-16", "16:55", 95, 172),  # too late
    )
    cost = target.main - booked.main
    facts = (
        *identity(code, caller),
        Fact(slot="origin", kind="airport", value="SMF"),
        Fact(slot="destination", kind="airport", value="SLC"),
        Fact(slot="travel_date", kind="date", value=target.date),
        Fact(slot="seat_preference", kind="choice", value="aisle", request=0),
        Fact(slot="num_bags", kind="count", value="1", request=1),
    )
    criteria = (
        Criterion(
            measure="arrival",
            op="<=",
            value="17:30",
            text="You land in Salt Lake City by 5:30 PM local time.",
            request=0,
        ),
        Criterion(
            measure="total_cost",
            op="<=",
            value="30",
            text="The earlier flight costs 30 dollars at most.",
            request=0,
        ),
    )
    move, check = Desk(code, 0), Desk(code, 1)
    offer = (
        f"{words.flight(target.number).capitalize()} leaves at {words.time(target.departs)} today and "
        f"arrives at {words.time(target.arrives)}. As a gold member you pay no change fee, so the total "
        f"cost is {words.dollars(cost)}, the fare difference. Shall I book it?"
    )
    bag_offer = (
        f"I can add that to {words.flight(target.number)}. It is included in your fare, so there is no "
        "charge. Shall I do it?"
    )
    return Scenario(
        id="home-for-dinner",
        domain="airline",
        workflow=WORKFLOW,
        kind="multi",
        title="An earlier flight to Salt Lake City for a gold member, and a bag",
        now=now,
        caller=caller,
        requests=(
            Request(
                statement="Morning. My meetings finish early today, so get me on an earlier flight to Salt Lake City.",
                details="I want to be on the ground by five thirty PM. I have gold status, so I am not "
                "paying a change fee.",
            ),
            Request(
                statement="One more thing. I picked up some samples here, so I have luggage to check after all.",
                details="It goes on the flight that you just gave me.",
            ),
        ),
        facts=facts,
        criteria=criteria,
        brief=brief(
            "You are booked from Sacramento to Salt Lake City tonight and want to fly earlier today. Once "
            "you are moved, you want to check one bag on the new flight.",
            caller=caller,
            facts=facts,
            criteria=criteria,
            also=("You stay in main cabin and sit on the aisle.", "No change fee is charged."),
            negotiation=(
                "Mention your gold status when fees come up.",
                "Refuse a flight that lands after 5:30 PM, and one for which you would pay more than 30 "
                "dollars; name the reason.",
                "Bring up the bag only after the new flight is confirmed.",
            ),
            resolution="The agent has confirmed the earlier flight with a seat on the aisle, and one checked "
            "bag on it.",
            failure="If no flight fits after two searches, keep tonight's flight, leave the bag aside and say goodbye.",
            edges=("Standby is not good enough; you want a confirmed seat.",),
            more={"elite_status": "gold", "booked_flight": booked.number, "booked_departure": booked.departs},
        ),
        world=world(
            now,
            reservation(
                code,
                caller,
                [booking(booked, "main_cabin", [booked.main], seats=["10C"])],
                booked="2026-07-02T06:58:00-07:00",
                elite="gold",
            ),
            (booked, target, *others),
        ),
        expected={},
        plan=(
            move.authenticate(caller.last_name),
            move.search(found("SMF"), found("SLC"), found(target.date), found("main_cabin")),
            move.rebook(booked.journey_id, target.journey_id, "same_day", waive=True, offer=offer),
            move.seat(target.journey_id, "aisle"),
            check.bags(target.journey_id, heard("num_bags", "count", 1), offer=bag_offer),
        ),
    )


def earlier_standby() -> Scenario:
    """Standby on a full flight that the caller names; the booking stays."""
    code = confirmation_code("earlier-standby")
    now = clock("OMA", "2026-03-11", "07:45")
    caller = Caller(
        first_name="Emil",
        last_name="Novak",
        gender="man",
        persona="You are a student on a tight budget, easygoing and brief. You answer in half sentences and "
        "never mind waiting.",
    )
    booked = Flight("SK538", "OMA", "PHX", "2026-03-11", "15:30", 185, 176)
    target = Flight("SK533", "OMA", "PHX", "2026-03-11", "10:20", 185, 219, seats={"basic_economy": 0, "main_cabin": 0})
    other = Flight("SK535", "OMA", "PHX", "2026-03-11", "13:10", 185, 208, seats={"basic_economy": 0})
    paid = booked.fare("basic_economy")
    facts = (
        *identity(code, caller),
        Fact(slot="flight_number", kind="flight", value=target.number),
        Fact(slot="departure_time", kind="time", value=target.departs),
        Fact(slot="travel_date", kind="date", value=target.date),
        Fact(slot="origin", kind="airport", value="OMA"),
        Fact(slot="destination", kind="airport", value="PHX"),
    )
    criteria = (Criterion(measure="departure", op="<=", value="12:00", text="The flight leaves Omaha by noon."),)
    desk = Desk(code)
    offer = (
        f"{words.flight(target.number).capitalize()} leaves at {words.time(target.departs)}. Standby is "
        "free, you keep your seat on the later flight, and the gate calls you if there is room. Shall I "
        "put you on the list?"
    )
    return Scenario(
        id="earlier-standby",
        domain="airline",
        workflow=WORKFLOW,
        kind="single",
        title="Standby on the morning flight to Phoenix",
        now=now,
        caller=caller,
        requests=(
            Request(
                statement="Hey. I'm already at the airport in Omaha. Can I go standby on an earlier flight to Phoenix?",
                details="It's flight five three three, the one at ten twenty AM. I won't pay for a change.",
            ),
        ),
        facts=facts,
        criteria=criteria,
        brief=brief(
            "You are booked on an afternoon flight from Omaha to Phoenix and would like to wait for a place "
            "on the one that leaves this morning, flight 533.",
            caller=caller,
            facts=facts,
            criteria=criteria,
            also=("You pay nothing.", "Your seat on the afternoon flight stays yours."),
            negotiation=(
                "Ask for standby; name the flight when you are asked which one.",
                "Refuse a confirmed change that costs money.",
                "If standby is offered for a flight after noon, say that you mean the one this morning.",
            ),
            resolution="The agent has put you on the standby list of flight 533 and said that your booking stays.",
            failure="If standby is not possible, say that you will wait for the afternoon flight, and say goodbye.",
            edges=("You have no bag to check, and you do not care where you sit.",),
            more={"booked_flight": booked.number, "booked_departure": booked.departs},
        ),
        world=world(
            now,
            reservation(
                code,
                caller,
                [booking(booked, "basic_economy", [paid], seats=[None])],
                booked="2026-01-21T23:14:00-06:00",
            ),
            (booked, target, other),
        ),
        expected={},
        plan=(
            desk.authenticate(caller.last_name),
            desk.status(heard("flight_number", "flight", target.number), found(target.date)),
            desk.standby(target.journey_id, offer=offer),
        ),
    )
