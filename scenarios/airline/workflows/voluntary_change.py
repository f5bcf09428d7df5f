"""Voluntary changes: the passenger wants to fly on another day, and pays fee and fare difference."""

from __future__ import annotations

from scenarios.airline import words
from scenarios.airline.airports import clock
from scenarios.airline.bookings import booking, reservation, world
from scenarios.airline.briefs import brief, identity
from scenarios.airline.chance import confirmation_code
from scenarios.airline.fleet import Flight
from scenarios.airline.prices import CHANGE_FEE
from scenarios.airline.steps import Desk, found, heard
from scenarios.model import Caller, Criterion, Fact, Request, Scenario

WORKFLOW = "voluntary_change"


def scenarios() -> tuple[Scenario, ...]:
    """The scenarios of this workflow, without their expected worlds."""
    return week_later(), later_return()


def week_later() -> Scenario:
    """One flight moved by a week, with a limit on arrival and cost and a wish for the seat."""
    code = confirmation_code("week-later")
    now = clock("MSP", "2026-04-14", "10:20")
    caller = Caller(
        first_name="Nadia",
        last_name="Brandt",
        gender="woman",
        persona="You run a small bakery and phone between two batches. You are friendly, quick and exact, "
        "and you like to hear a price before you say yes to anything.",
    )
    booked = Flight("SK318", "MSP", "SAN", "2026-04-21", "08:05", 225, 248)
    target = Flight("SK327", "MSP", "SAN", "2026-04-28", "09:40", 225, 279)
    others = (
        Flight("SK309", "MSP", "SAN", "2026-04-28", "06:30", 225, 338),  # too dear
        Flight("SK351", "MSP", "SAN", "2026-04-28", "11:30", 230, 272, kinds={"main_cabin": ("aisle", "middle")}),
        Flight("SK345", "MSP", "SAN", "2026-04-28", "13:55", 225, 255),  # too late
        Flight("SK329", "MSP", "SAN", "2026-04-27", "09:40", 225, 261),  # another day
    )
    cost = CHANGE_FEE + target.main - booked.main
    facts = (
        *identity(code, caller),
        Fact(slot="travel_date", kind="date", value=target.date),
        Fact(slot="seat_preference", kind="choice", value="window"),
        Fact(slot="origin", kind="airport", value="MSP"),
        Fact(slot="destination", kind="airport", value="SAN"),
    )
    criteria = (
        Criterion(measure="date", op="==", value=target.date, text="You fly on April 28."),
        Criterion(measure="arrival", op="<=", value="15:00", text="You land in San Diego by 3 PM local time."),
        Criterion(
            measure="total_cost",
            op="<=",
            value="110",
            text="The change costs you 110 dollars at most, all in.",
        ),
    )
    desk = Desk(code)
    offer = (
        f"{words.flight(target.number).capitalize()} on {words.day(target.date)} leaves at "
        f"{words.time(target.departs)} and arrives at {words.time(target.arrives)}. The total cost is "
        f"{words.dollars(cost)}, for the change fee and the higher fare. Shall I book it?"
    )
    return Scenario(
        id="week-later",
        domain="airline",
        workflow=WORKFLOW,
        kind="single",
        title="Fly to San Diego a week later, by the window",
        now=now,
        caller=caller,
        requests=(
            Request(
                statement="Hello, I can't make my trip to San Diego next week. I would like to fly on April "
                "twenty-eighth instead.",
                details="I have to land by three PM, and I won't pay more than one hundred ten dollars for the switch.",
            ),
        ),
        facts=facts,
        criteria=criteria,
        brief=brief(
            "You are booked from Minneapolis to San Diego on April 21 and want to fly on April 28 instead, "
            "in the same cabin and by the window.",
            caller=caller,
            facts=facts,
            criteria=criteria,
            also=("You stay in main cabin and get a window seat.",),
            negotiation=(
                "Name the new day first; give the limits on arrival and price when you are asked what matters to you.",
                "Hold each flight that you are offered against your conditions. Refuse one that breaks any "
                "of them and say which one it breaks.",
                "If no price was named, ask for the sum of fee and fare difference before you agree.",
                "If two flights would do, take the cheaper one.",
            ),
            resolution="The agent has told you that you are moved to a flight on April 28 that meets your "
            "conditions, and that you sit by the window.",
            failure="If two rounds of searching bring nothing that fits, say that you will keep your "
            "ticket for now, and say goodbye.",
            edges=(
                "Another airport, a standby place or a cancellation is of no use to you.",
                "You do not move to a cheaper cabin to save money.",
            ),
            more={
                "booked_flight": booked.number,
                "booked_date": booked.date,
                "limit_total_cost": 110,
                "limit_arrival": "15:00",
            },
        ),
        world=world(
            now,
            reservation(
                code,
                caller,
                [booking(booked, "main_cabin", [booked.main], seats=["18A"])],
                booked="2026-02-25T09:12:00-06:00",
            ),
            (booked, target, *others),
        ),
        expected={},
        plan=(
            desk.authenticate(caller.last_name),
            desk.search(found("MSP"), found("SAN"), heard("travel_date", "date", target.date), found("main_cabin")),
            desk.rebook(booked.journey_id, target.journey_id, "voluntary", offer=offer),
            desk.seat(target.journey_id, "window"),
        ),
    )


