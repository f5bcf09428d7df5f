"""Irregular operations, continued: our cancellations, with nights in a hotel or a lower cabin."""

from __future__ import annotations

from scenarios.airline import words
from scenarios.airline.bookings import booking
from scenarios.airline.bounds import fly_on, land_by, leave_after, pay_at_most
from scenarios.airline.case import case, person
from scenarios.airline.fleet import Connection, Flight, disruption
from scenarios.airline.parts import move
from scenarios.airline.steps import Desk, found
from scenarios.airline.workflows.irregular import WORKFLOW
from scenarios.model import Scenario


def scenarios() -> tuple[Scenario, ...]:
    """The scenarios of this module, without their expected worlds."""
    return storm_night(), business_bumped()


def storm_night() -> Scenario:
    """A storm for two days: both flights of a trip, two seats, bag, meal, two nights and a voucher."""
    desk = Desk.of("storm-night")
    gone = Flight(
        "SK912",
        "SLC",
        "MSP",
        "2026-01-27",
        "16:00",
        155,
        138,
        status="cancelled",
        reason="weather",
        bookable=False,
    )
    trip = Connection(gone, Flight("SK946", "MSP", "PIT", "2026-01-27", "21:05", 120, 127), bookable=False)
    target = _via_msp("2026-01-29", ("SK904", "08:10", 171), ("SK938", "13:10", 152))
    others = (
        _via_msp("2026-01-28", ("SK906", "08:10", 166), ("SK940", "13:10", 149), full=True),
        _via_msp("2026-01-29", ("SK910", "13:00", 144), ("SK944", "18:20", 131)),  # too late
        _via_msp("2026-01-30", ("SK914", "08:10", 140), ("SK948", "13:10", 133)),  # another day
    )
    return case(
        "storm-night",
        WORKFLOW,
        "Snowed in for two nights on the way to Pittsburgh",
        now=("SLC", "2026-01-27", "14:30"),
        caller=person("Tariq Mansour", "man", "tired"),
        bookings=[booking(trip, "main_cabin", [138, 127], seats=["14D", "12D"], bags=1, meal="halal")],
        booked="2025-12-02T09:09:00-07:00",
        journeys=(trip, target, *others),
        disruptions=[disruption(gone, "cancellation", cause="weather", refund=True, meal=True, hotel=True)],
        parts=[
            move(
                desk,
                trip,
                target,
                "irrops_cancellation",
                waive=True,
                seat="aisle",
                bags=1,
                meal="halal",
                before=[
                    desk.status(found(gone.number), found(gone.date)),
                    desk.disruption(found(gone.number), found(gone.date)),
                ],
                after=[desk.hotel(2), desk.meal_voucher("irrops_overnight")],
                offer=f"{words.itinerary(target)} {words.price(0)} Bag and meal go along, and you get a hotel "
                "and a meal voucher. Shall I book that?",
                criteria=(fly_on(target.date), land_by("20:00", "PIT"), pay_at_most(0)),
                statement="I am snowed in at Salt Lake City, and the board says my plane is off. Get me to Pittsburgh "
                "somehow.",
                details="They told me here that tomorrow is sold out. So January twenty-ninth, and I have to arrive by "
                "eight PM.",
                goal="A snowstorm grounds you in Salt Lake City. Nothing is left for tomorrow, so you want to go on to "
                "Pittsburgh on January 29 and to be looked after until then.",
                negotiation=(
                    "Say that the board shows your flight as cancelled.",
                    "If nobody speaks of a place to sleep, ask where you are supposed to stay.",
                ),
                also=("You sit on the aisle on both flights.", "You have a bed for two nights."),
                edges=("You do not want your money back.",),
            )
        ],
    )


def _via_msp(
    date: str, first: tuple[str, str, float], second: tuple[str, str, float], *, full: bool = False
) -> Connection:
    seats = {"main_cabin": 0} if full else {}
    return Connection(
        Flight(first[0], "SLC", "MSP", date, first[1], 155, first[2], seats=seats),
        Flight(second[0], "MSP", "PIT", date, second[1], 120, second[2]),
    )


def business_bumped() -> Scenario:
    """No business seat is left on the flight that fits: a lower cabin against a credit, and a meal."""
    desk, cabin, wish = Desk.of("business-bumped"), "business", "premium_economy"
    gone = Flight(
        "SK850",
        "PHX",
        "PIT",
        "2026-03-19",
        "12:30",
        235,
        226,
        status="cancelled",
        reason="mechanical",
        bookable=False,
    )
    target = Flight("SK856", "PHX", "PIT", "2026-03-19", "16:10", 235, 251, seats={cabin: 0})
    others = (
        Flight("SK852", "PHX", "PIT", "2026-03-19", "14:00", 235, 244, seats={cabin: 0}),  # too early
        Flight("SK854", "PHX", "PIT", "2026-03-19", "15:15", 235, 239, seats={cabin: 0, wish: 0}),  # full
        Flight("SK858", "PHX", "PIT", "2026-03-20", "16:10", 235, 232),  # another day
    )
    paid = gone.fare(cabin)
    credit = paid - target.fare(wish)
    return case(
        "business-bumped",
        WORKFLOW,
        "Home to Pittsburgh tonight, in a lower cabin",
        now=("PHX", "2026-03-19", "10:45"),
        caller=person("Ayelet Rosen", "woman", "stern"),
        bookings=[booking(gone, cabin, [paid], seats=["7A"])],
        booked="2026-02-05T14:28:00-07:00",
        journeys=(gone, target, *others),
        disruptions=[disruption(gone, "cancellation", cause="mechanical", refund=True, meal=True)],
        parts=[
            move(
                desk,
                gone,
                target,
                "irrops_cancellation",
                cabin=cabin,
                wish=wish,
                asks=(),
                waive=True,
                seat="window",
                before=[desk.disruption(found(gone.number), found(gone.date))],
                after=[
                    desk.credit(credit, "downgrade_compensation"),
                    desk.meal_voucher("cancellation_wait_same_day"),
                ],
                offer=f"{words.itinerary(target, today=True)} {words.price(0)} For the lower cabin you get "
                f"{words.dollars(credit)} as a travel credit, and a meal voucher. Shall I book that?",
                criteria=(leave_after("15:00", "PHX"), land_by("23:30", "PIT"), pay_at_most(0)),
                statement="You have cancelled my business class flight to Pittsburgh. The lounge tells me that the "
                "afternoon has no such seats, so I will sit one cabin lower, and I expect compensation.",
                details="I must be home tonight, by eleven thirty PM. Before three PM I cannot leave, because I have "
                "a meeting.",
                goal="Your noon flight from Phoenix was cancelled. You accept premium economy to be in Pittsburgh "
                "tonight, but you want to be paid for the difference to business.",
                negotiation=(
                    "Name the cabin that you would accept. Insist on compensation for the lower one.",
                    "A travel credit is a proper compensation.",
                ),
                edges=("Main cabin is out of the question, and so is tomorrow.",),
            )
        ],
    )
