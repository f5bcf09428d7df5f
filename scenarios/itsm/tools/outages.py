"""Services that do not work for many, and what is known about why."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from scenarios.itsm.tools.fields import Service, TicketNumber
from scenarios.itsm.tools.lookup import ticket_of
from scenarios.itsm.tools.session import own_employee, signed_in
from scenarios.parameters import EmployeeId
from scenarios.rows import Row
from scenarios.tool import Params, Rejected, Result, tool
from scenarios.world import World


class CheckExistingOutage(Params):
    """Parameters of `check_existing_outage`."""

    service_name: Service


class AddAffectedUser(Params):
    """Parameters of `add_affected_user`."""

    ticket_number: Annotated[TicketNumber, Field(description="Ticket of the outage, as it was looked up")]
    employee_id: EmployeeId


class LinkKnownError(Params):
    """Parameters of `link_known_error`."""

    ticket_number: TicketNumber
    service_name: Service


@tool("itsm", "read", "Tells whether a service is known to be out, by which ticket and for how many.")
def check_existing_outage(world: World, params: CheckExistingOutage) -> Result:
    """Shows the outage of a service, if there is one."""
    signed_in(world)
    outage: Row | None = world.table("active_outages").get(params.service_name)
    if outage is None:
        return {
            "status": "success",
            "existing_outage": False,
            "service_name": params.service_name,
            "message": f"No outage of {params.service_name} is on file.",
        }
    return {
        "status": "success",
        "existing_outage": True,
        "ticket_number": outage["ticket_number"],
        "service_name": params.service_name,
        "affected_user_count": outage["affected_user_count"],
        "message": f"{params.service_name} is out, see {outage['ticket_number']}.",
    }


@tool("itsm", "write", "Adds the caller to those whom a known outage affects, in place of another ticket.")
def add_affected_user(world: World, params: AddAffectedUser) -> Result:
    """Adds a user to the outage; nobody counts twice."""
    own_employee(world, params.employee_id)
    outage = _outage(world, params.ticket_number)
    users = outage.setdefault("affected_users", [])
    if params.employee_id not in users:
        users.append(params.employee_id)
        outage["affected_user_count"] += 1
    return {
        "status": "success",
        "ticket_number": params.ticket_number,
        "employee_id": params.employee_id,
        "total_affected": outage["affected_user_count"],
        "message": f"{params.employee_id} is on the list of {params.ticket_number}.",
    }


@tool(
    "itsm",
    "write",
    "Looks for a known error of a service and links it to a ticket. It returns a way around the error, if there is "
    "one; that no error is known is an answer too.",
)
def link_known_error(world: World, params: LinkKnownError) -> Result:
    """Notes a known error in the ticket."""
    signed_in(world)
    ticket = ticket_of(world, params.ticket_number)
    known: Row | None = world.table("known_errors").get(params.service_name)
    if known is None:
        return {
            "status": "success",
            "linked": False,
            "ticket_number": params.ticket_number,
            "message": f"No error of {params.service_name} is known.",
        }
    ticket["linked_known_error_id"] = known["known_error_id"]
    return {
        "status": "success",
        "linked": True,
        "ticket_number": params.ticket_number,
        "known_error_id": known["known_error_id"],
        "workaround": known["workaround"],
        "message": f"{known['known_error_id']} is linked to {params.ticket_number}.",
    }


def _outage(world: World, ticket_number: str) -> Row:
    for outage in world.table("active_outages").values():
        if outage.get("ticket_number") == ticket_number:
            found: Row = outage
            return found
    raise Rejected("ticket_not_found", f"There is no outage with ticket {ticket_number}.")