def later_return() -> Scenario:
    """A round trip of which only the way back moves, and then a meal for it."""
    code = confirmation_code("later-return")
    now = clock("BNA", "2026-05-06", "18:15")
    caller = Caller(
        first_name="Tobias",
        last_name="Oyelaran",
        gender="man",
        persona="You teach history and speak in full, calm sentences. You thank people often, and you say "
        "so openly when you have not understood something.",
    )
    outbound = Flight("SK226", "BNA", "PHX", "2026-05-14", "09:15", 240, 224)
    booked = Flight("SK229", "PHX", "BNA", "2026-05-17", "13:40", 215, 231)
    target = Flight("SK237", "PHX", "BNA", "2026-05-19", "12:50", 215, 268)
    others = (
        Flight("SK223", "PHX", "BNA", "2026-05-19", "07:25", 215, 240),  # before noon
        Flight("SK241", "PHX", "BNA", "2026-05-19", "16:10", 215, 352),  # too dear
        Flight("SK239", "PHX", "BNA", "2026-05-20", "12:50", 215, 244),  # another day
    )
    cost = CHANGE_FEE + target.main - booked.main
    facts = (
        *identity(code, caller),
        Fact(slot="travel_date", kind="date", value=target.date, request=0),
        Fact(slot="origin", kind="airport", value="PHX"),
        Fact(slot="destination", kind="airport", value="BNA"),
        Fact(slot="seat_preference", kind="choice", value="aisle"),
        Fact(slot="meal_type", kind="choice", value="gluten_free", request=1),
    )
    criteria = (
        Criterion(measure="date", op="==", value=target.date, text="You fly home on May 19.", request=0),
        Criterion(measure="departure", op=">=", value="12:00", text="You leave Phoenix at noon or later.", request=0),
        Criterion(
            measure="total_cost",
            op="<=",
            value="150",
            text="Moving the flight costs you 150 dollars at most.",
            request=0,
        ),
    )
    move, dine = Desk(code, 0), Desk(code, 1)
    offer = (
        f"On {words.day(target.date)} {words.flight(target.number)} leaves Phoenix at "
        f"{words.time(target.departs)} and arrives at {words.time(target.arrives)}. The total cost is "
        f"{words.dollars(cost)}, and your flight to Phoenix stays as it is. Shall I move you?"
    )
    meal_offer = (
        f"I can order that meal for {words.flight(target.number)} on {words.day(target.date)}, at no charge. "
        "Shall I do that?"
    )
    return Scenario(
        id="later-return",
        domain="airline",
        workflow=WORKFLOW,
        kind="multi",
        title="Come home from Phoenix two days later, with a special meal",
        now=now,
        caller=caller,
        requests=(
            Request(
                statement="Good evening. I have a round trip to Phoenix, and I would like to come home "
                "later than planned.",
                details="Only the flight home moves, to May nineteenth, and it should leave at noon or "
                "after. I can spend one hundred fifty dollars on that.",
            ),
            Request(
                statement="Could you also put down a special meal for me on the new flight home?",
                details="I have celiac disease, so the food must not contain any wheat.",
            ),
        ),
        facts=facts,
        criteria=criteria,
        brief=brief(
            "You fly from Nashville to Phoenix on May 14 and back on May 17. You want to come back on May "
            "19 instead and, once that is done, to have a gluten-free meal on that flight.",
            caller=caller,
            facts=facts,
            criteria=criteria,
            also=(
                "The flight out on May 14 is left untouched.",
                "You stay in main cabin and get an aisle seat.",
            ),
            negotiation=(
                "Say at first only that you want to come home later; add the day and the limits when you are asked.",
                "Refuse every flight that leaves Phoenix before noon, that is on another day, or that "
                "costs more than you can spend; name the reason.",
                "Ask what the move costs if nobody tells you, and agree only after that.",
                "Ask for the gluten-free meal after the move is confirmed, when the agent wants to know "
                "what else to do.",
            ),
            resolution="The agent has confirmed the new flight home and the gluten-free meal on it.",
            failure="If no flight on May 19 fits after two searches, keep the old flight home, ask for no "
            "meal and say goodbye.",
            edges=("If the agent wants to move the flight out as well, refuse.",),
            more={
                "booked_flight": booked.number,
                "booked_date": booked.date,
                "limit_total_cost": 150,
                "earliest_departure": "12:00",
            },
        ),
        world=world(
            now,
            reservation(
                code,
                caller,
                [
                    booking(outbound, "main_cabin", [outbound.main], seats=["14C"]),
                    booking(booked, "main_cabin", [booked.main], seats=["16C"]),
                ],
                booked="2026-03-29T20:41:00-05:00",
            ),
            (outbound, booked, target, *others),
        ),
        expected={},
        plan=(
            move.authenticate(caller.last_name),
            move.search(found("PHX"), found("BNA"), heard("travel_date", "date", target.date), found("main_cabin")),
            move.rebook(booked.journey_id, target.journey_id, "voluntary", offer=offer),
            move.seat(target.journey_id, "aisle"),
            dine.meal(target.journey_id, "gluten_free", offer=meal_offer),
        ),
    )
