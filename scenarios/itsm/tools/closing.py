"""How a call ends: with a person, or without a ticket."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from scenarios.itsm.tools.fields import IssueCategory
from scenarios.itsm.tools.session import own_employee
from scenarios.parameters import EmployeeId
from scenarios.tool import Code, Params, Result, tool
from scenarios.world import World


class TransferToAgent(Params):
    """Parameters of `transfer_to_agent`."""

    employee_id: Annotated[
        EmployeeId, Field(description="The caller's employee number; as told, when the caller is not verified")
    ]
    transfer_reason: Annotated[
        Literal[
            "caller_requested",
            "policy_exception_needed",
            "unable_to_resolve",
            "complaint_escalation",
            "technical_issue",
        ],
        Field(description="Why a person is needed"),
        Code("invalid_transfer_reason"),
    ]
    issue_summary: Annotated[
        str,
        # A word at least, in any script.
        Field(
            pattern=r"\w",
            description="What the caller wants, what was tried and why it is handed over, in the language of the call",
        ),
    ]


class MarkResolved(Params):
    """Parameters of `mark_resolved`."""

    employee_id: EmployeeId
    flow_id: Annotated[IssueCategory, Field(description="Kind of problem that is solved")]
    resolution_type: Annotated[
        Literal["resolved_via_troubleshooting", "transferred"],
        Field(
            description="resolved_via_troubleshooting: solved in this call, by the steps of a guide, an unlocked "
            "account or a new password; transferred: handed to a person"
        ),
    ]


@tool("itsm", "system", "Hands the call to a human colleague and ends your part. Offer it first and wait for a yes.")
def transfer_to_agent(world: World, params: TransferToAgent) -> Result:
    """Ends the agent's part of the call; the world does not change."""
    return {
        "status": "success",
        "transfer_id": f"TRF-{params.employee_id}-{world.calls['transfer_to_agent']:03d}",
        "employee_id": params.employee_id,
        "transfer_reason": params.transfer_reason,
        "issue_summary": params.issue_summary,
        "estimated_wait": "2-3 minutes",
        "message": "The call is being transferred.",
    }


@tool("itsm", "write", "Notes that a problem was solved in the call, so that no ticket was needed.")
def mark_resolved(world: World, params: MarkResolved) -> Result:
    """Adds a note of the call; notes are numbered in their order."""
    own_employee(world, params.employee_id)
    notes = world.table("interactions")
    number = f"INT-{len(notes) + 1:06d}"
    notes[number] = {"interaction_id": number, **params.model_dump(), "logged_date": world.today}
    return {
        "status": "success",
        "interaction_id": number,
        "flow_id": params.flow_id,
        "resolution_type": params.resolution_type,
        "message": f"The call is noted as {number}.",
    }
