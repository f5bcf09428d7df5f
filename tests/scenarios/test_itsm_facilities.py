"""The rules for software, desks, parking, equipment and rooms, on a small office of our own."""

import re
from typing import Any

import pytest

from scenarios.world import World
from tests.scenarios.itsm_office import BOSS, MATE, ME, TODAY, done, error, office, person, refused, sign_in

DESK, TAKEN = "BLD4-FL1-D117", "BLD4-FL1-D118"
SPACE, FULL = "PZK-117", "PZK-118"
SMALL, LARGE = "BLD4-FL1-RM104", "BLD4-FL2-RM210"
FREE_APP, HELD_APP, SALES_APP = "APP-5001", "APP-5002", "APP-5003"
SLOT = {"date": "2027-03-10", "start_time": "10:00", "end_time": "11:30"}
WHEN = {"building_code": "BLD4", **SLOT, "min_capacity": 2}


def place(code: str, *, free: bool, **members: Any) -> dict[str, Any]:
    return {**members, "status": "available" if free else "assigned", "assigned_employee_id": None if free else MATE}


@pytest.fixture
def world() -> World:
    on_one: dict[str, Any] = {"building_code": "BLD4", "floor_code": "FL1"}
    desks = {
        DESK: place(DESK, free=True, **on_one, zone="quiet", near_window=True),
        TAKEN: place(TAKEN, free=False, **on_one, zone="quiet", near_window=False),
        "BLD4-FL2-D201": place("", free=True, building_code="BLD4", floor_code="FL2", zone="open", near_window=True),
    }
    parking = {
        SPACE: place(SPACE, free=True, zone_code="PZK", level="L1", covered=True),
        FULL: place(FULL, free=False, zone_code="PZK", level="L1", covered=True),
        "PZM-001": place("", free=True, zone_code="PZM", level="Open", covered=False),
    }
    rooms = {
        SMALL: {**on_one, "capacity": 4, "equipment": ["whiteboard"], "bookings": []},
        LARGE: {**on_one, "floor_code": "FL2", "capacity": 12, "equipment": ["display", "projector"], "bookings": []},
        "BLD9-FL1-RM101": {**on_one, "building_code": "BLD9", "capacity": 12, "equipment": [], "bookings": []},
    }
    levels = ["read_only", "standard"]
    applications = {
        FREE_APP: {"name": "Lumen Wiki", "name_aliases": ["the wiki"], "requires_manager_approval": False},
        HELD_APP: {"name": "Gauge", "requires_manager_approval": True},
        SALES_APP: {"name": "Dealbook", "requires_manager_approval": False, "department_restrictions": ["SALES"]},
    }
    world = office(
        facilities={
            "buildings": {"BLD4": {"name": "Mill House", "name_aliases": ["die Mühle"]}, "BLD9": {"name": "Pier"}},
            "zones": {"PZK": {"name": "Court Yard"}, "PZM": {"name": "Meadow"}},
            "desks": desks,
            "parking": parking,
            "conference_rooms": rooms,
        },
        software_catalog={
            "applications": {key: {"available_access_levels": levels, **row} for key, row in applications.items()},
            "licenses": {
                "LIC-5001": {"name": "Drafter", "license_types_supported": ["permanent", "temporary"]},
                "LIC-5002": {"name": "Ledger", "license_types_supported": ["permanent"]},
            },
        },
        cost_centers={"CC-7001": {"cost_center_code": "CC-7001"}},
    )
    person(world)["software_licenses"] = [
        {
            "license_assignment_id": f"LASGN-00000{index}",
            "software_name": "Drafter",
            "status": status,
            "expiration_date": end,
        }
        for index, (status, end) in enumerate(
            [
                ("active", "2027-03-31"),
                ("active", "2027-04-01"),
                ("expired", "2027-02-15"),
                ("expired", "2027-02-14"),
                ("active", None),
            ]
        )
    ]
    sign_in(world)
    return world


