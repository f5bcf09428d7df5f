"""Calls that begin with a service that is out."""

from __future__ import annotations

from scenarios.authoring import ask
from scenarios.itsm.calls import ring
from scenarios.itsm.parts import devices, hardware_malfunction, laptop_replacement, monitor_bundle, service_outage
from scenarios.model import Scenario

WORKFLOW = "service_outage"


def scenarios() -> tuple[Scenario, ...]:
    """The scenarios of this workflow, without their expected worlds."""
    return (builds_red(), print_shop_visit(), no_mail_today(), white_labels())


def builds_red() -> Scenario:
    """The build pipeline is out, and there is a way around it."""
    d = ring("builds-red", "2027-03-02 16:20", "Divya Balakrishnan", "woman", "ENG", "ENGINEER", "BLD4", "expert")
    return d.scenario(
        WORKFLOW,
        "Build pipeline is out, with a workaround",
        service_outage.opened(
            d,
            ask("Every job in the pipeline fails with a certificate error. I can build locally, which takes forever."),
            "All builds fail for you. You build on your own computer for now, and want it reported.",
            service="ci_cd_pipeline",
            urgency="medium",
            work="I can build locally, so I'm slowed down, not stopped.",
            error=(
                "Jobs fail with a certificate error",
                "Certificate of the package mirror has run out",
                "Run jobs with the offline package cache",
            ),
            told=(
                "The error is known, and there is a way around it. Run your jobs with the offline package cache.",
                ("cache", "offline"),
            ),
        ),
    )


def print_shop_visit() -> Scenario:
    """Somebody wants to know whether it is worth coming."""
    d = ring(
        "print-shop-visit", "2027-03-17 12:30", "Carmela Esposito", "woman", "MKT", "SPECIALIST", "BLD9", "cheerful"
    )
    service_outage.out(d, "print_service", 41, "Print queues in all buildings stand still.")
    return d.scenario(
        WORKFLOW,
        "Is printing out?",
        service_outage.asked(
            ask("Hi there! Before I carry my posters over, I'd just like to know whether printing works today."),
            "You want to print posters this afternoon and ask first whether printing is out. You need nothing else.",
            "Printing is out at the moment. An outage is known, forty one people are affected, and it is being "
            "worked on.",
            ("out", "outage", "down", "does not work", "doesn't work"),
            about="that printing is out",
            service="print_service",
        ),
        outcome="inform",
    )


def no_mail_today() -> Scenario:
    """An outage that is known already, and another monitor."""
    d = ring("no-mail-today", "2027-04-07 08:55", "Ebrahim Ghorbani", "man", "LEGAL", "SPECIALIST", "BLD9", "brisk")
    return d.scenario(
        WORKFLOW,
        "Joins the outage of the mail, then another monitor",
        service_outage.joined(
            d,
            ask("No e-mail since eight. Put me down as affected if you know about it."),
            "Your mail does not arrive, and you want to be counted among those affected.",
            service="email_exchange",
            affected=87,
            text="Mail is delayed by an hour or does not arrive.",
        ),
        monitor_bundle.another(
            d,
            ask(
                "Second point. My monitor has a dead stripe down the middle and is over two years old. I want another."
            ),
            "Your monitor is two years old and half blind. You want a larger one in its place.",
            size="32_inch",
            months=26,
        ),
    )


def white_labels() -> Scenario:
    """Printing, a dark docking station, an old laptop, and a monitor that is on its way."""
    d = ring("white-labels", "2027-08-05 11:30", "Dorothea Abbott", "woman", "OPS", "MANAGER", "BLD2", "cheerful")
    dock = d.device("DCK", 20)
    return d.scenario(
        WORKFLOW,
        "Labels stay white; a dock, a laptop, a monitor on order",
        service_outage.opened(
            d,
            ask(
                "Good morning! All my labels come out white today, so not one parcel leaves the house. Isn't that odd?"
            ),
            "Nothing is printed on your labels, and without labels no parcel can go. It stops all of your work.",
            service="print_service",
            urgency="high",
            work="We can't ship a single parcel, so I can't work at all.",
            error=("Labels come out white", "New driver takes labels for envelopes", "Choose the driver of last month"),
            told=(
                "This error is known. Choose the driver of last month when you print, and the labels come out right.",
                ("driver",),
            ),
        ),
        hardware_malfunction.mended(
            d,
            ask("Splendid. While I have you: my docking station sleeps and won't wake up."),
            "Your docking station shows no sign of life. You hope that a simple trick helps.",
            tag=dock,
            reply="Ha, that did it! It's awake.",
        ),
        laptop_replacement.ordered(
            d,
            ask("You're a treasure. Now, my laptop has had its fourth birthday, so may I have the next one?"),
            "Your laptop is a little more than four years old. You want a middle-sized one with Windows.",
            why="end_of_life",
            months=50,
            os="windows",
            size="14_inch",
            reason="It's simply old, it turned four this spring.",
        ),
        devices.on_order(
            d,
            ask("And the very last thing: a second, larger monitor would be lovely. May I have one?"),
            "You want another monitor. You have quite forgotten that you ordered one last week.",
            kind="monitor_bundle",
            days=6,
        ),
    )
