"""Irregular operations, continued: delays and a new timetable, with and without a right to anything."""

from __future__ import annotations

from scenarios.airline import words
from scenarios.airline.bookings import booking
from scenarios.airline.bounds import CANNOT, fly_on, land_by, leave_after, leave_by, pay_at_most, told
from scenarios.airline.case import case, person
from scenarios.airline.fleet import Flight, disruption
from scenarios.airline.parts import knows, move, part
from scenarios.airline.prices import MEAL_LONG, MEAL_SHORT
from scenarios.airline.steps import Desk, found, heard
from scenarios.airline.workflows.irregular import WORKFLOW
from scenarios.model import Scenario


def scenarios() -> tuple[Scenario, ...]:
    """The scenarios of this module, without their expected worlds."""
    return timetable_moved(), choir_rehearsal(), short_delay(), unlisted_delay()


def timetable_moved() -> Scenario:
    """Our timetable moved a flight by three hours: another one for free, and then a bag."""
    desk = Desk.of("timetable-moved")
    moved = Flight("SK407", "OMA", "CLE", "2026-10-15", "13:20", 125, 177)
    target = Flight("SK401", "OMA", "CLE", "2026-10-15", "08:15", 125, 203)
    others = (
        Flight("SK399", "OMA", "CLE", "2026-10-15", "06:00", 125, 158),  # too early
        Flight("SK405", "OMA", "CLE", "2026-10-15", "12:30", 125, 169),  # too late
        Flight("SK409", "OMA", "CLE", "2026-10-16", "08:15", 125, 160),  # another day
    )
    return case(
        "timetable-moved",
        WORKFLOW,
        "A new timetable, an earlier flight to Cleveland, and a bag",
        now=("OMA", "2026-09-29", "11:15"),
        caller=person("Colette Fontaine", "woman", "careful"),
        bookings=[booking(moved, "main_cabin", [moved.main], seats=["15A"], meal="low_sodium")],
        booked="2026-05-25T10:10:00-05:00",
        journeys=(moved, target, *others),
        disruptions=[disruption(moved, "schedule_change", cause="operational", refund=True, minutes=180)],
        parts=[
            move(
                desk,
                moved,
                target,
                "irrops_schedule_change",
                asks=(),
                waive=True,
                seat="window",
                meal="low_sodium",
                before=[desk.disruption(found(moved.number), found(moved.date))],
                offer=f"{words.itinerary(target)} {words.price(0, 'since we moved your flight')} Your meal goes along. "
                "May I change it for you?",
                criteria=(fly_on(target.date), leave_after("07:00", "OMA"), land_by("14:00", "CLE"), pay_at_most(0)),
                statement="I received a letter that my flight to Cleveland now leaves three hours later than it used "
                "to. That is too late for me.",
                details="It has to be the same day, October fifteenth, not before seven AM, and I have an appointment, "
                "so I should land by two PM.",
                goal="The airline shifted your flight from Omaha to Cleveland on October 15 to the afternoon, and you "
                "have an eye doctor to see there. You want an earlier one that day, without paying for it.",
                negotiation=("Refer to the letter. You did not ask for the change, so you do not pay.",),
                edges=("Your food must be low in salt, as it was ordered.",),
            ),
            part(
                [desk.bags(target.journey_id, heard("num_bags", "count", 1), offer=_included(target))],
                knows(target, num_bags="1", flight_number=target.number),
                statement="While we are at it, I would like to hand in my suitcase this time.",
                details="One suitcase, on the new flight.",
                goal="You want to check one suitcase on the flight that you are moved to.",
                negotiation=("Ask whether it costs anything.",),
            ),
        ],
    )


def _included(flight: Flight) -> str:
    return f"I can enter that for {words.flight(flight.number)}. It is included in your fare. Shall I do so?"


def choir_rehearsal() -> Scenario:
    """Three travellers leave a late flight for another one, with their bags and a meal voucher."""
    desk = Desk.of("choir-rehearsal", 3)
    late = Flight(
        "SK335",
        "TPA",
        "BNA",
        "2026-04-25",
        "13:10",
        110,
        144,
        status="delayed",
        delay=200,
        reason="operational",
        bookable=False,
    )
    target = Flight("SK333", "TPA", "BNA", "2026-04-25", "12:50", 110, 183, seats={"main_cabin": 5})
    others = (
        Flight("SK331", "TPA", "BNA", "2026-04-25", "12:05", 110, 172, seats={"main_cabin": 2}),  # two seats only
        Flight("SK337", "TPA", "BNA", "2026-04-25", "14:40", 110, 159),  # too late
        Flight("SK339", "TPA", "BNA", "2026-04-26", "10:00", 110, 131),  # another day
    )
    return case(
        "choir-rehearsal",
        WORKFLOW,
        "Three singers and a flight that is three hours late",
        now=("TPA", "2026-04-25", "10:45"),
        caller=person("Nkechi Adeleke", "woman", "cheerful"),
        party=("Bisi Adeleke", "Tunde Adeleke"),
        bookings=[booking(late, "main_cabin", [3 * late.main], seats=["28B"], bags=3)],
        booked="2026-03-06T20:20:00-05:00",
        journeys=(late, target, *others),
        disruptions=[disruption(late, "delay", cause="operational", meal=True)],
        parts=[
            move(
                desk,
                late,
                target,
                "irrops_delay",
                asks=(),
                waive=True,
                bags=3,
                before=[desk.disruption(found(late.number), found(late.date))],
                after=[desk.meal_voucher("delay_over_2_hours")],
                offer=f"{words.itinerary(target, today=True)} {words.price(0, 'and your bags move along')} You also "
                f"get a meal voucher of {words.dollars(MEAL_SHORT)}. Shall I book all three of you?",
                criteria=(land_by("15:00", "BNA"), pay_at_most(0)),
                statement="Hi, it's Nkechi! There are three of us, we sing tonight, and our plane to Nashville will "
                "not be on time at all.",
                details="The rehearsal starts in the afternoon, so we have to land by three PM, and we stay together.",
                goal="You and two cousins sing at a wedding in Nashville tonight, and your flight from Tampa is hours "
                "late. You want another flight today that takes all three of you to the rehearsal.",
                negotiation=("Say that there are three of you, and that none stays behind.",),
                also=("All three of you are on the same flight, and your bags as well.",),
                edges=("You do not care where you sit.",),
                information={"travellers": 3},
            )
        ],
    )


