"""Same-day travel, continued: standby for two, what status and cabin make of the fee, and three wishes at once."""

from __future__ import annotations

from scenarios.airline import words
from scenarios.airline.bookings import booking
from scenarios.airline.bounds import CANNOT, land_by, leave_after, leave_by, pay_at_most, told
from scenarios.airline.case import case, person
from scenarios.airline.fleet import Flight
from scenarios.airline.parts import knows, move, part, refused
from scenarios.airline.prices import BASIC_SAME_DAY_FEE, EXTRA_BAG, SAME_DAY_FEE
from scenarios.airline.steps import Desk, found, heard
from scenarios.airline.workflows.same_day import WORKFLOW
from scenarios.model import Scenario


def scenarios() -> tuple[Scenario, ...]:
    """The scenarios of this module, without their expected worlds."""
    return standby_pair(), basic_same_day(), tomorrow_today(), platinum_late(), day_of_chores()


def standby_pair() -> Scenario:
    """Two travellers wait for one flight that the caller names."""
    desk = Desk.of("standby-pair", 2)
    booked = Flight("SK530", "MSP", "MCI", "2026-10-08", "17:40", 85, 129)
    target = Flight("SK526", "MSP", "MCI", "2026-10-08", "13:05", 85, 158, seats={"main_cabin": 0})
    other = Flight("SK528", "MSP", "MCI", "2026-10-08", "15:30", 85, 149, seats={"main_cabin": 1})
    return case(
        "standby-pair",
        WORKFLOW,
        "Standby to Kansas City for two sisters",
        now=("MSP", "2026-10-08", "10:55"),
        caller=person("Camila Restrepo", "woman", "brisk"),
        party=("Ines Restrepo",),
        bookings=[booking(booked, "main_cabin", [2 * booked.main], seats=["19E"])],
        booked="2026-08-19T17:17:00-05:00",
        elite="silver",
        journeys=(booked, target, other),
        parts=[
            part(
                [
                    desk.status(heard("flight_number", "flight", target.number), found(target.date)),
                    desk.standby(
                        target.journey_id,
                        offer=f"I can list both of you for {words.flight(target.number)}, which leaves at "
                        f"{words.time(target.departs)}. It is free, you keep your later seats, and the gate calls you. "
                        "Shall I do that?",
                    ),
                ],
                knows(target, flight_number=target.number, departure_time=target.departs),
                criteria=(leave_by("14:00", "MSP"),),
                statement="My sister and I are done in Minneapolis. Put us both on the waiting list for the plane "
                "before ours.",
                details="We mean flight five two six. If there is no room, we take the one that we have.",
                goal="You and your sister Ines are at the airport in Minneapolis hours before your flight to Kansas "
                "City. You both want to wait for a place on flight 526.",
                negotiation=(
                    "Name the flight when you are asked for it.",
                    "Do not pay for a change.",
                    "Make sure that both of you are listed, not only you.",
                ),
                also=("Both names are on the list.", "Your seats on the later flight are kept."),
                resolution="The agent has said that both of you are listed.",
            )
        ],
    )


def basic_same_day() -> Scenario:
    """Basic economy pays the high fee, and the caller knows that it will be dear."""
    desk, cabin = Desk.of("basic-same-day"), "basic_economy"
    booked = Flight("SK471", "SMF", "PHX", "2026-07-30", "20:10", 110, 140)
    target = Flight("SK465", "SMF", "PHX", "2026-07-30", "14:15", 110, 175)
    others = (
        Flight("SK461", "SMF", "PHX", "2026-07-30", "12:05", 110, 246),  # too dear
        Flight("SK468", "SMF", "PHX", "2026-07-30", "16:50", 110, 152),  # too late
    )
    paid = booked.fare(cabin)
    cost = BASIC_SAME_DAY_FEE + target.fare(cabin) - paid
    return case(
        "basic-same-day",
        WORKFLOW,
        "Phoenix by five, whatever a basic fare costs to change",
        now=("SMF", "2026-07-30", "09:30"),
        caller=person("Sipho Mkhize", "man", "nervous"),
        bookings=[booking(booked, cabin, [paid], seats=[None])],
        booked="2026-07-01T12:00:00-07:00",
        journeys=(booked, target, *others),
        parts=[
            move(
                desk,
                booked,
                target,
                "same_day",
                cabin=cabin,
                asks=(),
                offer=f"{words.itinerary(target, today=True)} {words.price(cost, 'for a basic fare has a high fee')} "
                "Do you want me to book it?",
                criteria=(land_by("17:00", "PHX"), pay_at_most(260)),
                statement="Please help me. My father has been taken to a hospital in Phoenix, and tonight's plane is "
                "too late.",
                details="They only let visitors in until early evening, so I have to land by five PM. I could pay up "
                "to two hundred sixty dollars.",
                goal="Your father is in a hospital in Phoenix. Your flight from Sacramento leaves tonight; you need "
                "one that lands in the afternoon, and you know that your cheap ticket makes it dear.",
                negotiation=("Say why it is urgent, once. Pay up to 260 dollars.",),
                edges=("You have no papers for anything, and you do not ask for a favor.",),
            )
        ],
    )


