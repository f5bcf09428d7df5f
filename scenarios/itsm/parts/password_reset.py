"""Passwords that are forgotten or have run out."""

from __future__ import annotations

from scenarios.authoring import Part, call, facts_of
from scenarios.itsm import words
from scenarios.itsm.draft import Draft
from scenarios.itsm.parts.account_unlock import KIND, system_arg, unlock
from scenarios.itsm.parts.endings import refused
from scenarios.itsm.steps import solved
from scenarios.model import Request, Rule, Step


def reset(d: Draft, request: Request, goal: str, *, system: str, expired: bool = False, locked: bool = False) -> Part:
    """A temporary password goes to the phone on file.

    Args:
        d: the call, of the tier ``code``.
        request: what the caller says.
        goal: what the caller wants.
        system: whose password.
        expired: whether it has run out rather than been forgotten.
        locked: whether the account is locked as well, which comes first.
    """
    if locked:
        d.locked(system)
    d.me["account_status"][system]["password_expired"] = expired
    name = words.SYSTEMS[system]
    first = f"unlock your account for {name} and " if locked else ""
    offer = f"I can {first}send a temporary password for {name} to your phone on file. Shall I go ahead?"
    writes = (unlock(d, system, offer), _reset(d, system)) if locked else (_reset(d, system, offer),)
    return Part(
        request=request,
        goal=goal,
        steps=(*writes, solved(d.employee_id, KIND)),
        facts=facts_of(system_arg(system)),
        also=("The new password is sent to your phone and not said aloud.",),
        negotiation=("Agree when the agent names this system and no other.",),
        resolution="A temporary password is on its way to your phone.",
        failure="If it is not possible, ask where you can get a new password.",
    )


def in_person(d: Draft, request: Request, goal: str, *tells: str, system: str) -> Part:
    """A password that is reset at the counter only; `tells` are the refusal and the answers to each pushback."""
    account = d.me["account_status"][system]
    account["requires_in_person_reset"] = True
    offer = f"I can try to send a temporary password for {words.SYSTEMS[system]} to your phone. Shall I go ahead?"
    return refused(
        request,
        goal,
        (_reset(d, system, offer),),
        *tells,
        because=("in person", "counter", "come by", "visit"),
        about="that this account's password is reset in person only",
        facts=facts_of(system_arg(system)),
    )


def without_code(request: Request, goal: str, *tells: str, system: str) -> Part:
    """Somebody who will not give the one-time code, and presses for a password all the same."""
    return refused(
        request,
        goal,
        (),
        *tells,
        because=("one-time code", "one time code", "code"),
        about="that a password takes the one-time code",
        facts=facts_of(system_arg(system)),
        rules=(Rule(cue=r"code[^.!]*\?", reply="I don't have the code, my phone is at home."),),
        edges=("You have no one-time code: if the agent asks for it, say that your phone is at home.",),
    )


def _reset(d: Draft, system: str, offer: str | None = None) -> Step:
    return call("attempt_password_reset", offer=offer, employee_id=d.employee_id, target_system=system_arg(system))
