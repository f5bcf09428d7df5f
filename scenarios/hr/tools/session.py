"""Who the caller has proved to be, and what that opens.

A verified caller reaches the own records only. Some records also ask for the one-time code, and some for the
identity as a provider; being verified as a provider includes being verified as an employee.
"""

from __future__ import annotations

from typing import Any

from scenarios.hr.tools.lookup import employee_of, provider_of
from scenarios.rows import Row
from scenarios.tool import Rejected
from scenarios.world import World


def session_of(world: World) -> Row:
    """What authentication wrote so far."""
    return world.table("session")


def sign_in(world: World, employee_id: str, **marks: Any) -> None:
    """Notes a verified identity; what an earlier, different caller proved is forgotten."""
    known = session_of(world)
    if known.get("authenticated_employee_id") != employee_id:
        known.clear()
    known.update(authenticated_employee_id=employee_id, **marks)


def signed_in(world: World, *, second_factor: bool = False) -> str:
    """The employee number of the verified caller.

    Args:
        world: the world.
        second_factor: whether the one-time code is needed too.

    Raises:
        Rejected: ``authentication_required`` or ``second_factor_required``.
    """
    known = session_of(world)
    employee_id = known.get("authenticated_employee_id")
    if not (employee_id and (known.get("employee_auth") or known.get("provider_auth"))):
        raise Rejected("authentication_required", "The caller is not verified yet.")
    if second_factor and not (known.get("otp_auth") and known.get("otp_employee_id") == employee_id):
        raise Rejected("second_factor_required", "This needs the one-time code as well.")
    return str(employee_id)


def own_employee(world: World, employee_id: str, *, second_factor: bool = False) -> Row:
    """The row of an employee who is the verified caller.

    Raises:
        Rejected: as `signed_in`; ``not_found``; ``authentication_required`` when it is somebody else.
    """
    caller = signed_in(world, second_factor=second_factor)
    found = employee_of(world, employee_id)
    if employee_id != caller:
        raise Rejected("authentication_required", f"The caller is not verified as {employee_id}.")
    return found


def own_provider(world: World, npi: str, *, as_provider: bool = False, second_factor: bool = False) -> Row:
    """The row of a provider who is the verified caller.

    Args:
        world: the world.
        npi: whose row.
        as_provider: whether the caller must have proved to be this provider, by PIN; else the employee
            behind the number will do.
        second_factor: whether the one-time code is needed too.

    Raises:
        Rejected: as `signed_in`; ``not_found``; ``authentication_required`` when it is somebody else.
    """
    caller = signed_in(world, second_factor=second_factor)
    known = session_of(world)
    if as_provider and not known.get("provider_auth"):
        raise Rejected("authentication_required", "The caller is not verified as a provider.")
    found = provider_of(world, npi)
    proved = known.get("authenticated_npi") == npi if as_provider else found.get("employee_id") == caller
    if not proved:
        raise Rejected("authentication_required", f"The caller is not verified as the provider {npi}.")
    return found