def tomorrow_today() -> Scenario:
    """Tomorrow's flight is pulled forward to today; silver status does not lift the fee."""
    desk = Desk.of("tomorrow-today")
    booked = Flight("SK226", "PIT", "MSP", "2026-02-12", "09:30", 140, 166)
    target = Flight("SK224", "PIT", "MSP", "2026-02-11", "14:30", 140, 190)
    others = (
        Flight("SK220", "PIT", "MSP", "2026-02-11", "11:00", 140, 170),  # too early
        Flight("SK228", "PIT", "MSP", "2026-02-11", "17:45", 140, 229),  # too dear
        Flight("SK230", "PIT", "MSP", "2026-02-11", "15:40", 140, 181, kinds={"main_cabin": ("aisle", "middle")}),
    )
    cost = SAME_DAY_FEE + target.main - booked.main
    return case(
        "tomorrow-today",
        WORKFLOW,
        "Off to Minneapolis a day ahead of the snow",
        now=("PIT", "2026-02-11", "08:10"),
        caller=person("Dilnoza Karimova", "woman", "cheerful"),
        bookings=[booking(booked, "main_cabin", [booked.main], seats=["16F"])],
        booked="2025-12-20T16:44:00-05:00",
        elite="silver",
        journeys=(booked, target, *others),
        parts=[
            move(
                desk,
                booked,
                target,
                "same_day",
                seat="window",
                offer=f"{words.itinerary(target, today=True)} {words.price(cost, 'the fee and the fare difference')} "
                "Shall I pull your trip forward?",
                criteria=(leave_after("13:00", "PIT"), pay_at_most(120)),
                statement="Hello, hello! They say it will snow all day tomorrow, so could I go to Minneapolis today "
                "instead?",
                details="I still have to pack, so nothing before one PM. And it should stay under one hundred twenty "
                "dollars.",
                goal="A snowstorm is on its way, though no flight is cancelled yet. You would rather fly from "
                "Pittsburgh to Minneapolis this afternoon, February 11, than tomorrow.",
                negotiation=("Laugh about the snow, then give your terms.",),
                edges=("If the agent says that silver status does not lift the fee, that is fine.",),
            )
        ],
    )


def platinum_late() -> Scenario:
    """A platinum member in business takes a later flight of the same day, with bag and meal."""
    desk, cabin = Desk.of("platinum-late"), "business"
    booked = Flight("SK880", "BNA", "SAN", "2026-11-24", "11:25", 255, 240)
    target = Flight("SK888", "BNA", "SAN", "2026-11-24", "17:30", 255, 300)
    others = (
        Flight("SK884", "BNA", "SAN", "2026-11-24", "14:05", 255, 262),  # too early
        Flight("SK890", "BNA", "SAN", "2026-11-24", "18:40", 255, 420),  # fits, but dearer
        Flight("SK894", "BNA", "SAN", "2026-11-24", "21:00", 255, 251),  # too late
    )
    paid, fare = booked.fare(cabin), target.fare(cabin)
    return case(
        "platinum-late",
        WORKFLOW,
        "A later flight to San Diego for a platinum member in business",
        now=("BNA", "2026-11-24", "08:05"),
        caller=person("Farhad Nazari", "man", "expert"),
        bookings=[booking(booked, cabin, [paid], seats=["6C"], bags=1, meal="diabetic")],
        booked="2026-10-30T10:02:00-05:00",
        elite="platinum",
        journeys=(booked, target, *others),
        parts=[
            move(
                desk,
                booked,
                target,
                "same_day",
                cabin=cabin,
                asks=(),
                waive=True,
                seat="aisle",
                bags=1,
                meal="diabetic",
                offer=f"{words.itinerary(target, today=True)} No fee is due at your level, so the total cost is "
                f"{words.dollars(fare - paid)}. Your bag and your meal move along. Shall I confirm it?",
                criteria=(leave_after("16:00", "BNA"), land_by("22:00", "SAN")),
                statement="Same-day change, please. My hearing in Nashville runs longer, so I need to leave for San "
                "Diego later in the day.",
                details="Out at four PM or after, in by ten PM, and the cheapest of those.",
                goal="A court hearing keeps you in Nashville. You move your business class seat to San Diego to a "
                "later departure today and pay nothing but the fare difference, as platinum members do.",
                negotiation=("Use the proper terms. Correct the agent if it adds a same-day fee.",),
                edges=("Your bag and your meal for diabetics have to move along.",),
                information={"elite_status": "platinum"},
            )
        ],
    )


