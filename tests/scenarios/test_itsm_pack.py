"""The itsm pack: sound, varied, determined, in our own words."""

from __future__ import annotations

import re
import statistics
from collections import Counter

from scenarios.itsm.build import WORKFLOWS
from scenarios.itsm.steps import TIERS
from scenarios.model import Scenario
from tests.scenarios.builtin import assert_rows_are_alike, calls, each, pack, scenarios, toolbox, tools

PACK = pack("itsm")
SCENARIOS = scenarios("itsm")
EACH = each("itsm")
NAMES = {
    *("account_unlock", "password_reset", "network_trouble", "hardware_malfunction", "service_outage"),
    *("laptop_replacement", "monitor_bundle", "application_access", "license_request", "license_renewal"),
    *("desk_assignment", "parking", "ergonomic_equipment", "room_booking", "new_hire_accounts"),
    *("group_membership", "role_change", "offboarding", "lost_device", "phone_change", "request_status"),
}
CODED = {
    "attempt_password_reset",
    "submit_access_request",
    "submit_group_membership_change",
    "submit_permission_change",
    "provision_new_account",
    "submit_access_removal",
}
"""Changes that take the one-time code."""
SHOWN = {
    "get_application_details",
    "get_group_memberships",
    "get_group_details",
    "check_role_change_authorized",
    "lookup_new_hire",
    "check_existing_accounts",
    "get_offboarding_record",
}
"""Lookups for such changes."""
THEN = {
    "submit_room_booking": "send_calendar_invite",
    "submit_permission_change": "schedule_access_review",
    "create_incident_ticket": "assign_sla_tier",
}
"""What the rules want right after a change."""


# Sound ----------------------------------------------------------------


@EACH
def test_the_code_is_asked_for_where_the_rules_want_it_and_only_there(scenario: Scenario) -> None:
    asked = scenario.expected["session"].get("otp_auth", False)
    if tools(scenario) & CODED:
        assert asked
    if asked:
        assert tools(scenario) & (CODED | SHOWN)


@EACH
def test_managers_act_for_others_and_others_do_not(scenario: Scenario) -> None:
    for_others = {"provision_new_account", "submit_access_removal", "initiate_asset_recovery"}
    if tools(scenario) & for_others:
        assert scenario.tier == 3
        assert scenario.expected["session"]["otp_auth"]


@EACH
def test_changes_are_followed_by_what_the_rules_add(scenario: Scenario) -> None:
    steps = calls(scenario)
    for step, after in zip(steps, [*steps[1:], None], strict=True):
        if step.tool in THEN:
            assert after is not None
            assert after.tool == THEN[step.tool]
        if step.tool == "create_incident_ticket":
            assert after is not None
            assert after.params["sla_tier"] == TIERS[step.params["urgency"]]
        if step.tool == "submit_hardware_request" and step.params.get("current_asset_tag"):
            assert after is not None
            assert (after.tool, after.params["asset_tag"]) == (
                "initiate_asset_return",
                step.params["current_asset_tag"],
            )


@EACH
def test_guides_come_before_what_they_are_for(scenario: Scenario) -> None:
    for request in range(len(scenario.requests)):
        mine = [step for step in calls(scenario) if step.request == request]
        for at, step in enumerate(mine):
            guided = step.params.get("category") in ("login_issue", "network_connectivity", "hardware_malfunction")
            if step.tool == "create_incident_ticket" and guided:
                assert step.params["troubleshooting_completed"]
                assert any(s.params.get("issue_category") == step.params["category"] for s in mine[:at])


@EACH
def test_every_table_is_there(scenario: Scenario) -> None:
    assert set(scenario.world) == {
        *("_current_date", "session", "employees", "assets", "facilities", "software_catalog", "access_groups"),
        *("permission_templates", "troubleshooting_guides", "cost_centers", "field_dispatch_availability"),
        *("active_outages", "known_errors", "tickets", "requests", "cases", "security_cases", "asset_recoveries"),
        *("calendar_events", "interactions", "waitlists"),
    }
    assert set(scenario.world["facilities"]) == {"buildings", "zones", "desks", "parking", "conference_rooms"}
    assert set(scenario.world["software_catalog"]) == {"applications", "licenses"}
    more = {"email", "system_accounts", "start_date", "pending_role_approval"}
    for table, key in (("employees", "employee_id"), ("assets", "asset_tag"), ("cost_centers", "cost_center_code")):
        assert_rows_are_alike(scenario.world, table, key, *more)


