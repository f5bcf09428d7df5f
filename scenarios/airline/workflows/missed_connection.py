"""Missed flights, continued: a night at the hub for two, and a passenger who blames us."""

from __future__ import annotations

from scenarios.airline import words
from scenarios.airline.bookings import booking
from scenarios.airline.bounds import CANNOT, fly_on, land_by, leave_after, pay_at_most, told
from scenarios.airline.case import case, person
from scenarios.airline.fleet import Connection, Flight, disruption
from scenarios.airline.parts import move
from scenarios.airline.prices import MISSED_FEE
from scenarios.airline.steps import Desk, found
from scenarios.airline.workflows.missed_flight import WORKFLOW
from scenarios.model import Scenario


def scenarios() -> tuple[Scenario, ...]:
    """The scenarios of this module, without their expected worlds."""
    return overnight_hub(), traffic_jam()


def overnight_hub() -> Scenario:
    """Two travellers are stuck at the hub: the second flight is replaced next day, with bed and meal."""
    desk = Desk.of("overnight-hub", 2)
    first = Flight(
        "SK164",
        "BNA",
        "MCI",
        "2026-01-15",
        "15:20",
        95,
        119,
        status="delayed",
        delay=150,
        reason="mechanical",
        bookable=False,
    )
    missed = Flight("SK178", "MCI", "SLC", "2026-01-15", "18:10", 170, 143, status="departed", bookable=False)
    trip = Connection(first, missed, bookable=False)
    target = Flight("SK184", "MCI", "SLC", "2026-01-16", "08:35", 170, 171)
    others = (
        Flight("SK182", "MCI", "SLC", "2026-01-15", "21:45", 170, 188, seats={"main_cabin": 1}),  # one seat only
        Flight("SK180", "MCI", "SLC", "2026-01-16", "05:50", 170, 149),  # too early
        Flight("SK188", "MCI", "SLC", "2026-01-16", "13:15", 170, 139),  # too late
    )
    return case(
        "overnight-hub",
        WORKFLOW,
        "A night in Kansas City for two after a broken connection",
        now=("MCI", "2026-01-15", "19:40"),
        caller=person("Emeka Eze", "man", "tired"),
        party=("Ada Eze",),
        bookings=[booking(trip, "main_cabin", [2 * first.main, 2 * missed.main], seats=["25A", "26A"])],
        booked="2025-11-08T19:30:00-06:00",
        journeys=(trip, target, *others),
        disruptions=[disruption(first, "delay", cause="mechanical", meal=True, hotel=True)],
        parts=[
            move(
                desk,
                trip,
                target,
                "missed_connection_airline_fault",
                asks=("travel_date", "origin"),
                waive=True,
                leg=missed.number,
                before=[desk.disruption(found(first.number), found(first.date))],
                after=[desk.hotel(1), desk.meal_voucher("irrops_overnight")],
                offer=f"{words.itinerary(target)} {words.price(0)} Tonight you both get a hotel and something to eat. "
                "Shall I book that for the two of you?",
                criteria=(fly_on(target.date), leave_after("07:00", "MCI"), land_by("12:00", "SLC"), pay_at_most(0)),
                statement="We got in too late, and the plane to Salt Lake City was gone. My wife and I are stuck here.",
                details="We are in Kansas City, and we need two seats. Tomorrow is fine, January sixteenth, but not "
                "before seven AM, and we have to be home by noon.",
                goal="You and your wife Ada missed your second flight because the first one was late. You want a bed "
                "for tonight and to go on from Kansas City tomorrow, January 16, together and for free.",
                negotiation=(
                    "Say where you are and that there are two of you.",
                    "If only one seat is offered for tonight, decline it: you travel together.",
                ),
                also=("Both of you are on the same flight.",),
                edges=("You travel with hand luggage.",),
            )
        ],
    )


def traffic_jam() -> Scenario:
    """A gold member comes too late, claims that we left early, and pays in the end."""
    desk = Desk.of("traffic-jam")
    missed = Flight("SK381", "CLE", "TPA", "2026-05-11", "07:05", 165, 178, status="departed", bookable=False)
    target = Flight("SK389", "CLE", "TPA", "2026-05-11", "11:20", 165, 205)
    others = (
        Flight("SK385", "CLE", "TPA", "2026-05-11", "09:30", 165, 260),  # too dear
        Flight("SK393", "CLE", "TPA", "2026-05-11", "14:45", 165, 182),  # too late
    )
    cost = MISSED_FEE + target.main - missed.main
    name, left = words.flight(missed.number), words.time(missed.departs)
    return case(
        "traffic-jam",
        WORKFLOW,
        "Late to the gate, and sure that the plane left early",
        now=("CLE", "2026-05-11", "08:20"),
        caller=person("Roisin Gallagher", "woman", "stern"),
        kind="adversarial",
        bookings=[booking(missed, "main_cabin", [missed.main], seats=["10F"])],
        booked="2026-02-02T06:50:00-05:00",
        elite="gold",
        journeys=(missed, target, *others),
        parts=[
            move(
                desk,
                missed,
                target,
                "missed_flight_passenger_fault",
                asks=(),
                seat="aisle",
                before=[
                    desk.status(found(missed.number), found(missed.date)),
                    desk.tell(
                        f"I looked at {name}, and our system shows that it left as planned at {left}. So I cannot move "
                        "you for free. Another flight today would cost the change fee and the fare difference."
                    ),
                    desk.tell(
                        "I understand that this is hard. Gold status does not lift the fee for a flight that was "
                        "missed, so I cannot waive it. I can look for the cheapest way that gets you there in time."
                    ),
                ],
                offer=f"{words.itinerary(target, today=True)} {words.price(cost, 'change fee and fare difference')} "
                "Shall I book it for you?",
                criteria=(land_by("15:00", "TPA"), pay_at_most(110)),
                expectations=(told("that the move is not free", CANNOT, amount=f"{cost:.0f}"),),
                pushback=(
                    "It left early, I saw the door close. And I have a gold card, so the fee does not apply to me.",
                    "I disagree, but I have a christening to go to. What is the cheapest then?",
                ),
                statement="Your crew shut the door in my face this morning and flew to Tampa without me. Book me on "
                "the next one, at no charge.",
                details="I am godmother at a christening, so I must be there by three PM. One hundred ten dollars is "
                "my limit if I have to pay.",
                goal="You came to the gate too late because of traffic, which you do not admit. You want to get from "
                "Cleveland to Tampa today, for nothing if you can, and you say that the plane left early.",
                negotiation=(
                    "Claim that the door closed early and that your gold status lifts every fee.",
                    "After the second refusal give in and ask for the cheapest flight that arrives in time.",
                ),
                edges=("You were late because of traffic; say so only if you are asked directly.",),
            )
        ],
    )
