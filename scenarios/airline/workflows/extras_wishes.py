"""Extras, continued: several wishes on given flights, on a connection, and for somebody else on the booking."""

from __future__ import annotations

from scenarios.airline import words
from scenarios.airline.bookings import booking, passenger_ids
from scenarios.airline.bounds import fly_on, pay_at_most
from scenarios.airline.case import case, person
from scenarios.airline.fleet import Connection, Flight
from scenarios.airline.parts import knows, part
from scenarios.airline.prices import EXTRA_BAG
from scenarios.airline.steps import Desk, heard
from scenarios.airline.workflows.extras import WORKFLOW
from scenarios.model import Arg, Scenario


def scenarios() -> tuple[Scenario, ...]:
    """The scenarios of this module, without their expected worlds."""
    return birthday_trip(), connection_comforts(), mother_aisle()


def _named(flight: Flight) -> Arg:
    return heard("flight_number", "flight", flight.number)


def birthday_trip() -> Scenario:
    """Four wishes for a round trip, each on the flight that the caller names."""
    desk, cabin = Desk.of("birthday-trip"), "premium_economy"
    out = Flight("SK208", "BNA", "SLC", "2026-08-14", "10:50", 195, 217)
    back = Flight("SK213", "SLC", "BNA", "2026-08-18", "14:15", 180, 209)
    there, home = words.flight(out.number), words.flight(back.number)
    return case(
        "birthday-trip",
        WORKFLOW,
        "Seats, food and presents for a birthday trip",
        now=("BNA", "2026-07-28", "19:10"),
        caller=person("Georgia Papadakis", "woman", "cheerful"),
        bookings=[
            booking(out, cabin, [out.fare(cabin)], seats=[None]),
            booking(back, cabin, [back.fare(cabin)], seats=[None]),
        ],
        booked="2026-06-16T21:40:00-05:00",
        journeys=(out, back),
        parts=[
            part(
                [
                    desk.seat(
                        out.journey_id,
                        "window",
                        flight=_named(out),
                        offer=f"That seat is free on {there} on {words.day(out.date)}, at no charge. Shall I assign "
                        "it?",
                    )
                ],
                knows(out, flight_number=out.number, seat_preference="window"),
                criteria=(fly_on(out.date),),
                statement="Hello! I am off to Salt Lake City for my fiftieth, and I want to see the mountains on the "
                "way there.",
                details="So a window, on flight two oh eight.",
                goal="You celebrate your birthday in Salt Lake City and want a window seat on the way there.",
                negotiation=("Four things are on your list. Bring them up one after the other.",),
            ),
            part(
                [
                    desk.seat(
                        back.journey_id,
                        "aisle",
                        flight=_named(back),
                        offer=f"I have one like that on {home} on {words.day(back.date)}, free of charge. Shall I put "
                        "you there?",
                    )
                ],
                knows(back, flight_number=back.number, seat_preference="aisle"),
                criteria=(fly_on(back.date),),
                statement="Lovely. Coming home I will be tired, so I would like to stretch my legs.",
                details="On the aisle, on flight two one three.",
                goal="On the way home you prefer the aisle.",
                negotiation=("Do not mix up the two flights.",),
            ),
            part(
                [
                    desk.meal(
                        out.journey_id,
                        "vegetarian",
                        flight=_named(out),
                        offer=f"I can order that for {there}, and it is free. Shall I do so?",
                    )
                ],
                knows(out, flight_number=out.number, meal_type="vegetarian"),
                statement="Next on my list, the food on the flight out.",
                details="I eat no meat. Only on the way there, flight two oh eight.",
                goal="You want a vegetarian meal on the way there.",
                negotiation=("On the way back you eat before you leave.",),
            ),
            part(
                [
                    desk.bags(
                        back.journey_id,
                        heard("num_bags", "count", 3),
                        flight=_named(back),
                        offer=f"I can enter those for {home}. One is included, so the total cost is "
                        f"{words.dollars(2 * EXTRA_BAG)}, payable at the airport. Shall I add them?",
                    )
                ],
                knows(back, flight_number=back.number, num_bags="3"),
                criteria=(pay_at_most(80),),
                statement="And the presents! They have to come back with me, so I need to check more than one "
                "suitcase.",
                details="Three in all, on flight two one three.",
                goal="For the presents you need three checked bags on the way home, for 80 dollars at most.",
                negotiation=("Have the price named.",),
            ),
        ],
    )


