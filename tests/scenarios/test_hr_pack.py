"""The hr pack: sound, varied, determined, in our own words."""

from __future__ import annotations

import re
import statistics
from collections import Counter

from scenarios.model import Scenario
from tests.scenarios.builtin import assert_rows_are_alike, calls, each, pack, scenarios, toolbox, tools

PACK = pack("hr")
SCENARIOS = scenarios("hr")
EACH = each("hr")
WRITES = {name for name, tool in toolbox("hr").tools.items() if tool.type == "write"}
NOTICES = {
    "submit_license_extension": "notify_credentialing_committee",
    "update_malpractice_coverage": "notify_credentialing_committee",
    "reactivate_privileges": "notify_credentialing_committee",
    "confirm_shift_swap": "notify_department_manager",
    "submit_fmla_case": "notify_department_manager",
    "submit_payroll_correction": "notify_department_manager",
    "submit_pto_request": "notify_department_manager",
    "transfer_dea_registration": "notify_pdmp",
    "submit_i9_verification": "notify_hr_compliance",
    "add_visa_dependent": "notify_immigration_counsel",
}
CODED = {"get_dea_record", "check_leave_eligibility", "get_visa_record", "get_privilege_record"}


def proof(scenario: Scenario) -> str:
    """How the caller is verified."""
    known = scenario.expected["session"]
    return ("provider" if known.get("provider_auth") else "employee") + ("+code" if known.get("otp_auth") else "")


# Sound ----------------------------------------------------------------


@EACH
def test_the_code_is_asked_for_where_the_rules_want_it_and_only_there(scenario: Scenario) -> None:
    assert scenario.expected["session"].get("otp_auth", False) == bool(tools(scenario) & CODED or _returns(scenario))


def _returns(scenario: Scenario) -> bool:
    return "schedule_return_to_work_checkin" in tools(scenario)


@EACH
def test_every_change_is_followed_by_its_notice_and_no_other(scenario: Scenario) -> None:
    sent = Counter(step.tool for step in calls(scenario) if step.tool.startswith("notify_"))
    due = Counter(NOTICES[step.tool] for step in calls(scenario) if step.tool in NOTICES)
    assert sent == due
    for step in calls(scenario):
        if step.tool == "notify_pdmp":
            own = scenario.fact("facility_code")
            assert own is None or step.params["facility_code"] != own.value


@EACH
def test_every_table_is_there(scenario: Scenario) -> None:
    assert set(scenario.world) == {
        "_current_date",
        "unit_cert_requirements",
        "providers",
        "employees",
        "shifts",
        "notifications",
        "session",
        "appointment_availability",
        "org_holidays",
        "department_blackout_dates",
    }
    for table, key in (("providers", "npi"), ("employees", "employee_id"), ("shifts", "shift_id")):
        assert_rows_are_alike(scenario.world, table, key, "leave_type_on_record")


# Counts and variety ----------------------------------------------------------------


def test_eighty_three_scenarios_by_kind() -> None:
    assert Counter(s.kind for s in SCENARIOS) == {"single": 24, "multi": 50, "adversarial": 9}
    assert Counter(len(s.requests) for s in SCENARIOS if s.kind == "multi") == {2: 29, 3: 21}
    assert all(len(s.requests) == 1 for s in SCENARIOS if s.kind == "single")


def test_all_twelve_workflows_begin_calls() -> None:
    counts = Counter(s.workflow for s in SCENARIOS)
    assert len(counts) == 12
    assert min(counts.values()) >= 4
    assert max(counts.values()) <= 11


def test_outcomes() -> None:
    counts = Counter(s.outcome for s in SCENARIOS)
    assert counts == {"change": 54, "refuse": 17, "inform": 6, "transfer": 6}


def test_proofs_of_identity() -> None:
    counts = Counter(proof(s) for s in SCENARIOS)
    assert min(counts.values()) >= 8
    assert counts["employee"] >= 24
    assert counts["employee+code"] >= 20
    assert counts["provider"] + counts["provider+code"] >= 20
    assert Counter(s.tier for s in SCENARIOS) == {1: 29, 2: 24, 3: 30}


def test_length_of_the_golden_paths() -> None:
    lengths = [len(calls(s)) for s in SCENARIOS]
    assert 8 <= statistics.mean(lengths) <= 9.2
    assert min(lengths) == 1
    assert 15 <= max(lengths) <= 18


def test_women_and_men_call() -> None:
    genders = Counter(s.caller.gender for s in SCENARIOS)
    assert abs(genders["woman"] - genders["man"]) <= 5


def test_every_kind_of_entity_is_spoken() -> None:
    asked = {arg.slot for s in SCENARIOS for step in calls(s) for arg in step.args.values() if arg.slot}
    assert asked >= {
        "employee_id",
        "date_of_birth",
        "otp_code",
        "case_id",
        "npi",
        "pin",
        "facility_code",
        "preferred_date",
        "shift_id",
        "colleague_employee_id",
        "dea_number",
        "new_facility_code",
        "new_state_code",
        "state_license_number",
        "supervising_physician_npi",
        "new_policy_number",
        "per_occurrence_limit_usd",
        "completion_code",
        "clearance_code",
        "privilege_codes",
        "visa_petition_number",
        "uscis_receipt_number",
    }


# The policy ----------------------------------------------------------------


def test_the_policy_speaks_of_every_tool_that_changes_something() -> None:
    spoken = set(re.findall(r"`([a-z_0-9]+)`", PACK.policy))
    silent = {
        "submit_license_extension",
        "confirm_shift_swap",
        "update_malpractice_coverage",
        "transfer_dea_registration",
        "submit_fmla_case",
        "submit_payroll_correction",
        "register_oncall_availability",
        "submit_i9_verification",
        "add_visa_dependent",
        "submit_pto_request",
        "schedule_orientation_followup",
    }
    assert WRITES - silent <= spoken
    assert not spoken & silent, "the list of tools whose name says enough is out of date"
