"""Seats, bags and meals on a booking that otherwise stays as it is."""

from __future__ import annotations

from scenarios.airline import words
from scenarios.airline.airports import clock
from scenarios.airline.bookings import booking, reservation, world
from scenarios.airline.briefs import brief, identity
from scenarios.airline.chance import confirmation_code
from scenarios.airline.fleet import Flight
from scenarios.airline.prices import EXTRA_BAG
from scenarios.airline.steps import Desk, heard
from scenarios.model import Caller, Criterion, Fact, Request, Scenario

WORKFLOW = "extras"


def scenarios() -> tuple[Scenario, ...]:
    """The scenarios of this workflow, without their expected worlds."""
    return (meal_and_bags(),)


def meal_and_bags() -> Scenario:
    """A meal and two bags on the way out only; the same route is booked back a week later."""
    code = confirmation_code("meal-and-bags")
    now = clock("MCI", "2026-05-27", "11:30")
    caller = Caller(
        first_name="Marguerite",
        last_name="Thibodeaux",
        gender="woman",
        persona="You are a retired nurse with all the time in the world. You are warm and a little chatty, "
        "but you answer a plain question with a plain answer.",
    )
    outbound = Flight("SK383", "MCI", "TPA", "2026-06-18", "10:05", 175, 212)
    homeward = Flight("SK386", "TPA", "MCI", "2026-06-25", "15:20", 180, 219)
    facts = (
        *identity(code, caller),
        Fact(slot="meal_type", kind="choice", value="vegan"),
        Fact(slot="num_bags", kind="count", value="2"),
        Fact(slot="travel_date", kind="date", value=outbound.date),
        Fact(slot="flight_number", kind="flight", value=outbound.number),
        Fact(slot="origin", kind="airport", value="MCI"),
        Fact(slot="destination", kind="airport", value="TPA"),
    )
    criteria = (
        Criterion(measure="date", op="==", value=outbound.date, text="Meal and bags are for the flight on June 18."),
        Criterion(measure="total_cost", op="<=", value="50", text="All of it together costs you 50 dollars at most."),
    )
    desk = Desk(code)
    offer = (
        f"I can put that meal and those bags on {words.flight(outbound.number)} on "
        f"{words.day(outbound.date)}. The meal is included, and the total cost for the bags is "
        f"{words.dollars(EXTRA_BAG)}, payable at the airport. Shall I go ahead?"
    )
    return Scenario(
        id="meal-and-bags",
        domain="airline",
        workflow=WORKFLOW,
        kind="single",
        title="A vegan meal and two bags on the way to Tampa",
        now=now,
        caller=caller,
        requests=(
            Request(
                statement="Hi there. I am flying to Tampa in June, and I need a special meal and some "
                "checked bags on that flight.",
                details="It is only for the flight down, on June eighteenth. I eat vegan, and I am "
                "bringing two suitcases.",
            ),
        ),
        facts=facts,
        criteria=criteria,
        brief=brief(
            "You fly from Kansas City to Tampa on June 18 and back on June 25. For the flight down you "
            "want a vegan meal and room for two checked bags.",
            caller=caller,
            facts=facts,
            criteria=criteria,
            also=("The flight home on June 25 stays without meal and bags.",),
            negotiation=(
                "Open with the meal and the bags; say which meal and how many bags when you are asked.",
                "Make clear that only the flight down is meant if the agent speaks of both.",
                "Have the price for the bags named before you agree.",
            ),
            resolution="The agent has confirmed a vegan meal and two checked bags on the flight of June 18.",
            failure="If the agent cannot add them, or only for more than 50 dollars, leave the booking as "
            "it is and say goodbye.",
            edges=(
                "Vegetarian is not the same as vegan; say so if the agent mixes them up.",
                "You need no change of seat.",
            ),
            more={"return_flight": homeward.number, "return_date": homeward.date, "limit_total_cost": 50},
        ),
        world=world(
            now,
            reservation(
                code,
                caller,
                [
                    booking(outbound, "main_cabin", [outbound.main], seats=["9D"]),
                    booking(homeward, "main_cabin", [homeward.main], seats=["11D"]),
                ],
                booked="2026-04-03T16:27:00-05:00",
            ),
            (outbound, homeward),
        ),
        expected={},
        plan=(
            desk.authenticate(caller.last_name),
            desk.meal(outbound.journey_id, "vegan", offer=offer),
            desk.bags(outbound.journey_id, heard("num_bags", "count", 2)),
        ),
    )
