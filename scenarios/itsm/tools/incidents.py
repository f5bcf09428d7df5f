"""Incident tickets, how soon they are answered, and what is attached to them."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from scenarios.itsm.tools.fields import DiagnosticCode, TicketNumber
from scenarios.itsm.tools.ids import content_digits
from scenarios.itsm.tools.lookup import ticket_of
from scenarios.itsm.tools.session import own_employee, signed_in
from scenarios.parameters import EmployeeId
from scenarios.tool import Code, Params, Rejected, Result, tool
from scenarios.world import World

Urgency = Literal["low", "medium", "high"]
Tier = Literal["tier_1", "tier_2", "tier_3"]

#: Categories whose guide the caller has to go through first.
_GUIDED = frozenset({"login_issue", "network_connectivity"})

_TIERS: dict[Urgency, Tier] = {"high": "tier_1", "medium": "tier_2", "low": "tier_3"}

#: Hours to the first answer and to the end of the problem.
_HOURS: dict[Tier, tuple[int, int]] = {"tier_1": (1, 4), "tier_2": (4, 8), "tier_3": (8, 24)}


class CreateIncidentTicket(Params):
    """Parameters of `create_incident_ticket`."""

    employee_id: EmployeeId
    category: Annotated[
        Literal["login_issue", "service_outage", "hardware_malfunction", "network_connectivity"],
        Field(description="What kind of problem it is, by what the caller tells; the caller does not choose it"),
        Code("invalid_category"),
    ]
    urgency: Annotated[
        Urgency,
        Field(
            description="high: the caller cannot work; medium: work goes on with trouble; low: a nuisance that can "
            "wait. It follows from what the caller tells"
        ),
        Code("invalid_urgency"),
    ]
    affected_system: Annotated[
        str,
        Field(
            min_length=1,
            description="What does not work. For a login or an outage the name of the system: active_directory, "
            "sso_identity, email_exchange, vpn_gateway, erp_oracle, crm_platform, hr_portal, code_repository, "
            "ci_cd_pipeline, file_storage or print_service. For a device its tag. For the network vpn, wifi or "
            "ethernet",
        ),
        Code("invalid_affected_system"),
    ]
    troubleshooting_completed: Annotated[
        bool,
        Field(
            description="Whether the caller went through all steps of the guide; without it there is no ticket for a "
            "login or the network"
        ),
    ]


class AssignSlaTier(Params):
    """Parameters of `assign_sla_tier`."""

    ticket_number: TicketNumber
    sla_tier: Annotated[
        Tier,
        Field(description="tier_1 for a ticket of high urgency, tier_2 of medium, tier_3 of low"),
        Code("invalid_sla_tier"),
    ]


class AttachDiagnosticLog(Params):
    """Parameters of `attach_diagnostic_log`."""

    ticket_number: TicketNumber
    diagnostic_ref_code: DiagnosticCode


@tool("itsm", "write", "Opens an incident ticket for the caller. It returns the number of the ticket.")
def create_incident_ticket(world: World, params: CreateIncidentTicket) -> Result:
    """Adds a ticket; opened twice with the same words it is one ticket."""
    own_employee(world, params.employee_id)
    if params.category in _GUIDED and not params.troubleshooting_completed:
        raise Rejected("troubleshooting_required", f"Go through the guide for {params.category} first.")
    ticket = {
        "ticket_number": None,
        **params.model_dump(),
        "status": "open",
        "sla_tier": None,
        "created_date": world.today,
    }
    number = f"INC{content_digits(ticket)}"
    world.table("tickets")[number] = {**ticket, "ticket_number": number}
    return {
        "status": "success",
        "ticket_number": number,
        "category": params.category,
        "urgency": params.urgency,
        "message": f"Ticket {number} is open.",
    }


@tool(
    "itsm",
    "write",
    "Sets how soon a ticket is answered and solved; it must fit the urgency of the ticket. It returns both times.",
)
def assign_sla_tier(world: World, params: AssignSlaTier) -> Result:
    """Sets the tier and its hours."""
    signed_in(world)
    ticket = ticket_of(world, params.ticket_number)
    wanted = _TIERS[ticket["urgency"]]
    if params.sla_tier != wanted:
        raise Rejected("tier_urgency_mismatch", f"A ticket of {ticket['urgency']} urgency is of {wanted}.")
    response, resolution = _HOURS[params.sla_tier]
    ticket.update(sla_tier=params.sla_tier, sla_response_hours=response, sla_resolution_hours=resolution)
    return {
        "status": "success",
        "ticket_number": params.ticket_number,
        "sla_tier": params.sla_tier,
        "response_target": f"{response}h",
        "resolution_target": f"{resolution}h",
        "message": f"Ticket {params.ticket_number} is answered within {response} h and solved within {resolution} h.",
    }


@tool("itsm", "write", "Attaches the result of the network diagnostic tool to a ticket, by the code it showed.")
def attach_diagnostic_log(world: World, params: AttachDiagnosticLog) -> Result:
    """Notes the code in the ticket."""
    signed_in(world)
    ticket = ticket_of(world, params.ticket_number)
    ticket.update(diagnostic_ref_code=params.diagnostic_ref_code, diagnostic_attached=True)
    return {
        "status": "success",
        "ticket_number": params.ticket_number,
        "diagnostic_ref_code": params.diagnostic_ref_code,
        "message": f"{params.diagnostic_ref_code} is attached to {params.ticket_number}.",
    }
