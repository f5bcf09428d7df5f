"""Applications: the catalog, requests for access, and their way to the approving manager."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from scenarios.itsm.tools.fields import ApplicationId, RequestId
from scenarios.itsm.tools.ids import add_request
from scenarios.itsm.tools.lookup import approval_deadline, catalog, employee_of, request_of
from scenarios.itsm.tools.names import named
from scenarios.itsm.tools.session import own_employee, signed_in
from scenarios.parameters import EmployeeId
from scenarios.tool import Code, Params, Rejected, Result, tool
from scenarios.world import World


class GetApplicationDetails(Params):
    """Parameters of `get_application_details`."""

    application_name: Annotated[
        str,
        Field(min_length=1, description="Name or nickname of the application, in the caller's words"),
        Code("invalid_application_name"),
    ]


class SubmitAccessRequest(Params):
    """Parameters of `submit_access_request`."""

    employee_id: EmployeeId
    catalog_id: Annotated[ApplicationId, Field(description="Catalog number that the lookup returned, such as APP-5217")]
    access_level: Annotated[
        Literal["read_only", "standard", "admin"],
        Field(description="What the caller needs; must be a level that the application offers"),
        Code("invalid_access_level"),
    ]


class RouteApprovalWorkflow(Params):
    """Parameters of `route_approval_workflow`."""

    request_id: Annotated[RequestId, Field(description="Number of the request that waits for approval")]
    employee_id: Annotated[EmployeeId, Field(description="Employee number of the caller, whose request it is")]
    approver_employee_id: Annotated[EmployeeId, Field(description="Employee number of the caller's manager")]


@tool(
    "itsm",
    "read",
    "Finds an application in the catalog by its name or a nickname. It returns the catalog number, the access levels "
    "that exist, and whether a manager must approve.",
)
def get_application_details(world: World, params: GetApplicationDetails) -> Result:
    """Shows an entry of the catalog."""
    signed_in(world)
    number, entry = named(world, "application", params.application_name)
    return {
        "status": "success",
        "catalog_id": number,
        "application": entry,
        "message": f"{entry['name']} is {number}.",
    }


@tool(
    "itsm",
    "write",
    "Asks for access to an application. It is granted at once unless a manager must approve; then the request still "
    "has to be routed. Needs the one-time code.",
)
def submit_access_request(world: World, params: SubmitAccessRequest) -> Result:
    """Adds a request."""
    employee = own_employee(world, params.employee_id, second_factor=True)
    entry = catalog(world, "applications").get(params.catalog_id)
    if entry is None:
        raise Rejected("not_found", f"The catalog has no application {params.catalog_id}.")
    name = entry["name"]
    offered = entry["available_access_levels"]
    if params.access_level not in offered:
        raise Rejected("invalid_access_level", f"{name} offers only {', '.join(offered)}.")
    departments = entry.get("department_restrictions") or []
    if departments and employee["department_code"] not in departments:
        raise Rejected("department_mismatch", f"{name} is only for {', '.join(departments)}.")
    for request in world.table("requests").values():
        same = (request.get("employee_id"), request.get("catalog_id")) == (params.employee_id, params.catalog_id)
        if same and request.get("status") == "pending_approval":
            raise Rejected("request_already_pending", f"{request['request_id']} for {name} waits for approval.")
    approval = bool(entry["requires_manager_approval"])
    number = add_request(
        world,
        "SW",
        {
            "request_id": None,
            "employee_id": params.employee_id,
            "catalog_id": params.catalog_id,
            "application_name": name,
            "access_level": params.access_level,
            "status": "pending_approval" if approval else "approved",
            "requires_manager_approval": approval,
            "created_date": world.today,
        },
    )
    rest = "it must be routed to the manager for approval" if approval else "access is granted"
    return {
        "status": "success",
        "request_id": number,
        "application_name": name,
        "access_level": params.access_level,
        "requires_approval": approval,
        "message": f"Request {number} is recorded; {rest}.",
    }


@tool(
    "itsm",
    "write",
    "Sends a request that waits for approval to the caller's manager, who then has 48 hours.",
)
def route_approval_workflow(world: World, params: RouteApprovalWorkflow) -> Result:
    """Notes the approver and the time limit in the request."""
    own_employee(world, params.employee_id)
    request = request_of(world, params.request_id)
    if request.get("employee_id") != params.employee_id:
        raise Rejected("not_found", f"{params.employee_id} has no request {params.request_id}.")
    if request.get("status") != "pending_approval":
        raise Rejected("no_pending_approval", f"Request {params.request_id} waits for no approval.")
    approver = employee_of(world, params.approver_employee_id)
    if params.approver_employee_id == params.employee_id or not approver.get("is_manager"):
        raise Rejected("not_authorized", f"{params.approver_employee_id} may not approve this request.")
    deadline = approval_deadline(world)
    request.update(approval_routed_to=params.approver_employee_id, approval_sla_deadline=deadline)
    name = f"{approver['first_name']} {approver['last_name']}"
    return {
        "status": "success",
        "request_id": params.request_id,
        "approver_name": name,
        "approval_deadline": deadline,
        "message": f"{name} was asked to approve {params.request_id} by {deadline}.",
    }
