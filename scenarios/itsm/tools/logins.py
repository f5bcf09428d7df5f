"""Accounts that are locked or whose password is too old, and the guides that come before any of it."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from scenarios.itsm.tools.fields import AccountSystem, IssueCategory
from scenarios.itsm.tools.session import own_employee, signed_in
from scenarios.parameters import EmployeeId
from scenarios.rows import Row, row_of
from scenarios.tool import Code, Params, Rejected, Result, tool
from scenarios.world import World

#: Reasons for a lock that only the security team may lift.
_HOLDS = frozenset({"security_investigation", "security_hold", "admin_hold"})


class GetTroubleshootingGuide(Params):
    """Parameters of `get_troubleshooting_guide`."""

    issue_category: Annotated[IssueCategory, Field(description="Kind of problem"), Code("invalid_issue_category")]


class AttemptAccountUnlock(Params):
    """Parameters of `attempt_account_unlock`."""

    employee_id: EmployeeId
    target_system: AccountSystem


class AttemptPasswordReset(Params):
    """Parameters of `attempt_password_reset`."""

    employee_id: EmployeeId
    target_system: AccountSystem


@tool("itsm", "read", "Gives the steps to try for a kind of problem, in the order in which the caller should try them.")
def get_troubleshooting_guide(world: World, params: GetTroubleshootingGuide) -> Result:
    """Shows a guide."""
    signed_in(world)
    guide = row_of(world.table("troubleshooting_guides"), params.issue_category, "guide for", "guide_not_found")
    steps = guide["steps"]
    return {
        "status": "success",
        "issue_category": params.issue_category,
        "steps": steps,
        "message": f"There are {len(steps)} steps to try.",
    }


@tool(
    "itsm",
    "write",
    "Unlocks the caller's account in a system. It refuses when the account is not locked, and when it is held for "
    "reasons of security: then trying again is of no use.",
)
def attempt_account_unlock(world: World, params: AttemptAccountUnlock) -> Result:
    """Lifts the lock and its reason."""
    account = _account(own_employee(world, params.employee_id), params.target_system)
    if not account.get("locked"):
        raise Rejected("not_locked", f"The account in {params.target_system} is not locked.")
    if account.get("lock_reason") in _HOLDS:
        raise Rejected(
            "cannot_unlock_security_hold",
            f"The account in {params.target_system} is held for reasons of security.",
            lock_reason=account["lock_reason"],
        )
    account.update(locked=False, lock_reason=None)
    return _resolved(params.employee_id, params.target_system, f"The account in {params.target_system} is unlocked.")


@tool(
    "itsm",
    "write",
    "Sends a temporary password for the caller's account in a system to the phone on file. It refuses when this "
    "account asks for a visit in person.",
)
def attempt_password_reset(world: World, params: AttemptPasswordReset) -> Result:
    """Notes that a temporary password is out; a lock is not lifted by it."""
    account = _account(own_employee(world, params.employee_id), params.target_system)
    if account.get("requires_in_person_reset"):
        raise Rejected("in_person_required", f"The account in {params.target_system} is reset in person only.")
    account.update(password_expired=False, temp_password_issued=True)
    return _resolved(
        params.employee_id, params.target_system, "A temporary password is on its way to the phone on file."
    )


def _account(employee: Row, system: str) -> Row:
    found: Row | None = (employee.get("account_status") or {}).get(system)
    if found is None:
        raise Rejected("no_account", f"{employee['employee_id']} has no account in {system}.")
    return found


def _resolved(employee_id: str, system: str, message: str) -> Result:
    return {
        "status": "success",
        "employee_id": employee_id,
        "target_system": system,
        "resolved": True,
        "message": message,
    }
