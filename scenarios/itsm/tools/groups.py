"""Access groups: whose member the caller is, what a group asks for, joining and leaving."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from scenarios.itsm.tools.fields import GroupCode
from scenarios.itsm.tools.ids import add_request, content_id
from scenarios.itsm.tools.session import own_employee, signed_in
from scenarios.parameters import EmployeeId
from scenarios.rows import Row, row_of
from scenarios.tool import Code, Params, Rejected, Result, tool
from scenarios.world import World


class GetGroupMemberships(Params):
    """Parameters of `get_group_memberships`."""

    employee_id: EmployeeId


class GetGroupDetails(Params):
    """Parameters of `get_group_details`."""

    group_code: GroupCode


class SubmitGroupMembershipChange(Params):
    """Parameters of `submit_group_membership_change`."""

    employee_id: EmployeeId
    group_code: GroupCode
    action: Annotated[
        Literal["add", "remove"],
        Field(description="add: the caller joins the group; remove: the caller leaves it"),
        Code("invalid_membership_action"),
    ]


@tool("itsm", "read", "Lists the access groups of the caller, those that wait for approval included.")
def get_group_memberships(world: World, params: GetGroupMemberships) -> Result:
    """Shows the memberships."""
    memberships = own_employee(world, params.employee_id).get("group_memberships") or []
    return {
        "status": "success",
        "employee_id": params.employee_id,
        "memberships": memberships,
        "message": f"Groups: {', '.join(item['group_code'] for item in memberships) or 'none'}.",
    }


@tool(
    "itsm",
    "read",
    "Shows an access group: what it is for, whether joining takes approval, and for which departments and roles it "
    "is; an empty list means all.",
)
def get_group_details(world: World, params: GetGroupDetails) -> Result:
    """Shows a group."""
    signed_in(world)
    group = group_of(world, params.group_code)
    return {"status": "success", "group": group, "message": f"{params.group_code} is {group['name']}."}


@tool(
    "itsm",
    "write",
    "Lets the caller join or leave an access group. Leaving is immediate, and so is joining unless the group takes "
    "approval; then there is a request that must be routed. Needs the one-time code.",
)
def submit_group_membership_change(world: World, params: SubmitGroupMembershipChange) -> Result:
    """Changes the memberships; a change that takes approval also adds a request."""
    employee = own_employee(world, params.employee_id, second_factor=True)
    group = group_of(world, params.group_code)
    memberships: list[Row] = employee.get("group_memberships") or []
    current: Row = next((item for item in memberships if item["group_code"] == params.group_code), {})
    if params.action == "remove":
        return _leave(world, employee, params.group_code, current)
    if current.get("status") == "pending_approval":
        raise Rejected("request_already_pending", f"{params.group_code} waits for approval already.")
    if current:
        raise Rejected("already_member", f"{params.employee_id} is in {params.group_code} already.")
    eligible(employee, group)
    return _join(world, employee, group)


def group_of(world: World, code: str) -> Row:
    """The row of an access group, or ``not_found``."""
    return row_of(world.table("access_groups"), code, "group")


def eligible(employee: Row, group: Row) -> None:
    """Raises ``group_not_eligible`` when the group is not for the employee's department or role."""
    for title, code in (("departments", "department_code"), ("roles", "role_code")):
        allowed = group.get(f"eligible_{title}") or []
        if allowed and employee[code] not in allowed:
            raise Rejected(
                "group_not_eligible",
                f"{group['group_code']} is only for the {title} {', '.join(allowed)}, not for {employee[code]}.",
            )


def _leave(world: World, employee: Row, code: str, current: Row) -> Result:
    if current.get("status") != "active":
        raise Rejected("not_member", f"{employee['employee_id']} is not in {code}.")
    terms = {
        "employee_id": employee["employee_id"],
        "group_code": code,
        "action": "remove",
        "created_date": world.today,
    }
    number = content_id("CASE-ACCT", terms)
    employee["group_memberships"] = [item for item in employee["group_memberships"] if item is not current]
    return {
        "status": "success",
        "case_id": number,
        "action": "remove",
        "group_code": code,
        "message": f"The caller left {code} by {number}.",
    }


def _join(world: World, employee: Row, group: Row) -> Result:
    code, approval = group["group_code"], bool(group.get("requires_approval"))
    membership: Row = {"group_code": code, "group_name": group["name"], "status": "active", "case_id": None}
    if approval:
        membership.update(status="pending_approval", request_id=None, requested_date=world.today)
    else:
        membership.update(added_date=world.today)
    number = membership["case_id"] = content_id("CASE-ACCT", membership)
    answer: Result = {"status": "success", "case_id": number, "action": "add", "group_code": code}
    if approval:
        request: Row = {
            "request_id": None,
            "case_id": None,
            "employee_id": employee["employee_id"],
            "group_code": code,
            "action": "add",
            "status": "pending_approval",
            "requires_manager_approval": True,
            "created_date": world.today,
        }
        membership["request_id"] = add_request(world, "ACCT", request, case_id=number)
        answer.update(request_id=membership["request_id"])
    employee.setdefault("group_memberships", []).append(membership)
    rest = "waits for approval and must be routed" if approval else "is a member"
    return {**answer, "requires_approval": approval, "message": f"By {number} the caller {rest}."}