@EACH
def test_numbers_of_rows_name_rows(scenario: Scenario) -> None:
    employees, assets = scenario.world["employees"], scenario.world["assets"]
    for row in employees.values():
        assert row["manager_employee_id"] is None or row["manager_employee_id"] in employees
        assert set(row["direct_reports"]) <= set(employees)
        assert row["cost_center_code"] is None or row["cost_center_code"] in scenario.world["cost_centers"]
        assert row["building_code"] in scenario.world["facilities"]["buildings"]
        for entitlement in row["hardware_entitlements"].values():
            assert entitlement["current_asset_tag"] is None or entitlement["current_asset_tag"] in assets
        for held in row["group_memberships"]:
            assert held["group_code"] in scenario.world["access_groups"]
    assert {row["assigned_employee_id"] for row in assets.values()} <= set(employees)


# Counts and variety ----------------------------------------------------------------


def test_eighty_scenarios_by_kind() -> None:
    assert Counter(s.kind for s in SCENARIOS) == {"single": 29, "multi": 42, "adversarial": 9}
    assert Counter(len(s.requests) for s in SCENARIOS if s.kind == "multi") == {2: 14, 3: 14, 4: 14}
    assert all(len(s.requests) == 1 for s in SCENARIOS if s.kind == "single")


def test_all_twenty_one_workflows_begin_calls() -> None:
    counts = Counter(s.workflow for s in SCENARIOS)
    assert set(counts) == NAMES
    assert min(counts.values()) >= 2
    assert max(counts.values()) <= 8
    assert {module.WORKFLOW for module in WORKFLOWS} == NAMES


def test_outcomes() -> None:
    counts = Counter(s.outcome for s in SCENARIOS)
    assert 56 <= counts["change"] <= 66
    assert counts["refuse"] >= 8
    assert counts["inform"] >= 4
    assert counts["transfer"] >= 3


def test_proofs_of_identity() -> None:
    counts = Counter(s.tier for s in SCENARIOS)
    assert set(counts) == {1, 2, 3}
    assert 16 <= counts[2] <= 26
    assert 6 <= counts[3] <= 12


def test_length_of_the_golden_paths() -> None:
    lengths = [len(calls(s)) for s in SCENARIOS]
    assert 8 <= statistics.mean(lengths) <= 9.2
    assert min(lengths) == 1
    assert 16 <= max(lengths) <= 18


def test_women_and_men_call() -> None:
    assert 36 <= Counter(s.caller.gender for s in SCENARIOS)["woman"] <= 44


def test_every_kind_of_entity_is_spoken() -> None:
    """All but the days that HR's records tell (sections 20 and 21): the last of a leaver, the first of a new role."""
    asked = {arg.slot for s in SCENARIOS for step in calls(s) for arg in step.args.values() if arg.slot}
    assert asked >= {
        *("employee_id", "phone_last_four", "otp_code", "manager_auth_code", "asset_tag", "current_asset_tag"),
        *("target_system", "service_name", "diagnostic_ref_code", "building_code", "floor_code", "preferred_date"),
        *("time_window", "delivery_building", "delivery_floor", "laptop_os", "laptop_size", "monitor_size"),
        *("application_name", "access_level", "license_name", "duration_days", "license_assignment_id"),
        *("desk_code", "zone_code", "parking_space_id", "equipment_type", "date", "start_time", "end_time"),
        *("attendee_count", "new_hire_employee_id", "group_code", "action", "new_role_code", "departing_employee_id"),
        *("removal_scope", "recovery_method", "incident_type"),
        *("new_phone_last_four", "request_id", "escalate_to_employee_id"),
    }


# The policy ----------------------------------------------------------------


def test_the_policy_speaks_of_every_tool() -> None:
    spoken = set(re.findall(r"`([a-z_0-9]+)`", PACK.policy))
    assert set(toolbox("itsm").tools) <= spoken
