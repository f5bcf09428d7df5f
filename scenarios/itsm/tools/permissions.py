"""Permissions that follow a change of role: HR's approval, templates, the change and its review."""

from __future__ import annotations

from datetime import date
from typing import Annotated

from pydantic import Field

from scenarios.itsm.tools.fields import CaseId, RoleCode, TemplateId
from scenarios.itsm.tools.ids import content_id, derived_id
from scenarios.itsm.tools.session import own_employee, signed_in
from scenarios.parameters import Date, EmployeeId
from scenarios.rows import Row, row_of
from scenarios.tool import Params, Rejected, Result, tool
from scenarios.world import World

NewRole = Annotated[RoleCode, Field(description="The caller's new role by its code, such as ANALYST")]

#: Days from a change to its review, and how many it may be off.
_REVIEW_AFTER, _TOLERANCE = 90, 3


class CheckRoleChangeAuthorized(Params):
    """Parameters of `check_role_change_authorized`."""

    employee_id: EmployeeId
    new_role_code: NewRole


class GetPermissionTemplates(Params):
    """Parameters of `get_permission_templates`."""

    role_code: NewRole


class SubmitPermissionChange(Params):
    """Parameters of `submit_permission_change`."""

    employee_id: EmployeeId
    new_role_code: NewRole
    permission_template_id: TemplateId
    effective_date: Annotated[Date, Field(description="The day that HR approved, as YYYY-MM-DD")]


class ScheduleAccessReview(Params):
    """Parameters of `schedule_access_review`."""

    case_id: CaseId
    employee_id: EmployeeId
    review_date: Annotated[
        Date, Field(description="90 days after the change takes effect, give or take three, as YYYY-MM-DD")
    ]


@tool(
    "itsm",
    "read",
    "Tells whether HR has approved that the caller takes a role, by which case and from what day; if not it refuses.",
)
def check_role_change_authorized(world: World, params: CheckRoleChangeAuthorized) -> Result:
    """Shows HR's approval, or refuses."""
    approval = _approval(own_employee(world, params.employee_id), params.new_role_code)
    return {
        "status": "success",
        "employee_id": params.employee_id,
        "new_role_code": params.new_role_code,
        "hr_case_id": approval.get("hr_case_id"),
        "effective_date": approval.get("effective_date"),
        "message": f"HR approved {params.new_role_code} from {approval.get('effective_date')}.",
    }


@tool("itsm", "read", "Lists the permission templates of a role, with the permissions and groups each of them gives.")
def get_permission_templates(world: World, params: GetPermissionTemplates) -> Result:
    """Shows the templates of a role."""
    signed_in(world)
    templates = {
        number: template
        for number, template in world.table("permission_templates").items()
        if template["role_code"] == params.role_code
    }
    if not templates:
        raise Rejected("not_found", f"There is no template for role {params.role_code}.")
    return {
        "status": "success",
        "role_code": params.role_code,
        "templates": templates,
        "message": f"Templates: {', '.join(templates)}.",
    }


@tool(
    "itsm",
    "write",
    "Records the permissions of the caller's new role, on the day that HR approved. The review in 90 days must be "
    "scheduled afterwards. Needs the one-time code.",
)
def submit_permission_change(world: World, params: SubmitPermissionChange) -> Result:
    """Notes the coming change in the employee's record."""
    employee = own_employee(world, params.employee_id, second_factor=True)
    approval = _approval(employee, params.new_role_code)
    template = row_of(world.table("permission_templates"), params.permission_template_id, "template")
    if template["role_code"] != params.new_role_code:
        raise Rejected("template_role_mismatch", f"{params.permission_template_id} is for {template['role_code']}.")
    if params.effective_date < world.today:
        raise Rejected("invalid_effective_date", f"{params.effective_date} has passed.")
    if params.effective_date != approval.get("effective_date"):
        raise Rejected("effective_date_mismatch", f"HR approved {approval.get('effective_date')}.")
    pending = employee.get("pending_role_change") or {}
    if pending.get("case_id"):
        raise Rejected("request_already_pending", f"{pending['case_id']} is under way already.")
    change: Row = {
        "case_id": None,
        "new_role_code": params.new_role_code,
        "permission_template_id": params.permission_template_id,
        "effective_date": params.effective_date,
        "status": "pending",
    }
    number = content_id("CASE-ACCT", change)
    employee["pending_role_change"] = {**change, "case_id": number}
    return {
        "status": "success",
        "case_id": number,
        "employee_id": params.employee_id,
        "effective_date": params.effective_date,
        "message": f"Case {number} takes effect on {params.effective_date}.",
    }


@tool(
    "itsm",
    "write",
    "Schedules the review of access that every change of permissions takes, 90 days after it. Needs the one-time code.",
)
def schedule_access_review(world: World, params: ScheduleAccessReview) -> Result:
    """Notes the review in the coming change."""
    employee = own_employee(world, params.employee_id, second_factor=True)
    pending = employee.get("pending_role_change") or {}
    if not pending.get("case_id"):
        raise Rejected("no_pending_role_change", f"{params.employee_id} has no change of permissions.")
    if pending["case_id"] != params.case_id:
        raise Rejected("not_found", f"{params.employee_id} has no case {params.case_id}.")
    days = (date.fromisoformat(params.review_date) - date.fromisoformat(pending["effective_date"])).days
    if abs(days - _REVIEW_AFTER) > _TOLERANCE:
        raise Rejected("invalid_review_date", f"{params.review_date} is {days} days after {pending['effective_date']}.")
    number = derived_id("ARVW", params.case_id, 6)
    pending.update(access_review_id=number, review_date=params.review_date)
    return {
        "status": "success",
        "review_id": number,
        "review_date": params.review_date,
        "message": f"Review {number} is on {params.review_date}.",
    }


def _approval(employee: Row, role: str) -> Row:
    approval: Row = employee.get("pending_role_approval") or {}
    if not approval.get("approved_by_hr") or approval.get("new_role_code") != role:
        raise Rejected("not_authorized", f"HR has not approved {role} for {employee['employee_id']}.")
    return approval
