"""Irregular operations: our own delays and cancellations, with waivers and vouchers."""

from __future__ import annotations

from scenarios.airline import words
from scenarios.airline.airports import clock
from scenarios.airline.bookings import booking, reservation, world
from scenarios.airline.briefs import brief, identity
from scenarios.airline.chance import confirmation_code
from scenarios.airline.fleet import Flight, disruption
from scenarios.airline.prices import MEAL_SHORT
from scenarios.airline.steps import Desk, found, heard
from scenarios.model import Caller, Criterion, Fact, Request, Scenario

WORKFLOW = "irregular_operations"


def scenarios() -> tuple[Scenario, ...]:
    """The scenarios of this workflow, without their expected worlds."""
    return long_wait(), called_off()


def long_wait() -> Scenario:
    """A delay of almost three hours: the caller stays on the flight and gets a meal voucher."""
    code = confirmation_code("long-wait")
    now = clock("ABQ", "2026-08-11", "16:30")
    caller = Caller(
        first_name="Fern",
        last_name="Yoo",
        gender="woman",
        persona="You are tired and hungry and you speak low and slowly, but you stay polite. You lose the "
        "thread when you hear more than two things at once.",
    )
    late = Flight(
        "SK274",
        "ABQ",
        "MSP",
        "2026-08-11",
        "17:35",
        145,
        236,
        status="delayed",
        delay=165,
        reason="crew",
        bookable=False,
    )
    later = Flight("SK278", "ABQ", "MSP", "2026-08-11", "21:40", 145, 281)
    facts = (
        *identity(code, caller),
        Fact(slot="flight_number", kind="flight", value=late.number),
        Fact(slot="travel_date", kind="date", value=late.date),
        Fact(slot="destination", kind="airport", value="MSP"),
        Fact(slot="departure_time", kind="time", value=late.departs),
    )
    criteria = (Criterion(measure="departure", op="<=", value="21:00", text="You leave Albuquerque by 9 PM tonight."),)
    desk = Desk(code)
    offer = (
        f"{words.flight(late.number).capitalize()} now leaves at {words.time(late.leaves_now)}, because "
        f"its crew came in late. I can give you a meal voucher of {words.dollars(MEAL_SHORT)} for the "
        "wait. Would you like to stay on this flight and take it?"
    )
    return Scenario(
        id="long-wait",
        domain="airline",
        workflow=WORKFLOW,
        kind="single",
        title="Something to eat during a long delay",
        now=now,
        caller=caller,
        requests=(
            Request(
                statement="Hello. My flight to Minneapolis is running very late, and I have not eaten since breakfast.",
                details="I want to know when we leave, and whether you can help me with a meal. If we are "
                "off by nine PM, I will wait.",
            ),
        ),
        facts=facts,
        criteria=criteria,
        brief=brief(
            "You sit at the gate in Albuquerque and wait for a late flight to Minneapolis. You want to "
            "hear when it goes and to get whatever the airline gives for the wait.",
            caller=caller,
            facts=facts,
            criteria=criteria,
            negotiation=(
                "Say that the flight is late and that you are hungry; do not ask for a sum of money.",
                "If the new departure is 9 PM or earlier, stay on the flight and take the voucher.",
                "If no new time is named, ask for it before you take anything.",
            ),
            resolution="You know the new departure, and the agent has said that your meal voucher is issued.",
            failure="If the agent has nothing for you, say that you will ask at the gate, and say goodbye.",
            edges=("You do not want another flight, a refund or a hotel.",),
            more={"booked_flight": late.number, "booked_date": late.date, "latest_departure": "21:00"},
        ),
        world=world(
            now,
            reservation(
                code,
                caller,
                [booking(late, "main_cabin", [late.main], seats=["21F"])],
                booked="2026-06-30T13:02:00-06:00",
            ),
            (late, later),
            [disruption(late, "delay", cause="crew", meal=True)],
        ),
        expected={},
        plan=(
            desk.authenticate(caller.last_name),
            desk.status(found(late.number), found(late.date)),
            desk.disruption(found(late.number), found(late.date)),
            desk.meal_voucher("delay_over_2_hours", offer=offer),
        ),
    )


