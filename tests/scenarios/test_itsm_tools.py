"""The rules of the itsm tools that a service desk starts with, on a small office of our own."""

import copy
import re
from typing import Any

import pytest

from scenarios.itsm.tools.ids import content_digits
from scenarios.world import World
from tests.scenarios.itsm_desk import (
    ADMIN,
    LAPTOP,
    MINE,
    MONITOR,
    NEW_LAPTOP,
    NO_ASSET,
    NO_REQUEST,
    NO_TICKET,
    NOBODY,
    OUTAGE,
    SECURITY,
    SERVICE,
    SOLVED,
    TICKET,
    account,
    desk,
    verify,
)
from tests.scenarios.itsm_office import BOSS, MATE, ME, TODAY, TOOLBOX, done, error, person, refused, sign_in


@pytest.fixture
def world() -> World:
    return desk()


def ticket(world: World, **changes: Any) -> str:
    number: str = done(world, "create_incident_ticket", **{**TICKET, **changes})["ticket_number"]
    return number


# Who calls


@pytest.mark.parametrize(
    ("tool", "params", "expected"),
    [
        ("verify_employee_auth", {"employee_id": NOBODY, "phone_last_four": "3141"}, "not_found"),
        ("verify_employee_auth", {**MINE, "phone_last_four": "3142"}, "authentication_failed"),
        ("verify_employee_auth", {**MINE, "phone_last_four": "314"}, "invalid_phone_last_four_format"),
        ("verify_employee_auth", {"employee_id": "emp100001", "phone_last_four": "?"}, "invalid_employee_id_format"),
        (
            "verify_manager_auth",
            {"employee_id": BOSS, "phone_last_four": "3141", "manager_auth_code": "K7Q2Z0"},
            "authentication_failed",
        ),
        (
            "verify_manager_auth",
            {"employee_id": BOSS, "phone_last_four": "0000", "manager_auth_code": "K7Q2ZZ"},
            "authentication_failed",
        ),
        (
            "verify_manager_auth",
            {**MINE, "phone_last_four": "3141", "manager_auth_code": "K7Q2ZZ"},
            "authentication_failed",
        ),
        (
            "verify_manager_auth",
            {"employee_id": BOSS, "phone_last_four": "3141", "manager_auth_code": "k7q2zz"},
            "invalid_manager_auth_code_format",
        ),
        ("initiate_otp_auth", MINE, "authentication_required"),
        ("verify_otp_auth", {**MINE, "otp_code": "271828"}, "otp_not_initiated"),
        ("verify_otp_auth", {**MINE, "otp_code": "27182"}, "invalid_otp_format"),
    ],
)
def test_wrong_credentials_open_nothing(world: World, tool: str, params: dict[str, Any], expected: str) -> None:
    assert error(world, tool, **params) == expected


def test_the_session_says_what_was_proved(world: World) -> None:
    answer = done(world, "verify_manager_auth", employee_id=BOSS, phone_last_four="3141", manager_auth_code="K7Q2ZZ")
    assert answer["direct_reports"] == [ME]
    assert done(world, "initiate_otp_auth", employee_id=BOSS)["phone_last_four"] == "3141"
    assert world.table("session")["otp_issued"] is True
    done(world, "verify_otp_auth", employee_id=BOSS, otp_code="271828")
    assert world.tables["session"] == {
        "authenticated_employee_id": BOSS,
        "employee_auth": True,
        "manager_auth": True,
        "manager_employee_id": BOSS,
        "otp_auth": True,
    }


def test_a_wrong_code_may_be_tried_again_and_a_right_one_is_used_up(world: World) -> None:
    verify(world)
    assert error(world, "initiate_otp_auth", employee_id=MATE) == "authentication_required"
    done(world, "initiate_otp_auth", **MINE)
    assert error(world, "verify_otp_auth", **MINE, otp_code="000000") == "authentication_failed"
    assert error(world, "verify_otp_auth", employee_id=MATE, otp_code="271828") == "otp_not_initiated"
    done(world, "verify_otp_auth", **MINE, otp_code="271828")
    assert error(world, "verify_otp_auth", **MINE, otp_code="271828") == "otp_not_initiated"


def test_another_caller_inherits_nothing(world: World) -> None:
    sign_in(world, BOSS, second_factor=True, manager=True)
    verify(world, ME)
    assert world.tables["session"] == {"authenticated_employee_id": ME, "employee_auth": True}
    assert error(world, "get_employee_record", employee_id=MATE) == "authentication_required"


