"""Calls that begin with a device that does not work."""

from __future__ import annotations

from scenarios.authoring import ask
from scenarios.itsm.calls import ring
from scenarios.itsm.parts import (
    account_unlock,
    devices,
    hardware_malfunction,
    laptop_replacement,
    monitor_bundle,
    network_trouble,
    service_outage,
)
from scenarios.model import Scenario

WORKFLOW = "hardware_malfunction"


def scenarios() -> tuple[Scenario, ...]:
    """The scenarios of this workflow, without their expected worlds."""
    return (dark_screen(), whirring_fan(), creaky_office(), after_the_storm())


def dark_screen() -> Scenario:
    """A monitor that stays dark."""
    d = ring(
        "dark-screen", "2027-02-09 09:40", "Fergus Drummond", "man", "ENG", "ENGINEER", "BLD4", "chatty", floor="FL3"
    )
    return d.scenario(
        WORKFLOW,
        "Monitor stays dark, a technician comes",
        hardware_malfunction.visited(
            d,
            ask("You won't believe it, my monitor just went black in the middle of a drawing. The laptop still works."),
            "Your monitor stays dark. You can work on the small screen of the laptop, but drawings take twice as long.",
            tag=d.monitor,
            urgency="medium",
            work="I get by on the laptop's little screen, only everything takes twice as long.",
            day="2027-02-11",
            half="morning",
            reply="No, it's still as black as my coffee.",
        ),
    )


def whirring_fan() -> Scenario:
    """A laptop that is too young to be replaced, and a docking station that is dead."""
    d = ring("whirring-fan", "2027-04-13 14:10", "Francesca Conti", "woman", "ENG", "ENGINEER", "BLD1", "stern")
    dock = d.device("DCK", 14)
    return d.scenario(
        WORKFLOW,
        "Dead docking station, and a laptop that is too young",
        hardware_malfunction.visited(
            d,
            ask("My docking station is dead, and without it I cannot run a single measurement."),
            "Your docking station shows no light, and all of your work hangs on it. A technician has to come.",
            tag=dock,
            urgency="high",
            work="I cannot work at all. Every instrument is connected through it.",
            day="2027-04-14",
            half="full_day",
            reply="No. There is no light whatsoever.",
        ),
        devices.too_young(
            d,
            ask("I further request a new laptop. The fan of this one is a nuisance."),
            "The fan of your laptop annoys you, and you think that a new one is due.",
            kind="laptop_replacement",
            months=28,
            day="17",
        ),
    )


def creaky_office() -> Scenario:
    """A nuisance, a slow laptop, and a dead network socket."""
    d = ring(
        "creaky-office",
        "2027-05-18 10:20",
        "Astrid Ekberg",
        "woman",
        "OPS",
        "SPECIALIST",
        "BLD6",
        "chatty",
        floor="FL2",
    )
    return d.scenario(
        WORKFLOW,
        "Crooked monitor, slow laptop, dead socket",
        hardware_malfunction.ticketed(
            d,
            ask("Oh, where do I begin? My monitor hums a little. It can wait, but I thought I'd mention it."),
            "Your monitor hums. It does not keep you from anything, and you would bring it in some day.",
            tag=d.monitor,
            work="It's only a hum, it can wait.",
            reply="No, it hums just the same.",
        ),
        laptop_replacement.ordered(
            d,
            ask("And then there's my old laptop. It takes ages for everything, so could I have a faster one?"),
            "Your laptop is more than four years old and far too slow. You want a large one with Windows.",
            why="performance_degradation",
            months=52,
            os="windows",
            size="16_inch",
            reason="It has become so slow that I make tea while it opens a list.",
        ),
        network_trouble.reported(
            d,
            ask("The last bit: the cable in the wall gives no network, so I use the wireless. That's slower."),
            "The socket in the wall is dead; you work over the Wi-Fi for now, which is slower.",
            what="ethernet",
            urgency="medium",
            work="I can work over the Wi-Fi, it's just slower.",
            reply="No, the socket is still dead.",
        ),
    )


def after_the_storm() -> Scenario:
    """What lightning left behind in one office."""
    d = ring("after-the-storm", "2027-08-18 08:15", "Alistair Baird", "man", "ENG", "ENGINEER", "BLD2", "stern")
    return d.scenario(
        WORKFLOW,
        "Lightning: a laptop, a pipeline, an account, a monitor",
        hardware_malfunction.visited(
            d,
            ask("Lightning struck the building last night. My laptop is dead, and I am condemned to sit here idle."),
            "Since the storm your laptop does not start, and you have nothing else to work with.",
            tag=d.laptop,
            urgency="high",
            work="I cannot do any work without a laptop.",
            day="2027-08-19",
            half="morning",
            reply="No. It shows no sign of life.",
        ),
        service_outage.opened(
            d,
            ask("Furthermore, the code repository rejects every commit. My colleagues must read it by mail."),
            "The code repository takes no commits from you. Your colleagues get your changes by mail in the meantime.",
            service="code_repository",
            urgency="medium",
            work="We exchange changes by mail, so it goes on, at a crawl.",
            error=("Commits are rejected", "Clock of a server is wrong since the power cut", None),
        ),
        account_unlock.unlocked(
            d,
            ask("Third, my account for the VPN is locked, although I mistyped nothing."),
            "Your account is locked. You are sure that you made no mistake, and expect it to be opened.",
            system="vpn_gateway",
            reply="No. The account is locked, as I said.",
        ),
        monitor_bundle.another(
            d,
            ask("Fourth and last, the monitor did not survive either. It was thirty months old. Replace it, please."),
            "Your monitor did not survive the storm. It was two and a half years old, and you want another.",
            size="24_inch",
            months=30,
        ),
    )
