"""Calls that begin with a monitor."""

from __future__ import annotations

from scenarios.authoring import ask
from scenarios.itsm.calls import ring
from scenarios.itsm.parts import hardware_malfunction, monitor_bundle, network_trouble, password_reset
from scenarios.model import Scenario

WORKFLOW = "monitor_bundle"


def scenarios() -> tuple[Scenario, ...]:
    """The scenarios of this workflow, without their expected worlds."""
    return (bare_desk(), tidy_friday())


def bare_desk() -> Scenario:
    """A first monitor for a new desk."""
    d = ring("bare-desk", "2027-03-23 15:25", "Bao Duong", "man", "HR", "ANALYST", "BLD2", "cheerful", floor="FL1")
    return d.scenario(
        WORKFLOW,
        "First monitor, to another floor",
        monitor_bundle.first(
            d,
            ask("Good afternoon! I finally have a desk of my own, and it looks so empty. May I have a monitor for it?"),
            "You have moved to the fifth floor and want your first monitor there, a small one.",
            size="24_inch",
            floor="FL5",
        ),
    )


def tidy_friday() -> Scenario:
    """Four things that were left lying all week."""
    d = ring(
        "tidy-friday", "2027-07-09 14:00", "Felix Gruber", "man", "HR", "SPECIALIST", "BLD9", "careful", tier="code"
    )
    return d.scenario(
        WORKFLOW,
        "Another monitor, weak Wi-Fi, a password, a hinge",
        monitor_bundle.another(
            d,
            ask("I keep Fridays for small repairs. To begin with, my monitor flickers, and I want one in its place."),
            "Your monitor flickers and is a year and a half old. You want one of middle size for it.",
            size="27_inch",
            months=18,
        ),
        network_trouble.reported(
            d,
            ask("The next item: the Wi-Fi is weak in my corner. It's a nuisance, no more, and can wait."),
            "The Wi-Fi is weak where you sit. You are in no hurry and have run no diagnostic tool.",
            what="wifi",
            urgency="low",
            work="It's only a nuisance. It can wait.",
            reply="No, it is as weak as before.",
            code=False,
        ),
        password_reset.reset(
            d,
            ask("Then a confession. I have forgotten my password for the VPN, so kindly give me a new one."),
            "You have not used the VPN for months and no longer know the password.",
            system="vpn_gateway",
        ),
        hardware_malfunction.ticketed(
            d,
            ask("Finally, the lid of my laptop squeaks. I can live with it, but it belongs on the list."),
            "The hinge of your laptop squeaks. It disturbs nobody, but you want it on record.",
            tag=d.laptop,
            work="I can live with it. It only squeaks.",
            reply="No, of course it squeaks as before.",
        ),
    )
