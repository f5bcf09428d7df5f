"""The itsm pack: sound, varied, determined, in our own words."""

from __future__ import annotations

import datetime
import re
import statistics
from collections import Counter

import pytest

from scenarios.check import check_pack
from scenarios.itsm.build import WORKFLOWS
from scenarios.itsm.steps import TIERS
from scenarios.likeness import look_alikes
from scenarios.model import Scenario, Step
from scenarios.packs import load_pack
from scenarios.personas import PERSONAS
from scenarios.spoken import mentions
from scenarios.toolbox import Toolbox
from scenarios.world import diff

PACK = load_pack("builtin", "itsm")
TOOLBOX = Toolbox.for_domain("itsm")
SCENARIOS = tuple(PACK.scenarios.values())
WHOLE = pytest.mark.xfail(len(SCENARIOS) < 80, reason=f"the pack holds {len(SCENARIOS)} of its 80 calls", strict=False)
"""What can only be true of the finished pack."""
EACH = pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda s: s.id)
WRITES = {name for name, tool in TOOLBOX.tools.items() if tool.type == "write"}
SAID = [(s, step) for s in SCENARIOS for step in s.plan if step.offer or step.text]
LINES = pytest.mark.parametrize(
    ("scenario", "step"), SAID, ids=lambda x: x.id if isinstance(x, Scenario) else x.tool or "tell"
)
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


def calls(scenario: Scenario) -> list[Step]:
    return [step for step in scenario.plan if step.do == "call"]


def tools(scenario: Scenario) -> set[str]:
    return {step.tool for step in calls(scenario)}


# Sound ----------------------------------------------------------------


def test_the_pack_is_sound() -> None:
    problems = [problem for problem in check_pack(PACK) if problem.severity == "error"]
    assert not problems, "\n".join(map(str, problems))


@EACH
def test_everybody_proves_to_be_the_caller(scenario: Scenario) -> None:
    number = scenario.fact("employee_id")
    assert number is not None
    assert scenario.expected["session"]["authenticated_employee_id"] == number.value
    row = scenario.world["employees"][number.value]
    assert (row["first_name"], row["last_name"]) == (scenario.caller.first_name, scenario.caller.last_name)


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
def test_the_first_write_of_a_request_is_offered(scenario: Scenario) -> None:
    for request in range(len(scenario.requests)):
        writes = [s for s in scenario.plan if s.request == request and s.tool in WRITES]
        assert [bool(step.offer) for step in writes] == [n == 0 for n in range(len(writes))]


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
def test_secrets_of_the_caller_are_blinded(scenario: Scenario) -> None:
    secret = ("phone_last_four", "otp_code", "manager_auth_code", "asset_tag", "employee_id")
    secrets = {f.value for f in scenario.facts if f.slot in secret}
    shown = {str(arg.value) for step in scenario.blinded_plan() for arg in step.args.values()}
    assert not secrets & shown


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
        rows = scenario.world[table]
        assert rows
        assert all(row[key] == name for name, row in rows.items())
        assert len({frozenset(row) - more for row in rows.values()}) == 1, f"rows of {table} have different members"


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


@WHOLE
def test_eighty_scenarios_by_kind() -> None:
    assert Counter(s.kind for s in SCENARIOS) == {"single": 29, "multi": 42, "adversarial": 9}
    assert Counter(len(s.requests) for s in SCENARIOS if s.kind == "multi") == {2: 14, 3: 14, 4: 14}
    assert all(len(s.requests) == 1 for s in SCENARIOS if s.kind == "single")


@WHOLE
def test_all_twenty_one_workflows_begin_calls() -> None:
    counts = Counter(s.workflow for s in SCENARIOS)
    assert set(counts) == NAMES
    assert min(counts.values()) >= 2
    assert max(counts.values()) <= 8
    assert {module.WORKFLOW for module in WORKFLOWS} == NAMES


@WHOLE
def test_outcomes() -> None:
    counts = Counter(s.outcome for s in SCENARIOS)
    assert 56 <= counts["change"] <= 66
    assert counts["refuse"] >= 8
    assert counts["inform"] >= 4
    assert counts["transfer"] >= 3
    for scenario in SCENARIOS:
        assert bool(diff(scenario.expected, scenario.world)) == (scenario.outcome == "change"), scenario.id
        if scenario.outcome != "change":
            assert scenario.expectations, scenario.id


@WHOLE
def test_proofs_of_identity() -> None:
    counts = Counter(s.tier for s in SCENARIOS)
    assert set(counts) == {1, 2, 3}
    assert 16 <= counts[2] <= 26
    assert 6 <= counts[3] <= 12


@WHOLE
def test_length_of_the_golden_paths() -> None:
    lengths = [len(calls(s)) for s in SCENARIOS]
    assert 8 <= statistics.mean(lengths) <= 9.2
    assert min(lengths) == 1
    assert 16 <= max(lengths) <= 18


@WHOLE
def test_callers_are_varied() -> None:
    assert 36 <= Counter(s.caller.gender for s in SCENARIOS)["woman"] <= 44
    personas = Counter(s.caller.persona for s in SCENARIOS)
    assert set(personas) == set(PERSONAS.values())
    assert min(personas.values()) >= 6
    names = [f"{s.caller.first_name} {s.caller.last_name}" for s in SCENARIOS]
    assert len(set(names)) == len(names)
    others = [s for domain in ("airline", "hr") for s in load_pack("builtin", domain).scenarios.values()]
    assert not set(names) & {f"{s.caller.first_name} {s.caller.last_name}" for s in others}
    assert len({s.now[:10] for s in SCENARIOS}) >= 60


