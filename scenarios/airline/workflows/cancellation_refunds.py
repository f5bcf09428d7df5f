"""Cancellations that give money back: refundable fares, a day to think it over, a flight that is far too late."""

from __future__ import annotations

from scenarios.airline import words
from scenarios.airline.bookings import booking
from scenarios.airline.bounds import get_back
from scenarios.airline.case import case, person
from scenarios.airline.fleet import Flight, disruption
from scenarios.airline.parts import cancel
from scenarios.airline.steps import Desk, found, ruled
from scenarios.airline.workflows.cancellation import WORKFLOW
from scenarios.model import Scenario


def scenarios() -> tuple[Scenario, ...]:
    """The scenarios of this module, without their expected worlds."""
    return refundable_fare(), group_undone(), late_refund(), both_ways()


def refundable_fare() -> Scenario:
    """A refundable ticket: the fare goes back, the seat fee does not."""
    desk = Desk.of("refundable-fare")
    booked = Flight("SK903", "SAN", "MSP", "2026-04-22", "09:25", 215, 286)
    spare = Flight("SK909", "SAN", "MSP", "2026-04-23", "09:25", 215, 261)
    return case(
        "refundable-fare",
        WORKFLOW,
        "A refundable ticket to Minneapolis is returned",
        now=("SAN", "2026-04-09", "16:10"),
        caller=person("Leilani Kealoha", "woman", "cheerful"),
        bookings=[booking(booked, "main_cabin", [booked.main], seats=["4F"])],
        booked="2026-01-28T09:40:00-08:00",
        fare_type="refundable",
        seat_fee=18.0,
        journeys=(booked, spare),
        parts=[
            cancel(
                desk,
                booked,
                "voluntary",
                refunds=[desk.refund(booked.main, "full_fare")],
                offer=f"I can cancel {words.flight(booked.number)}. Your fare is refundable, so your refund is "
                f"{words.dollars(booked.main)}, back to your card within seven days, and the seat fee is kept. "
                "Shall I cancel it?",
                criteria=(get_back(booked.main),),
                statement="Aloha! My conference went online, so nobody needs me in Minneapolis anymore.",
                details="I bought the ticket that can be returned, so please cancel it and send the fare back to me.",
                goal="The conference that you wanted to attend takes place on screens only. You return your "
                "refundable ticket from San Diego to Minneapolis and want the fare back.",
                negotiation=(
                    "Say that the ticket can be returned, and that you expect money rather than a credit.",
                    "The 18 dollars for the seat are lost; do not fight for them.",
                ),
                information={"paid_fare": booked.main, "paid_seat_fee": 18},
            )
        ],
    )


def group_undone() -> Scenario:
    """Three travellers, booked last night and far enough ahead: fare and fees come back."""
    desk = Desk.of("group-undone", 3)
    booked = Flight("SK455", "MSY", "SLC", "2026-07-24", "13:30", 205, 213)
    other = Flight("SK459", "MSY", "SLC", "2026-07-25", "13:30", 205, 236)
    fare, seat_fee, bags_fee = 3 * booked.main, 54.0, 80.0
    total = fare + seat_fee + bags_fee
    return case(
        "group-undone",
        WORKFLOW,
        "Last night's booking for three is taken back",
        now=("MSY", "2026-07-06", "10:15"),
        caller=person("Kwame Boateng", "man", "careful"),
        party=("Abena Boateng", "Yaw Boateng"),
        bookings=[booking(booked, "main_cabin", [fare], seats=["18D"], bags=3)],
        booked="2026-07-05T21:30:00-05:00",
        seat_fee=seat_fee,
        bags_fee=bags_fee,
        journeys=(booked, other),
        parts=[
            cancel(
                desk,
                booked,
                "24_hour_rule",
                refunds=[
                    desk.refund(fare, "full_fare"),
                    desk.refund(ruled(seat_fee + bags_fee), "ancillary_fees"),
                ],
                offer="You booked less than a day ago, so nothing is kept. I would cancel it for all three of you, and "
                f"your refund is {words.dollars(total)} in all, for fares, seats and bags. Do you want me to do that?",
                criteria=(get_back(total),),
                statement="Good morning. Yesterday evening I reserved a trip to Salt Lake City for my family, and "
                "my wife had already done the same.",
                details="So we hold it twice, for July twenty-fourth. I would like to undo mine completely.",
                goal="Your wife and you have each bought the same family trip from New Orleans to Salt Lake City. You "
                "take back the one that you bought last night, for all three of you.",
                negotiation=(
                    "Explain that there are two bookings by mistake and when you made yours.",
                    "Ask whether seats and bags are paid back as well.",
                ),
                edges=("All three passengers stay at home on this booking; none of them keeps a seat.",),
                information={"booked_on": "2026-07-05 21:30", "paid_in_all": total, "travellers": 3},
            )
        ],
    )