@pytest.mark.parametrize(
    ("tool", "params"),
    [
        ("get_application_details", {"application_name": "Gauge"}),
        ("route_approval_workflow", {"request_id": "REQ-SW-" + "a" * 12, "approver_employee_id": BOSS}),
        ("get_license_catalog_item", {"license_name": "Drafter"}),
        ("submit_license_request", {"catalog_id": "LIC-5001"}),
        ("validate_cost_center", {}),
        ("get_employee_licenses", {}),
        ("submit_license_renewal", {"license_assignment_id": "LASGN-000000"}),
        ("check_desk_availability", {"building_code": "BLD4", "floor_code": "FL1"}),
        ("submit_desk_assignment", {"desk_code": DESK}),
        ("check_parking_availability", {}),
        ("submit_parking_assignment", {"parking_space_id": SPACE}),
        ("submit_waitlist", {"resource_type": "desk", "zone_or_building": "BLD4"}),
        ("check_ergonomic_assessment", {}),
        (
            "submit_equipment_request",
            {"equipment_type": "footrest", "delivery_building": "BLD4", "delivery_floor": "FL1"},
        ),
        ("check_room_availability", WHEN),
        ("submit_room_booking", {"room_code": SMALL, **SLOT, "attendee_count": 2}),
        ("send_calendar_invite", {"request_id": "REQ-FAC-" + "a" * 12, "room_code": SMALL, **SLOT}),
    ],
)
def test_nothing_is_shown_or_done_before_the_caller_is_verified(
    world: World, tool: str, params: dict[str, Any]
) -> None:
    world.tables["session"] = {}
    assert error(world, tool, employee_id=ME, **params) == "authentication_required"
    if tool in {"submit_desk_assignment", "get_employee_licenses", "submit_room_booking"}:
        sign_in(world, MATE)
        assert error(world, tool, employee_id=ME, **params) == "authentication_required"


@pytest.mark.parametrize("said", ["Lumen Wiki", "the WIKI!", "lumen-wiki", "APP-5001"])
def test_an_application_is_found_by_number_name_and_nickname(world: World, said: str) -> None:
    found = done(world, "get_application_details", application_name=said)
    assert (found["catalog_id"], found["application"]["name"]) == (FREE_APP, "Lumen Wiki")


def test_an_unknown_name_is_not_guessed(world: World) -> None:
    assert error(world, "get_application_details", application_name="Lumen") == "name_not_found"
    assert error(world, "get_license_catalog_item", license_name="Lumen Wiki") == "name_not_found"
    assert error(world, "get_application_details", application_name="") == "invalid_application_name"


def test_access_without_approval_is_granted_at_once(world: World) -> None:
    sign_in(world, second_factor=True)
    answer = done(world, "submit_access_request", employee_id=ME, catalog_id=FREE_APP, access_level="read_only")
    number = answer["request_id"]
    assert re.fullmatch("REQ-SW-[0-9a-f]{12}", number)
    assert answer["requires_approval"] is False
    assert world.table("requests")[number] == {
        "request_id": number,
        "employee_id": ME,
        "catalog_id": FREE_APP,
        "application_name": "Lumen Wiki",
        "access_level": "read_only",
        "status": "approved",
        "requires_manager_approval": False,
        "created_date": TODAY,
    }
    again = error(world, "submit_access_request", employee_id=ME, catalog_id=FREE_APP, access_level="read_only")
    assert again == "request_already_pending"
    routed = error(world, "route_approval_workflow", request_id=number, employee_id=ME, approver_employee_id=BOSS)
    assert routed == "no_pending_approval"


def test_access_that_takes_approval_is_routed_to_the_manager_for_two_days(world: World) -> None:
    sign_in(world, second_factor=True)
    request = {"employee_id": ME, "catalog_id": HELD_APP}
    number = done(world, "submit_access_request", **request, access_level="standard")["request_id"]
    assert world.table("requests")[number]["status"] == "pending_approval"
    # Another level is the same access, which waits.
    assert error(world, "submit_access_request", **request, access_level="read_only") == "request_already_pending"
    route = {"request_id": number, "employee_id": ME}
    assert error(world, "route_approval_workflow", **route, approver_employee_id=ME) == "not_authorized"
    assert error(world, "route_approval_workflow", **route, approver_employee_id=MATE) == "not_authorized"
    assert error(world, "route_approval_workflow", **route, approver_employee_id="EMP999999") == "not_found"
    answer = done(world, "route_approval_workflow", **route, approver_employee_id=BOSS)
    assert (answer["approver_name"], answer["approval_deadline"]) == ("Ines Brandt", "2027-03-03 00:00")
    row = world.table("requests")[number]
    assert (row["approval_routed_to"], row["approval_sla_deadline"]) == (BOSS, "2027-03-03 00:00")


