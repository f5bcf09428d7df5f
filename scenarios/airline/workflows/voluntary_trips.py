"""Voluntary changes of longer trips: a connection, one half of a round trip, a day without seats."""

from __future__ import annotations

from scenarios.airline import words
from scenarios.airline.bookings import booking
from scenarios.airline.bounds import CANNOT, fly_on, land_by, leave_after, pay_at_most, told
from scenarios.airline.case import case, person
from scenarios.airline.fleet import Connection, Flight
from scenarios.airline.parts import knows, move, part, refused
from scenarios.airline.prices import CHANGE_FEE, EXTRA_BAG
from scenarios.airline.steps import Desk, found, heard
from scenarios.airline.workflows.voluntary_change import WORKFLOW
from scenarios.model import Scenario


def scenarios() -> tuple[Scenario, ...]:
    """The scenarios of this module, without their expected worlds."""
    return two_hop_trip(), cheaper_day(), full_sunday()


def two_hop_trip() -> Scenario:
    """Both flights of a connection move by two days, and both get a seat."""
    desk = Desk.of("two-hop-trip")
    booked = _via_msp("2026-06-11", ("SK231", "07:30", 120), ("SK415", "10:30", 140))
    target = _via_msp("2026-06-13", ("SK233", "07:30", 131), ("SK417", "10:30", 152))
    others = (
        _via_msp("2026-06-13", ("SK229", "06:00", 190), ("SK413", "08:45", 160)),  # too dear
        _via_msp("2026-06-13", ("SK237", "12:00", 118), ("SK421", "15:00", 139)),  # too late
        _via_msp("2026-06-14", ("SK239", "07:30", 125), ("SK423", "10:30", 141)),  # another day
    )
    cost = CHANGE_FEE + 131 + 152 - (120 + 140)
    return case(
        "two-hop-trip",
        WORKFLOW,
        "Pittsburgh to Boise with one stop, two days later",
        now=("PIT", "2026-05-29", "20:05"),
        caller=person("Matteo Bellini", "man", "chatty"),
        bookings=[booking(booked, "main_cabin", [120, 140], seats=["15A", "17A"])],
        booked="2026-03-20T12:31:00-04:00",
        journeys=(booked, target, *others),
        parts=[
            move(
                desk,
                booked,
                target,
                "voluntary",
                seat="window",
                offer=f"{words.itinerary(target)} {words.price(cost)} Shall I move both of your flights?",
                criteria=(fly_on(target.date), land_by("14:00", "BOI"), pay_at_most(120)),
                statement="Good evening, Matteo here. The hiking hut in Boise gave my bunk away, so I come two days "
                "after what I booked.",
                details="June thirteenth it is. The bus to the mountains goes in the afternoon, so I must land by two "
                "PM, and one hundred twenty dollars is all that I have left for this.",
                goal="The hut that you wanted to hike from can take you only later. You ask for June 13 on your "
                "trip from Pittsburgh to Boise, changing planes as before.",
                negotiation=("Tell your story in a sentence, then name the day, and the bus if the agent asks.",),
                also=("Both flights of the trip are moved, and you have a window on each.",),
                edges=("You like to look at the mountains, so an aisle seat is no good on either flight.",),
            )
        ],
    )


def _via_msp(date: str, first: tuple[str, str, float], second: tuple[str, str, float]) -> Connection:
    return Connection(
        Flight(first[0], "PIT", "MSP", date, first[1], 150, first[2]),
        Flight(second[0], "MSP", "BOI", date, second[1], 200, second[2]),
    )


