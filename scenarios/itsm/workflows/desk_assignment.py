"""Calls that begin with a desk."""

from __future__ import annotations

from scenarios.authoring import ask
from scenarios.itsm import records
from scenarios.itsm.calls import ring
from scenarios.itsm.parts import (
    application_access,
    desk_assignment,
    network_trouble,
    parking,
)
from scenarios.model import Scenario

WORKFLOW = "desk_assignment"


def scenarios() -> tuple[Scenario, ...]:
    """The scenarios of this workflow, without their expected worlds."""
    return (window_seat(), desk_in_each_town(), full_floor(), moving_in())


def window_seat() -> Scenario:
    """One of two free desks."""
    d = ring(
        "window-seat",
        "2027-03-16 16:05",
        "Agnieszka Jankowska",
        "woman",
        "FIN",
        "ANALYST",
        "BLD1",
        "cheerful",
        floor="FL5",
    )
    return d.scenario(
        WORKFLOW,
        "A desk by the window",
        desk_assignment.assigned(
            d,
            ask(
                "I worked from home for a year, and now I can't wait to be back! A desk by the window would be lovely."
            ),
            "You come back to the office and want a desk by a window, on your own floor at head office.",
            desk="BLD1-FL5-D117",
            where="by the window",
            wish="The one by the window, please!",
            said="head office",
        ),
    )


def desk_in_each_town() -> Scenario:
    """Somebody who has a desk wants another, and presses for it."""
    d = ring("desk-in-each-town", "2027-04-22 11:05", "Gareth Llewellyn", "man", "SALES", "SPECIALIST", "BLD4", "stern")
    for number, window in ((108, True), (126, False)):
        d.facility("desks", records.desk("BLD2", "FL2", number, "East", window=window))
    return d.scenario(
        WORKFLOW,
        "A second desk in another building",
        desk_assignment.second(
            d,
            ask(
                "I have a desk at Harbor Works. I require a second one at Foundry Hall, for my weeks on the east "
                "coast.",
                "I am there every other week, and I refuse to sit in the canteen.",
                "There are desks standing empty over there. It is absurd to keep me from one.",
            ),
            "You work in two buildings and want a desk of your own in the second one, without losing the first.",
            "I'm sorry, I can't assign it. There is one desk per person, and you have one on record.",
            "I understand, but I can't. Even where desks are empty, it stays at one desk per person.",
            desk="BLD2-FL2-D108",
            wish="Any of them will do.",
            edges=("You do not give up the desk that you have.",),
        ),
        outcome="refuse",
        kind="adversarial",
    )


def full_floor() -> Scenario:
    """A floor without a free desk, and a VPN that does not connect."""
    d = ring("full-floor", "2027-06-03 07:45", "Thandeka Langa", "woman", "OPS", "SPECIALIST", "BLD9", "tired")
    return d.scenario(
        WORKFLOW,
        "No desk is free, and the VPN fails",
        desk_assignment.waitlisted(
            d,
            ask(
                "They send me to the orchard for good, and nobody has told me where to sit. Find me a desk over there."
            ),
            "You are moved to another building and have no desk there. You want one on the floor of your new team.",
            place="BLD6",
            floor="FL3",
            others=2,
            said="the orchard",
        ),
        network_trouble.reported(
            d,
            ask("Of course not. So I stay at home meanwhile, but there the VPN doesn't connect, and I'm stuck."),
            "At home the VPN does not connect at all, and without it you cannot reach any of your lists.",
            what="vpn",
            urgency="high",
            work="Nothing works without it, I can't do anything at all.",
            reply="No, it says the same as before.",
        ),
    )


def moving_in() -> Scenario:
    """Everything for a first week in another building."""
    d = ring(
        "moving-in",
        "2027-09-14 13:15",
        "Samuel Owusu",
        "man",
        "ENG",
        "ENGINEER",
        "BLD2",
        "nervous",
        tier="code",
        floor="FL3",
    )
    return d.scenario(
        WORKFLOW,
        "Moving in: a desk, parking, an application, the VPN",
        desk_assignment.assigned(
            d,
            ask("I hope I'm right with you. I've found an empty desk beside my team, and wrote down the code on it."),
            "You found an empty desk beside your team and noted its code. You want that one and no other.",
            desk="BLD2-FL3-D142",
            wish="The one whose code I wrote down.",
            known=True,
        ),
        parking.assigned(
            d,
            ask("Oh good. Is it also possible to get a place for my car, if that's not too much?"),
            "You drive to work and want to park beside the building, out of the rain if possible.",
            space="PZB-114",
            where="under a roof",
            wish="Under a roof would be nice, if that's allowed.",
        ),
        application_access.access(
            d,
            ask("Thank you so much. They also told me to look into the reports, and I can't open them."),
            "Your team reads its figures in the reporting tool. You only have to look at them.",
            application="Datawell",
            said="reports",
            level="read_only",
            purpose="I only have to look at our figures.",
        ),
        network_trouble.reported(
            d,
            ask("And, sorry, from home the VPN lets me in and throws me out again. I work in between, but it's slow."),
            "On your days at home the VPN drops you every quarter of an hour. You can work in between.",
            what="vpn",
            urgency="medium",
            work="I can work in between, it just takes much longer.",
            reply="No, I'm afraid it threw me out again.",
        ),
    )
