"""The accounts of a new employee, which the manager asks for."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from scenarios.itsm.tools.fields import DepartmentCode, GroupCode, RoleCode
from scenarios.itsm.tools.groups import eligible, group_of
from scenarios.itsm.tools.ids import content_id
from scenarios.itsm.tools.session import open_employee, own_report
from scenarios.parameters import Date, EmployeeId
from scenarios.rows import Row, fields
from scenarios.tool import Params, Rejected, Result, tool
from scenarios.world import World

NewHire = Annotated[EmployeeId, Field(description="Employee number of the new employee, such as EMP274401")]


class LookupNewHire(Params):
    """Parameters of `lookup_new_hire`."""

    new_hire_employee_id: NewHire


class CheckExistingAccounts(Params):
    """Parameters of `check_existing_accounts`."""

    employee_id: NewHire


class ProvisionNewAccount(Params):
    """Parameters of `provision_new_account`."""

    manager_employee_id: Annotated[
        EmployeeId, Field(description="Employee number of the caller, who is the new employee's manager")
    ]
    new_hire_employee_id: NewHire
    department_code: Annotated[
        DepartmentCode, Field(description="Department of the new employee by its code, such as FIN")
    ]
    role_code: Annotated[RoleCode, Field(description="Role of the new employee by its code, such as ANALYST")]
    start_date: Annotated[Date, Field(description="First working day, as YYYY-MM-DD")]
    access_groups: Annotated[list[GroupCode], Field(description="Codes of the groups to join at once")]


@tool(
    "itsm",
    "read",
    "Shows a future employee as HR recorded them: name, department, role and first day. Needs a verified manager.",
)
def lookup_new_hire(world: World, params: LookupNewHire) -> Result:
    """Shows somebody who has not started yet."""
    hire = open_employee(world, params.new_hire_employee_id)
    _pending(hire)
    members = ("employee_id", "first_name", "last_name", "department_code", "role_code", "start_date")
    return {
        "status": "success",
        "employee": fields(hire, *members),
        "message": f"{hire['first_name']} {hire['last_name']} starts on {hire.get('start_date')}.",
    }


@tool("itsm", "read", "Lists the accounts that an employee has already. Needs a verified manager.")
def check_existing_accounts(world: World, params: CheckExistingAccounts) -> Result:
    """Shows the accounts."""
    accounts = open_employee(world, params.employee_id).get("system_accounts") or []
    return {
        "status": "success",
        "employee_id": params.employee_id,
        "existing_accounts": accounts,
        "message": f"Accounts of {params.employee_id}: {len(accounts)}.",
    }


@tool(
    "itsm",
    "write",
    "Creates the accounts of a new employee who has none, with the groups to join. Only for the employee's verified "
    "manager, with the one-time code. It returns the case number and the new e-mail address.",
)
def provision_new_account(world: World, params: ProvisionNewAccount) -> Result:
    """Adds the accounts and makes the employee active."""
    hire = own_report(world, params.manager_employee_id, params.new_hire_employee_id)
    if any(account.get("status") == "active" for account in hire.get("system_accounts") or []):
        raise Rejected("accounts_already_exist", f"{params.new_hire_employee_id} has accounts already.")
    _pending(hire)
    _as_recorded(hire, params)
    for code in params.access_groups:
        eligible(hire, group_of(world, code))
    account: Row = {
        "case_id": None,
        "status": "active",
        "provisioned_date": world.today,
        "access_groups": list(params.access_groups),
    }
    number = content_id("CASE-ACCT", account)
    address = f"{hire['first_name']}.{hire['last_name']}@company.com".lower().replace(" ", "")
    accounts = hire.get("system_accounts") or []
    hire.update(system_accounts=[*accounts, {**account, "case_id": number}], email=address, employment_status="active")
    return {
        "status": "success",
        "case_id": number,
        "new_hire_employee_id": params.new_hire_employee_id,
        "email": address,
        "access_groups": list(params.access_groups),
        "message": f"The accounts are created as {number}; the address is {address}.",
    }


def _pending(hire: Row) -> None:
    if hire.get("employment_status") != "pending_start":
        raise Rejected("not_new_hire", f"{hire['employee_id']} is no new employee: {hire.get('employment_status')}.")


def _as_recorded(hire: Row, params: ProvisionNewAccount) -> None:
    """Refuses what differs from HR's record: it would be a slip of the ear."""
    if hire["department_code"] != params.department_code:
        raise Rejected("department_mismatch", f"HR has department {hire['department_code']}.")
    if hire["role_code"] != params.role_code:
        raise Rejected("role_mismatch", f"HR has role {hire['role_code']}.")
    if hire.get("start_date") not in (None, params.start_date):
        raise Rejected("effective_date_mismatch", f"HR has {hire['start_date']} as the first day.")
