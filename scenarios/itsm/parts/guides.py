"""Going through a troubleshooting guide: the agent tells the steps, the caller says whether they helped."""

from __future__ import annotations

from collections.abc import Sequence

from scenarios.authoring import tell
from scenarios.itsm.steps import guide
from scenarios.model import Rule, Step

_TELLS = {
    "login_issue": (
        "First, please type your user name anew, with the caps lock off, and sign in through a private window. "
        "If a prompt shows on your phone, approve it. Did that help?"
    ),
    "network_connectivity": (
        "Let us try three things. Switch flight mode on and off again. Then disconnect and connect anew. "
        "If nothing changes, restart the computer. Did that help?"
    ),
    "hardware_malfunction": (
        "Let us try a few things. Unplug everything and plug it in again, use another power outlet, "
        "and hold the power button for thirty seconds. Did that help?"
    ),
}
_HELPED = r"did (?:that|this|it|any of (?:that|it|them)|these) (?:help|work|change|fix|solve)|any (?:better|luck)"
_DONE = r"have you (?:tried|done|gone)|(?:tell|let) me (?:know )?when you|when you(?:'ve| have) done"


def gone_through(kind: str) -> tuple[Step, ...]:
    """Look up the guide of a kind of problem, and go through it."""
    return (guide(kind), tell(_TELLS[kind]))


def outcome(reply: str, further: Sequence[Rule] = ()) -> tuple[Rule, ...]:
    """What the caller says after the steps of a guide.

    Args:
        reply: whether they helped, in the caller's words.
        further: rules that go before.
    """
    return (
        *further,
        Rule(cue=_HELPED, reply=reply),
        Rule(cue=_DONE, reply="I have done that now."),
    )