def late_refund() -> Scenario:
    """Almost five hours late: the passenger takes the money, bag fee included, and no voucher."""
    desk = Desk.of("late-refund")
    late = Flight(
        "SK662",
        "TPA",
        "CLE",
        "2026-03-12",
        "12:55",
        165,
        164,
        status="delayed",
        delay=290,
        reason="operational",
        bookable=False,
    )
    next_day = Flight("SK664", "TPA", "CLE", "2026-03-13", "09:15", 165, 158)
    bags_fee = 40.0
    total = late.main + bags_fee
    return case(
        "late-refund",
        WORKFLOW,
        "Money back for a flight that is five hours late",
        now=("TPA", "2026-03-12", "11:40"),
        caller=person("Andrzej Zielinski", "man", "stern"),
        bookings=[booking(late, "main_cabin", [late.main], seats=["23F"], bags=2)],
        booked="2026-01-17T18:22:00-05:00",
        bags_fee=bags_fee,
        journeys=(late, next_day),
        disruptions=[disruption(late, "delay", cause="operational", refund=True, meal=True)],
        parts=[
            cancel(
                desk,
                late,
                "irrops_refund",
                before=[desk.disruption(found(late.number), found(late.date))],
                refunds=[desk.refund(late.main, "full_fare"), desk.refund(bags_fee, "ancillary_fees")],
                offer="Your flight is late by more than four hours, so I can cancel it. Your refund is "
                f"{words.dollars(total)} in all, for the fare and the bags. Shall I do that?",
                criteria=(get_back(total),),
                statement="This is outrageous. By the time you get me to Cleveland, the auction is over. I want "
                "my money.",
                details="I do not travel at all now. I paid for two bags as well.",
                goal="Your flight from Tampa to Cleveland is so late that you would miss an auction there. You do not "
                "travel, and you want everything back that you paid.",
                negotiation=(
                    "Demand the money; turn down another flight and any voucher.",
                    "If the bag is left out of the sum, mention it once.",
                ),
                edges=("A travel credit is worth nothing to you.",),
                information={"paid_fare": late.main, "paid_bag_fee": bags_fee},
            )
        ],
    )


def both_ways() -> Scenario:
    """Both halves of a refundable first class trip are cancelled, each with its own refund."""
    desk = Desk.of("both-ways")
    out = Flight("SK431", "PHX", "MSP", "2026-11-09", "10:10", 190, 174, first=612)
    back = Flight("SK436", "MSP", "PHX", "2026-11-12", "15:55", 205, 181, first=590)
    spare = Flight("SK438", "MSP", "PHX", "2026-11-13", "15:55", 205, 166)
    fares = [out.fare("first"), back.fare("first")]
    return case(
        "both-ways",
        WORKFLOW,
        "A first class round trip is called off",
        now=("PHX", "2026-10-26", "09:00"),
        caller=person("Laurent Dubois", "man", "brisk"),
        bookings=[
            booking(out, "first", fares[:1], seats=["1A"]),
            booking(back, "first", fares[1:], seats=["2A"]),
        ],
        booked="2026-08-15T11:11:00-07:00",
        fare_type="refundable",
        elite="gold",
        journeys=(out, back, spare),
        parts=[
            cancel(
                desk,
                out,
                "voluntary",
                refunds=[
                    desk.refund(fares[0], "full_fare"),
                    desk.cancel(back.journey_id, "voluntary"),
                    desk.refund(fares[1], "full_fare"),
                ],
                offer=f"I can cancel {words.flight(out.number)} and {words.flight(back.number)}. Your refund is "
                f"{words.dollars(sum(fares))} in all, in two payments, within seven days. Shall I go ahead?",
                criteria=(get_back(sum(fares)),),
                statement="Dubois. The merger is dead, so cancel my whole trip to Minneapolis.",
                details="There and back, everything. It is a flexible ticket, I get the full price.",
                goal="You were to negotiate a merger in Minneapolis, and it fell through. Both flights, out and back, "
                "are to be cancelled against the full price.",
                negotiation=("Make plain that both directions go.",),
                also=("Both flights are cancelled.",),
                information={"return_flight": back.number, "return_date": back.date, "paid_in_all": sum(fares)},
            )
        ],
    )
