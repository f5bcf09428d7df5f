"""Calls that begin with a device that is gone."""

from __future__ import annotations

from scenarios.authoring import ask
from scenarios.itsm.calls import ring
from scenarios.itsm.parts import account_unlock, lost_device
from scenarios.model import Scenario

WORKFLOW = "lost_device"


def scenarios() -> tuple[Scenario, ...]:
    """The scenarios of this workflow, without their expected worlds."""
    return (smashed_window(), night_train())


def smashed_window() -> Scenario:
    """A laptop that was taken from a car."""
    d = ring("smashed-window", "2027-03-17 08:35", "Leilani Underhill", "woman", "SALES", "ANALYST", "BLD4", "nervous")
    return d.scenario(
        WORKFLOW,
        "Laptop stolen from a car",
        lost_device.erased(
            d,
            ask("Somebody smashed the window of my car and took the bag with my laptop. Customers' files are on it!"),
            "Your laptop was taken from your car. You want nobody to read what is on it.",
            what="stolen",
            tag=d.laptop,
            thing="laptop",
            happened="It was stolen from my parked car last night.",
        ),
    )


def night_train() -> Scenario:
    """A laptop left on a train, and a locked account."""
    d = ring("night-train", "2027-06-09 07:50", "Stellan Wikstrom", "man", "ENG", "ENGINEER", "BLD9", "tired")
    return d.scenario(
        WORKFLOW,
        "Laptop left on a train, and a locked mailbox",
        lost_device.erased(
            d,
            ask("I got off the night train half asleep, and my laptop went on without me."),
            "You forgot your laptop on a train and nobody has found it. You agree that it is erased.",
            what="lost",
            tag=d.laptop,
            thing="laptop",
            happened="I lost it, I left it on the train, and the railway has not found it.",
        ),
        account_unlock.unlocked(
            d,
            ask("And trying to read mail on the family computer, I guessed wrong until the mailbox shut me out."),
            "On a computer at home you entered wrong passwords until your mail account was locked.",
            system="email_exchange",
            reply="No, I am still shut out.",
        ),
    )
