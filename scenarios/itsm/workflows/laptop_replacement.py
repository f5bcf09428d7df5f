"""Calls that begin with another laptop."""

from __future__ import annotations

from scenarios.authoring import ask
from scenarios.itsm.calls import ring
from scenarios.itsm.parts import devices, laptop_replacement, network_trouble, service_outage
from scenarios.model import Scenario

WORKFLOW = "laptop_replacement"


def scenarios() -> tuple[Scenario, ...]:
    """The scenarios of this workflow, without their expected worlds."""
    return (four_winters(), coffee_spill(), two_dates())


def four_winters() -> Scenario:
    """A laptop past its time."""
    d = ring(
        "four-winters", "2027-02-23 11:00", "Henning Dahl", "man", "FIN", "ANALYST", "BLD1", "careful", floor="FL4"
    )
    return d.scenario(
        WORKFLOW,
        "Laptop of four years is replaced",
        laptop_replacement.ordered(
            d,
            ask("My laptop has served me for four winters now. I believe that its time is over, so I want a new one."),
            "Your laptop is four years old. You want a light one with mac OS, and to know what happens to the old one.",
            why="end_of_life",
            months=47,
            os="macos",
            size="13_inch",
            reason="It is four years old, that is all.",
        ),
    )


def coffee_spill() -> Scenario:
    """A laptop that is broken, and a Wi-Fi that the guide mends."""
    d = ring("coffee-spill", "2027-05-11 09:15", "Aisling Coyle", "woman", "MKT", "ANALYST", "BLD2", "nervous")
    return d.scenario(
        WORKFLOW,
        "Coffee in the laptop, and a spare that is offline",
        laptop_replacement.ordered(
            d,
            ask("I'm so sorry. I spilled a whole coffee over my laptop and it doesn't start any more."),
            "Coffee has ruined your laptop, which is little more than a year old. You need another one like it.",
            why="physical_damage",
            months=15,
            os="windows",
            size="14_inch",
            reason="Coffee got into it, and it does not start any more.",
        ),
        network_trouble.mended(
            d,
            ask("Oh, and the spare laptop they lent me doesn't get onto the Wi-Fi. Can you help me with that too?"),
            "The laptop that you were lent finds no Wi-Fi. You hope that it is only a small thing.",
            what="wifi",
            reply="Oh, yes, now it is connected!",
        ),
    )


def two_dates() -> Scenario:
    """When the laptop is due, and whether the HR portal is out: only questions."""
    d = ring("two-dates", "2027-06-22 13:45", "Greta Bjornsen", "woman", "RND", "ENGINEER", "BLD6", "careful")
    return d.scenario(
        WORKFLOW,
        "When is my laptop due, and is the portal out?",
        devices.due(
            d,
            ask("I would like to plan ahead. From which day on may I order my next laptop?"),
            "You only want to know from which day on you may have a new laptop. You order nothing today.",
            kind="laptop_replacement",
            months=31,
            day="09",
        ),
        service_outage.asked(
            ask("Thank you. And do you know of any trouble with the HR portal today?"),
            "A colleague told you that the HR portal was out, and you want to know whether that is so.",
            "No outage of the HR portal is on file, so as far as we know it works.",
            ("no outage", "not out", "works", "is working", "not down", "no known"),
            about="that no outage of the HR portal is known",
            service="hr_portal",
        ),
        outcome="inform",
    )