def test_what_others_wait_for_and_what_was_decided_stand_in_nobodys_way(world: World) -> None:
    sign_in(world, second_factor=True)
    requests = world.table("requests")
    for index, changes in enumerate([{"employee_id": MATE}, {"catalog_id": FREE_APP}, {"status": "approved"}]):
        row = {"request_id": f"old {index}", "employee_id": ME, "catalog_id": HELD_APP, "status": "pending_approval"}
        requests[f"old {index}"] = {**row, **changes}
    done(world, "submit_access_request", employee_id=ME, catalog_id=HELD_APP, access_level="standard")


def test_only_own_requests_are_routed(world: World) -> None:
    number = "REQ-SW-" + "a" * 12
    route = {"request_id": number, "employee_id": ME, "approver_employee_id": BOSS}
    assert error(world, "route_approval_workflow", **route) == "not_found"
    world.table("requests")[number] = {"request_id": number, "employee_id": MATE, "status": "pending_approval"}
    assert error(world, "route_approval_workflow", **route) == "not_found"


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"catalog_id": "APP-9999"}, "not_found"),
        ({"catalog_id": "LIC-5001"}, "invalid_catalog_id_format"),
        ({"access_level": "admin"}, "invalid_access_level"),
        ({"access_level": "root"}, "invalid_access_level"),
        ({"catalog_id": SALES_APP}, "department_mismatch"),
    ],
)
def test_access_is_refused(world: World, changes: dict[str, str], code: str) -> None:
    request = {"employee_id": ME, "catalog_id": FREE_APP, "access_level": "standard", **changes}
    sign_in(world, second_factor=True)
    assert error(world, "submit_access_request", **request) == code


def test_access_takes_the_one_time_code(world: World) -> None:
    request = {"employee_id": ME, "catalog_id": FREE_APP, "access_level": "standard"}
    assert error(world, "submit_access_request", **request) == "authentication_required"


def test_a_permanent_license_has_no_end(world: World) -> None:
    assert done(world, "get_license_catalog_item", license_name="drafter")["catalog_id"] == "LIC-5001"
    assert done(world, "validate_cost_center", employee_id=ME)["validated"] is True
    answer = done(world, "submit_license_request", employee_id=ME, catalog_id="LIC-5001")
    row = world.table("requests")[answer["request_id"]]
    assert (answer["license_type"], row["request_type"]) == ("permanent", "license_request")
    assert not {"duration_days", "expiration_date"} & (answer.keys() | row.keys())


@pytest.mark.parametrize(("days", "end"), [(30, "2027-03-31"), ("60", "2027-04-30"), ("90", "2027-05-30")])
def test_a_temporary_license_ends_after_its_days(world: World, days: Any, end: str) -> None:
    answer = done(world, "submit_license_request", employee_id=ME, catalog_id="LIC-5001", duration_days=days)
    row = world.table("requests")[answer["request_id"]]
    for found in (answer, row):
        assert (found["duration_days"], found["expiration_date"]) == (int(days), end)
    assert (answer["license_type"], row["request_type"]) == ("temporary", "temporary_license")


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"duration_days": "45"}, "invalid_duration_days"),
        ({"duration_days": 45}, "invalid_duration_days"),
        ({"duration_days": True}, "invalid_duration_days"),
        ({"catalog_id": "LIC-5002", "duration_days": "30"}, "not_available"),
        ({"catalog_id": "LIC-9999"}, "not_found"),
        ({"catalog_id": "APP-5001"}, "invalid_catalog_id_format"),
    ],
)
def test_a_license_is_refused(world: World, changes: dict[str, Any], code: str) -> None:
    assert error(world, "submit_license_request", **{"employee_id": ME, "catalog_id": "LIC-5001", **changes}) == code


