"""The database at the start of a call: every table, with the caller, those above, their devices and their places."""

from __future__ import annotations

from typing import Any

from scenarios.days import in_days, weekday
from scenarios.itsm import catalog, records
from scenarios.itsm.chance import Draw
from scenarios.itsm.people import Person
from scenarios.itsm.places import BUILDINGS, ZONES, zone_of
from scenarios.itsm.records import months_before
from scenarios.rows import Row

_TECHNICIANS = ("Runar Eide", "Mbali Dube", "Corin Sayer", "Yelena Frost", "Pia Sandoval", "Teo Marchetti")
_ROOMS = (
    (101, 4, ["whiteboard"]),
    (118, 8, ["projector", "whiteboard"]),
    (127, 14, ["projector", "video_conferencing"]),
)


def world(now: str, caller: Person, manager: Person, director: Person) -> dict[str, Any]:
    """All tables, in a state in which nothing is wrong yet.

    The caller reports to the manager, and the manager to the director. All three have a laptop of 20 months, a monitor
    of 9 months, and a desk; the director has a parking space. On the caller's floor two desks are free, and in each
    parking zone two spaces. No service is out, and technicians are free on five working days in the caller's building.

    Args:
        now: date and time of the call; its date is the tools' today.
        caller: who calls.
        manager: whom the caller reports to.
        director: whom the manager reports to.
    """
    today = now[:10]
    people = {who.employee_id: who for who in (caller, manager, director)}
    above = {caller.employee_id: manager, manager.employee_id: director}
    rows = {}
    for number, who in people.items():
        reports = [below for below, chief in above.items() if chief.employee_id == number]
        rows[number] = records.employee(who, above.get(number), reports)
    assets = [
        records.asset(who, kind, months_before(today, age))
        for who in people.values()
        for kind, age in (("LPT", 20), ("MON", 9))
    ]
    departments = dict.fromkeys((caller.department, manager.department, "OPS", "FIN"))
    centers = [records.cost_center(department) for department in departments]
    return {
        "_current_date": today,
        "session": {},
        "employees": rows,
        "assets": {row["asset_tag"]: row for row in assets},
        "facilities": _facilities(today, rows, caller),
        "software_catalog": catalog.software(),
        "access_groups": catalog.groups(),
        "permission_templates": catalog.templates(),
        "troubleshooting_guides": catalog.guides(),
        "cost_centers": {row["cost_center_code"]: row for row in centers},
        "field_dispatch_availability": {caller.building: visits(caller.building, today)},
        "waitlists": {"desk": [], "parking": []},
        **{table: {} for table in _EMPTY},
    }


_EMPTY = (
    "active_outages",
    "known_errors",
    "tickets",
    "requests",
    "cases",
    "security_cases",
    "asset_recoveries",
    "calendar_events",
    "interactions",
)


def visits(building: str, today: str) -> dict[str, Row]:
    """Technicians' times in a building on the next five working days, all of them free."""
    draw = Draw(f"visits/{building}/{today}")
    days: list[str] = []
    day = today
    while len(days) < 5:
        day = weekday(in_days(day, 1))
        days.append(day)
    return {day: {half: _technician(draw) for half in ("morning", "afternoon")} for day in days}


def _technician(draw: Draw) -> Row:
    name = draw.choice(_TECHNICIANS)
    number = f"T-{310 + _TECHNICIANS.index(name)}"
    return {"available": True, "technician_id": number, "technician_name": name}


def _facilities(today: str, employees: dict[str, Row], caller: Person) -> Row:
    """Buildings, zones, desks, spaces and rooms; also notes in the employees' rows who holds what."""
    desks: list[Row] = []
    for at, (number, row) in enumerate(employees.items()):
        row["last_desk_assignment_date"] = in_days(today, -200 - 40 * at)
        desks.append(records.desk(row["building_code"], row["floor_code"], 204 + 11 * at, "Center", number))
        row["assigned_desk"] = desks[-1]["desk_code"]
    for number_, zone, window in ((117, "North", True), (142, "South", False)):
        desks.append(records.desk(caller.building, caller.floor, number_, zone, window=window))
    spaces = [
        records.parking(zone, number_, level, covered=level != "L3")
        for zone in ZONES
        for number_, level in ((114, "L1"), (327, "L3"))
    ]
    director = list(employees)[-1]
    held = records.parking(zone_of(caller.building), 102, "L1", director)
    employees[director].update(
        assigned_parking=held["parking_space_id"], last_parking_assignment_date=in_days(today, -610)
    )
    rooms = [records.room(caller.building, caller.floor, number_, size, list(has)) for number_, size, has in _ROOMS]
    return {
        "buildings": {
            code: {"building_code": code, "name": name, "name_aliases": list(also)}
            for code, (name, also) in BUILDINGS.items()
        },
        "zones": {
            code: {"zone_code": code, "name": name, "name_aliases": list(also)}
            for code, (_, name, also) in ZONES.items()
        },
        "desks": {row["desk_code"]: row for row in desks},
        "parking": {row["parking_space_id"]: row for row in [*spaces, held]},
        "conference_rooms": {row["room_code"]: row for row in rooms},
    }
