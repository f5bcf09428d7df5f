"""Voluntary changes with a twist: status, another cabin, another city."""

from __future__ import annotations

from scenarios.airline import words
from scenarios.airline.bookings import booking
from scenarios.airline.bounds import fly_on, land_by, leave_after, pay_at_most
from scenarios.airline.case import case, person
from scenarios.airline.fleet import Flight
from scenarios.airline.parts import knows, move, part
from scenarios.airline.prices import BASIC_BAG, CHANGE_FEE
from scenarios.airline.steps import Desk, heard
from scenarios.airline.workflows.voluntary_change import WORKFLOW
from scenarios.model import Scenario


def scenarios() -> tuple[Scenario, ...]:
    """The scenarios of this module, without their expected worlds."""
    return platinum_shift(), step_down(), keynote_upgrade(), other_coast()


def platinum_shift() -> Scenario:
    """A platinum member pays the fare difference alone; of two flights that fit, the cheaper one."""
    desk, cabin = Desk.of("platinum-shift"), "premium_economy"
    booked = Flight("SK701", "CLE", "PHX", "2026-09-02", "08:30", 265, 165)
    target = Flight("SK705", "CLE", "PHX", "2026-09-04", "09:55", 265, 205)
    others = (
        Flight("SK703", "CLE", "PHX", "2026-09-04", "08:15", 265, 274),  # fits, but dearer
        Flight("SK715", "CLE", "PHX", "2026-09-04", "15:30", 265, 151),  # too late
        Flight("SK719", "CLE", "PHX", "2026-09-05", "09:55", 265, 158),  # another day
    )
    paid, fare = booked.fare(cabin), target.fare(cabin)
    return case(
        "platinum-shift",
        WORKFLOW,
        "Phoenix two days later for a platinum member with luggage",
        now=("CLE", "2026-08-24", "09:40"),
        caller=person("Stellan Bergqvist", "man", "expert"),
        bookings=[booking(booked, cabin, [paid], seats=["13D"], bags=2, meal="kosher")],
        booked="2026-06-11T19:05:00-04:00",
        elite="platinum",
        journeys=(booked, target, *others),
        parts=[
            move(
                desk,
                booked,
                target,
                "voluntary",
                cabin=cabin,
                waive=True,
                seat="aisle",
                bags=2,
                meal="kosher",
                offer=f"{words.itinerary(target)} As a platinum member you pay no change fee, so the total cost is "
                f"{words.dollars(fare - paid)}. Bags and meal move along, shall I book it?",
                criteria=(fly_on(target.date), land_by("13:00", "PHX")),
                statement="Good morning. The fair in Phoenix opens later this year, so my flight has to go to "
                "September fourth.",
                details="Whatever gets me on the ground by one PM. If several do, I take the cheapest.",
                goal="A trade fair starts later than planned. Your flight from Cleveland to Phoenix on September 2 "
                "must move to September 4, on the cheapest flight that is there by early afternoon.",
                negotiation=("Name the day, then the latest arrival. Point to your platinum card if a fee comes up.",),
                edges=("If two flights would do, ask which one costs less and take that.",),
            )
        ],
    )


def step_down() -> Scenario:
    """From premium economy to main cabin: the fee is due, the lower fare becomes a credit."""
    desk, cabin, wish = Desk.of("step-down"), "premium_economy", "main_cabin"
    booked = Flight("SK342", "MSY", "MSP", "2026-02-03", "12:15", 170, 190)
    target = Flight("SK344", "MSY", "MSP", "2026-02-05", "11:05", 170, 168)
    others = (
        Flight("SK340", "MSY", "MSP", "2026-02-05", "07:10", 170, 149),  # too early
        Flight("SK348", "MSY", "MSP", "2026-02-05", "13:20", 170, 155, seats={wish: 0}),  # full
        Flight("SK352", "MSY", "MSP", "2026-02-06", "11:05", 170, 161),  # another day
    )
    paid = booked.fare(cabin)
    credit = paid - target.main
    return case(
        "step-down",
        WORKFLOW,
        "A later flight to Minneapolis in a cheaper cabin",
        now=("MSY", "2026-01-19", "14:10"),
        caller=person("Amara Nwosu", "woman", "careful"),
        bookings=[booking(booked, cabin, [paid], seats=["12A"])],
        booked="2025-11-30T10:20:00-06:00",
        journeys=(booked, target, *others),
        parts=[
            move(
                desk,
                booked,
                target,
                "voluntary",
                cabin=cabin,
                wish=wish,
                seat="window",
                after=[desk.credit(credit, "fare_difference_negative")],
                offer=f"{words.itinerary(target)} {words.price(CHANGE_FEE)} The fare is lower, so "
                f"{words.dollars(credit)} come back as a travel credit. Does that work?",
                criteria=(fly_on(target.date), leave_after("10:00", "MSY"), pay_at_most(80)),
                statement="Hi, my budget got cut. Could I fly to Minneapolis a bit later and sit further back?",
                details="Main cabin would do, on February fifth, and I cannot leave before ten AM.",
                goal="Your employer pays less than you thought. You want to exchange your premium economy ticket "
                "from New Orleans to Minneapolis for main cabin on February 5 and keep what is left over.",
                negotiation=(
                    "Say that you want the cheaper cabin, then the day and the earliest departure.",
                    "You know that a change costs a fee; more than 80 dollars is too much.",
                ),
                also=("The fare that you no longer need comes back as a credit.",),
                edges=("Nothing else than main cabin will do.",),
            )
        ],
    )


