"""Calls that begin with something for the desk that is easier on the body."""

from __future__ import annotations

from scenarios.authoring import ask
from scenarios.itsm.calls import ring
from scenarios.itsm.parts import (
    application_access,
    ergonomic_equipment,
    hardware_malfunction,
    license_request,
    parking,
    password_reset,
    room_booking,
)
from scenarios.itsm.parts.room_booking import Meeting
from scenarios.model import Scenario

WORKFLOW = "ergonomic_equipment"


def scenarios() -> tuple[Scenario, ...]:
    """The scenarios of this workflow, without their expected worlds."""
    return (sore_back(), stand_up_guy(), long_afternoons(), back_at_the_desk())


def sore_back() -> Scenario:
    """A chair after an assessment."""
    d = ring("sore-back", "2027-02-18 16:20", "Fiona Macrae", "woman", "FIN", "ANALYST", "BLD2", "tired", floor="FL3")
    return d.scenario(
        WORKFLOW,
        "A chair after an assessment",
        ergonomic_equipment.delivered(
            d,
            ask("My back is killing me. The nurse measured my desk and says I'm to have one of those good chairs."),
            "Your back hurts. Health services looked at your desk last month and said that you should have a good "
            "chair.",
            piece="ergonomic_chair",
            assessed=29,
        ),
    )


def stand_up_guy() -> Scenario:
    """Something that takes an assessment, and a monitor that has gone dark."""
    d = ring(
        "stand-up-guy", "2027-06-29 10:55", "Nikolai Orlov", "man", "ENG", "ENGINEER", "BLD4", "cheerful", floor="FL1"
    )
    return d.scenario(
        WORKFLOW,
        "To work standing up, and a dead monitor",
        ergonomic_equipment.unassessed(
            d,
            ask("Good day! I've read that sitting is bad for you, so I want one of those things to work standing up."),
            "You want to work standing up, for your health. Nobody has looked at your desk so far.",
            piece="standing_desk_converter",
        ),
        hardware_malfunction.visited(
            d,
            ask(
                "No hard feelings! The other matter is my monitor. Black since this morning, so I squint at the laptop."
            ),
            "Your monitor is dark. You can work with the small screen of the laptop, though not well.",
            tag=d.monitor,
            urgency="medium",
            work="I manage with the little screen, only not fast.",
            day="2027-07-01",
            half="full_day",
            reply="No, black as the night.",
        ),
    )


def long_afternoons() -> Scenario:
    """To stand at work, to read reports, and a room to teach in."""
    d = ring(
        "long-afternoons",
        "2027-07-20 14:30",
        "Sofia Lombardi",
        "woman",
        "HR",
        "SPECIALIST",
        "BLD1",
        "careful",
        tier="code",
        floor="FL2",
    )
    return d.scenario(
        WORKFLOW,
        "To stand at work, reports, and a course",
        ergonomic_equipment.delivered(
            d,
            ask(
                "Health services advised me to stand in the afternoons. I would like what one puts on the desk for it."
            ),
            "Health services advised you to stand at times. You want the piece that lifts the keyboard and the screen.",
            piece="standing_desk_converter",
            assessed=64,
        ),
        application_access.access(
            d,
            ask("Thank you. I also prepare a report about our courses, and for that I should be in Datawell."),
            "You write a report about courses and have to save queries of your own, so looking is not enough.",
            application="Datawell",
            level="standard",
            purpose="I save my own queries about our courses in it.",
        ),
        room_booking.booked(
            d,
            ask("The third matter is a room for a course. Some join by video, and it should be on my own floor."),
            "You teach a course on your own floor; some take part by video.",
            Meeting("2027-08-03", "09:00", "12:00", 11, "BLD1", needs=("projector", "video_conferencing"), floor="FL2"),
            room="BLD1-FL2-RM127",
        ),
    )


def back_at_the_desk() -> Scenario:
    """Somebody returns after a year and puts everything in order."""
    d = ring(
        "back-at-the-desk",
        "2027-11-03 08:20",
        "Matthias Neumann",
        "man",
        "LEGAL",
        "SPECIALIST",
        "BLD1",
        "stern",
        tier="code",
        floor="FL3",
    )
    return d.scenario(
        WORKFLOW,
        "Back at the desk: chair, password, license, parking",
        ergonomic_equipment.delivered(
            d,
            ask("I return after an operation on my back. Health services have prescribed a suitable chair."),
            "After an operation you have to sit well. Health services looked at your desk before you came back.",
            piece="ergonomic_chair",
            assessed=8,
            said="the main building",
        ),
        password_reset.reset(
            d,
            ask("Next. In my absence my password for the mail has been forgotten, by me, and the account is locked."),
            "You no longer know the password of your mail account, and have locked it by trying.",
            system="email_exchange",
            locked=True,
        ),
        license_request.temporary(
            d,
            ask("Further, I have weeks of recorded hearings to get through, and want them turned into text."),
            "You want recorded hearings to be turned into text, by the program for transcripts, for thirty days.",
            product="Clipscribe",
            said="transcripts",
            days=30,
        ),
        parking.too_soon(
            d,
            ask("Finally, I gave up my parking space when I left. I expect to have one at North Garage again."),
            "You gave your parking space back during your absence and want one in the garage again.",
            space="PZA-114",
            wish="The covered one.",
            days=133,
        ),
    )