def connection_comforts() -> Scenario:
    """A seat on the second flight of a connection only, a meal on both, and a bag."""
    desk = Desk.of("connection-comforts")
    trip = Connection(
        Flight("SK618", "CLE", "MSP", "2026-12-11", "09:45", 115, 124),
        Flight("SK645", "MSP", "BOI", "2026-12-11", "12:50", 200, 146),
    )
    back = Flight("SK649", "BOI", "CLE", "2026-12-19", "10:15", 245, 268)
    second = trip.second
    return case(
        "connection-comforts",
        WORKFLOW,
        "The long leg to Boise made bearable",
        now=("CLE", "2026-11-20", "16:50"),
        caller=person("Minh Truong", "man", "careful"),
        bookings=[
            booking(trip, "main_cabin", [124, 146], seats=["24C", None]),
            booking(back, "main_cabin", [268], seats=["19C"]),
        ],
        booked="2026-09-30T18:03:00-04:00",
        journeys=(trip, back),
        parts=[
            part(
                [
                    desk.seat(
                        trip.journey_id,
                        "window",
                        flight=_named(second),
                        offer=f"I can seat you like that on {words.flight(second.number)} on "
                        f"{words.day(trip.date)}. It costs nothing. Shall I?",
                    )
                ],
                knows(second, flight_number=second.number, seat_preference="window"),
                criteria=(fly_on(trip.date),),
                statement="Good afternoon. I change planes on my way to Boise, and for the second flight nobody has "
                "given me a seat yet.",
                details="It is flight six four five. I would like to lean against the wall and sleep.",
                goal="You fly from Cleveland to Boise with a stop and have a seat on the first flight only. You "
                "want one by the window on the second.",
                negotiation=("The seat on the first flight is good as it is.",),
            ),
            part(
                [
                    desk.meal(
                        trip.journey_id,
                        "diabetic",
                        offer="I can order that for both flights to Boise, and it is free. Shall I do that?",
                    )
                ],
                knows(trip, meal_type="diabetic"),
                statement="I also have diabetes, so please see to the food on both of those flights.",
                details="Both flights to Boise. On the way back I bring my own.",
                goal="You need a meal for diabetics on both flights to Boise.",
                negotiation=("Say that both flights are meant, and not the way back.",),
            ),
            part(
                [
                    desk.bags(
                        trip.journey_id,
                        heard("num_bags", "count", 1),
                        offer="It is included in your fare, and it goes through to Boise. Shall I enter it?",
                    )
                ],
                knows(trip, num_bags="1"),
                statement="One thing remains. I will not drag my skis through the stopover.",
                details="Checked all the way, one ski bag.",
                goal="You check one ski bag through to Boise.",
                negotiation=("Ask whether it goes all the way.",),
            ),
        ],
    )


def mother_aisle() -> Scenario:
    """A seat for the second passenger of a booking, and for nobody else."""
    desk = Desk.of("mother-aisle", 2)
    out = Flight("SK574", "MSY", "SMF", "2026-04-03", "08:00", 240, 233)
    back = Flight("SK579", "SMF", "MSY", "2026-04-12", "12:30", 225, 241)
    return case(
        "mother-aisle",
        WORKFLOW,
        "A better seat for a mother",
        now=("MSY", "2026-03-17", "12:05"),
        caller=person("Linh Pham", "woman", "careful"),
        party=("Thu Pham",),
        bookings=[
            booking(out, "main_cabin", [2 * out.main], seats=["22E"]),
            booking(back, "main_cabin", [2 * back.main], seats=["24E"]),
        ],
        booked="2026-02-01T17:30:00-06:00",
        journeys=(out, back),
        parts=[
            part(
                [
                    desk.seat(
                        out.journey_id,
                        "aisle",
                        passenger=passenger_ids(2)[1],
                        offer=f"I can seat your mother like that on {words.flight(out.number)} on "
                        f"{words.day(out.date)}, free of charge. Shall I?",
                    )
                ],
                knows(out, seat_preference="aisle", passenger_name="Thu", flight_number=out.number),
                criteria=(fly_on(out.date),),
                statement="My mother Thu travels with me to Sacramento, and she cannot climb over people. I would "
                "like a better seat for her.",
                details="It is for her alone, and for the way there. The aisle is what she needs.",
                goal="Your mother Thu has a bad knee and sits in the middle on the way to Sacramento. She needs the "
                "aisle there; your own seat may stay.",
                negotiation=(
                    "Say that the seat is for your mother, not for you.",
                    "Name the way there; the way back has time.",
                    "Ask whether it costs anything.",
                ),
                also=("Your own seat and both seats on the way back stay as they are.",),
            )
        ],
    )
