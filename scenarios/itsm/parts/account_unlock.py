"""Accounts that are locked."""

from __future__ import annotations

from scenarios.authoring import Part, call, heard
from scenarios.itsm import words
from scenarios.itsm.draft import Draft
from scenarios.itsm.parts.guides import gone_through, outcome
from scenarios.itsm.steps import solved
from scenarios.model import Arg, Fact, Request

KIND = "login_issue"


def unlocked(
    d: Draft, request: Request, goal: str, *, system: str, helped: str = "No, it still says that I am locked out."
) -> Part:
    """An account that failed attempts have locked: the guide first, then it is opened and the call is noted.

    Args:
        d: the call.
        request: what the caller says.
        goal: what the caller wants.
        system: in which it is locked.
        helped: what the caller says after the guide.
    """
    d.locked(system)
    unlock = call(
        "attempt_account_unlock",
        offer=f"I can unlock your account for {words.SYSTEMS[system]} and note it as solved. Shall I go ahead?",
        employee_id=d.employee_id,
        target_system=_system(system),
    )
    return Part(
        request=request,
        goal=goal,
        steps=(*gone_through(KIND), unlock, solved(d.employee_id, KIND)),
        facts=_facts(system),
        rules=outcome(helped),
        negotiation=("Try what the agent suggests; say afterwards that it did not help.",),
        resolution="The account is unlocked and the agent has said so.",
        failure="If it cannot be unlocked, ask what you can do instead.",
    )


def _system(system: str) -> Arg:
    return heard("target_system", "choice", system)


def _facts(system: str) -> tuple[Fact, ...]:
    return (Fact(slot="target_system", kind="choice", value=system),)