OPEN = [
    ("get_employee_record", MINE),
    ("get_asset_record", {"asset_tag": LAPTOP}),
    ("get_employee_assets", MINE),
    ("get_troubleshooting_guide", {"issue_category": "login_issue"}),
    ("attempt_account_unlock", ADMIN),
    ("attempt_password_reset", {**MINE, "target_system": "vpn_gateway"}),
    ("create_incident_ticket", TICKET),
    ("check_existing_outage", SERVICE),
    ("add_affected_user", {**MINE, "ticket_number": OUTAGE}),
    ("check_hardware_entitlement", {**MINE, "request_type": "laptop_replacement"}),
    ("submit_hardware_request", NEW_LAPTOP),
    ("verify_cost_center_budget", MINE),
    ("report_security_incident", SECURITY),
    ("mark_resolved", SOLVED),
]


@pytest.mark.parametrize(("tool", "params"), OPEN, ids=[item[0] for item in OPEN])
def test_the_standard_proof_is_enough_and_needed(world: World, tool: str, params: dict[str, Any]) -> None:
    assert error(world, tool, **params) == "authentication_required"
    verify(world)
    done(world, tool, **params)


@pytest.mark.parametrize(
    ("tool", "params"),
    [
        ("assign_sla_tier", {"ticket_number": NO_TICKET, "sla_tier": "tier_2"}),
        ("link_known_error", {"ticket_number": NO_TICKET, **SERVICE}),
        ("attach_diagnostic_log", {"ticket_number": NO_TICKET, "diagnostic_ref_code": "DIAG-K7Q2ZZ10"}),
        ("add_affected_user", {**MINE, "ticket_number": NO_TICKET}),
        (
            "schedule_field_dispatch",
            {
                **MINE,
                "ticket_number": NO_TICKET,
                "building_code": "BLD4",
                "floor_code": "FL2",
                "preferred_date": "2027-03-04",
                "time_window": "morning",
            },
        ),
        ("initiate_asset_return", {**MINE, "asset_tag": LAPTOP, "request_id": NO_REQUEST}),
        ("get_asset_record", {"asset_tag": NO_ASSET}),
        ("get_request_status", {"request_id": NO_REQUEST}),
        ("escalate_approval", {"request_id": NO_REQUEST, "escalate_to_employee_id": BOSS}),
        ("initiate_remote_wipe", {"asset_tag": LAPTOP, "security_case_id": "SEC-ffffffffffff"}),
    ],
)
def test_what_is_not_there(world: World, tool: str, params: dict[str, Any]) -> None:
    assert error(world, tool, **params) == "authentication_required"
    verify(world)
    wanted = "ticket_not_found" if "ticket_number" in params else "not_found"
    assert error(world, tool, **params) == wanted


@pytest.mark.parametrize(("tool", "params"), [item for item in OPEN if "employee_id" in item[1]])
def test_a_caller_acts_for_nobody_else(world: World, tool: str, params: dict[str, Any]) -> None:
    verify(world)
    assert error(world, tool, **{**params, "employee_id": MATE}) == "authentication_required"
    assert error(world, tool, **{**params, "employee_id": NOBODY}) == "not_found"


def test_a_manager_sees_others(world: World) -> None:
    sign_in(world, BOSS, manager=True)
    row = done(world, "get_employee_record", employee_id=ME)["employee"]
    assert (row["first_name"], row["manager_employee_id"]) == ("Noor", BOSS)
    assert not {"otp_code", "phone_last_four", "manager_auth_code"} & set(row)
    assert [item["asset_tag"] for item in done(world, "get_employee_assets", employee_id=ME)["assets"]] == [
        LAPTOP,
        MONITOR,
    ]


# Accounts


def test_a_lock_is_lifted_once(world: World) -> None:
    verify(world)
    done(world, "attempt_account_unlock", **ADMIN)
    assert person(world)["account_status"]["active_directory"] == account()
    assert error(world, "attempt_account_unlock", **ADMIN) == "not_locked"


def test_a_hold_of_security_is_not_lifted(world: World) -> None:
    verify(world)
    answer = refused(world, "attempt_account_unlock", **MINE, target_system="erp_oracle")
    assert (answer["error_type"], answer["lock_reason"]) == ("cannot_unlock_security_hold", "admin_hold")
    assert error(world, "attempt_account_unlock", **MINE, target_system="sso_identity") == "no_account"
    assert error(world, "attempt_account_unlock", **MINE, target_system="payroll") == "invalid_target_system"


def test_a_password_is_reset(world: World) -> None:
    verify(world)
    done(world, "attempt_password_reset", **MINE, target_system="vpn_gateway")
    found = person(world)["account_status"]["vpn_gateway"]
    assert (found["password_expired"], found["temp_password_issued"]) == (False, True)
    assert error(world, "attempt_password_reset", **MINE, target_system="erp_oracle") == "in_person_required"


