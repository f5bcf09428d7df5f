"""A small office of our own, on which the itsm tools are tested, and ways to call them."""

from __future__ import annotations

import copy
from typing import Any

from scenarios.toolbox import Toolbox
from scenarios.world import World

TOOLBOX = Toolbox.for_domain("itsm")

#: The caller, the caller's manager, a colleague, somebody who starts soon, and somebody who leaves.
ME, BOSS, MATE, HIRE, LEAVER = "EMP100001", "EMP100002", "EMP100003", "EMP100004", "EMP100005"
TODAY = "2027-03-01"


def employee(number: str, first: str, last: str, **changes: Any) -> dict[str, Any]:
    return {
        "employee_id": number,
        "first_name": first,
        "last_name": last,
        "department_code": "OPS",
        "role_code": "ANALYST",
        "cost_center_code": "CC-7001",
        "employment_status": "active",
        "is_manager": False,
        "manager_employee_id": BOSS,
        "direct_reports": [],
        "assigned_desk": None,
        "last_desk_assignment_date": None,
        "assigned_parking": None,
        "last_parking_assignment_date": None,
        "ergonomic_assessment": {"status": "not_completed", "completed_date": None},
        "software_licenses": [],
        "group_memberships": [],
        "offboarding_record": {"status": None, "last_working_day": None, "access_removed": False},
        "pending_role_change": None,
        **changes,
    }


def office(**tables: Any) -> World:
    """A world with these employees; further tables are taken as they are."""
    people = [
        employee(ME, "Noor", "Vance"),
        employee(BOSS, "Ines", "Brandt", is_manager=True, manager_employee_id=None, direct_reports=[ME]),
        employee(MATE, "Tomas", "Ek"),
        employee(HIRE, "Mary Jo", "Quill", employment_status="pending_start", start_date="2027-03-15"),
        employee(LEAVER, "Otto", "Lind", employment_status="off_boarding"),
    ]
    return World(
        {
            "_current_date": TODAY,
            "employees": {item["employee_id"]: item for item in people},
            "requests": {},
            "calendar_events": {},
            "waitlists": {},
            "session": {},
            **tables,
        }
    )


def sign_in(world: World, who: str = ME, *, second_factor: bool = False, manager: bool = False) -> None:
    """Writes what the identity tools write."""
    session: dict[str, Any] = {"authenticated_employee_id": who, "employee_auth": True}
    if second_factor:
        session["otp_auth"] = True
    if manager:
        session.update(manager_auth=True, manager_employee_id=who)
    world.tables["session"] = session


def done(world: World, tool: str, **params: Any) -> dict[str, Any]:
    """The answer of a call that must succeed; a read must change nothing."""
    before = copy.deepcopy(world.tables)
    answer = TOOLBOX.call(world, tool, params)
    assert answer["status"] == "success", answer
    assert answer["message"]
    assert (world.tables == before) == (TOOLBOX.tools[tool].type == "read")
    return answer


def refused(world: World, tool: str, **params: Any) -> dict[str, Any]:
    """The answer of a call that must fail; nothing may change."""
    before = copy.deepcopy(world.tables)
    answer = TOOLBOX.call(world, tool, params)
    assert answer["status"] == "error", answer
    assert answer["message"]
    assert world.tables == before
    return answer


def error(world: World, tool: str, **params: Any) -> str:
    """The code of a call that must fail."""
    return str(refused(world, tool, **params)["error_type"])


def person(world: World, number: str = ME) -> dict[str, Any]:
    """A live row of an employee."""
    found: dict[str, Any] = world.table("employees")[number]
    return found