def cheaper_day() -> Scenario:
    """The way out moves to a cheaper day, for the fee and a credit; then bags for the way back."""
    desk = Desk.of("cheaper-day")
    booked = Flight("SK512", "SLC", "CLE", "2026-09-18", "11:20", 215, 312)
    homeward = Flight("SK519", "CLE", "SLC", "2026-09-25", "16:35", 240, 274)
    target = Flight("SK516", "SLC", "CLE", "2026-09-16", "12:05", 215, 241)
    others = (
        Flight("SK510", "SLC", "CLE", "2026-09-16", "06:10", 215, 233),  # too early
        Flight("SK518", "SLC", "CLE", "2026-09-16", "15:45", 215, 330),  # dearer than before
        Flight("SK522", "SLC", "CLE", "2026-09-17", "12:05", 215, 239),  # another day
    )
    credit = booked.main - target.main
    return case(
        "cheaper-day",
        WORKFLOW,
        "To Cleveland on a cheaper Wednesday, and bags on the way home",
        now=("SLC", "2026-08-31", "12:50"),
        caller=person("Beatriz Carrasco", "woman", "stern"),
        bookings=[
            booking(booked, "main_cabin", [booked.main], seats=["20D"]),
            booking(homeward, "main_cabin", [homeward.main], seats=["22C"]),
        ],
        booked="2026-07-07T07:15:00-06:00",
        journeys=(booked, homeward, target, *others),
        parts=[
            move(
                desk,
                booked,
                target,
                "voluntary",
                seat="aisle",
                after=[desk.credit(credit, "fare_difference_negative")],
                offer=f"{words.itinerary(target)} {words.price(CHANGE_FEE)} The fare is lower, so you also get "
                f"{words.dollars(credit)} as a travel credit. Shall I change it?",
                criteria=(fly_on(target.date), leave_after("09:00", "SLC"), pay_at_most(CHANGE_FEE)),
                statement="Your website shows lower fares to Cleveland on another day. I expect to profit from that.",
                details="I mean Wednesday, September sixteenth, at nine AM or later. I know the fee, it is "
                "seventy-five dollars, and I pay no more than that.",
                goal="You saw that flying from Salt Lake City to Cleveland is cheaper on September 16 than on the "
                "day you booked. You want to switch the way out and be credited for the lower fare.",
                negotiation=("Insist that the lower fare is set against what you paid; a travel credit is correct.",),
                also=("The flight home stays where it is.",),
            ),
            part(
                [desk.bags(homeward.journey_id, heard("num_bags", "count", 2), offer=_return_bags(homeward))],
                knows(homeward, num_bags="2", flight_number=homeward.number),
                criteria=(pay_at_most(EXTRA_BAG),),
                statement="Secondly, I shall bring home more than I take along. Enter luggage for the return flight.",
                details="Two suitcases, on the way back only.",
                goal="You want two checked bags on the flight home of September 25.",
                negotiation=("Have it made clear that only the way back is meant.",),
            ),
        ],
    )


def _return_bags(flight: Flight) -> str:
    return (
        f"I can enter that for {words.flight(flight.number)} on {words.day(flight.date)}. One is included, so the "
        f"total cost is {words.dollars(EXTRA_BAG)}, paid at the airport. Shall I do that?"
    )


def full_sunday() -> Scenario:
    """Nothing is free on the day that is wanted; the caller then names another."""
    desk = Desk.of("full-sunday")
    full: dict[str, int] = {"main_cabin": 0}
    booked = Flight("SK351", "BNA", "TPA", "2026-10-02", "14:40", 105, 148)
    sunday = (
        Flight("SK355", "BNA", "TPA", "2026-10-04", "09:10", 105, 188, seats=full),
        Flight("SK357", "BNA", "TPA", "2026-10-04", "18:25", 105, 196, seats=full),
    )
    target = Flight("SK361", "BNA", "TPA", "2026-10-05", "08:15", 105, 166)
    others = (
        Flight("SK363", "BNA", "TPA", "2026-10-05", "06:20", 105, 217),  # too dear
        Flight("SK367", "BNA", "TPA", "2026-10-05", "13:50", 105, 152),  # too late
    )
    cost = CHANGE_FEE + target.main - booked.main
    gone = sunday[0].date
    return case(
        "full-sunday",
        WORKFLOW,
        "No seat to Tampa on Sunday, so Monday",
        now=("BNA", "2026-09-21", "08:35"),
        caller=person("Haruto Mori", "man", "nervous"),
        bookings=[booking(booked, "main_cabin", [booked.main], seats=["27C"])],
        booked="2026-08-03T15:00:00-05:00",
        journeys=(booked, *sunday, target, *others),
        parts=[
            refused(
                desk,
                [
                    f"Unfortunately every flight on {words.day(gone)} is full in your cabin, so I cannot move you "
                    "there. Another day may still have room."
                ],
                knows(sunday[0], flight_number=booked.number),
                reads=[
                    desk.search(found("BNA"), found("TPA"), heard("travel_date", "date", gone), found("main_cabin"))
                ],
                expectations=(told("that nothing is free on Sunday", (*CANNOT, "full"), date=gone),),
                statement="Um, hello. I hope it isn't too late, I would rather fly to Tampa on Sunday, October fourth.",
                details="Any time that day is good. I just can't go on Friday anymore.",
                goal="Your Friday flight from Nashville to Tampa no longer suits you. You hope for one on Sunday, "
                "October 4.",
                negotiation=("Ask for Sunday, and worry a little when you hear that it is full.",),
                resolution="You know that there is nothing on Sunday.",
                failure="Go on to your next request.",
            ),
            move(
                desk,
                booked,
                target,
                "voluntary",
                seat="aisle",
                offer=f"{words.itinerary(target)} {words.price(cost, 'fee and fare difference included')} "
                "Shall I take that one?",
                criteria=(fly_on(target.date), land_by("12:00", "TPA"), pay_at_most(110)),
                statement="Oh dear. Then maybe Monday, October fifth?",
                details="I start work down there at noon, so I have to arrive by twelve PM. I can manage one hundred "
                "ten dollars.",
                goal="If there is nothing on Sunday, you take Monday, October 5, provided that you are there by noon.",
                negotiation=("Suggest Monday yourself once Sunday is off the table.",),
            ),
        ],
    )