def called_off() -> Scenario:
    """An evening flight is cancelled: a flight next day, with seat and bag, and hotel and meal vouchers."""
    code = confirmation_code("called-off")
    now = clock("CLE", "2026-12-03", "17:20")
    caller = Caller(
        first_name="Rafael",
        last_name="Zamora",
        gender="man",
        persona="You are a saxophone player on your way to a job, loud and cheerful, and you make light of "
        "trouble. You talk in short bursts.",
    )
    gone = Flight(
        "SK827",
        "CLE",
        "MSY",
        "2026-12-03",
        "18:30",
        160,
        242,
        status="cancelled",
        reason="mechanical",
        bookable=False,
    )
    target = Flight("SK823", "CLE", "MSY", "2026-12-04", "10:35", 160, 297)
    others = (
        Flight("SK819", "CLE", "MSY", "2026-12-04", "06:45", 160, 264),  # too early
        Flight("SK829", "CLE", "MSY", "2026-12-04", "17:50", 160, 239),  # too late
    )
    facts = (
        *identity(code, caller),
        Fact(slot="travel_date", kind="date", value=target.date),
        Fact(slot="seat_preference", kind="choice", value="aisle"),
        Fact(slot="origin", kind="airport", value="CLE"),
        Fact(slot="destination", kind="airport", value="MSY"),
        Fact(slot="flight_number", kind="flight", value=gone.number),
    )
    criteria = (
        Criterion(measure="date", op="==", value=target.date, text="You fly on December 4."),
        Criterion(measure="departure", op=">=", value="08:00", text="You leave Cleveland at 8 AM or later."),
        Criterion(measure="arrival", op="<=", value="14:00", text="You land in New Orleans by 2 PM local time."),
        Criterion(measure="total_cost", op="<=", value="0", text="The new flight costs you nothing."),
    )
    desk = Desk(code)
    offer = (
        f"On {words.day(target.date)} {words.flight(target.number)} leaves at {words.time(target.departs)} "
        f"and arrives at {words.time(target.arrives)}, and the total cost is {words.dollars(0)}. Your bag "
        "goes with you, and you get a hotel for tonight and a meal voucher. Shall I book that?"
    )
    return Scenario(
        id="called-off",
        domain="airline",
        workflow=WORKFLOW,
        kind="single",
        title="New Orleans a day late, with a night in Cleveland",
        now=now,
        caller=caller,
        requests=(
            Request(
                statement="Hey, my plane to New Orleans tonight just got scrapped. I need a new flight, "
                "and a bed for the night.",
                details="Tomorrow works, December fourth, but not before eight AM. I have to be down there by two PM.",
            ),
        ),
        facts=facts,
        criteria=criteria,
        brief=brief(
            "Your evening flight from Cleveland to New Orleans was cancelled by the airline. You want to "
            "fly tomorrow, December 4, at no cost, and to be put up for the night.",
            caller=caller,
            facts=facts,
            criteria=criteria,
            also=("You stay in main cabin, your checked bag moves with you, and you sit on the aisle.",),
            negotiation=(
                "Say that the flight is off and that you need another flight and a bed; give day and times when asked.",
                "Refuse a flight before 8 AM or one that lands after 2 PM, and say why.",
                "If the agent wants money for the new flight, remind the agent that the airline called yours off.",
                "If the hotel or the meal was not mentioned, ask once what you get for the night.",
            ),
            resolution="The agent has confirmed the new flight, the seat on the aisle, the bag, the hotel "
            "and the meal voucher.",
            failure="If no flight on December 4 fits after two searches, say that you will go to the desk, "
            "and say goodbye.",
            edges=("You do not want your money back.", "Flying from another airport is out of the question."),
            more={
                "booked_flight": gone.number,
                "booked_date": gone.date,
                "earliest_departure": "08:00",
                "latest_arrival": "14:00",
            },
        ),
        world=world(
            now,
            reservation(
                code,
                caller,
                [booking(gone, "main_cabin", [gone.main], seats=["17D"], bags=1)],
                booked="2026-10-19T22:10:00-04:00",
            ),
            (gone, target, *others),
            [disruption(gone, "cancellation", cause="mechanical", refund=True, meal=True, hotel=True)],
        ),
        expected={},
        plan=(
            desk.authenticate(caller.last_name),
            desk.disruption(found(gone.number), found(gone.date)),
            desk.search(found("CLE"), found("MSY"), heard("travel_date", "date", target.date), found("main_cabin")),
            desk.rebook(gone.journey_id, target.journey_id, "irrops_cancellation", waive=True, offer=offer),
            desk.seat(target.journey_id, "aisle"),
            desk.bags(target.journey_id, found(1)),
            desk.hotel(1),
            desk.meal_voucher("irrops_overnight"),
        ),
    )