def short_delay() -> Scenario:
    """Less than two hours late: the caller hears the new times, and that nothing is due."""
    desk = Desk.of("short-delay")
    late = Flight(
        "SK760",
        "MCI",
        "SAN",
        "2026-06-17",
        "15:05",
        205,
        198,
        status="delayed",
        delay=85,
        reason="crew",
        bookable=False,
    )
    return case(
        "short-delay",
        WORKFLOW,
        "When does the late flight to San Diego land",
        now=("MCI", "2026-06-17", "14:20"),
        caller=person("Bohdan Kravchenko", "man", "nervous"),
        bookings=[booking(late, "main_cabin", [late.main], seats=["21B"])],
        booked="2026-04-28T08:08:00-05:00",
        journeys=(late,),
        disruptions=[disruption(late, "delay", cause="crew", irrops=False)],
        outcome="inform",
        parts=[
            part(
                [
                    desk.status(found(late.number), found(late.date)),
                    desk.disruption(found(late.number), found(late.date)),
                    desk.tell(
                        f"{words.flight(late.number).capitalize()} now leaves at {words.time(late.leaves_now)} and "
                        f"lands at {words.time(late.lands_now)}. For a delay below two hours there is unfortunately "
                        "no meal voucher."
                    ),
                ],
                knows(late, flight_number=late.number),
                expectations=(
                    told("when the flight leaves and lands now", time=(late.leaves_now, late.lands_now)),
                    told("that no voucher is due", (*CANNOT, "no voucher", "no meal", "not eligible", "not entitled")),
                ),
                statement="Excuse me, my plane to San Diego hasn't started boarding. When will I get there, and do "
                "I get a meal for the wait?",
                details="Somebody has to pick me up, so I need to know when we land. And I would be happy about a "
                "sandwich.",
                goal="You wait in Kansas City for a flight to San Diego that is late. You want to tell your aunt "
                "when to pick you up, and you wonder whether the airline pays for a snack.",
                negotiation=(
                    "Ask when you land; ask again if you only hear when you leave.",
                    "Ask once about a meal.",
                    "Accept it if nothing is due.",
                ),
                resolution="You know when the flight leaves and lands, and whether a meal is due.",
                edges=("You do not want another flight.",),
            )
        ],
    )


def unlisted_delay() -> Scenario:
    """More than four hours late by the flight's status, though the operations desk recorded nothing."""
    desk = Desk.of("unlisted-delay")
    late = Flight(
        "SK128",
        "SAN",
        "ABQ",
        "2026-09-08",
        "15:20",
        105,
        152,
        status="delayed",
        delay=260,
        reason="crew",
        bookable=False,
    )
    later = Flight("SK132", "SAN", "ABQ", "2026-09-08", "21:30", 105, 170)
    return case(
        "unlisted-delay",
        WORKFLOW,
        "More than four hours at the gate in San Diego",
        now=("SAN", "2026-09-08", "15:45"),
        caller=person("Diego Valenzuela", "man", "brisk"),
        bookings=[booking(late, "main_cabin", [late.main], seats=["18E"])],
        booked="2026-08-10T22:31:00-07:00",
        journeys=(late, later),
        parts=[
            part(
                [
                    desk.status(found(late.number), found(late.date)),
                    desk.meal_voucher(
                        "delay_over_4_hours",
                        offer=f"{words.flight(late.number).capitalize()} now leaves at {words.time(late.leaves_now)}. "
                        f"You keep your seat, and I can give you a meal voucher of {words.dollars(MEAL_LONG)}. Shall I "
                        "issue it?",
                    ),
                ],
                knows(late, flight_number=late.number, departure_time=late.departs),
                criteria=(leave_by("20:00", "SAN"),),
                statement="I've been sitting at the gate for Albuquerque since lunch. What is going on, and what do "
                "I get for it?",
                details="If we leave by eight PM I stay on it. I want whatever the rules give me.",
                goal="Your flight from San Diego to Albuquerque does not leave. You want the new departure, and "
                "what the airline owes you for the wait.",
                negotiation=(
                    "Ask for the new departure first.",
                    "Stay on the flight if it goes by 8 PM.",
                    "Take the voucher; do not haggle over it.",
                ),
                resolution="You know when the flight goes, and hold a meal voucher.",
                edges=("You do not want your money back, and no other flight.",),
            )
        ],
    )