def test_the_same_license_twice_on_a_day_is_one_too_many(world: World) -> None:
    request = {"employee_id": ME, "catalog_id": "LIC-5001"}
    done(world, "submit_license_request", **request)
    assert error(world, "submit_license_request", **request) == "request_already_pending"
    done(world, "submit_license_request", **request, duration_days="30")


@pytest.mark.parametrize("code", [None, "CC-0000"])
def test_a_cost_center_that_is_not_on_file_is_refused(world: World, code: str | None) -> None:
    person(world)["cost_center_code"] = code
    assert error(world, "validate_cost_center", employee_id=ME) == "cc_not_on_file"


@pytest.mark.parametrize(("number", "end"), [("LASGN-000000", "2028-03-31"), ("LASGN-000002", "2028-02-15")])
def test_a_license_is_renewed_by_a_year_near_its_end(world: World, number: str, end: str) -> None:
    answer = done(world, "submit_license_renewal", employee_id=ME, license_assignment_id=number)
    held = {item["license_assignment_id"]: item for item in person(world)["software_licenses"]}[number]
    assert (answer["new_expiration_date"], held["expiration_date"], held["status"]) == (end, end, "active")
    assert world.table("requests")[answer["request_id"]]["new_expiration_date"] == end
    again = refused(world, "submit_license_renewal", employee_id=ME, license_assignment_id=number)
    assert (again["error_type"], again["expiration_date"]) == ("not_in_renewal_window", end)


@pytest.mark.parametrize(
    ("number", "code"),
    [
        ("LASGN-000001", "not_in_renewal_window"),
        ("LASGN-000003", "not_in_renewal_window"),
        ("LASGN-000004", "not_in_renewal_window"),
        ("LASGN-999999", "not_found"),
        ("LASGN-1", "invalid_license_assignment_id_format"),
    ],
)
def test_a_license_is_not_renewed_outside_of_the_window(world: World, number: str, code: str) -> None:
    assert error(world, "submit_license_renewal", employee_id=ME, license_assignment_id=number) == code


def test_a_license_that_ends_on_a_leap_day_ends_on_the_day_before_a_year_later(world: World) -> None:
    world.tables["_current_date"] = "2028-02-20"
    person(world)["software_licenses"][0]["expiration_date"] = "2028-02-29"
    answer = done(world, "submit_license_renewal", employee_id=ME, license_assignment_id="LASGN-000000")
    assert answer["new_expiration_date"] == "2029-02-28"


def test_the_callers_licenses_are_listed(world: World) -> None:
    assert len(done(world, "get_employee_licenses", employee_id=ME)["licenses"]) == 5
    sign_in(world, MATE)
    assert done(world, "get_employee_licenses", employee_id=MATE)["licenses"] == []


@pytest.mark.parametrize("said", ["BLD4", "mill house", "Die Muhle"])
def test_free_desks_of_a_floor(world: World, said: str) -> None:
    answer = done(world, "check_desk_availability", building_code=said, floor_code="FL1")
    assert answer["building_code"] == "BLD4"
    assert answer["available_desks"] == [{"desk_code": DESK, "zone": "quiet", "near_window": True}]
    assert error(world, "check_desk_availability", building_code="Tower", floor_code="FL1") == "name_not_found"


def test_a_desk_is_assigned_once(world: World) -> None:
    answer = done(world, "submit_desk_assignment", employee_id=ME, desk_code=DESK)
    assert re.fullmatch("REQ-FAC-[0-9a-f]{12}", answer["request_id"])
    desk = world.table("facilities")["desks"][DESK]
    assert (desk["status"], desk["assigned_employee_id"]) == ("assigned", ME)
    assert (person(world)["assigned_desk"], person(world)["last_desk_assignment_date"]) == (DESK, TODAY)
    assert world.table("requests") == {}
    assert error(world, "submit_desk_assignment", employee_id=ME, desk_code="BLD4-FL2-D201") == "already_assigned"
    assert done(world, "check_desk_availability", building_code="BLD4", floor_code="FL1")["available_desks"] == []
    sign_in(world, MATE)
    assert error(world, "submit_desk_assignment", employee_id=MATE, desk_code=DESK) == "not_available"


