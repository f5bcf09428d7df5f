"""Cancellations that give a credit, nothing at all, or a word with a colleague."""

from __future__ import annotations

from scenarios.airline import words
from scenarios.airline.bookings import booking
from scenarios.airline.bounds import CANNOT, fly_on, handed_over, leave_after, pay_at_most, told
from scenarios.airline.case import case, person
from scenarios.airline.fleet import Flight
from scenarios.airline.parts import cancel, knows, move, part
from scenarios.airline.prices import CANCELLATION_FEE, CHANGE_FEE
from scenarios.airline.steps import Desk
from scenarios.airline.workflows.cancellation import WORKFLOW
from scenarios.model import Rule, Scenario


def scenarios() -> tuple[Scenario, ...]:
    """The scenarios of this module, without their expected worlds."""
    return nothing_left(), sick_note(), not_quite_a_day(), half_and_half()


def nothing_left() -> Scenario:
    """A fare below the fee: the flight can be cancelled, and no credit is left."""
    desk = Desk.of("nothing-left")
    booked = Flight("SK144", "BOI", "SMF", "2026-05-30", "17:45", 90, 118)
    other = Flight("SK148", "BOI", "SMF", "2026-05-31", "17:45", 90, 124)
    paid = booked.fare("basic_economy")
    return case(
        "nothing-left",
        WORKFLOW,
        "A cheap ticket to Sacramento is let go for nothing",
        now=("BOI", "2026-05-18", "21:20"),
        caller=person("Zofia Wrobel", "woman", "tired"),
        bookings=[booking(booked, "basic_economy", [paid], seats=[None])],
        booked="2026-04-12T23:48:00-06:00",
        journeys=(booked, other),
        parts=[
            cancel(
                desk,
                booked,
                "voluntary",
                offer=f"I can cancel {words.flight(booked.number)} on {words.day(booked.date)}. You paid "
                f"{words.dollars(paid)}, and the fee of {words.dollars(100)} takes all of that, so there is no travel "
                "credit. Do you want me to cancel it anyway?",
                criteria=(fly_on(booked.date),),
                expectations=(
                    told(
                        "that nothing of the fare is left",
                        ("no credit", "no travel credit", "no refund", "nothing", "not get", "zero dollars"),
                    ),
                ),
                statement="Hello. I won't be flying to Sacramento after all, so somebody else can have my place.",
                details="It was a cheap one, on May thirtieth. If there is something to get back, good, if not, "
                "never mind.",
                goal="You were going to visit a friend in Sacramento and she is away that weekend. You give up your "
                "place, and would like to hear whether any of the fare can be saved.",
                negotiation=("Ask what is left of your money, and accept the answer, even if it is nothing.",),
                information={"paid_fare": paid},
            )
        ],
    )


def sick_note() -> Scenario:
    """Illness can lift the fee, but only a colleague may look at the papers."""
    desk = Desk.of("sick-note")
    booked = Flight("SK305", "ABQ", "BNA", "2026-02-20", "11:10", 160, 221)
    return case(
        "sick-note",
        WORKFLOW,
        "A broken leg, and a letter that a colleague has to see",
        now=("ABQ", "2026-02-12", "15:35"),
        caller=person("Parvati Subramani", "woman", "nervous"),
        bookings=[booking(booked, "main_cabin", [booked.main], seats=["30D"])],
        booked="2025-12-29T20:15:00-07:00",
        journeys=(booked,),
        outcome="transfer",
        parts=[
            part(
                [
                    desk.transfer(
                        "policy_exception_needed",
                        "Wants to cancel for illness without the fee; a letter from the hospital is to be checked.",
                        offer="I am sorry to hear that. Illness can lift the fee, but only a colleague may look at "
                        "your papers. I can hand you to a colleague now. Shall I transfer you?",
                    )
                ],
                knows(booked, flight_number=booked.number),
                accepts_transfer=True,
                expectations=(
                    handed_over("a colleague looks at the papers", "policy_exception_needed", "passenger_requested"),
                ),
                rules=(
                    Rule(
                        cue=r"\b(?:papers?|letter|document|certificate|proof)\b",
                        reply="Yes, I have a letter from the hospital.",
                    ),
                ),
                statement="I broke my leg yesterday and I'm not allowed to fly. Do I lose the money for my trip to "
                "Nashville?",
                details="I have a letter from the hospital. I'd like to cancel without the fee.",
                goal="With a broken leg you cannot travel from Albuquerque to Nashville. You hold a letter from the "
                "hospital and hope that the airline lets you cancel without keeping anything.",
                negotiation=(
                    "Say what happened, and that it is in writing.",
                    "If the agent may not decide that itself, let it hand you to somebody who may.",
                    "Do not have the flight cancelled against the fee before that.",
                ),
                resolution="The agent is transferring you to a colleague.",
                failure="If nobody can look at the letter, keep the ticket for now and say goodbye.",
            )
        ],
    )


