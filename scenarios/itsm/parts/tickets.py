"""Tickets: what a problem does to the caller's work, the ticket, and how soon it is answered."""

from __future__ import annotations

from scenarios.itsm.draft import Draft
from scenarios.itsm.steps import HOURS, open_ticket, tier_of
from scenarios.model import Arg, Rule, Step

_STAKES = (
    r"urgen|priorit|how (?:bad|badly|severe|serious|much)|still (?:work|use|do)|able to (?:work|keep|carry|do)"
    r"|can you (?:work|do|keep|carry)|keep\w* you from|stop\w* you|impact|(?:in the way|affect\w*) .{0,20}\bwork"
)


def stakes(reply: str) -> Rule:
    """What the caller says when asked how bad it is; the urgency follows from it."""
    return Rule(cue=_STAKES, reply=reply)


def hours(urgency: str) -> str:
    """When a ticket is answered and solved, for an offer."""
    first, last = HOURS[urgency]
    return f"answered within {first} and solved within {last}"


def ticket(
    d: Draft, category: str, urgency: str, system: Arg, offer: str, *, guided: bool = True
) -> tuple[str, tuple[Step, ...]]:
    """The number of a new ticket, and the steps that open it and say how soon it is answered.

    Args:
        d: the call.
        category: kind of problem.
        urgency: how bad it is.
        system: what does not work.
        offer: said before.
        guided: whether a guide was gone through.
    """
    step = open_ticket(d.employee_id, category, urgency, system, guided=guided, offer=offer)
    number = str(d.answer(step)["ticket_number"])
    return number, (step, tier_of(number, urgency))
