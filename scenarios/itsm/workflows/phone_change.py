"""Calls that begin with another phone for the codes."""

from __future__ import annotations

from scenarios.authoring import ask
from scenarios.itsm.calls import ring
from scenarios.itsm.parts import (
    application_access,
    hardware_malfunction,
    laptop_replacement,
    network_trouble,
    phone_change,
)
from scenarios.model import Scenario

WORKFLOW = "phone_change"


def scenarios() -> tuple[Scenario, ...]:
    """The scenarios of this workflow, without their expected worlds."""
    return (new_contract(), birthday_present(), two_phones())


def new_contract() -> Scenario:
    """A number that changes with the contract."""
    d = ring("new-contract", "2027-09-02 11:20", "Noor Usmani", "woman", "HR", "SPECIALIST", "BLD6", "careful")
    return d.scenario(
        WORKFLOW,
        "Codes to a phone with another number",
        phone_change.filed(
            d,
            ask("Next month I get another mobile number. I'd like to know how my sign-in codes will reach me there."),
            "You change your mobile contract. The sign-in codes are to come to the new number from then on.",
        ),
    )


def birthday_present() -> Scenario:
    """Another phone, a docking station that crackles, and an old laptop."""
    d = ring("birthday-present", "2027-10-13 09:25", "Anders Vinterberg", "man", "RND", "ENGINEER", "BLD4", "chatty")
    dock = d.device("DCK", 27)
    return d.scenario(
        WORKFLOW,
        "A phone as a present, a dock that crackles, an old laptop",
        phone_change.filed(
            d,
            ask("My daughters gave me a fancy phone yesterday! It should get those little codes from now on."),
            "You got a phone for your birthday and want the sign-in codes on it. The old one stays in a drawer.",
        ),
        hardware_malfunction.visited(
            d,
            ask("Then there's my docking station. It crackles, and every other minute the screens go black."),
            "Your docking station loses the screens all the time. You get on with your work, between two blackouts.",
            tag=dock,
            urgency="medium",
            work="I can work, only with a break every other minute.",
            day="2027-10-15",
            half="afternoon",
            reply="No, there it goes again. Black.",
        ),
        laptop_replacement.ordered(
            d,
            ask("Last of all, my laptop is older than some of my trainees. May I have another?"),
            "Your laptop is more than five years old. You want a small one with the system of Apple.",
            why="end_of_life",
            months=63,
            os="macos",
            size="13_inch",
            reason="Nothing is broken, it is simply more than five years old.",
        ),
    )


def two_phones() -> Scenario:
    """Another phone, an application that takes approval, a VPN that drops, and a stuck key."""
    d = ring(
        "two-phones",
        "2027-10-27 14:05",
        "Desmond Yeboah",
        "man",
        "FIN",
        "ANALYST",
        "BLD1",
        "stern",
        tier="code",
    )
    return d.scenario(
        WORKFLOW,
        "A second phone, the reports, a VPN that drops, a stuck key",
        phone_change.filed(
            d,
            ask("I carry a second telephone now. I demand that the security codes be sent to that one in future."),
            "You have two phones and want the sign-in codes on the newer one. For now the old one still gets them.",
        ),
        application_access.access(
            d,
            ask("Secondly, I have been told to compare the quarters, and I may not even open the reports."),
            "You are to compare quarters and need the application with the reports. Reading them is enough.",
            application="Datawell",
            level="read_only",
            said="reports",
            purpose="I compare the quarters, for which I read the reports.",
        ),
        network_trouble.reported(
            d,
            ask("Thirdly, the VPN throws me out every quarter of an hour. I have to begin anew each time."),
            "At home the VPN breaks off every fifteen minutes. Work goes on, with interruptions.",
            what="vpn",
            urgency="medium",
            work="I can work between two interruptions. It takes twice as long.",
            reply="No. It has just thrown me out again.",
        ),
        hardware_malfunction.visited(
            d,
            ask(
                "Finally, a key of my laptop is stuck and types one letter for ever. I write with a borrowed keyboard."
            ),
            "A key of your laptop is stuck. With a borrowed keyboard you can work, though not well.",
            tag=d.laptop,
            urgency="medium",
            work="With the borrowed keyboard I can work, but not well.",
            day="2027-10-29",
            half="morning",
            reply="No. The key is stuck, as before.",
        ),
    )
