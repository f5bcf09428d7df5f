"""Cancellations that the passenger wants: a travel credit as a rule, money back within a day of booking."""

from __future__ import annotations

from scenarios.airline import words
from scenarios.airline.airports import clock
from scenarios.airline.bookings import booking, reservation, world
from scenarios.airline.briefs import brief, identity
from scenarios.airline.chance import confirmation_code
from scenarios.airline.fleet import Flight
from scenarios.airline.prices import CANCELLATION_FEE
from scenarios.airline.steps import Desk
from scenarios.model import Caller, Criterion, Fact, Request, Scenario

WORKFLOW = "cancellation"


def scenarios() -> tuple[Scenario, ...]:
    """The scenarios of this workflow, without their expected worlds."""
    return drive_home(), second_thoughts()


def drive_home() -> Scenario:
    """Only the way back of a round trip is given up: a credit, less the fee."""
    code = confirmation_code("drive-home")
    now = clock("SLC", "2026-09-22", "13:05")
    caller = Caller(
        first_name="Hugh",
        last_name="Castellano",
        gender="man",
        persona="You are an accountant and take notes while you talk. You repeat every figure under your "
        "breath and dislike small talk.",
    )
    outbound = Flight("SK745", "SLC", "MSY", "2026-10-08", "10:40", 190, 265)
    homeward = Flight("SK749", "MSY", "SLC", "2026-10-12", "14:15", 205, 243)
    credit = homeward.main - CANCELLATION_FEE
    facts = (
        *identity(code, caller),
        Fact(slot="travel_date", kind="date", value=homeward.date),
        Fact(slot="flight_number", kind="flight", value=homeward.number),
        Fact(slot="origin", kind="airport", value="MSY"),
        Fact(slot="destination", kind="airport", value="SLC"),
    )
    criteria = (
        Criterion(
            measure="date",
            op="==",
            value=homeward.date,
            text="The flight of October 12 is cancelled, and no other.",
        ),
        Criterion(
            measure="total_cost",
            op="<=",
            value="100",
            text="Cancelling takes away 100 dollars at most.",
        ),
    )
    desk = Desk(code)
    offer = (
        f"I can cancel {words.flight(homeward.number)} on {words.day(homeward.date)}. The total cost is "
        f"{words.dollars(CANCELLATION_FEE)}, and the rest of the fare, {words.dollars(credit)}, becomes a "
        "travel credit for twelve months. Shall I cancel the flight?"
    )
    return Scenario(
        id="drive-home",
        domain="airline",
        workflow=WORKFLOW,
        kind="single",
        title="Give up the flight back from New Orleans",
        now=now,
        caller=caller,
        requests=(
            Request(
                statement="Good afternoon. A friend is driving me home from New Orleans, so you can take me "
                "off the flight back.",
                details="That is the one on October twelfth. I still need the flight down there.",
            ),
        ),
        facts=facts,
        criteria=criteria,
        brief=brief(
            "You fly from Salt Lake City to New Orleans on October 8 and were to fly back on October 12. You "
            "now come home by car and want the flight back cancelled.",
            caller=caller,
            facts=facts,
            criteria=criteria,
            also=("The flight out on October 8 stays as it is.",),
            negotiation=(
                "Tell the agent which flight you give up, and that you keep the other one.",
                "Ask what you get for the unused flight. You know that the ticket is a cheap one, so a "
                "credit in place of money is all right.",
                "Agree when the agent has named the fee and the value of the credit, and the fee is no "
                "higher than 100 dollars.",
            ),
            resolution="The agent has confirmed that the flight of October 12 is cancelled and that the "
            "credit is issued.",
            failure="If only the whole trip can be cancelled, or the fee is higher, keep the ticket and say goodbye.",
            edges=(
                "If the agent offers another date, say that you do not need one.",
                "Do not argue for money back once the agent has explained the credit.",
            ),
            more={"kept_flight": outbound.number, "kept_date": outbound.date, "limit_fee": 100},
        ),
        world=world(
            now,
            reservation(
                code,
                caller,
                [
                    booking(outbound, "main_cabin", [outbound.main], seats=["12F"]),
                    booking(homeward, "main_cabin", [homeward.main], seats=["15F"]),
                ],
                booked="2026-07-14T08:33:00-06:00",
            ),
            (outbound, homeward),
        ),
        expected={},
        plan=(
            desk.authenticate(caller.last_name),
            desk.cancel(homeward.journey_id, "voluntary", offer=offer),
            desk.credit(credit, "cancellation_non_refundable"),
        ),
    )


