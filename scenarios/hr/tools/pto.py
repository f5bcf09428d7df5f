"""Paid time off: balances, which days count, and requests."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Annotated, Literal

from pydantic import Field

from scenarios.hr.tools.lookup import case_number, span
from scenarios.hr.tools.session import own_employee
from scenarios.parameters import Date, EmployeeId
from scenarios.rows import Row
from scenarios.tool import Code, Params, Rejected, Result, tool
from scenarios.world import World

PtoType = Annotated[
    Literal["pto", "sick"],
    Field(description="Which balance pays: pto for holidays and private days, sick for illness"),
    Code("invalid_pto_type"),
]
#: States of a request that no longer holds its days.
_VOID = frozenset({"cancelled", "denied", "withdrawn"})
_FRIDAY = 4


class GetPtoBalance(Params):
    """Parameters of `get_pto_balance`."""

    employee_id: EmployeeId


class CheckPtoEligibility(Params):
    """Parameters of `check_pto_eligibility`."""

    employee_id: EmployeeId
    pto_type: PtoType
    start_date: Annotated[Date, Field(description="First day off, as YYYY-MM-DD")]
    end_date: Annotated[Date, Field(description="Last day off, as YYYY-MM-DD")]


class SubmitPtoRequest(Params):
    """Parameters of `submit_pto_request`."""

    employee_id: EmployeeId
    pto_type: PtoType
    start_date: Annotated[Date, Field(description="First day off, as YYYY-MM-DD")]
    end_date: Annotated[Date, Field(description="Last day off, as YYYY-MM-DD")]


@tool("hr", "read", "Shows the caller's days of paid time off and of sick leave, and the kind of schedule.")
def get_pto_balance(world: World, params: GetPtoBalance) -> Result:
    """Shows the balances."""
    employee = own_employee(world, params.employee_id)
    balances = _balances(employee)
    return {
        "status": "success",
        "employee_id": params.employee_id,
        "schedule_type": _schedule(employee),
        "pto_balances": balances,
        "message": ", ".join(f"{kind}: {days:g} days" for kind, days in balances.items()),
    }


@tool(
    "hr",
    "read",
    "Tells whether the caller may take days off: enough balance, no blackout of the department, no other request. It "
    "lists the days that count: weekdays without holidays, or for a shift schedule the days with a shift.",
)
def check_pto_eligibility(world: World, params: CheckPtoEligibility) -> Result:
    """Says yes with the days, or refuses with the reason."""
    employee = own_employee(world, params.employee_id)
    days, balance = _granted(world, employee, params)
    return {
        "status": "success",
        "eligible": True,
        "employee_id": params.employee_id,
        "schedule_type": _schedule(employee),
        "pto_type": params.pto_type,
        "pto_days_required": float(len(days)),
        "working_days_in_range": days,
        "current_balance": balance,
        "remaining_after": balance - len(days),
        "message": f"{len(days)} of {balance:g} days would be used.",
    }


@tool("hr", "write", "Requests days off and takes them from the balance. It returns the case number.")
def submit_pto_request(world: World, params: SubmitPtoRequest) -> Result:
    """Adds a request and reduces the balance."""
    employee = own_employee(world, params.employee_id)
    days, balance = _granted(world, employee, params)
    left = balance - len(days)
    number = case_number("PTO", params.employee_id)
    terms = {
        "case_id": number,
        "pto_type": params.pto_type,
        "start_date": params.start_date,
        "end_date": params.end_date,
        "pto_days_deducted": float(len(days)),
        "working_days": days,
    }
    _balances(employee)[params.pto_type] = left
    employee.setdefault("pto_requests", []).append({**terms, "status": "pending"})
    return {
        "status": "success",
        "employee_id": params.employee_id,
        **terms,
        "remaining_balance": left,
        "message": f"{len(days)} days off are requested as {number}; {left:g} are left.",
    }


def _granted(world: World, employee: Row, params: CheckPtoEligibility | SubmitPtoRequest) -> tuple[list[str], float]:
    """The days that count and the balance that pays for them, or a refusal."""
    balances = _balances(employee)
    asked = _dates(params.start_date, params.end_date)
    for request in employee.get("pto_requests") or []:
        over = request["start_date"] <= params.end_date and params.start_date <= request["end_date"]
        if over and request.get("status") not in _VOID:
            raise Rejected("pto_overlap", f"Request {request['case_id']} covers some of these days.")
    closed = world.table("department_blackout_dates").get(employee["department_code"], [])
    blocked = [day for day in asked if day in closed]
    if blocked:
        raise Rejected("blackout_date_conflict", f"The department allows no days off on {', '.join(blocked)}.")
    days = _counted(world, employee, asked)
    if not days:
        raise Rejected("not_eligible", "The caller does not work on any of these days.")
    balance = float(balances.get(params.pto_type, 0))
    if len(days) > balance:
        raise Rejected(
            "insufficient_pto_balance",
            f"{len(days)} days are needed and {balance:g} are left.",
            pto_days_required=float(len(days)),
            current_balance=balance,
        )
    return days, balance


def _counted(world: World, employee: Row, asked: list[str]) -> list[str]:
    if _schedule(employee) == "shift":
        worked = {
            shift["date"]
            for shift in world.table("shifts").values()
            if shift["employee_id"] == employee["employee_id"] and shift["status"] == "scheduled"
        }
        return [day for day in asked if day in worked]
    holidays = world.tables.get("org_holidays", [])
    return [day for day in asked if date.fromisoformat(day).weekday() <= _FRIDAY and day not in holidays]


def _dates(start: str, end: str) -> list[str]:
    first = date.fromisoformat(start)
    return [(first + timedelta(days=number)).isoformat() for number in range(span(start, end) + 1)]


def _schedule(employee: Row) -> str:
    return str(employee.get("schedule_type") or "standard")


def _balances(employee: Row) -> dict[str, float]:
    found: dict[str, float] | None = employee.get("pto_balances")
    if not found:
        raise Rejected("pto_record_not_found", f"{employee['employee_id']} has no balances on file.")
    return found
