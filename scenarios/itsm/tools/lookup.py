"""Finding things in the world of a service desk; what is not there is a refusal with its own code."""

from __future__ import annotations

from datetime import date

from scenarios.days import in_days
from scenarios.rows import Row, row_of
from scenarios.tool import Rejected
from scenarios.world import World

#: Days that an approver has.
_APPROVAL_DAYS = 2


def employee_of(world: World, employee_id: str) -> Row:
    """The row of an employee, or ``not_found``."""
    return row_of(world.table("employees"), employee_id, "employee")


def asset_of(world: World, asset_tag: str) -> Row:
    """The row of a device, or ``not_found``."""
    return row_of(world.table("assets"), asset_tag, "device")


def ticket_of(world: World, ticket_number: str) -> Row:
    """The row of an incident ticket, or ``ticket_not_found``."""
    return row_of(world.table("tickets"), ticket_number, "ticket", "ticket_not_found")


def request_of(world: World, request_id: str) -> Row:
    """The row of a request, or ``not_found``."""
    return row_of(world.table("requests"), request_id, "request")


def employee_cost_center(world: World, employee: Row) -> Row:
    """The cost center that an employee's department pays by, or ``cc_not_on_file``."""
    return row_of(world.table("cost_centers"), str(employee.get("cost_center_code")), "cost center", "cc_not_on_file")


def facilities(world: World, kind: str) -> dict[str, Row]:
    """A part of the facilities: ``buildings``, ``desks``, ``parking``, ``zones`` or ``conference_rooms``."""
    found: dict[str, Row] = world.table("facilities").get(kind) or {}
    return found


def catalog(world: World, kind: str) -> dict[str, Row]:
    """A part of the software catalog: ``applications`` or ``licenses``.

    The two may lie in parts of the catalog or side by side in it; then the number tells them apart.
    """
    table = world.table("software_catalog")
    if kind in table:
        found: dict[str, Row] = table[kind]
        return found
    prefix = {"applications": "APP-", "licenses": "LIC-"}[kind]
    return {key: row for key, row in table.items() if key.startswith(prefix)}


def later(world: World, days: int) -> str:
    """The date so many days after the call, ``YYYY-MM-DD``."""
    return in_days(world.today, days)


def days_since(world: World, day: str) -> int:
    """Days from a date, ``YYYY-MM-DD``, to the call; negative for one that is still to come."""
    return (date.fromisoformat(world.today) - date.fromisoformat(day)).days


def approval_deadline(world: World) -> str:
    """When an approval that is asked for now must be given: two days on, as YYYY-MM-DD HH:MM."""
    return f"{later(world, _APPROVAL_DAYS)} 00:00"


def cooled_down(world: World, last: str | None, days: int) -> None:
    """Refuses with ``too_soon`` what was done less than so many days ago.

    Args:
        world: the world.
        last: when it was done before, ``YYYY-MM-DD``, or ``None``.
        days: how long it may not be done again.
    """
    if last and days_since(world, last) < days:
        again = in_days(last, days)
        raise Rejected("too_soon", f"It was done on {last} and may be done again from {again}.", next_date=again)
