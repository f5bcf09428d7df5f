"""What new employees have to get done."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from scenarios.hr.tools.session import own_employee
from scenarios.parameters import EmployeeId
from scenarios.rows import Row
from scenarios.tool import Code, Params, Rejected, Result, tool
from scenarios.world import World


class GetOnboardingChecklist(Params):
    """Parameters of `get_onboarding_checklist`."""

    employee_id: EmployeeId


class CompleteOnboardingTask(Params):
    """Parameters of `complete_onboarding_task`."""

    employee_id: EmployeeId
    task_code: Annotated[
        Literal[
            "BLS_UPLOAD",
            "I9_VERIFY",
            "BADGE_PICKUP",
            "OCC_HEALTH",
            "HIPAA_TRAIN",
            "DRUG_SCREEN",
            "TB_TEST",
            "ORIENTATION",
        ],
        Field(description="The task that is done"),
        Code("invalid_task_code"),
    ]
    completion_code: Annotated[
        str, Field(description="Four letters or digits that the caller was given for it; upper or lower case")
    ]


@tool("hr", "read", "Lists the caller's tasks as a new employee, each pending or complete.")
def get_onboarding_checklist(world: World, params: GetOnboardingChecklist) -> Result:
    """Shows the tasks."""
    checklist = _checklist(own_employee(world, params.employee_id))
    return {
        "status": "success",
        "onboarding_checklist": checklist,
        "message": f"Tasks still to do: {', '.join(_pending(checklist)) or 'none'}.",
    }


@tool(
    "hr",
    "write",
    "Marks one task of a new employee as done, by the code that the employee was given for it. It lists what is left.",
)
def complete_onboarding_task(world: World, params: CompleteOnboardingTask) -> Result:
    """Completes a task."""
    checklist = _checklist(own_employee(world, params.employee_id))
    task: Row | None = (checklist.get("tasks") or {}).get(params.task_code)
    if task is None:
        raise Rejected("task_not_found", f"{params.employee_id} has no task {params.task_code}.")
    if task["status"] == "complete":
        raise Rejected("task_already_complete", f"Task {params.task_code} is done already.")
    if str(task["completion_code"]).casefold() != params.completion_code.strip().casefold():
        raise Rejected("invalid_completion_code", f"That is not the code of task {params.task_code}.")
    task["status"] = "complete"
    left = _pending(checklist)
    return {
        "status": "success",
        "employee_id": params.employee_id,
        "task_code": params.task_code,
        "remaining_tasks": left,
        "message": f"Task {params.task_code} is done; left: {', '.join(left) or 'none'}.",
    }


def _checklist(employee: Row) -> Row:
    found: Row | None = employee.get("onboarding_checklist")
    if not found:
        raise Rejected("checklist_not_found", f"{employee['employee_id']} has no list of tasks.")
    return found


def _pending(checklist: Row) -> list[str]:
    tasks: dict[str, Row] = checklist.get("tasks") or {}
    return [code for code, task in tasks.items() if task["status"] != "complete"]
