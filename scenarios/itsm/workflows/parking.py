"""Calls that begin with a place to park."""

from __future__ import annotations

from scenarios.authoring import ask
from scenarios.itsm.calls import ring
from scenarios.itsm.parts import (
    desk_assignment,
    hardware_malfunction,
    license_request,
    parking,
    room_booking,
    service_outage,
)
from scenarios.itsm.parts.room_booking import Meeting
from scenarios.model import Scenario

WORKFLOW = "parking"


def scenarios() -> tuple[Scenario, ...]:
    """The scenarios of this workflow, without their expected worlds."""
    return (roof_for_the_bike(), any_space_left(), chalk_marks(), rainy_commute())


def roof_for_the_bike() -> Scenario:
    """Wherever there is a roof."""
    d = ring("roof-for-the-bike", "2027-03-24 17:50", "Zeynep Ozturk", "woman", "RND", "ENGINEER", "BLD6", "brisk")
    return d.scenario(
        WORKFLOW,
        "A parking space under a roof, wherever",
        parking.anywhere(
            d,
            ask("My motorbike stands in the rain while I work. Get me a space under a roof, no matter which zone."),
            "Your motorbike must not stand in the rain. You take a parking space in any zone if it has a roof.",
            space="PZE-114",
            where="on level one, under a roof",
            wish="It has to be under a roof. The zone doesn't matter.",
        ),
    )


def any_space_left() -> Scenario:
    """What is free in a zone."""
    d = ring("any-space-left", "2027-04-29 08:05", "Omar Khoury", "man", "LEGAL", "SPECIALIST", "BLD1", "brisk")
    return d.scenario(
        WORKFLOW,
        "What is free in the garage",
        parking.asked(
            ask(
                "Just a question. Is anything free in the garage these days, and is any of it covered?",
                "I'm thinking of coming by car again.",
            ),
            "You think of coming by car again and want to know what is free in the garage. You take nothing today.",
            "Yes, two spaces are free there. One is on level one under a roof, the other on level three in the open.",
            ("two", "both"),
            ("roof", "covered"),
            ("open", "uncovered", "no roof", "not covered", "without a roof"),
            area="PZA",
            said="the garage",
        ),
        outcome="inform",
    )


def chalk_marks() -> Scenario:
    """A space that somebody has found, a desk too soon, and printing."""
    d = ring(
        "chalk-marks", "2027-06-22 11:40", "Leonie Lang", "woman", "OPS", "SPECIALIST", "BLD2", "careful", floor="FL2"
    )
    return d.scenario(
        WORKFLOW,
        "A space that was found, a desk too soon, and printers",
        parking.assigned(
            d,
            ask(
                "In the yard there is a space with nobody's name on it. I noted its code, and I would like to have it."
            ),
            "You found a parking space in the yard that seems to be nobody's, and noted its code. You want that one.",
            space="PZB-327",
            where="on level three, in the open",
            wish="The one whose code I noted, please.",
            known=True,
            said="the yard",
        ),
        desk_assignment.too_soon(
            d,
            ask("Thank you. Now to my desk: I gave it back when I moved upstairs, and would like another on my floor."),
            "You were given a desk some weeks ago, gave it back, and would now like another one on your floor.",
            desk="BLD2-FL2-D117",
            wish="It may be either, I have no wish there.",
            days=47,
        ),
        service_outage.opened(
            d,
            ask("I understand. One last matter: printing has stopped in the whole hall. I can mail the lists, slowly."),
            "Nothing is printed any more. You send the lists by mail instead, which takes longer.",
            service="print_service",
            urgency="medium",
            work="Work goes on by mail, but it is slower.",
            error=("Jobs wait in the queue", "A driver for labels blocks the queue", "Print from the web page"),
            told=(
                "It is a known error. There is a way around it: until it is mended, print from the web page.",
                ("web page",),
            ),
        ),
    )


def rainy_commute() -> Scenario:
    """A full zone, a license, a laptop and a room."""
    d = ring(
        "rainy-commute",
        "2027-10-12 09:30",
        "Joaquin Paredes",
        "man",
        "MKT",
        "SPECIALIST",
        "BLD9",
        "chatty",
        floor="FL2",
    )
    return d.scenario(
        WORKFLOW,
        "A full ramp, a license, a hot laptop, a room",
        parking.waitlisted(
            d,
            ask("What weather! I drove round for half an hour. I'd like a space of my own at Wheelhouse Ramp."),
            "You come by car and find no place to park. You want one of your own right beside the building.",
            area="PZE",
            others=3,
        ),
        license_request.permanent(
            d,
            ask("Ah well, I can wait. Next, I borrow Inkwell from a colleague, and she'd like her evenings back."),
            "You use a colleague's computer for the layout program and want it on your own, to keep.",
            product="Inkwell Studio",
            said="inkwell",
        ),
        hardware_malfunction.visited(
            d,
            ask("And my laptop turns itself off now and then, hot as a stove. In between I get things done."),
            "Your laptop gets hot and turns itself off several times a day. You can work in between.",
            tag=d.laptop,
            urgency="medium",
            work="In between it works, so I get half of my work done.",
            day="2027-10-14",
            half="afternoon",
            reply="No, it has just turned itself off again.",
        ),
        room_booking.booked(
            d,
            ask("Last thing, I promise! I show our new brochure to the team and would love a projector for it."),
            "You want to show a brochure to your team, in the own building, with a projector.",
            Meeting("2027-10-15", "13:00", "14:00", 7, "BLD9", needs=("projector",), said="the mill"),
            room="BLD9-FL2-RM118",
        ),
    )
