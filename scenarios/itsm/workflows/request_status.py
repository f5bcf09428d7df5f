"""Calls that begin with a request made before."""

from __future__ import annotations

from scenarios.authoring import ask
from scenarios.itsm.calls import ring
from scenarios.itsm.parts import (
    hardware_malfunction,
    laptop_replacement,
    license_request,
    network_trouble,
    request_status,
)
from scenarios.model import Scenario

WORKFLOW = "request_status"


def scenarios() -> tuple[Scenario, ...]:
    """The scenarios of this workflow, without their expected worlds."""
    return (silent_manager(), lost_in_between(), before_the_deadline())


def silent_manager() -> Scenario:
    """An approver who has let the time pass."""
    d = ring("silent-manager", "2027-09-07 10:15", "Bartosz Wojcik", "man", "FIN", "ANALYST", "BLD1", "expert")
    return d.scenario(
        WORKFLOW,
        "Manager on a sailing trip, the director is asked",
        request_status.escalated(
            d,
            ask("My access request timed out with my manager, who is out sailing. Please escalate it one level up."),
            "Your manager sails and has let the time for your request pass. You want the director to be asked.",
            application="Ledgerline",
            level="standard",
            ends=-4,
        ),
    )


def lost_in_between() -> Scenario:
    """A question about a request, and a license that nobody could pay."""
    d = ring("lost-in-between", "2027-09-28 16:50", "Marisol Zapata", "woman", "MKT", "ANALYST", "BLD6", "tired")
    return d.scenario(
        WORKFLOW,
        "Where a request stands, and a license without a cost center",
        request_status.standing(
            d,
            ask("I asked for access to something yesterday and have heard nothing. Where does it hang?"),
            "You want to know who has to do something about your request, and by when. You do not want to hurry it.",
            application="Datawell",
            level="read_only",
            ends=1,
        ),
        license_request.nobody_pays(
            d,
            ask("All right. One more. I draw all our flyers, so I need my own license for that now.", transfer=True),
            "You draw the flyers and want a license for good. Since a reorganization nobody knows who pays for you.",
            product="Inkwell Studio",
            to="a colleague who enters the cost center",
            summary="The caller needs a permanent license for Inkwell Studio; no cost center stands in the record.",
        ),
        outcome="transfer",
    )


def before_the_deadline() -> Scenario:
    """An approver with time left, a dark monitor, a dead cable, and a slow laptop."""
    d = ring("before-the-deadline", "2027-10-20 08:35", "Mei Xiong", "woman", "ENG", "ENGINEER", "BLD9", "brisk")
    return d.scenario(
        WORKFLOW,
        "Approval that has time, a striped monitor, a dead cable, a slow laptop",
        request_status.in_time(
            d,
            ask("Four points. One: my request for the lens designer sits with my manager. Send it to the director."),
            "You asked for the lens designer this morning, and want the director to approve it, who is quicker.",
            application="Opticore",
            level="standard",
            ends=2,
        ),
        hardware_malfunction.visited(
            d,
            ask("Two: green stripes on my monitor. I read around them."),
            "Half of your monitor shows green stripes. You can work, but you are slow.",
            tag=d.monitor,
            urgency="medium",
            work="I can work, slowly.",
            day="2027-10-22",
            half="morning",
            reply="No. Still striped.",
        ),
        network_trouble.reported(
            d,
            ask("Three: no link on the network cable. Without it the test bench is cut off, and I do nothing else."),
            "The network cable of the test bench is dead. Without the bench you have nothing to do.",
            what="ethernet",
            urgency="high",
            work="I can't work at all without the bench.",
            reply="No link, no.",
        ),
        laptop_replacement.ordered(
            d,
            ask("Four: a simulation takes a night on my laptop. It's four years old. New one, please."),
            "Your laptop is four years old and too slow for simulations. You want a large one with Windows.",
            why="performance_degradation",
            months=49,
            os="windows",
            size="16_inch",
            reason="It's too slow, every simulation takes a night.",
        ),
    )