def test_a_guide_that_nobody_wrote(world: World) -> None:
    verify(world)
    assert error(world, "get_troubleshooting_guide", issue_category="hardware_malfunction") == "guide_not_found"
    assert error(world, "get_troubleshooting_guide", issue_category="service_outage") == "invalid_issue_category"


# Incidents


@pytest.mark.parametrize("category", ["login_issue", "network_connectivity"])
@pytest.mark.parametrize("said", [False, "false"])
def test_the_guide_comes_before_the_ticket(world: World, category: str, said: Any) -> None:
    verify(world)
    params = {**TICKET, "category": category, "troubleshooting_completed": said}
    assert error(world, "create_incident_ticket", **params) == "troubleshooting_required"
    done(world, "create_incident_ticket", **{**params, "category": "hardware_malfunction"})


@pytest.mark.parametrize(
    ("urgency", "tier", "hours"),
    [("high", "tier_1", (1, 4)), ("medium", "tier_2", (4, 8)), ("low", "tier_3", (8, 24))],
)
def test_the_tier_follows_the_urgency(world: World, urgency: str, tier: str, hours: tuple[int, int]) -> None:
    verify(world)
    number = ticket(world, urgency=urgency)
    for other in {"tier_1", "tier_2", "tier_3"} - {tier}:
        assert error(world, "assign_sla_tier", ticket_number=number, sla_tier=other) == "tier_urgency_mismatch"
    answer = done(world, "assign_sla_tier", ticket_number=number, sla_tier=tier)
    assert (answer["response_target"], answer["resolution_target"]) == (f"{hours[0]}h", f"{hours[1]}h")
    row = world.table("tickets")[number]
    assert (row["sla_tier"], row["sla_response_hours"], row["sla_resolution_hours"]) == (tier, *hours)


def test_a_ticket_s_number_follows_from_its_words_and_stays(world: World) -> None:
    verify(world)
    number = ticket(world)
    assert re.fullmatch(r"INC[a-f0-9]{12}", number)
    assert ticket(world, urgency="high") != number
    done(world, "attach_diagnostic_log", ticket_number=number, diagnostic_ref_code="DIAG-K7Q2ZZ10")
    done(world, "assign_sla_tier", ticket_number=number, sla_tier="tier_2")
    assert f"INC{content_digits(world.table('tickets')[number])}" == number
    assert world.table("tickets")[number]["diagnostic_ref_code"] == "DIAG-K7Q2ZZ10"


def test_nobody_counts_twice_in_an_outage(world: World) -> None:
    verify(world)
    assert done(world, "check_existing_outage", service_name="file_storage")["affected_user_count"] == 1
    assert done(world, "check_existing_outage", **SERVICE)["existing_outage"] is False
    assert done(world, "add_affected_user", ticket_number=OUTAGE, **MINE)["total_affected"] == 2
    before = copy.deepcopy(world.tables)
    assert TOOLBOX.call(world, "add_affected_user", {"ticket_number": OUTAGE, **MINE})["total_affected"] == 2
    assert world.tables == before
    assert world.table("active_outages")["file_storage"]["affected_users"] == [MATE, ME]


def test_a_known_error_is_linked_and_an_unknown_one_is_an_answer(world: World) -> None:
    verify(world)
    number = ticket(world, category="service_outage", affected_system="crm_platform")
    answer = done(world, "link_known_error", ticket_number=number, **SERVICE)
    assert (answer["linked"], answer["known_error_id"], answer["workaround"]) == (True, "KE-7001", None)
    assert world.table("tickets")[number]["linked_known_error_id"] == "KE-7001"
    before = copy.deepcopy(world.tables)
    answer = TOOLBOX.call(world, "link_known_error", {"ticket_number": number, "service_name": "hr_portal"})
    assert (answer["status"], answer["linked"]) == ("success", False)
    assert world.tables == before


# Visits


def visit(number: str, **changes: Any) -> dict[str, Any]:
    return {
        **MINE,
        "ticket_number": number,
        "building_code": "mill-house",
        "floor_code": "FL2",
        "preferred_date": "2027-03-04",
        "time_window": "morning",
        **changes,
    }


