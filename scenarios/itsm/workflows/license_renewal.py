"""Calls that begin with a license that ends."""

from __future__ import annotations

from scenarios.authoring import ask
from scenarios.itsm.calls import ring
from scenarios.itsm.parts import (
    hardware_malfunction,
    license_renewal,
    license_request,
    licenses,
    room_booking,
)
from scenarios.itsm.parts.room_booking import Meeting
from scenarios.model import Scenario

WORKFLOW = "license_renewal"


def scenarios() -> tuple[Scenario, ...]:
    """The scenarios of this workflow, without their expected worlds."""
    return (months_ahead(), notice_in_the_mail(), lapsed_in_spring(), overdue_letter())


def months_ahead() -> Scenario:
    """A renewal for which it is too early."""
    d = ring("months-ahead", "2027-03-09 08:40", "Lars Jorgensen", "man", "LEGAL", "SPECIALIST", "BLD4", "stern")
    return d.scenario(
        WORKFLOW,
        "Renewal long before the end",
        license_renewal.too_early(
            d,
            ask("I settle my affairs in good time. Renew my license for Surveyline today, if you would."),
            "One of your licenses ends in two and a half months. You like to have such things settled early.",
            product="Surveyline",
            ends=76,
        ),
        outcome="refuse",
    )


def notice_in_the_mail() -> Scenario:
    """One of two licenses ends soon."""
    d = ring("notice-in-the-mail", "2027-04-15 12:15", "Yuna Kang", "woman", "MKT", "ANALYST", "BLD1", "chatty")
    licenses.hold(d, "Flowchart Forge", None)
    return d.scenario(
        WORKFLOW,
        "One of two licenses ends",
        license_renewal.renewed(
            d,
            ask("So, I got this notice while I was at lunch. It says that my Inkwell license is about to run out!"),
            "You got a notice that your license for the layout program ends in less than two weeks, and want to keep "
            "it.",
            product="Inkwell Studio",
            ends=12,
        ),
    )


def lapsed_in_spring() -> Scenario:
    """A license that ended too long ago, and a laptop with sand in it."""
    d = ring("lapsed-in-spring", "2027-05-27 15:10", "Pedro Lima", "man", "SALES", "SPECIALIST", "BLD4", "chatty")
    licenses.hold(d, "Surveyline", -41)
    return d.scenario(
        WORKFLOW,
        "A lapsed license, and sand in a laptop",
        license_request.again(
            d,
            ask("I was on the road all spring and forgot to renew the surveys. Now it won't let me open a single one."),
            "Your license for the survey tool ended while you traveled. You need it for this summer's three months.",
            product="Surveyline",
            said="surveys",
            ended=41,
            days=90,
        ),
        hardware_malfunction.visited(
            d,
            ask("Well, that's life. Also, my laptop caught some sand on a beach, and half of the keys have to be hit."),
            "Sand got into the keys of your laptop. You can type, but only half as fast, and want it looked at.",
            tag=d.laptop,
            urgency="medium",
            work="I can type, just half as fast as I talk.",
            day="2027-05-31",
            half="afternoon",
            reply="No, it still crunches.",
        ),
    )


def overdue_letter() -> Scenario:
    """A license that has just ended, a monitor that flickers, and a room."""
    d = ring(
        "overdue-letter", "2027-09-07 08:55", "Aino Koskinen", "woman", "ENG", "ENGINEER", "BLD2", "tired", floor="FL1"
    )
    return d.scenario(
        WORKFLOW,
        "An ended license, a flickering monitor, a room",
        license_renewal.renewed(
            d,
            ask("I found a letter under a pile of drawings. My Beamcraft license was over last week, it seems."),
            "You overlooked a letter, and one of your licenses ended a week ago. You still need it.",
            product="Beamcraft",
            ends=-7,
        ),
        hardware_malfunction.visited(
            d,
            ask("And while I'm at it, the monitor flickers, so that my eyes hurt by noon. I can work until then."),
            "Your monitor flickers and tires your eyes, so that you work more slowly. Somebody should look at it.",
            tag=d.monitor,
            urgency="medium",
            work="I can work, but slowly, with many breaks for my eyes.",
            day="2027-09-09",
            half="morning",
            reply="No, it flickers as before.",
        ),
        room_booking.booked(
            d,
            ask("Only one thing more, then I can sit down. A small room with a whiteboard, here in the foundry."),
            "Three of you want to sketch something on a whiteboard, in your own building.",
            Meeting("2027-09-10", "10:00", "11:30", 3, "BLD2", needs=("whiteboard",), said="the foundry"),
            room="BLD2-FL1-RM101",
        ),
    )
