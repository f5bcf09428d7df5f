"""Taking away the access of an employee who leaves, which the manager asks for."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from scenarios.itsm.tools.ids import content_id
from scenarios.itsm.tools.session import open_employee, own_report
from scenarios.parameters import Date, EmployeeId
from scenarios.rows import Row
from scenarios.tool import Code, Params, Rejected, Result, tool
from scenarios.world import World

Leaver = Annotated[EmployeeId, Field(description="Employee number of the one who leaves, such as EMP274401")]


class GetOffboardingRecord(Params):
    """Parameters of `get_offboarding_record`."""

    employee_id: Leaver


class SubmitAccessRemoval(Params):
    """Parameters of `submit_access_removal`."""

    manager_employee_id: Annotated[
        EmployeeId, Field(description="Employee number of the caller, who is the manager of the one who leaves")
    ]
    departing_employee_id: Leaver
    last_working_day: Annotated[Date, Field(description="Last working day as HR's record has it, as YYYY-MM-DD")]
    removal_scope: Annotated[
        Literal["full", "staged"],
        Field(
            description="full: everything ends at once; staged: mail and calendar stay for 30 days for the handover, "
            "everything else ends at once"
        ),
        Code("invalid_removal_scope"),
    ]


@tool(
    "itsm",
    "read",
    "Shows HR's record of an employee who leaves: last working day, and whether access was removed already. Needs a "
    "verified manager.",
)
def get_offboarding_record(world: World, params: GetOffboardingRecord) -> Result:
    """Shows the record, or refuses when there is none."""
    record = _record(open_employee(world, params.employee_id))
    return {
        "status": "success",
        "employee_id": params.employee_id,
        "offboarding": record,
        "message": f"The last working day is {record.get('last_working_day')}.",
    }


@tool(
    "itsm",
    "write",
    "Removes the access of an employee who leaves; it cannot be undone. Only for the employee's verified manager, with "
    "the one-time code, and after HR's record was filed.",
)
def submit_access_removal(world: World, params: SubmitAccessRemoval) -> Result:
    """Ends accounts and memberships and notes the removal in HR's record."""
    leaver = own_report(world, params.manager_employee_id, params.departing_employee_id)
    record = _record(leaver)
    if record.get("access_removed"):
        raise Rejected("no_account", f"{params.departing_employee_id} has no access left.")
    day = record.get("last_working_day")
    if params.last_working_day != day:
        raise Rejected("invalid_last_working_day", f"HR has {day} as the last working day.")
    if params.last_working_day < world.today:
        raise Rejected("invalid_last_working_day", f"{params.last_working_day} has passed.")
    record.update(access_removed=True, removal_scope=params.removal_scope, removal_case_id=None)
    number = record["removal_case_id"] = content_id("CASE-ACCT", record)
    leaver.update(system_accounts=[], group_memberships=[], employment_status="terminated")
    return {
        "status": "success",
        "case_id": number,
        "departing_employee_id": params.departing_employee_id,
        "removal_scope": params.removal_scope,
        "message": f"Access is removed by {number}.",
    }


def _record(employee: Row) -> Row:
    record: Row = employee.get("offboarding_record") or {}
    if not record.get("status"):
        raise Rejected("no_offboarding_record", f"HR has filed no record for {employee['employee_id']}.")
    return record
