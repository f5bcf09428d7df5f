"""Employees, as they stand on file, and the budget of their department."""

from __future__ import annotations

from scenarios.itsm.tools.lookup import employee_cost_center
from scenarios.itsm.tools.session import open_employee, own_employee
from scenarios.parameters import EmployeeId
from scenarios.rows import fields
from scenarios.tool import Params, Rejected, Result, tool
from scenarios.world import World


class GetEmployeeRecord(Params):
    """Parameters of `get_employee_record`."""

    employee_id: EmployeeId


class VerifyCostCenterBudget(Params):
    """Parameters of `verify_cost_center_budget`."""

    employee_id: EmployeeId


@tool(
    "itsm",
    "read",
    "Shows an employee: name, department, role, place of work, manager and whether employed. A verified manager may "
    "see others.",
)
def get_employee_record(world: World, params: GetEmployeeRecord) -> Result:
    """Shows an employee without what verifies a caller."""
    employee = open_employee(world, params.employee_id)
    return {
        "status": "success",
        "employee": fields(
            employee,
            "employee_id",
            "first_name",
            "last_name",
            "department_code",
            "role_code",
            "hire_date",
            "employment_status",
            "building_code",
            "floor_code",
            "manager_employee_id",
        ),
        "message": f"{employee['first_name']} {employee['last_name']}, {employee['role_code']}.",
    }


@tool(
    "itsm",
    "read",
    "Tells whether the caller's department has money left for hardware. The department follows from the employee.",
)
def verify_cost_center_budget(world: World, params: VerifyCostCenterBudget) -> Result:
    """Says yes, or refuses with what is left."""
    center = employee_cost_center(world, own_employee(world, params.employee_id))
    told = fields(center, "cost_center_code", "remaining_budget_usd")
    if not center["has_budget"]:
        raise Rejected("insufficient_budget", f"{center['cost_center_code']} has no budget left for hardware.", **told)
    return {
        "status": "success",
        **told,
        **fields(center, "department_code", "has_budget"),
        "message": f"{center['cost_center_code']} has budget left.",
    }
