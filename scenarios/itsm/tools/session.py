"""Who the caller has proved to be, and what that opens.

There are three proofs: the standard one, the one-time code, and the manager's code. The manager's code includes
the standard proof. Every lack of proof is the same refusal, ``authentication_required``; its message says which
proof is missing.
"""

from __future__ import annotations

from typing import Any

from scenarios.itsm.tools.lookup import employee_of
from scenarios.rows import Row
from scenarios.tool import Rejected
from scenarios.world import World

_CODE = "authentication_required"


def session_of(world: World) -> Row:
    """What authentication wrote so far."""
    return world.table("session")


def sign_in(world: World, employee_id: str, **marks: Any) -> None:
    """Notes a verified identity; what an earlier, different caller proved is forgotten."""
    known = session_of(world)
    if known.get("authenticated_employee_id") != employee_id:
        known.clear()
    known.update(authenticated_employee_id=employee_id, employee_auth=True, **marks)


def signed_in(world: World, *, second_factor: bool = False, manager: bool = False) -> str:
    """The employee number of the verified caller.

    Args:
        world: the world.
        second_factor: whether the one-time code is needed too.
        manager: whether the manager's code is needed too.

    Raises:
        Rejected: ``authentication_required``.
    """
    known = session_of(world)
    employee_id = known.get("authenticated_employee_id")
    if not (employee_id and known.get("employee_auth")):
        raise Rejected(_CODE, "The caller is not verified yet.")
    if manager and not (known.get("manager_auth") and known.get("manager_employee_id") == employee_id):
        raise Rejected(_CODE, "This needs the manager's code as well.")
    if second_factor and not known.get("otp_auth"):
        raise Rejected(_CODE, "This needs the one-time code as well.")
    return str(employee_id)


def own_employee(world: World, employee_id: str, *, second_factor: bool = False, manager: bool = False) -> Row:
    """The row of an employee who is the verified caller.

    Raises:
        Rejected: as `signed_in`; ``not_found``; ``authentication_required`` when it is somebody else.
    """
    caller = signed_in(world, second_factor=second_factor, manager=manager)
    found = employee_of(world, employee_id)
    if employee_id != caller:
        raise Rejected(_CODE, f"The caller is not verified as {employee_id}.")
    return found


def open_employee(world: World, employee_id: str) -> Row:
    """The row of an employee whose records the verified caller may see.

    These are the caller's own, and to a caller who gave the manager's code those of everybody: who reports to
    whom is checked by what changes something.

    Raises:
        Rejected: as `signed_in`; ``not_found``; ``authentication_required`` when it is not open to the caller.
    """
    caller = signed_in(world)
    found = employee_of(world, employee_id)
    if employee_id != caller:
        signed_in(world, manager=True)
    return found


def signed_in_manager(world: World) -> str:
    """The employee number of a caller who gave the one-time code and the manager's code.

    Raises:
        Rejected: ``authentication_required``.
    """
    return signed_in(world, second_factor=True, manager=True)


def own_report(world: World, manager_employee_id: str, employee_id: str) -> Row:
    """The row of an employee who reports to the verified caller, a manager.

    Raises:
        Rejected: as `signed_in_manager`; ``not_found``; ``authentication_required`` when the caller is not this
            manager; ``not_authorized`` when the employee reports to somebody else.
    """
    manager = own_employee(world, manager_employee_id, second_factor=True, manager=True)
    found = employee_of(world, employee_id)
    if found.get("manager_employee_id") != manager_employee_id and employee_id not in (
        manager.get("direct_reports") or []
    ):
        raise Rejected("not_authorized", f"{employee_id} does not report to {manager_employee_id}.")
    return found