def test_a_parking_space_is_assigned_once(world: World) -> None:
    answer = done(world, "submit_parking_assignment", employee_id=ME, parking_space_id=SPACE)
    assert re.fullmatch("REQ-FAC-[0-9a-f]{12}", answer["request_id"])
    space = world.table("facilities")["parking"][SPACE]
    assert (space["status"], space["assigned_employee_id"]) == ("assigned", ME)
    assert (person(world)["assigned_parking"], person(world)["last_parking_assignment_date"]) == (SPACE, TODAY)
    assert error(world, "submit_parking_assignment", employee_id=ME, parking_space_id="PZM-001") == "already_assigned"


@pytest.mark.parametrize(
    ("tool", "place", "member", "last", "first"),
    [
        ("submit_desk_assignment", {"desk_code": DESK}, "last_desk_assignment_date", "2026-12-01", "2026-12-02"),
        (
            "submit_parking_assignment",
            {"parking_space_id": SPACE},
            "last_parking_assignment_date",
            "2026-09-02",
            "2026-09-03",
        ),
    ],
)
def test_a_place_may_change_again_after_its_time(
    world: World, tool: str, place: dict[str, str], member: str, last: str, first: str
) -> None:
    person(world)[member] = first
    answer = refused(world, tool, employee_id=ME, **place)
    assert answer["error_type"] == "too_soon"
    assert "2027-03-02" in answer.values()
    person(world)[member] = last
    done(world, tool, employee_id=ME, **place)


@pytest.mark.parametrize(
    ("tool", "params", "code"),
    [
        ("submit_desk_assignment", {"desk_code": TAKEN}, "not_available"),
        ("submit_desk_assignment", {"desk_code": "BLD4-FL1-D999"}, "not_found"),
        ("submit_desk_assignment", {"desk_code": "D117"}, "invalid_desk_code_format"),
        ("submit_parking_assignment", {"parking_space_id": FULL}, "not_available"),
        ("submit_parking_assignment", {"parking_space_id": "PZK-999"}, "not_found"),
        ("submit_parking_assignment", {"parking_space_id": "K117"}, "invalid_parking_space_id_format"),
    ],
)
def test_a_place_that_is_not_free_is_refused(world: World, tool: str, params: dict[str, str], code: str) -> None:
    assert error(world, tool, employee_id=ME, **params) == code


def test_free_spaces_of_a_zone_and_of_all(world: World) -> None:
    answer = done(world, "check_parking_availability", zone_code="court yard")
    assert answer["zone_code"] == "PZK"
    space = {"parking_space_id": SPACE, "zone_code": "PZK", "level": "L1", "covered": True}
    assert answer["available_spaces"] == [space]
    everywhere = done(world, "check_parking_availability")["available_spaces"]
    assert everywhere[0] == {**space, "zone_name": "Court Yard"}
    assert [item["zone_name"] for item in everywhere] == ["Court Yard", "Meadow"]
    assert error(world, "check_parking_availability", zone_code="Roof") == "name_not_found"


def test_waiting_lists_number_who_waits_at_a_place(world: World) -> None:
    first = done(world, "submit_waitlist", employee_id=ME, resource_type="parking", zone_or_building="Meadow")
    assert (first["waitlist_id"], first["position"], first["zone_or_building"]) == ("WL-PAR-0001", 1, "PZM")
    again = error(world, "submit_waitlist", employee_id=ME, resource_type="parking", zone_or_building="PZM")
    assert again == "already_waitlisted"
    other = done(world, "submit_waitlist", employee_id=ME, resource_type="parking", zone_or_building="PZK")
    assert (other["waitlist_id"], other["position"]) == ("WL-PAR-0002", 1)
    sign_in(world, MATE)
    second = done(world, "submit_waitlist", employee_id=MATE, resource_type="parking", zone_or_building="PZM")
    assert (second["waitlist_id"], second["position"]) == ("WL-PAR-0003", 2)
    desk = done(world, "submit_waitlist", employee_id=MATE, resource_type="desk", zone_or_building="Pier")
    assert (desk["waitlist_id"], desk["zone_or_building"]) == ("WL-DES-0001", "BLD9")
    assert world.table("waitlists")["desk"] == [
        {
            "waitlist_id": "WL-DES-0001",
            "employee_id": MATE,
            "resource_type": "desk",
            "zone_or_building": "BLD9",
            "position": 1,
            "added_date": TODAY,
        }
    ]