def day_of_chores() -> Scenario:
    """An earlier flight against the fee, then bags, and then a meal that it is too late for."""
    desk = Desk.of("day-of-chores")
    booked = Flight("SK640", "MSP", "CLE", "2026-08-20", "18:20", 110, 151)
    target = Flight("SK634", "MSP", "CLE", "2026-08-20", "12:40", 110, 171)
    others = (
        Flight("SK632", "MSP", "CLE", "2026-08-20", "10:55", 110, 198),  # too dear
        Flight("SK638", "MSP", "CLE", "2026-08-20", "15:35", 110, 155),  # too late
    )
    cost = SAME_DAY_FEE + target.main - booked.main
    return case(
        "day-of-chores",
        WORKFLOW,
        "An earlier flight to Cleveland, two bags, and no meal",
        now=("MSP", "2026-08-20", "08:50"),
        caller=person("Thandiwe Dlamini", "woman", "chatty"),
        bookings=[booking(booked, "main_cabin", [booked.main], seats=["22E"])],
        booked="2026-07-13T13:13:00-05:00",
        elite="silver",
        journeys=(booked, target, *others),
        parts=[
            move(
                desk,
                booked,
                target,
                "same_day",
                asks=(),
                seat="window",
                offer=f"{words.itinerary(target, today=True)} {words.price(cost, 'fee and fare difference')} "
                "Do you want me to switch you?",
                criteria=(land_by("17:00", "CLE"), pay_at_most(100)),
                statement="You won't believe my day! The tenant is coming this evening, so I have to be back in "
                "Cleveland sooner than tonight.",
                details="I need to land by five PM, and let's keep it at one hundred dollars.",
                goal="You must be home in Cleveland earlier than your evening flight from Minneapolis allows, because "
                "a tenant is coming to pick up keys.",
                negotiation=("Tell what is going on, and then what you need.",),
            ),
            part(
                [
                    desk.bags(
                        target.journey_id,
                        heard("num_bags", "count", 2),
                        offer=f"I can note that for {words.flight(target.number)}. One is included, so the total cost "
                        f"is {words.dollars(EXTRA_BAG)}, which you pay at the airport. Shall I add them?",
                    )
                ],
                knows(target, num_bags="2", flight_number=target.number),
                criteria=(pay_at_most(50),),
                statement="And my shopping got out of hand, so there is luggage as well.",
                details="Two bags. I never learn.",
                goal="You bought too much and now have two bags to check on the new flight.",
                negotiation=("Up to 50 dollars is all right.",),
            ),
            refused(
                desk,
                [
                    "I'm sorry, special meals are ordered one day ahead. For a flight that leaves today I cannot enter "
                    "one anymore. There is food for sale on board."
                ],
                knows(target, meal_type="vegetarian", flight_number=target.number),
                expectations=(told("that it is too late for a special meal", CANNOT, ("meal", "meals")),),
                statement="Last one, I promise. Can I get something without meat on board?",
                details="I'm a vegetarian, that is all.",
                goal="You ask for a vegetarian meal on today's flight, and take it calmly if that is too late.",
                negotiation=("Do not insist; you will bring a sandwich.",),
                resolution="You know that it is too late to order one.",
                failure="Leave it and say goodbye.",
            ),
        ],
    )
