"""Protected family and medical leave."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from scenarios.hr.tools.lookup import case_number, span
from scenarios.hr.tools.session import own_employee
from scenarios.parameters import Date, EmployeeId
from scenarios.rows import Row, fields
from scenarios.tool import Code, Params, Rejected, Result, tool
from scenarios.world import World


class CheckLeaveEligibility(Params):
    """Parameters of `check_leave_eligibility`."""

    employee_id: EmployeeId


class SubmitFmlaCase(Params):
    """Parameters of `submit_fmla_case`."""

    employee_id: EmployeeId
    leave_category: Annotated[
        Literal["employee_medical_condition", "family_member_serious_illness", "bonding", "military_exigency"],
        Field(
            description="employee_medical_condition: the caller is ill; family_member_serious_illness: cares for "
            "spouse, child or parent; bonding: a child was born or taken in; military_exigency: a relative is called up"
        ),
        Code("invalid_leave_category"),
    ]
    leave_start_date: Annotated[Date, Field(description="First day of the leave, today or later, as YYYY-MM-DD")]
    leave_end_date: Annotated[Date, Field(description="Last day of the leave, as YYYY-MM-DD")]


@tool(
    "hr",
    "read",
    "Tells whether the caller has a right to protected leave, which takes a year of employment and 1,250 hours in "
    "the past year, and how many weeks are left.",
)
def check_leave_eligibility(world: World, params: CheckLeaveEligibility) -> Result:
    """Says yes with the weeks left, or refuses with the figures."""
    standing = _entitled(own_employee(world, params.employee_id, second_factor=True))
    return {
        "status": "success",
        "eligible": True,
        **fields(standing, "months_employed", "hours_worked_past_year", "fmla_weeks_remaining"),
        "message": f"The caller may take leave; weeks left: {standing.get('fmla_weeks_remaining')}.",
    }


@tool("hr", "write", "Opens a case of protected leave within the weeks that are left. It returns the case number.")
def submit_fmla_case(world: World, params: SubmitFmlaCase) -> Result:
    """Adds a leave."""
    employee = own_employee(world, params.employee_id, second_factor=True)
    standing = _entitled(employee)
    start, end = params.leave_start_date, params.leave_end_date
    days = span(start, end)
    if start < world.today:
        raise Rejected("invalid_date_range", f"{start} has passed.")
    weeks = standing.get("fmla_weeks_remaining") or 0
    # The end is counted as the day of return: both readings of "until" fit a leave of whole weeks.
    if days > 7 * weeks:
        raise Rejected("not_eligible", f"From {start} to {end} is more than the {weeks} weeks that are left.")
    number = case_number("FMLA", params.employee_id)
    terms = {
        "case_id": number,
        "leave_category": params.leave_category,
        "leave_start_date": start,
        "leave_end_date": end,
    }
    employee.setdefault("leave_records", []).append({**terms, "status": "open"})
    return {
        "status": "success",
        "employee_id": params.employee_id,
        **terms,
        "message": f"Leave {number} runs from {start} to {end}.",
    }


def _entitled(employee: Row) -> Row:
    standing: Row = employee.get("fmla_eligibility") or {}
    if not standing.get("eligible"):
        raise Rejected(
            "not_eligible",
            "The caller has no right to protected leave yet.",
            **fields(standing, "months_employed", "hours_worked_past_year"),
        )
    return standing