def test_a_technician_comes_once(world: World) -> None:
    verify(world)
    number = ticket(world, category="hardware_malfunction")
    wanted = visit(number)
    assert error(world, "schedule_field_dispatch", **{**wanted, "time_window": "afternoon"}) == "no_availability"
    assert error(world, "schedule_field_dispatch", **{**wanted, "time_window": "full_day"}) == "no_availability"
    assert error(world, "schedule_field_dispatch", **{**wanted, "preferred_date": "2027-03-06"}) == "no_availability"
    assert error(world, "schedule_field_dispatch", **{**wanted, "preferred_date": "2027-02-30"}) == (
        "invalid_date_format"
    )
    assert error(world, "schedule_field_dispatch", **{**wanted, "building_code": "Pier"}) == "name_not_found"
    answer = done(world, "schedule_field_dispatch", **wanted)
    assert answer["dispatch_id"] == f"DSP-{number[-7:]}"
    assert error(world, "schedule_field_dispatch", **wanted) == "no_availability"


def test_a_whole_day_takes_both_halves_also_where_one_team_serves_all(world: World) -> None:
    verify(world)
    days = world.table("field_dispatch_availability")
    days["2027-03-05"] = copy.deepcopy(days["BLD4"]["2027-03-05"])
    done(world, "schedule_field_dispatch", **visit(ticket(world), preferred_date="2027-03-05", time_window="full_day"))
    assert {half["available"] for half in days["2027-03-05"].values()} == {False}
    assert {half["available"] for half in days["BLD4"]["2027-03-05"].values()} == {True}


# Approvals


def pending(world: World, **changes: Any) -> str:
    number = "REQ-SW-00000000000c"
    world.table("requests")[number] = {
        "request_id": number,
        "employee_id": ME,
        "status": "pending_approval",
        "approval_routed_to": MATE,
        "approval_sla_deadline": "2027-02-28 00:00",
        **changes,
    }
    return number


def test_an_approval_that_is_late_is_escalated(world: World) -> None:
    verify(world)
    wanted = {"request_id": pending(world), "escalate_to_employee_id": BOSS}
    assert done(world, "get_request_status", request_id=wanted["request_id"])["sla_breached"] is True
    assert error(world, "escalate_approval", **{**wanted, "escalate_to_employee_id": NOBODY}) == "not_found"
    assert done(world, "escalate_approval", **wanted)["escalation_sla_deadline"] == "2027-03-03 00:00"
    row = world.table("requests")[wanted["request_id"]]
    assert (row["escalated_to"], row["approval_routed_to"]) == (BOSS, MATE)


@pytest.mark.parametrize(
    ("changes", "breached", "expected"),
    [
        ({"approval_sla_deadline": "2027-03-01 00:00"}, True, None),
        ({"approval_sla_deadline": "2027-03-02 00:00"}, False, "sla_not_breached"),
        ({"status": "approved"}, False, "no_pending_approval"),
        ({"approval_routed_to": None, "approval_sla_deadline": None}, False, "no_pending_approval"),
    ],
)
def test_an_approval_that_is_not_late_is_not(
    world: World, changes: dict[str, Any], breached: bool, expected: str | None
) -> None:
    verify(world)
    number = pending(world, **changes)
    assert done(world, "get_request_status", request_id=number)["sla_breached"] is breached
    answer = TOOLBOX.call(world, "escalate_approval", {"request_id": number, "escalate_to_employee_id": BOSS})
    assert answer.get("error_type") == expected


def test_the_request_of_somebody_else_stays_closed(world: World) -> None:
    verify(world)
    number = pending(world, employee_id=MATE)
    assert error(world, "get_request_status", request_id=number) == "authentication_required"
    assert error(world, "escalate_approval", request_id=number, escalate_to_employee_id=BOSS) == (
        "authentication_required"
    )
    assert error(world, "get_request_status", request_id="REQ-SW-100001") == "invalid_request_id_format"


# The end of a call


def test_solved_problems_are_numbered(world: World) -> None:
    verify(world)
    assert done(world, "mark_resolved", **SOLVED)["interaction_id"] == "INT-000001"
    assert done(world, "mark_resolved", **SOLVED)["interaction_id"] == "INT-000002"
    assert world.table("interactions")["INT-000002"]["logged_date"] == TODAY
    assert error(world, "mark_resolved", **{**SOLVED, "flow_id": "service_outage"}) == "invalid_parameter"


def test_anybody_may_be_handed_to_a_person(world: World) -> None:
    before = copy.deepcopy(world.tables)
    wish = {"employee_id": NOBODY, "transfer_reason": "caller_requested", "issue_summary": "사람을 원합니다"}
    for number in (1, 2):
        answer = TOOLBOX.call(world, "transfer_to_agent", wish)
        assert answer["transfer_id"] == f"TRF-{NOBODY}-{number:03d}"
    assert error(world, "transfer_to_agent", **{**wish, "transfer_reason": "because"}) == "invalid_transfer_reason"
    assert error(world, "transfer_to_agent", **{**wish, "issue_summary": " ?! "}) == "invalid_parameter"
    assert world.tables == before
