"""Calls that begin with a service that is out."""

from __future__ import annotations

from scenarios.itsm.calls import ask, ring
from scenarios.itsm.parts import monitor_bundle, service_outage
from scenarios.model import Scenario

WORKFLOW = "service_outage"


def scenarios() -> tuple[Scenario, ...]:
    """The scenarios of this workflow, without their expected worlds."""
    return (builds_red(), print_shop_visit(), no_mail_today())


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
            d,
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
