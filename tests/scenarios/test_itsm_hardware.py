"""The rules of the itsm tools for devices, on a small office of our own."""

import re
from typing import Any

import pytest

from scenarios.world import World
from tests.scenarios.itsm_desk import (
    GONE,
    LAPTOP,
    MINE,
    MONITOR,
    NEW_LAPTOP,
    NEW_MONITOR,
    NO_ASSET,
    NO_CASE,
    RECOVERY,
    REMOVAL,
    SECURITY,
    THEIRS,
    desk,
    verify,
)
from tests.scenarios.itsm_office import BOSS, LEAVER, MATE, TODAY, TOOLBOX, done, error, person, refused, sign_in


@pytest.fixture
def world() -> World:
    return desk()


@pytest.mark.parametrize(
    ("tag", "kind", "bought", "expected"),
    [
        (LAPTOP, "laptop_replacement", "2024-03-01", 36),
        (LAPTOP, "laptop_replacement", "2024-03-02", "device_too_new"),
        (MONITOR, "monitor_bundle", "2026-03-01", 12),
        (MONITOR, "monitor_bundle", "2026-03-02", "replaced_too_recently"),
    ],
)
def test_devices_are_replaced_from_an_age_on(
    world: World, tag: str, kind: str, bought: str, expected: int | str
) -> None:
    verify(world)
    world.table("assets")[tag]["purchase_date"] = bought
    answer = TOOLBOX.call(world, "check_hardware_entitlement", {**MINE, "request_type": kind})
    if isinstance(expected, int):
        assert (answer["device_age_months"], answer["current_asset"]["asset_tag"]) == (expected, tag)
    else:
        assert answer["error_type"] == expected


def test_who_has_no_device_may_have_a_first_one(world: World) -> None:
    verify(world, MATE)
    answer = done(world, "check_hardware_entitlement", employee_id=MATE, request_type="monitor_bundle")
    assert answer["current_asset"] is answer["device_age_months"] is None
    del person(world, MATE)["hardware_entitlements"]["monitor_bundle"]
    assert error(world, "check_hardware_entitlement", employee_id=MATE, request_type="monitor_bundle") == (
        "no_entitlement"
    )


def test_a_request_is_one_at_a_time(world: World) -> None:
    verify(world)
    number = done(world, "submit_hardware_request", **NEW_LAPTOP)["request_id"]
    assert world.table("requests")[number] == {
        **{key: value for key, value in NEW_LAPTOP.items() if key != "delivery_building"},
        "request_id": number,
        "monitor_size": None,
        "delivery_building": "BLD4",
        "status": "submitted",
        "created_date": TODAY,
    }
    assert person(world)["hardware_entitlements"]["laptop_replacement"]["pending_request_id"] == number
    assert error(world, "submit_hardware_request", **NEW_LAPTOP) == "request_already_pending"
    assert error(world, "check_hardware_entitlement", **MINE, request_type="laptop_replacement") == (
        "request_already_pending"
    )
    done(world, "submit_hardware_request", **NEW_MONITOR)


@pytest.mark.parametrize(
    ("params", "drop", "expected"),
    [
        (NEW_LAPTOP, "current_asset_tag", "invalid_parameter"),
        (NEW_LAPTOP, "laptop_os", "invalid_parameter"),
        (NEW_LAPTOP, "laptop_size", "invalid_parameter"),
        (NEW_MONITOR, "monitor_size", "invalid_parameter"),
        ({**NEW_MONITOR, "justification": "replacement"}, "", "invalid_parameter"),
        ({**NEW_MONITOR, "justification": "end_of_life"}, "", "invalid_parameter"),
        ({**NEW_LAPTOP, "justification": "boredom"}, "", "invalid_justification"),
        ({**NEW_LAPTOP, "current_asset_tag": THEIRS}, "", "not_assigned_to_caller"),
        ({**NEW_LAPTOP, "current_asset_tag": NO_ASSET}, "", "not_found"),
        ({**NEW_LAPTOP, "delivery_building": "Pier"}, "", "name_not_found"),
        ({**NEW_LAPTOP, "delivery_building": ""}, "", "invalid_building_code_format"),
        (
            {**NEW_MONITOR, "justification": "replacement", "current_asset_tag": MONITOR},
            "",
            "replaced_too_recently",
        ),
    ],
)
def test_orders_that_are_refused(world: World, params: dict[str, Any], drop: str, expected: str) -> None:
    verify(world)
    wanted = {key: value for key, value in params.items() if key != drop}
    assert error(world, "submit_hardware_request", **wanted) == expected


@pytest.mark.parametrize("reason", ["lost_or_stolen", "physical_damage"])
def test_a_lost_or_broken_laptop_is_replaced_at_any_age(world: World, reason: str) -> None:
    verify(world)
    world.table("assets")[LAPTOP]["purchase_date"] = "2027-02-01"
    assert error(world, "submit_hardware_request", **NEW_LAPTOP) == "device_too_new"
    done(world, "submit_hardware_request", **{**NEW_LAPTOP, "justification": reason})


