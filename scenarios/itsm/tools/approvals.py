"""Requests of an earlier day: where they stand, and what to do when nobody answers."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from scenarios.itsm.tools.fields import RequestId
from scenarios.itsm.tools.lookup import approval_deadline, employee_of, request_of
from scenarios.itsm.tools.session import signed_in
from scenarios.parameters import EmployeeId
from scenarios.rows import Row, fields
from scenarios.tool import Params, Rejected, Result, tool
from scenarios.world import World


class GetRequestStatus(Params):
    """Parameters of `get_request_status`."""

    request_id: RequestId


class EscalateApproval(Params):
    """Parameters of `escalate_approval`."""

    request_id: RequestId
    escalate_to_employee_id: Annotated[
        EmployeeId,
        Field(description="Employee number of the one above the approver, who is asked in the place of both"),
    ]


@tool(
    "itsm",
    "read",
    "Shows where one of the caller's requests stands: who has to approve it, by when, and whether that time is over.",
)
def get_request_status(world: World, params: GetRequestStatus) -> Result:
    """Shows a request and whether its approver is late."""
    request = _own_request(world, params.request_id)
    return {
        "status": "success",
        "request_id": params.request_id,
        "request_status": request["status"],
        **fields(request, "approval_routed_to", "approval_sla_deadline", "escalated_to", "escalation_sla_deadline"),
        "sla_breached": _late(world, request),
        "request": request,
        "message": f"Request {params.request_id} is {request['status']}.",
    }


@tool(
    "itsm",
    "write",
    "Asks the one above the approver, when a request waits for its approval and the approver's time is over. It "
    "returns the new end of that time.",
)
def escalate_approval(world: World, params: EscalateApproval) -> Result:
    """Notes the other approver and the new time in the request."""
    request = _own_request(world, params.request_id)
    if request["status"] != "pending_approval" or not request.get("approval_routed_to"):
        raise Rejected("no_pending_approval", f"Request {params.request_id} waits for no approval.")
    if not _late(world, request):
        raise Rejected("sla_not_breached", f"There is time until {request['approval_sla_deadline']}.")
    employee_of(world, params.escalate_to_employee_id)
    deadline = approval_deadline(world)
    request.update(escalated_to=params.escalate_to_employee_id, escalation_sla_deadline=deadline)
    return {
        "status": "success",
        "request_id": params.request_id,
        "escalated_to": params.escalate_to_employee_id,
        "escalation_sla_deadline": deadline,
        "message": f"{params.escalate_to_employee_id} is asked to approve {params.request_id} by {deadline}.",
    }


def _own_request(world: World, request_id: str) -> Row:
    caller = signed_in(world)
    found = request_of(world, request_id)
    if found.get("employee_id") != caller:
        raise Rejected("authentication_required", f"The caller is not verified as the one who made {request_id}.")
    return found


def _late(world: World, request: Row) -> bool:
    """Whether the approver's time is over; the world knows the day of the call, which begins at midnight."""
    deadline = request.get("approval_sla_deadline")
    waits = request["status"] == "pending_approval"
    return waits and deadline is not None and str(deadline) <= f"{world.today} 00:00"