@pytest.mark.parametrize(
    ("kind", "where", "code"),
    [
        ("desk", "PZM", "name_not_found"),
        ("parking", "BLD4", "name_not_found"),
        ("locker", "BLD4", "invalid_resource_type"),
    ],
)
def test_one_waits_for_desks_in_buildings_and_for_parking_in_zones(
    world: World, kind: str, where: str, code: str
) -> None:
    assert error(world, "submit_waitlist", employee_id=ME, resource_type=kind, zone_or_building=where) == code


@pytest.mark.parametrize("item", ["standing_desk_converter", "ergonomic_chair"])
def test_some_equipment_takes_an_assessment(world: World, item: str) -> None:
    order = {"employee_id": ME, "equipment_type": item, "delivery_building": "Pier", "delivery_floor": "FL1"}
    assert error(world, "check_ergonomic_assessment", employee_id=ME) == "assessment_required"
    assert error(world, "submit_equipment_request", **order) == "assessment_required"
    person(world)["ergonomic_assessment"] = {"status": "completed", "completed_date": "2026-11-20"}
    assert done(world, "check_ergonomic_assessment", employee_id=ME)["assessment_date"] == "2026-11-20"
    answer = done(world, "submit_equipment_request", **order)
    assert answer["delivery_building"] == "BLD9"
    assert world.table("requests")[answer["request_id"]] == {
        "request_id": answer["request_id"],
        "employee_id": ME,
        "equipment_type": item,
        "delivery_building": "BLD9",
        "delivery_floor": "FL1",
        "status": "submitted",
        "created_date": TODAY,
    }


def test_small_equipment_takes_no_assessment(world: World) -> None:
    for item in ("ergonomic_keyboard", "monitor_arm", "footrest"):
        order = {"equipment_type": item, "delivery_building": "BLD4", "delivery_floor": "FL1"}
        done(world, "submit_equipment_request", employee_id=ME, **order)
    assert len(world.table("requests")) == 3


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"delivery_building": "Tower"}, "name_not_found"),
        ({"delivery_floor": "first"}, "invalid_floor_code_format"),
        ({"equipment_type": "sofa"}, "invalid_equipment_type"),
    ],
)
def test_equipment_is_refused(world: World, changes: dict[str, str], code: str) -> None:
    order = {"equipment_type": "footrest", "delivery_building": "BLD4", "delivery_floor": "FL1", **changes}
    assert error(world, "submit_equipment_request", employee_id=ME, **order) == code


@pytest.mark.parametrize(
    ("wishes", "rooms"),
    [
        ({}, [SMALL, LARGE]),
        ({"min_capacity": 5}, [LARGE]),
        ({"min_capacity": 13}, []),
        ({"floor_code": "FL1"}, [SMALL]),
        ({"floor_code": None, "equipment_required": None}, [SMALL, LARGE]),
        ({"equipment_required": ["projector", "display_screen"]}, [LARGE]),
        ({"equipment_required": ["speakerphone"]}, []),
        ({"building_code": "pier"}, ["BLD9-FL1-RM101"]),
    ],
)
def test_rooms_that_suit(world: World, wishes: dict[str, Any], rooms: list[str]) -> None:
    found = done(world, "check_room_availability", **{**WHEN, **wishes})["available_rooms"]
    assert [room["room_code"] for room in found] == rooms
    assert all(set(room) == {"room_code", "floor_code", "capacity", "equipment"} for room in found)


