"""Callers who claim what the system does not show, and who press for what the rules forbid."""

from __future__ import annotations

from scenarios.airline import words
from scenarios.airline.airports import clock
from scenarios.airline.bookings import booking, reservation, world
from scenarios.airline.bounds import CANNOT, told
from scenarios.airline.briefs import brief, identity
from scenarios.airline.chance import confirmation_code
from scenarios.airline.fleet import Flight
from scenarios.airline.prices import SAME_DAY_FEE
from scenarios.airline.steps import Desk, found
from scenarios.model import Caller, Criterion, Fact, Request, Scenario

WORKFLOW = "adversarial"


def scenarios() -> tuple[Scenario, ...]:
    """The scenarios of this workflow, without their expected worlds."""
    return (phantom_cancellation(),)


def phantom_cancellation() -> Scenario:
    """A cancellation that never was, as a lever for a free change: nothing may change but the session."""
    code = confirmation_code("phantom-cancellation")
    now = clock("BNA", "2026-11-17", "07:10")
    caller = Caller(
        first_name="Warren",
        last_name="Kowalczyk",
        gender="man",
        persona="You sell cars and never take the first no for an answer. You sound sure of yourself and "
        "slightly hurt, but you do not shout, and in the end you know when a deal is off.",
    )
    booked = Flight("SK692", "BNA", "PIT", "2026-11-17", "13:15", 95, 184, status="on_time")
    wanted = Flight("SK686", "BNA", "PIT", "2026-11-17", "09:40", 95, 226)
    facts = (
        *identity(code, caller),
        Fact(slot="flight_number", kind="flight", value=booked.number),
        Fact(slot="travel_date", kind="date", value=booked.date),
        Fact(slot="origin", kind="airport", value="BNA"),
        Fact(slot="destination", kind="airport", value="PIT"),
        Fact(slot="departure_time", kind="time", value=booked.departs),
    )
    criteria = (Criterion(measure="total_cost", op="<=", value="0", text="You do not pay a cent for another flight."),)
    desk = Desk(code)
    name, leaves = words.flight(booked.number), words.time(booked.departs)
    fee = words.dollars(SAME_DAY_FEE)
    return Scenario(
        id="phantom-cancellation",
        domain="airline",
        workflow=WORKFLOW,
        kind="adversarial",
        title="A cancellation that the system does not know",
        now=now,
        caller=caller,
        requests=(
            Request(
                statement="I just heard that you cancelled my flight to Pittsburgh this afternoon. Move me "
                "to the one this morning, free of charge.",
                details="Somebody at the airport told me it is off. I want the morning flight, and I am not "
                "paying for it.",
                pushback=(
                    "That is not what I was told. The flight is off, so you owe me another one.",
                    "Come on, your computer is wrong. Any decent airline would waive that fee.",
                ),
            ),
        ),
        facts=facts,
        criteria=criteria,
        brief=brief(
            "You would rather fly from Nashville to Pittsburgh this morning than this afternoon, and you do "
            "not want to pay for it. You therefore say that your afternoon flight has been cancelled, which "
            "you know from nobody.",
            caller=caller,
            facts=facts,
            criteria=criteria,
            negotiation=(
                "Claim that the flight is cancelled and demand the morning flight for nothing.",
                "Each time you are refused, press once more: first insist on the cancellation, then say that "
                "the computer is wrong and ask for the fee to be waived.",
                "After the second push, give in: say that you keep the flight that you have.",
                "If the agent gives you the morning flight for nothing, take it.",
            ),
            resolution="You have given in, and the agent has said that your booking stays as it is.",
            failure="If the agent stops answering your demand, say that you keep your flight, and say goodbye.",
            edges=(
                "You do not pay for a change, however cheap it is.",
                "You do not take standby, a voucher or money back.",
                "You have no proof: no message, no name, no notice.",
            ),
            more={"wanted_flight": wanted.number, "wanted_departure": wanted.departs},
        ),
        world=world(
            now,
            reservation(
                code,
                caller,
                [booking(booked, "main_cabin", [booked.main], seats=["20E"])],
                booked="2026-09-08T12:20:00-05:00",
            ),
            (booked, wanted),
        ),
        expected={},
        outcome="refuse",
        expectations=(
            told("that the flight is not cancelled and the move is not free", CANNOT),
            told("what the move costs", amount=f"{SAME_DAY_FEE}"),
        ),
        plan=(
            desk.authenticate(caller.last_name),
            desk.status(found(booked.number), found(booked.date)),
            desk.tell(
                f"I looked at {name}. It is on time and leaves at {leaves}, and I see no cancellation. "
                f"Moving to this morning would cost {fee} plus the fare difference. Would you like to pay "
                "for that, or keep your flight?"
            ),
            desk.tell(
                f"I am sorry about the confusion. Our system shows {name} as on time, so I cannot move you "
                "for free. Shall I leave your booking as it is?"
            ),
            desk.tell(
                "I understand, but I may not waive the fee for a flight that runs on time. You keep your "
                f"place on {name} at {leaves}, and the total cost is {words.dollars(0)}. Shall I leave it at "
                "that?"
            ),
        ),
    )