def test_no_two_scenarios_of_any_pack_say_nearly_the_same() -> None:
    packs = [load_pack("builtin", domain) for domain in ("airline", "hr", "itsm")]
    assert not look_alikes([scenario for pack in packs for scenario in pack.scenarios.values()])


@WHOLE
def test_every_tool_is_used() -> None:
    assert set().union(*(tools(s) for s in SCENARIOS)) == set(TOOLBOX.tools)


@WHOLE
def test_every_kind_of_entity_is_spoken() -> None:
    asked = {arg.slot for s in SCENARIOS for step in calls(s) for arg in step.args.values() if arg.slot}
    assert asked >= {
        *("employee_id", "phone_last_four", "otp_code", "manager_auth_code", "asset_tag", "current_asset_tag"),
        *("target_system", "service_name", "diagnostic_ref_code", "building_code", "floor_code", "preferred_date"),
        *("time_window", "delivery_building", "delivery_floor", "laptop_os", "laptop_size", "monitor_size"),
        *("application_name", "access_level", "license_name", "duration_days", "license_assignment_id"),
        *("desk_code", "zone_code", "parking_space_id", "equipment_type", "date", "start_time", "end_time"),
        *("attendee_count", "new_hire_employee_id", "group_code", "action", "new_role_code", "effective_date"),
        *("departing_employee_id", "last_working_day", "removal_scope", "recovery_method", "incident_type"),
        *("new_phone_last_four", "request_id", "escalate_to_employee_id"),
    }


def test_numbers_are_drawn_once() -> None:
    """No two callers share a number that identifies them or a device of theirs."""
    for slot in ("employee_id", "asset_tag"):
        values = {(s.id, f.value) for s in SCENARIOS for f in s.facts if f.slot == slot}
        assert len({value for _, value in values}) == len(values), slot


# What is said ----------------------------------------------------------------


@LINES
def test_lines_are_for_a_voice(scenario: Scenario, step: Step) -> None:
    line = step.offer or step.text
    assert len(line.split()) <= 45
    assert not re.search(r"[\d$_%/#]", line), "numbers are written as words"
    if step.offer:
        assert step.offer.endswith("?")
        assert step.offer.count("?") == 1
    elif "?" in step.text:
        assert step.text.endswith("Did that help?")
        assert step.text.count("?") == 1


@LINES
def test_days_in_lines_are_days_of_the_records(scenario: Scenario, step: Step) -> None:
    """A day that is named stands in the world, in the caller's facts, or in what the rules make of them."""
    today = datetime.date.fromisoformat(scenario.now[:10])
    said = {m.value[5:] for m in mentions(step.offer or step.text, today=today) if m.kind == "date"}
    known = {day for text in (str(scenario.expected), *(f.value for f in scenario.facts)) for day in _days(text)}
    known |= {value.value for e in scenario.expectations for value in e.values}
    assert said <= {day[5:] for day in known}


def _days(text: str) -> list[str]:
    return re.findall(r"\d{4}-\d{2}-\d{2}", text)


@EACH
def test_what_callers_say_agrees_with_their_facts(scenario: Scenario) -> None:
    today = datetime.date.fromisoformat(scenario.now[:10])
    known = {fact.value for fact in scenario.facts} | {v.value for e in scenario.expectations for v in e.values}
    known |= {part for value in known for part in value.split(",")}
    for request in scenario.requests:
        for text in (request.statement, request.details, *request.pushback):
            assert not re.search(r"\d", text), "numbers are written as words"
            said = {m.value for m in mentions(text, today=today) if m.kind == "date"}
            assert said <= known, text
        assert 1 <= len(re.findall(r"[^.?!]+[.?!]", request.statement)) <= 3


@EACH
def test_the_brief_tells_a_model_what_the_plan_caller_knows(scenario: Scenario) -> None:
    brief = scenario.brief
    assert {f.value for f in scenario.facts} <= {str(value) for value in brief.information.values()}
    assert brief.goal
    assert brief.resolution
    assert brief.failure
    assert brief.escalation


@EACH
def test_pushing_is_answered_with_one_more_refusal(scenario: Scenario) -> None:
    for number, request in enumerate(scenario.requests):
        if request.pushback:
            assert 1 <= len(request.pushback) <= 3
            told = [s for s in scenario.plan if s.request == number and s.do == "tell" and "?" not in s.text]
            assert len(told) == len(request.pushback) + 1
    assert any(r.pushback for r in scenario.requests) or scenario.kind != "adversarial"


# The policy ----------------------------------------------------------------


def test_the_policy_names_every_value_that_the_rules_choose() -> None:
    free = {"issue_summary", "review_date", "zone_or_building", "affected_system", "service_name", "request_type"}
    ruled = {
        arg.value
        for s in SCENARIOS
        for step in calls(s)
        for name, arg in step.args.items()
        if arg.source == "policy" and isinstance(arg.value, str) and name not in free
    }
    assert not [value for value in ruled if f"`{value}`" not in PACK.policy]


def test_the_policy_speaks_of_every_tool() -> None:
    spoken = set(re.findall(r"`([a-z_0-9]+)`", PACK.policy))
    assert set(TOOLBOX.tools) <= spoken


def test_the_company_is_our_own() -> None:
    for text in (PACK.policy, PACK.greeting, PACK.role):
        assert "Corvane Optics" in text