@pytest.mark.parametrize(
    ("start", "end", "free"),
    [
        ("09:00", "10:00", True),
        ("11:30", "12:00", True),
        ("09:00", "10:01", False),
        ("11:29", "12:00", False),
        ("10:30", "11:00", False),
        ("09:00", "12:00", False),
    ],
)
def test_a_room_is_taken_while_somebody_has_it(world: World, start: str, end: str, free: bool) -> None:
    done(world, "submit_room_booking", employee_id=ME, room_code=SMALL, **SLOT, attendee_count=3)
    when = {"date": SLOT["date"], "start_time": start, "end_time": end}
    found = done(world, "check_room_availability", building_code="BLD4", **when, min_capacity=1)["available_rooms"]
    assert (SMALL in [room["room_code"] for room in found]) is free
    sign_in(world, MATE)
    booking = {"employee_id": MATE, "room_code": SMALL, **when, "attendee_count": 2}
    if free:
        done(world, "submit_room_booking", **booking)
        assert len(world.table("facilities")["conference_rooms"][SMALL]["bookings"]) == 2
    else:
        assert error(world, "submit_room_booking", **booking) == "room_conflict"
    done(world, "submit_room_booking", **{**booking, "date": "2027-03-11"})


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"attendee_count": 5}, "over_capacity"),
        ({"room_code": "BLD4-FL1-RM999"}, "not_found"),
        ({"room_code": "RM104"}, "invalid_room_code_format"),
        ({"date": "2027-02-28"}, "not_available"),
        ({"date": "2027-02-30"}, "invalid_date_format"),
        ({"end_time": "10:00"}, "invalid_time_format"),
        ({"end_time": "24:30"}, "invalid_time_format"),
        ({"attendee_count": 0}, "invalid_parameter"),
    ],
)
def test_a_booking_is_refused(world: World, changes: dict[str, Any], code: str) -> None:
    booking = {"employee_id": ME, "room_code": SMALL, **SLOT, "attendee_count": 4, **changes}
    assert error(world, "submit_room_booking", **booking) == code


def test_an_invitation_follows_the_booking(world: World) -> None:
    number = done(world, "submit_room_booking", employee_id=ME, room_code=SMALL, **SLOT, attendee_count=4)["request_id"]
    assert world.table("facilities")["conference_rooms"][SMALL]["bookings"] == [
        {"booking_id": number, **SLOT, "employee_id": ME, "attendee_count": 4}
    ]
    answer = done(world, "send_calendar_invite", request_id=number, employee_id=ME, room_code=SMALL, **SLOT)
    event = f"CAL-{number[-6:]}"
    assert answer["calendar_event_id"] == event
    assert world.table("calendar_events")[event] == {
        "calendar_event_id": event,
        "request_id": number,
        "employee_id": ME,
        "room_code": SMALL,
        **SLOT,
        "created_date": TODAY,
    }


@pytest.mark.parametrize(
    "changes",
    [{"room_code": LARGE}, {"end_time": "12:00"}, {"date": "2027-03-11"}, {"request_id": "REQ-FAC-" + "a" * 12}],
)
def test_an_invitation_without_its_booking_is_refused(world: World, changes: dict[str, str]) -> None:
    number = done(world, "submit_room_booking", employee_id=ME, room_code=SMALL, **SLOT, attendee_count=4)["request_id"]
    invite = {"request_id": number, "employee_id": ME, "room_code": SMALL, **SLOT, **changes}
    assert error(world, "send_calendar_invite", **invite) == "not_found"
    sign_in(world, MATE)
    others = {**invite, "request_id": number, "employee_id": MATE, "room_code": SMALL, **SLOT}
    assert error(world, "send_calendar_invite", **others) == "not_found"


def test_numbers_follow_from_what_is_asked_for_and_not_from_the_order(world: World) -> None:
    other = world.copy()
    order = {"employee_id": ME, "delivery_building": "BLD4", "delivery_floor": "FL1"}
    calls: list[tuple[str, dict[str, Any]]] = [
        ("submit_equipment_request", {**order, "equipment_type": "footrest"}),
        ("submit_license_request", {"employee_id": ME, "catalog_id": "LIC-5001"}),
        ("submit_desk_assignment", {"employee_id": ME, "desk_code": DESK}),
        ("submit_room_booking", {"employee_id": ME, "room_code": SMALL, **SLOT, "attendee_count": 4}),
    ]
    for tool, params in calls:
        done(world, tool, **params)
    for tool, params in reversed(calls):
        error(other, "submit_license_request", employee_id=ME, catalog_id="LIC-9999")
        done(other, tool, **params)
    assert world.digest() == other.digest()
