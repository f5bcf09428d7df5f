"""Services that are out, for one or for many."""

from __future__ import annotations

from scenarios.authoring import Part, call, facts_of, found, heard, tell
from scenarios.itsm import words
from scenarios.itsm.chance import Draw
from scenarios.itsm.draft import Draft
from scenarios.itsm.parts.endings import informed
from scenarios.itsm.parts.tickets import hours, stakes, ticket
from scenarios.model import Arg, Expectation, Request, Step
from scenarios.rows import Row

KIND = "service_outage"


def out(d: Draft, service: str, affected: int, text: str) -> str:
    """Puts an outage into the world: its ticket, and those whom it affects, known by number; returns the ticket."""
    first = d.director
    number = d.ticket(KIND, "high", service, 0, first)
    draw = Draw(f"outage/{d.id}/{service}")
    others = [f"EMP{draw.integer(100_000, 999_999)}" for _ in range(affected - 1)]
    d.world["active_outages"][service] = {
        "service_name": service,
        "ticket_number": number,
        "status": "investigating",
        "description": text,
        "affected_user_count": affected,
        "affected_users": [first.employee_id, *others],
    }
    return number


_OTHERS: dict[str, tuple[str, str, str | None]] = {
    "email_exchange": ("Attachments arrive empty", "Scanner of attachments runs out of memory", "Send a link instead"),
    "vpn_gateway": ("Sessions end after an hour", "Limit set for an earlier version of the client", None),
}
"""Errors that are known besides."""


def known_error(d: Draft, service: str, summary: str, cause: str, workaround: str | None) -> Row:
    """Puts a known error of a service into the world."""
    row: Row = {
        "known_error_id": f"KE-{Draw(f'error/{service}').integer(2100, 9800)}",
        "service_name": service,
        "summary": summary,
        "root_cause": cause,
        "workaround": workaround,
        "created_date": d.on(-1),
    }
    d.world["known_errors"][service] = row
    return row


def joined(d: Draft, request: Request, goal: str, *, service: str, affected: int, text: str) -> Part:
    """A service that is out already: the caller is put on the list.

    Args:
        d: the call.
        request: what the caller says.
        goal: what the caller wants.
        service: that is out.
        affected: how many are on the list.
        text: what is known.
    """
    number = out(d, service, affected, text)
    name = words.SYSTEMS[service]
    add = call(
        "add_affected_user",
        offer=f"An outage of {name} is known and being worked on. I can add you to those affected. Shall I go ahead?",
        ticket_number=found(number),
        employee_id=d.employee_id,
    )
    return Part(
        request=request,
        goal=goal,
        steps=(_looked_up(service), add),
        facts=facts_of(_name(service)),
        resolution="You are on the list of those whom the outage affects.",
        failure="If that is not possible, ask where you can read about the outage.",
    )


def opened(
    d: Draft,
    request: Request,
    goal: str,
    *,
    service: str,
    urgency: str,
    work: str,
    error: tuple[str, str, str | None],
    told: tuple[str, tuple[str, ...]] | None = None,
) -> Part:
    """A service of which no outage is known: a ticket with its known error.

    Args:
        d: the call.
        request: what the caller says.
        goal: what the caller wants.
        service: that is out.
        urgency: how bad it is.
        work: what it does to the work, in the caller's words.
        error: summary, cause and workaround of the known error.
        told: for one with a workaround, what the agent says of it, and words of which one must be said.
    """
    for known, what in {**_OTHERS, service: error}.items():
        known_error(d, known, *what)
    offer = (
        f"I can open a ticket of {urgency} urgency for {words.SYSTEMS[service]}, {hours(urgency)}, "
        "and look for a known error. Shall I go ahead?"
    )
    name = _name(service)
    number, steps = ticket(d, KIND, urgency, name, offer, guided=False)
    link = call("link_known_error", ticket_number=found(number), service_name=name)
    expected = Expectation(kind="told", text="the way around the error", words=(told[1],)) if told else None
    return Part(
        request=request,
        goal=goal,
        steps=(_looked_up(service), *steps, link, *((tell(told[0]),) if told else ())),
        facts=facts_of(_name(service)),
        rules=(stakes(work),),
        expectations=(expected,) if expected else (),
        resolution="A ticket is open, you know how soon it is answered, and what is known about the error.",
        failure="If there is no ticket, ask who else can look at it.",
    )


def asked(request: Request, goal: str, text: str, *groups: tuple[str, ...], about: str, service: str) -> Part:
    """Somebody who only wants to know whether a service is out.

    Args:
        request: the question.
        goal: what the caller wants to know.
        text: the answer.
        groups: words of it, of each group one.
        about: the answer in words.
        service: that is asked about.
    """
    return informed(request, goal, (_looked_up(service),), text, *groups, about=about, facts=facts_of(_name(service)))


def _looked_up(service: str) -> Step:
    return call("check_existing_outage", service_name=_name(service))


def _name(service: str) -> Arg:
    return heard("service_name", "choice", service)
