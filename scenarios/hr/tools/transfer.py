"""Handing the call to a person."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from scenarios.parameters import EmployeeId
from scenarios.tool import Params, Result, tool
from scenarios.world import World


class TransferToAgent(Params):
    """Parameters of `transfer_to_agent`."""

    employee_id: Annotated[
        EmployeeId, Field(description="The caller's employee number; as told, when the caller is not verified")
    ]
    transfer_reason: Annotated[
        str,
        # Shown to models, and not enforced: nobody is kept from a person by a word.
        Field(
            description="Why a person is needed",
            json_schema_extra={
                "enum": [
                    "caller_requested",
                    "policy_exception_needed",
                    "unable_to_resolve",
                    "complaint_escalation",
                    "technical_issue",
                ]
            },
        ),
    ]
    issue_summary: Annotated[
        str,
        Field(
            description="What the caller wants, what was tried and why it is handed over, in the language of the call"
        ),
    ]


@tool(
    "hr",
    "system",
    "Hands the call to a human colleague and ends your part. Offer it first and wait for a yes.",
)
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
