"""Calls that begin with a locked account."""

from __future__ import annotations

from scenarios.itsm.calls import ask, ring
from scenarios.itsm.parts import account_unlock
from scenarios.model import Scenario

WORKFLOW = "account_unlock"


def scenarios() -> tuple[Scenario, ...]:
    """The scenarios of this workflow, without their expected worlds."""
    return (locked_after_lunch(),)


def locked_after_lunch() -> Scenario:
    """Too many wrong passwords for the VPN."""
    d = ring("locked-after-lunch", "2027-01-12 13:20", "Amara Adeyemi", "woman", "FIN", "ANALYST", "BLD1", "brisk")
    return d.scenario(
        WORKFLOW,
        "Analyst is locked out of the VPN",
        account_unlock.unlocked(
            d,
            ask("I mistyped my password a few times after lunch, and now it says I'm locked out."),
            "Your account is locked after several wrong passwords, and you want to get back in.",
            system="vpn_gateway",
        ),
    )
