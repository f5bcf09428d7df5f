"""Calls that begin with a room."""

from __future__ import annotations

from scenarios.authoring import ask
from scenarios.itsm import records
from scenarios.itsm.calls import ring
from scenarios.itsm.parts import (
    application_access,
    desk_assignment,
    laptop_replacement,
    license_request,
    room_booking,
    service_outage,
)
from scenarios.itsm.parts.room_booking import Meeting
from scenarios.model import Scenario

WORKFLOW = "room_booking"


def scenarios() -> tuple[Scenario, ...]:
    """The scenarios of this workflow, without their expected worlds."""
    return (quarterly_review(), corner_room(), workshop_week(), visitors_from_lisbon())


def quarterly_review() -> Scenario:
    """A large room; a smaller one is taken."""
    d = ring(
        "quarterly-review",
        "2027-04-08 09:35",
        "Carmen Morales",
        "woman",
        "FIN",
        "ANALYST",
        "BLD1",
        "brisk",
        floor="FL4",
    )
    return d.scenario(
        WORKFLOW,
        "A room for the review of the quarter",
        room_booking.booked(
            d,
            ask("Book me a room for the quarterly review, please. Head office, and it has to have video."),
            "You hold the review of the quarter at head office. Some are connected by video.",
            Meeting("2027-04-13", "10:30", "12:00", 12, "BLD1", needs=("video_conferencing",), said="head office"),
            room="BLD1-FL4-RM127",
        ),
    )


def corner_room() -> Scenario:
    """A room that is known by its code, and reports."""
    d = ring(
        "corner-room",
        "2027-05-20 15:45",
        "Andre Lefebvre",
        "man",
        "SALES",
        "SPECIALIST",
        "BLD6",
        "expert",
        tier="code",
        floor="FL2",
    )
    guest = records.booking(d.manager.employee_id, "2027-05-25", "08:00", "09:00", 5)
    d.facility("conference_rooms", records.room("BLD6", "FL1", 106, 10, ["display", "speakerphone"], [guest]))
    return d.scenario(
        WORKFLOW,
        "The corner room and the reports",
        room_booking.booked(
            d,
            ask("I want to reserve the corner room downstairs at Orchard Campus. I have its room code."),
            "You meet clients and want the corner room, whose code you know, and no other.",
            Meeting("2027-05-25", "09:00", "10:30", 9, "BLD6"),
            room="BLD6-FL1-RM106",
            wish="The one whose code I have.",
            known=True,
        ),
        application_access.access(
            d,
            ask("Next item: sales reports moved to Datawell, so I'll need an account there. My manager is aware."),
            "The reports of your region moved to another tool. You build reports in it yourself.",
            application="Datawell",
            level="standard",
            purpose="I build the reports of my region in it.",
        ),
    )


def workshop_week() -> Scenario:
    """A room on one floor, a license for good, and a pipeline that stands still."""
    d = ring(
        "workshop-week",
        "2027-09-21 10:45",
        "Priyanka Iyer",
        "woman",
        "RND",
        "ENGINEER",
        "BLD6",
        "cheerful",
        floor="FL3",
    )
    return d.scenario(
        WORKFLOW,
        "A workshop, mathematics for good, and builds that stand still",
        room_booking.booked(
            d,
            ask(
                "Hi! I'm planning a workshop and would be so happy about a room on my floor, with board and projector."
            ),
            "You plan a workshop on your own floor at Orchard Campus, with drawings on a board and slides.",
            Meeting("2027-09-28", "13:30", "16:00", 6, "BLD6", needs=("whiteboard", "projector"), floor="FL3"),
            room="BLD6-FL3-RM118",
        ),
        license_request.permanent(
            d,
            ask("Wonderful! For the exercises I want Mathloom, and I'd like to keep it. My boss said yes already."),
            "You need the math package in the workshop and ever after. Your manager agreed to the cost.",
            product="Mathloom",
        ),
        service_outage.opened(
            d,
            ask("Super. Now the sad part: our builds haven't run since last night, and I can do nothing without them."),
            "No build has run since last night, and all that you do now waits for one.",
            service="ci_cd_pipeline",
            urgency="high",
            work="I can't work at all until a build goes through.",
            error=("Builds wait for a runner", "Certificate of the runners has run out", None),
        ),
    )


def visitors_from_lisbon() -> Scenario:
    """Visitors come: a room, an application of others, a desk, a laptop."""
    d = ring(
        "visitors-from-lisbon",
        "2027-10-26 11:20",
        "Babatunde Ige",
        "man",
        "MKT",
        "SPECIALIST",
        "BLD4",
        "careful",
        tier="code",
        floor="FL2",
    )
    taken = records.booking(d.director.employee_id, "2027-11-02", "09:00", "17:00", 6)
    d.world["facilities"]["conference_rooms"]["BLD4-FL2-RM118"]["bookings"].append(taken)
    return d.scenario(
        WORKFLOW,
        "Visitors: a room, an application, a desk, a laptop",
        room_booking.booked(
            d,
            ask("We expect visitors from Lisbon, and I would like to reserve a room for what they present."),
            "Visitors present their work to you at the harbor plant. They bring slides.",
            Meeting("2027-11-02", "14:00", "15:30", 6, "BLD4", needs=("projector",), said="the harbor plant"),
            room="BLD4-FL2-RM127",
        ),
        application_access.wrong_department(
            d,
            ask(
                "Very good. They draw with Opticore, so I should like to open their files in it, if only to read them."
            ),
            "Your visitors send files of a lens program, and you would like to look at them.",
            application="Opticore",
            level="read_only",
        ),
        desk_assignment.assigned(
            d,
            ask("That is a pity, but I see. I myself have shared a desk until now, and would like one of my own."),
            "You shared a desk with others so far and would like your own, away from the window because of the glare.",
            desk="BLD4-FL2-D142",
            where="in the south, away from the window",
            wish="The one away from the window, because of the glare.",
        ),
        laptop_replacement.ordered(
            d,
            ask("The last point is my laptop. It has slowed down so much that I hesitate to show it to anybody."),
            "Your laptop is more than three years old and slow. You want a middle size with mac OS.",
            why="performance_degradation",
            months=40,
            os="macos",
            size="14_inch",
            reason="It has become very slow.",
        ),
    )