def keynote_upgrade() -> Scenario:
    """A day earlier, and in business: fee plus a large difference, within a limit."""
    desk, wish = Desk.of("keynote-upgrade"), "business"
    booked = Flight("SK811", "TPA", "PIT", "2026-04-15", "08:20", 145, 172)
    target = Flight("SK813", "TPA", "PIT", "2026-04-14", "08:20", 145, 201)
    others = (
        Flight("SK807", "TPA", "PIT", "2026-04-14", "06:50", 145, 262),  # too dear
        Flight("SK817", "TPA", "PIT", "2026-04-14", "11:30", 145, 178),  # too late
        Flight("SK821", "TPA", "PIT", "2026-04-13", "08:20", 145, 180),  # another day
    )
    cost = CHANGE_FEE + target.fare(wish) - booked.main
    return case(
        "keynote-upgrade",
        WORKFLOW,
        "A day early to Pittsburgh, and in business",
        now=("TPA", "2026-03-30", "11:00"),
        caller=person("Yuki Tanabe", "woman", "brisk"),
        bookings=[booking(booked, "main_cabin", [booked.main], seats=["24E"])],
        booked="2026-03-02T08:45:00-05:00",
        journeys=(booked, target, *others),
        parts=[
            move(
                desk,
                booked,
                target,
                "voluntary",
                wish=wish,
                seat="window",
                offer=f"{words.itinerary(target)} {words.price(cost, 'change fee and fare difference together')} "
                "Shall I make that change?",
                criteria=(fly_on(target.date), land_by("12:00", "PIT"), pay_at_most(700)),
                statement="Tanabe speaking. I am giving a talk in Pittsburgh, and I want to get there a day sooner "
                "and in more comfort.",
                details="Business, on April fourteenth, there by noon. The organizers cover seven hundred dollars.",
                goal="You speak at a congress in Pittsburgh. Your hosts pay for a better seat, and you want to fly "
                "there on April 14 in business rather than a day later in main cabin.",
                negotiation=("Give cabin and day first. The hosts pay up to 700 dollars, and you add nothing.",),
                edges=("Premium economy is no substitute.",),
            )
        ],
    )


def other_coast() -> Scenario:
    """Another destination in basic economy, and then a bag, which costs there from the first."""
    desk, cabin = Desk.of("other-coast"), "basic_economy"
    booked = Flight("SK622", "OMA", "SAN", "2026-05-20", "10:40", 200, 188)
    target = Flight("SK628", "OMA", "SMF", "2026-05-21", "12:25", 205, 230)
    others = (
        Flight("SK626", "OMA", "SMF", "2026-05-21", "09:00", 205, 296),  # too dear
        Flight("SK632", "OMA", "SMF", "2026-05-21", "16:50", 205, 219),  # too late
        Flight("SK634", "OMA", "SMF", "2026-05-22", "12:25", 205, 212),  # another day
    )
    paid = booked.fare(cabin)
    cost = CHANGE_FEE + target.fare(cabin) - paid
    return case(
        "other-coast",
        WORKFLOW,
        "Sacramento in place of San Diego, with a bag",
        now=("OMA", "2026-05-04", "17:25"),
        caller=person("Jamal Whitaker", "man", "cheerful"),
        bookings=[booking(booked, cabin, [paid], seats=[None])],
        booked="2026-04-01T21:12:00-05:00",
        journeys=(booked, target, *others),
        parts=[
            move(
                desk,
                booked,
                target,
                "voluntary",
                cabin=cabin,
                asks=("travel_date", "destination"),
                offer=f"{words.itinerary(target)} {words.price(cost, 'the fee and the higher fare')} "
                "Shall I rebook you?",
                criteria=(fly_on(target.date), land_by("15:00", "SMF"), pay_at_most(140)),
                statement="Hey there! My brother moved, so my ticket is for the wrong city now.",
                details="He lives in Sacramento now. I would go on May twenty-first and be there by three PM, for one "
                "hundred forty dollars or less.",
                goal="Your brother has moved from San Diego to Sacramento. You want your cheap ticket from Omaha to "
                "take you there on May 21.",
                negotiation=("Tell the agent the new city and the day; give arrival and budget when you are asked.",),
                edges=("Where you sit is all the same to you.",),
            ),
            part(
                [desk.bags(target.journey_id, heard("num_bags", "count", 1), offer=_bag_offer(target))],
                knows(target, num_bags="1", flight_number=target.number),
                criteria=(pay_at_most(BASIC_BAG),),
                statement="And I'm bringing him his old guitar, so I need to check something.",
                details="Just the guitar case, on the flight that you put me on.",
                goal="You want to check a guitar case on the new flight.",
                negotiation=("You have heard that it costs up to 40 dollars, and that is fine.",),
            ),
        ],
    )


def _bag_offer(flight: Flight) -> str:
    return (
        f"I can note that for {words.flight(flight.number)}. In your fare the first one is not included, so the "
        f"total cost is {words.dollars(BASIC_BAG)}, payable at the airport. Shall I add it?"
    )
