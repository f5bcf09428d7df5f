"""Calls that begin with an access group."""

from __future__ import annotations

from scenarios.authoring import ask
from scenarios.itsm.calls import ring
from scenarios.itsm.parts import group_membership, password_reset, service_outage
from scenarios.model import Scenario

WORKFLOW = "group_membership"


def scenarios() -> tuple[Scenario, ...]:
    """The scenarios of this workflow, without their expected worlds."""
    return (lens_curves(), closed_books(), campaign_over(), away_from_the_plant())


def lens_curves() -> Scenario:
    """A group that takes approval."""
    d = ring(
        "lens-curves", "2027-01-20 11:15", "Tobias Rehnquist", "man", "RND", "ENGINEER", "BLD6", "careful", tier="code"
    )
    return d.scenario(
        WORKFLOW,
        "Engineer wants the data of the laboratories",
        group_membership.joined(
            d,
            ask("I compare curves of our lenses, and the measurements behind them are closed to me. How do I get in?"),
            "For your comparison you need the measurements of the laboratories, so you want to join their group.",
            code="GRP-LABDAT",
        ),
    )


def closed_books() -> Scenario:
    """A group that is not for the caller's department."""
    d = ring(
        "closed-books",
        "2027-04-07 16:20",
        "Tamsin Roscoe",
        "woman",
        "SALES",
        "SPECIALIST",
        "BLD1",
        "tired",
        tier="code",
    )
    return d.scenario(
        WORKFLOW,
        "Sales wants the financial reports",
        group_membership.not_for(
            d,
            ask("I have to finish a margin overview tonight and the finance reports turn me away. Put me in, please."),
            "You think that the figures you need are in the reports of finance, and want to be put in their group.",
            "I'm sorry, I can't add you to that group. It is only for the finance department, and you belong to sales.",
            code="GRP-FINREP",
        ),
        outcome="refuse",
    )


def campaign_over() -> Scenario:
    """A group that is no longer needed, and a password that was forgotten."""
    d = ring(
        "campaign-over",
        "2027-06-09 13:05",
        "Annika Stenberg",
        "woman",
        "LEGAL",
        "ANALYST",
        "BLD9",
        "brisk",
        tier="code",
    )
    return d.scenario(
        WORKFLOW,
        "Out of a group, and another password for the VPN",
        group_membership.left(
            d,
            ask("The campaign is finished, so take me off the group of people who see the press pictures."),
            "You checked the rights of pictures for a campaign. It is over, and you want to leave the press library.",
            code="GRP-PRESS",
            since=95,
        ),
        password_reset.reset(
            d,
            ask("Next. The VPN asks for a password that I set in spring, and I have no idea what it was."),
            "You no longer know your password for the VPN, which you seldom use.",
            system="vpn_gateway",
        ),
    )


def away_from_the_plant() -> Scenario:
    """A group that is open to all, a password that has run out, and storage that is out."""
    d = ring(
        "away-from-the-plant",
        "2027-09-15 08:40",
        "Dawit Tesfaye",
        "man",
        "OPS",
        "ANALYST",
        "BLD4",
        "nervous",
        tier="code",
    )
    return d.scenario(
        WORKFLOW,
        "Signing in from outside, an old password, printing is out",
        group_membership.joined(
            d,
            ask("I shall look after my father for some weeks. They told me there is a group for working from afar."),
            "You will work at your father's for a while and need to be in the group for remote work.",
            code="GRP-REMOTE",
        ),
        password_reset.reset(
            d,
            ask("I hope this is no bother: the mail program says that my password is too old."),
            "The password of your mailbox has expired, and you fear to miss a message.",
            system="email_exchange",
            expired=True,
        ),
        service_outage.joined(
            d,
            ask("And one worry more. I wanted to print the shift plans, but nothing comes out of any printer."),
            "No printer takes the shift plans, and you wonder whether you broke something.",
            service="print_service",
            affected=37,
            text="The print servers were stopped by a full disk.",
        ),
    )
