"""Calls that begin with the accounts of a new employee."""

from __future__ import annotations

from scenarios.authoring import ask
from scenarios.itsm.calls import ring
from scenarios.itsm.parts import account_unlock, group_membership, network_trouble, new_hire_accounts, offboarding
from scenarios.model import Scenario

WORKFLOW = "new_hire_accounts"


def scenarios() -> tuple[Scenario, ...]:
    """The scenarios of this workflow, without their expected worlds."""
    return (press_desk_start(), one_comes_one_goes(), empty_chair_filled())


def press_desk_start() -> Scenario:
    """A new analyst who needs one group."""
    d = ring(
        "press-desk-start",
        "2027-02-17 10:10",
        "Oana Radulescu",
        "woman",
        "MKT",
        "MANAGER",
        "BLD6",
        "cheerful",
        tier="manager",
    )
    who = new_hire_accounts.hire(d, "Fergus Ilves", "man", "2027-03-01")
    return d.scenario(
        WORKFLOW,
        "Accounts of a new analyst in marketing",
        new_hire_accounts.provisioned(
            d,
            ask("Lovely news, my team grows! Somebody joins us soon and can't sign in to anything yet."),
            "Fergus joins your marketing team, and you want his accounts to be ready, with the press library.",
            who=who,
            groups=("GRP-PRESS",),
        ),
    )


def one_comes_one_goes() -> Scenario:
    """A successor who needs two groups, and the predecessor, who keeps the mail for the handover."""
    d = ring(
        "one-comes-one-goes",
        "2027-05-12 14:35",
        "Idris Sesay",
        "man",
        "OPS",
        "MANAGER",
        "BLD2",
        "expert",
        tier="manager",
    )
    who = new_hire_accounts.hire(d, "Marisol Etxeberria", "woman", "2027-05-24", role="SPECIALIST")
    former = d.report("Anselm Vogt", "man", role="SPECIALIST", hired="2018-10-01")
    return d.scenario(
        WORKFLOW,
        "A successor comes, and the predecessor goes",
        new_hire_accounts.provisioned(
            d,
            ask("Two matters of staff. To begin with, please set up the accounts of my next production planner."),
            "Marisol follows Anselm as production planner. She needs the shop floor screens and remote work.",
            who=who,
            groups=("GRP-FLOOR", "GRP-REMOTE"),
        ),
        offboarding.removed(
            d,
            ask("The second matter is her predecessor. He retires, and his access has to end."),
            "Anselm retires. His mail and calendar are to stay for the handover, and he brings his devices in himself.",
            who=former,
            day="2027-05-21",
            scope="staged",
            method="drop_off",
        ),
    )


def empty_chair_filled() -> Scenario:
    """A new engineer, an account that is locked, a group of earlier days, and a cable without a network."""
    d = ring(
        "empty-chair-filled",
        "2027-08-04 09:20",
        "Catalina Quiroga",
        "woman",
        "ENG",
        "MANAGER",
        "BLD4",
        "chatty",
        tier="manager",
    )
    who = new_hire_accounts.hire(d, "Uzma Haddad", "woman", "2027-08-16", role="ENGINEER")
    return d.scenario(
        WORKFLOW,
        "A new engineer, a locked account, an old group, a dead cable",
        new_hire_accounts.provisioned(
            d,
            ask("That chair beside me was empty for half a year, imagine, and now we found an engineer for it!"),
            "Uzma fills a place that was long vacant. You want her accounts created, with the laboratory data.",
            who=who,
            groups=("GRP-LABDAT",),
        ),
        account_unlock.unlocked(
            d,
            ask("While I have you, I locked myself out of the ERP. Three fingers too many on the keyboard."),
            "You mistyped the password of the ERP and are shut out.",
            system="erp_oracle",
            reply="No, I am still shut out.",
        ),
        group_membership.left(
            d,
            ask("Oh, and I get heaps of notices from a group that I joined once for a brochure. I want out of it."),
            "Since you helped with a brochure you are in the group of the press library, which you no longer need.",
            code="GRP-PRESS",
        ),
        network_trouble.mended(
            d,
            ask("Last of all, the network cable at my desk does nothing whatsoever, I type all this on Wi-Fi."),
            "The cable at your desk gives you no network. You would be glad of a hint.",
            what="ethernet",
            reply="Well, look at that, the little light is green again!",
        ),
    )
