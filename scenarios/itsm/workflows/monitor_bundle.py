"""Calls that begin with a monitor."""

from __future__ import annotations

from scenarios.itsm.calls import ask, ring
from scenarios.itsm.parts import monitor_bundle
from scenarios.model import Scenario

WORKFLOW = "monitor_bundle"


def scenarios() -> tuple[Scenario, ...]:
    """The scenarios of this workflow, without their expected worlds."""
    return (bare_desk(),)


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
