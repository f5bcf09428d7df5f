"""The proof of identity per tier, and the steps that many requests share.

Numbers that only a caller can give (employee number, device, license...) count as heard at every step, also where a
tool response repeats them: an agent that misheard one must not be handed the right one later. The numbers of new
tickets, requests and cases count as found.
"""

from __future__ import annotations

from typing import Literal

from scenarios.authoring import call, found, heard, one_time_code, ruled
from scenarios.itsm.people import Person
from scenarios.model import Arg, Fact, Step

Tier = Literal["standard", "code", "manager"]
"""How a caller is verified: by phone, also by a one-time code, or as a manager by the manager's and a one-time code."""

TIERS = {"high": "tier_1", "medium": "tier_2", "low": "tier_3"}
"""How soon a ticket is answered, by its urgency."""

HOURS = {"high": ("one hour", "four"), "medium": ("four hours", "eight"), "low": ("eight hours", "twenty four")}
"""Hours to the first answer and to the end of the problem, in words, by the urgency of a ticket."""


def employee_number(who: Person) -> Arg:
    """The caller's employee number as an argument."""
    return heard("employee_id", "code", who.employee_id)


def identification(who: Person, tier: Tier) -> tuple[Step, ...]:
    """The steps that prove who calls."""
    number = employee_number(who)
    phone = heard("phone_last_four", "digits", who.phone_last_four)
    if tier == "manager":
        secret = heard("manager_auth_code", "code", who.manager_auth_code)
        first = call("verify_manager_auth", employee_id=number, phone_last_four=phone, manager_auth_code=secret)
    else:
        first = call("verify_employee_auth", employee_id=number, phone_last_four=phone)
    if tier == "standard":
        return (first,)
    return (first, *one_time_code(number, who.otp_code))


def identity(who: Person, tier: Tier) -> tuple[Fact, ...]:
    """What the caller can say to prove it."""
    facts = [
        Fact(slot="employee_id", kind="code", value=who.employee_id),
        Fact(slot="phone_last_four", kind="digits", value=who.phone_last_four),
    ]
    if tier == "manager":
        facts.append(Fact(slot="manager_auth_code", kind="code", value=who.manager_auth_code))
    if tier != "standard":
        facts.append(Fact(slot="otp_code", kind="digits", value=who.otp_code))
    return tuple(facts)


def guide(kind: str) -> Step:
    """Look up the troubleshooting guide for a kind of problem."""
    return call("get_troubleshooting_guide", issue_category=ruled(kind))


def solved(employee_id: Arg, kind: str) -> Step:
    """The note that a problem was solved in the call."""
    return call(
        "mark_resolved",
        employee_id=employee_id,
        flow_id=ruled(kind),
        resolution_type=ruled("resolved_via_troubleshooting"),
    )


def open_ticket(
    employee_id: Arg, category: str, urgency: str, system: Arg, *, guided: bool, offer: str | None = None
) -> Step:
    """A new ticket.

    Args:
        employee_id: the caller.
        category: kind of problem.
        urgency: how bad it is, by what the caller tells.
        system: what does not work.
        guided: whether a guide was gone through.
        offer: said before it when it is the first change of the request.
    """
    return call(
        "create_incident_ticket",
        offer=offer,
        employee_id=employee_id,
        category=ruled(category),
        urgency=ruled(urgency),
        affected_system=system,
        troubleshooting_completed=ruled(guided),
    )


def tier_of(ticket: str, urgency: str) -> Step:
    """How soon a ticket is answered."""
    return call("assign_sla_tier", ticket_number=found(ticket), sla_tier=ruled(TIERS[urgency]))


def route(request_id: str, employee_id: Arg, manager: Person) -> Step:
    """Send a request that takes approval to the caller's manager, whom the employee's record tells."""
    return call(
        "route_approval_workflow",
        request_id=found(request_id),
        employee_id=employee_id,
        approver_employee_id=found(manager.employee_id),
    )