def second_thoughts() -> Scenario:
    """Booked last night, given up today: fare and seat fee come back in full."""
    code = confirmation_code("second-thoughts")
    now = clock("PHX", "2026-06-09", "15:40")
    caller = Caller(
        first_name="Ingrid",
        last_name="Vasquez",
        gender="woman",
        persona="You work in a call center yourself. You are patient, you know how such calls go, and you "
        "hand over what is needed without being asked twice.",
    )
    booked = Flight("SK168", "PHX", "OMA", "2026-06-27", "11:25", 170, 187)
    fare, seat_fee = booked.fare("premium_economy"), 22.0
    facts = (
        *identity(code, caller),
        Fact(slot="travel_date", kind="date", value=booked.date),
        Fact(slot="flight_number", kind="flight", value=booked.number),
        Fact(slot="origin", kind="airport", value="PHX"),
        Fact(slot="destination", kind="airport", value="OMA"),
    )
    total = fare + seat_fee
    criteria = (
        Criterion(
            measure="refund",
            op=">=",
            value=f"{total:.0f}",
            text=f"You get back all that you paid, {total:.0f} dollars.",
        ),
    )
    desk = Desk(code)
    offer = (
        "You booked less than a day ago, so I can cancel the ticket without a fee. Your refund is "
        f"{words.dollars(total)} in all, for the fare and the seat, back to your card within seven days. "
        "Shall I cancel it?"
    )
    return Scenario(
        id="second-thoughts",
        domain="airline",
        workflow=WORKFLOW,
        kind="single",
        title="Undo last night's booking",
        now=now,
        caller=caller,
        requests=(
            Request(
                statement="Hi. I bought a ticket to Omaha last night, and now my sister is coming here "
                "instead. Please undo it.",
                details="It is the flight on June twenty-seventh. I want all of my money back, not a credit.",
            ),
        ),
        facts=facts,
        criteria=criteria,
        brief=brief(
            "Last night you bought a ticket from Phoenix to Omaha for June 27. Your plans changed and you "
            "want to have it undone and all of your money returned.",
            caller=caller,
            facts=facts,
            criteria=criteria,
            also=("The money goes back to the card that you paid with; you take no travel credit.",),
            negotiation=(
                "Say that the ticket is from last night.",
                "If the agent offers a credit or wants a fee, point out once that you booked less than a day ago.",
                "Agree when the sum that you hear is the whole of what you paid, seat included.",
            ),
            resolution="The agent has confirmed that the ticket is cancelled and that fare and seat fee are "
            "being refunded.",
            failure="If the agent will not return all of it after you have pointed to the time of booking, "
            "keep the ticket and say goodbye.",
            edges=("You do not want another date.",),
            more={"booked_on": "2026-06-08 19:20", "paid_fare": fare, "paid_seat_fee": seat_fee},
        ),
        world=world(
            now,
            reservation(
                code,
                caller,
                [booking(booked, "premium_economy", [fare], seats=["8A"])],
                booked="2026-06-08T19:20:00-07:00",
                seat_fee=seat_fee,
            ),
            (booked, Flight("SK174", "PHX", "OMA", "2026-06-27", "17:50", 170, 171)),
        ),
        expected={},
        plan=(
            desk.authenticate(caller.last_name),
            desk.cancel(booked.journey_id, "24_hour_rule", offer=offer),
            desk.refund(fare, "full_fare"),
            desk.refund(seat_fee, "ancillary_fees"),
        ),
    )
