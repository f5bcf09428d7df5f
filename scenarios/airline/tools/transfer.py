"""Handing the call to a person."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from scenarios.airline.tools.fields import ConfirmationNumber
from scenarios.airline.tools.lookup import reservation_of
from scenarios.tool import Params, Result, tool
from scenarios.world import World


class TransferToAgent(Params):
    """Parameters of `transfer_to_agent`."""

    confirmation_number: ConfirmationNumber
    transfer_reason: Annotated[
        str,
        Field(
            description="One of passenger_requested, policy_exception_needed, complex_itinerary, "
            "complaint_escalation, technical_issue, unable_to_resolve"
        ),
    ]
    issue_summary: Annotated[str, Field(description="What the caller wants and what was tried, for the colleague")]


@tool(
    "airline",
    "system",
    "Hands the call to a human colleague and ends your part. Offer it first and wait for a yes.",
)
def transfer_to_agent(world: World, params: TransferToAgent) -> Result:
    """Ends the agent's part of the call; the world does not change."""
    reservation_of(world, params.confirmation_number)
    return {
        "status": "success",
        "transfer_id": f"TRF-{params.confirmation_number}-{world.calls['transfer_to_agent']:03d}",
        "confirmation_number": params.confirmation_number,
        "transfer_reason": params.transfer_reason,
        "issue_summary": params.issue_summary,
        "estimated_wait": "2-3 minutes",
        "message": "The call is being transferred.",
    }