def not_quite_a_day() -> Scenario:
    """Booked last night, but leaving in four days: the day to think it over does not hold."""
    desk = Desk.of("not-quite-a-day")
    booked = Flight("SK277", "PIT", "TPA", "2026-08-14", "07:55", 150, 192)
    other = Flight("SK279", "PIT", "TPA", "2026-08-15", "07:55", 150, 178)
    credit = booked.main - CANCELLATION_FEE
    return case(
        "not-quite-a-day",
        WORKFLOW,
        "Booked last night for this week, and already too much",
        now=("PIT", "2026-08-10", "09:20"),
        caller=person("Hana Svoboda", "woman", "chatty"),
        bookings=[booking(booked, "main_cabin", [booked.main], seats=["11B"])],
        booked="2026-08-09T22:05:00-04:00",
        journeys=(booked, other),
        parts=[
            cancel(
                desk,
                booked,
                "voluntary",
                credit=credit,
                offer="You leave in less than a week, so I may not return the money. The total cost of cancelling is "
                f"{words.dollars(CANCELLATION_FEE)}, and {words.dollars(credit)} become a travel credit for twelve "
                "months. Do you want me to cancel?",
                criteria=(pay_at_most(CANCELLATION_FEE),),
                expectations=(
                    told("that there is a credit, not money", ("credit",), amount=f"{credit:.0f}"),
                    told("that a full refund is not possible", (*CANNOT, "no refund", "non refundable", "not refund")),
                ),
                statement="Oh, I did something silly last night. I booked a beach weekend in Tampa, and my husband "
                "says we have his mother here!",
                details="It is this Friday, August fourteenth. I would love to get it all back, but a credit is better "
                "than nothing.",
                goal="You bought a ticket from Pittsburgh to Tampa last night on the spur of the moment. It leaves "
                "within the week, and you want to be rid of it again, for money or else for a credit.",
                negotiation=(
                    "Ask first for all of your money, since you booked only last night.",
                    "When the agent explains why that does not hold, take the credit.",
                ),
                information={"booked_on": "2026-08-09 22:05", "paid_fare": booked.main},
            )
        ],
    )


def half_and_half() -> Scenario:
    """The way out is given up for a credit, and the way back moves by two days."""
    desk = Desk.of("half-and-half")
    out = Flight("SK712", "SMF", "PHX", "2026-06-04", "08:40", 110, 176)
    back = Flight("SK717", "PHX", "SMF", "2026-06-08", "18:05", 115, 169)
    target = Flight("SK723", "PHX", "SMF", "2026-06-10", "17:20", 115, 194)
    others = (
        Flight("SK721", "PHX", "SMF", "2026-06-10", "11:05", 115, 171),  # too early
        Flight("SK725", "PHX", "SMF", "2026-06-10", "20:40", 115, 243),  # too dear
        Flight("SK727", "PHX", "SMF", "2026-06-11", "17:20", 115, 170),  # another day
    )
    credit, cost = out.main - CANCELLATION_FEE, CHANGE_FEE + target.main - back.main
    return case(
        "half-and-half",
        WORKFLOW,
        "Down to Phoenix by car, home by a later flight",
        now=("SMF", "2026-05-22", "13:45"),
        caller=person("Arjun Deshmukh", "man", "expert"),
        bookings=[
            booking(out, "main_cabin", [out.main], seats=["8C"]),
            booking(back, "main_cabin", [back.main], seats=["9C"]),
        ],
        booked="2026-03-15T14:07:00-07:00",
        journeys=(out, back, target, *others),
        parts=[
            cancel(
                desk,
                out,
                "voluntary",
                credit=credit,
                offer=f"I can cancel {words.flight(out.number)} on {words.day(out.date)} and leave the way back as it "
                f"is. The total cost is {words.dollars(CANCELLATION_FEE)}, and {words.dollars(credit)} become a "
                "travel credit. Shall I?",
                criteria=(fly_on(out.date), pay_at_most(CANCELLATION_FEE)),
                statement="Two things on one booking. First, drop my flight to Phoenix, because I am taking a rental "
                "car down there.",
                details="Only the way out, on June fourth. The fee is one hundred dollars and the remainder a credit, "
                "as far as I know.",
                goal="You drive to Phoenix and do not need the flight there on June 4. The way back must stay alive.",
                negotiation=("Make sure that the return is not lost along with the way out.",),
            ),
            move(
                desk,
                back,
                target,
                "voluntary",
                seat="aisle",
                offer=f"{words.itinerary(target)} {words.price(cost, 'the fee plus the fare difference')} "
                "Shall I put you on it?",
                criteria=(fly_on(target.date), leave_after("15:00", "PHX"), pay_at_most(120)),
                statement="Second, push the return to June tenth.",
                details="After three PM, please, and for one hundred twenty dollars at most.",
                goal="You stay longer than planned and fly home from Phoenix to Sacramento on June 10, in the later "
                "part of the day.",
                negotiation=("Raise this once the first matter is settled.",),
            ),
        ],
    )