def test_a_lost_laptop_needs_no_tag(world: World) -> None:
    verify(world)
    wanted = {key: value for key, value in NEW_LAPTOP.items() if key != "current_asset_tag"}
    number = done(world, "submit_hardware_request", **{**wanted, "justification": "lost_or_stolen"})["request_id"]
    assert world.table("requests")[number]["current_asset_tag"] is None


def test_a_replaced_device_goes_back_in_two_weeks(world: World) -> None:
    verify(world)
    number = done(world, "submit_hardware_request", **NEW_LAPTOP)["request_id"]
    back = {**MINE, "asset_tag": LAPTOP, "request_id": number}
    assert error(world, "initiate_asset_return", **{**back, "asset_tag": THEIRS}) == "not_assigned_to_caller"
    answer = done(world, "initiate_asset_return", **back)
    assert (answer["return_auth_id"], answer["return_deadline"]) == ("RMA-100001", "2027-03-15")
    assert world.table("assets")[LAPTOP]["return_authorization"]["request_id"] == number
    world.table("requests")[number]["employee_id"] = MATE
    assert error(world, "initiate_asset_return", **back) == "not_found"


def test_a_budget_is_there_or_not(world: World) -> None:
    verify(world)
    assert done(world, "verify_cost_center_budget", **MINE)["remaining_budget_usd"] == 9000
    world.table("cost_centers")["CC-7001"].update(has_budget=False, remaining_budget_usd=12)
    answer = refused(world, "verify_cost_center_budget", **MINE)
    assert (answer["error_type"], answer["remaining_budget_usd"]) == ("insufficient_budget", 12)
    del world.table("cost_centers")["CC-7001"]
    assert error(world, "verify_cost_center_budget", **MINE) == "cc_not_on_file"


def test_the_devices_of_a_leaver_are_recovered_after_the_access(world: World) -> None:
    record = person(world, LEAVER)["offboarding_record"]
    verify(world, BOSS)
    assert error(world, "initiate_asset_recovery", **RECOVERY) == "authentication_required"
    sign_in(world, BOSS, manager=True)
    assert error(world, "initiate_asset_recovery", **RECOVERY) == "authentication_required"
    sign_in(world, BOSS, second_factor=True, manager=True)
    assert error(world, "initiate_asset_recovery", **RECOVERY) == "not_found"
    record["removal_case_id"] = REMOVAL
    assert error(world, "initiate_asset_recovery", **{**RECOVERY, "case_id": NO_CASE}) == "not_found"
    answer = done(world, "initiate_asset_recovery", **RECOVERY)
    assert answer["assets_to_recover"] == [{"asset_tag": GONE, "asset_type": "laptop", "model": "Heron 9"}]
    assert world.table("asset_recoveries")["RECV-00000b"]["assets_to_recover"] == [GONE]
    person(world, LEAVER)["manager_employee_id"] = MATE
    assert error(world, "initiate_asset_recovery", **RECOVERY) == "not_authorized"


# Security


def test_a_stolen_device_is_reported_and_erased(world: World) -> None:
    verify(world)
    assert error(world, "report_security_incident", **{**SECURITY, "asset_tag": THEIRS}) == "not_assigned_to_caller"
    assert error(world, "report_security_incident", **{**SECURITY, "incident_type": "bored"}) == (
        "invalid_incident_type"
    )
    case = done(world, "report_security_incident", **SECURITY)["security_case_id"]
    assert re.fullmatch(r"SEC-[a-f0-9]{12}", case)
    wipe = {"asset_tag": LAPTOP, "security_case_id": case}
    assert error(world, "initiate_remote_wipe", **{**wipe, "asset_tag": MONITOR}) == "case_asset_mismatch"
    assert error(world, "initiate_remote_wipe", **{**wipe, "asset_tag": THEIRS}) == "not_assigned_to_caller"
    assert error(world, "initiate_remote_wipe", **{**wipe, "security_case_id": "SEC-1"}) == (
        "invalid_security_case_id_format"
    )
    number = done(world, "initiate_remote_wipe", **wipe)["remote_wipe_id"]
    assert world.table("security_cases")[case]["remote_wipe_id"] == number
    again = TOOLBOX.call(world, "report_security_incident", SECURITY)
    assert again["security_case_id"] == case
    assert world.table("security_cases")[case]["remote_wipe_id"] == number


def test_a_phone_is_never_changed_and_the_wish_is_kept(world: World) -> None:
    wish = {**MINE, "new_phone_last_four": "2718"}
    assert error(world, "submit_mfa_reset", **wish) == "authentication_required"
    verify(world)
    answer = TOOLBOX.call(world, "submit_mfa_reset", wish)
    assert (answer["status"], answer["error_type"]) == ("error", "in_person_required")
    assert world.table("security_cases")[answer["security_case_id"]]["new_phone_last_four"] == "2718"
    assert person(world)["phone_last_four"] == "3141"
