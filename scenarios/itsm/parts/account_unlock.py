"""Accounts that are locked, held, or that let nobody in for no visible reason."""

from __future__ import annotations

from scenarios.authoring import Part, call, facts_of, heard, ruled
from scenarios.itsm import words
from scenarios.itsm.draft import Draft
from scenarios.itsm.parts.endings import handed_over, refused
from scenarios.itsm.parts.guides import gone_through, outcome
from scenarios.itsm.parts.tickets import hours, stakes, ticket
from scenarios.itsm.steps import solved
from scenarios.model import Arg, Request, Step

KIND = "login_issue"


def unlocked(
    d: Draft, request: Request, goal: str, *, system: str, reply: str = "No, it still says that I am locked out."
) -> Part:
    """An account that failed attempts have locked: the guide first, then it is opened and the call is noted.

    Args:
        d: the call.
        request: what the caller says.
        goal: what the caller wants.
        system: in which it is locked.
        reply: what the caller says after the guide.
    """
    d.locked(system)
    offer = f"I can unlock your account for {words.SYSTEMS[system]} and note it as solved. Shall I go ahead?"
    return Part(
        request=request,
        goal=goal,
        steps=(*gone_through(KIND), unlock(d, system, offer), solved(d.employee_id, KIND)),
        facts=facts_of(system_arg(system)),
        rules=outcome(reply),
        negotiation=("Try what the agent suggests; say afterwards that it did not help.",),
        resolution="The account is unlocked and the agent has said so.",
        failure="If it cannot be unlocked, ask what you can do instead.",
    )


def held(d: Draft, request: Request, goal: str, *, system: str, reply: str) -> Part:
    """An account that the security team holds: only they decide. `reply` is said after the guide."""
    d.locked(system, "security_hold")
    name = words.SYSTEMS[system]
    return handed_over(
        d,
        request,
        goal,
        (*gone_through(KIND), unlock(d, system, f"I can try to unlock your account for {name}. Shall I go ahead?")),
        reason="policy_exception_needed",
        summary=f"Account in {system} is held for reasons of security; the caller asks for it to be opened.",
        offer="That account is held for reasons of security, and only the security team decides about it. "
        "I can hand you over to a colleague there. Shall I transfer you?",
        to="the security team",
        facts=facts_of(system_arg(system)),
        rules=outcome(reply),
    )


def unexplained(d: Draft, request: Request, goal: str, *, system: str, urgency: str, reply: str, work: str) -> Part:
    """A sign-in that fails although nothing says why: the guide, then a ticket.

    Args:
        d: the call.
        request: what the caller says.
        goal: what the caller wants.
        system: that lets the caller not in.
        urgency: how bad it is.
        reply: what the caller says after the guide.
        work: what it does to the work, in the caller's words.
    """
    name = words.SYSTEMS[system]
    offer = f"I can open a ticket of {urgency} urgency for signing in to {name}, {hours(urgency)}. Shall I go ahead?"
    _, steps = ticket(d, KIND, urgency, ruled(system), offer)
    return Part(
        request=request,
        goal=goal,
        steps=(*gone_through(KIND), *steps),
        facts=facts_of(system_arg(system)),
        rules=outcome(reply, (stakes(work),)),
        negotiation=("Try what the agent suggests; say afterwards that it did not help.",),
        resolution="A ticket is open and you know how soon it is answered.",
        failure="If there is no ticket, ask who else can look at it.",
    )


def of_another(request: Request, goal: str, *tells: str, edges: tuple[str, ...]) -> Part:
    """Somebody else's account; `tells` are the refusal and the answers to each pushback."""
    return refused(
        request,
        goal,
        (),
        *tells,
        because=("herself", "himself", "somebody else", "someone else", "another person", "own account", "themselves"),
        about="that everybody asks for the own account only",
        edges=edges,
    )


def unlock(d: Draft, system: str, offer: str | None = None) -> Step:
    """Open the caller's account."""
    return call("attempt_account_unlock", offer=offer, employee_id=d.employee_id, target_system=system_arg(system))


def system_arg(system: str) -> Arg:
    """The system that the caller names."""
    return heard("target_system", "choice", system)
