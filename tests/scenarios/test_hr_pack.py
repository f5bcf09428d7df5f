"""The hr pack: sound, varied, determined, in our own words."""

from __future__ import annotations

import datetime
import re
import statistics
from collections import Counter

import pytest

from scenarios.check import check_pack
from scenarios.model import Scenario, Step
from scenarios.packs import load_pack
from scenarios.personas import PERSONAS
from scenarios.spoken import mentions
from scenarios.toolbox import Toolbox
from scenarios.world import diff

PACK = load_pack("builtin", "hr")
TOOLBOX = Toolbox.for_domain("hr")
SCENARIOS = tuple(PACK.scenarios.values())
EACH = pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda s: s.id)
WRITES = {name for name, tool in TOOLBOX.tools.items() if tool.type == "write"}
SAID = [(s, step) for s in SCENARIOS for step in s.plan if step.offer or step.text]
LINES = pytest.mark.parametrize(
    ("scenario", "step"), SAID, ids=lambda x: x.id if isinstance(x, Scenario) else x.tool or "tell"
)
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


def calls(scenario: Scenario) -> list[Step]:
    return [step for step in scenario.plan if step.do == "call"]


def tools(scenario: Scenario) -> set[str]:
    return {step.tool for step in calls(scenario)}


def proof(scenario: Scenario) -> str:
    """How the caller is verified."""
    known = scenario.expected["session"]
    return ("provider" if known.get("provider_auth") else "employee") + ("+code" if known.get("otp_auth") else "")


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
            assert step.params["facility_code"] != scenario.fact("facility_code")


@EACH
def test_the_first_write_of_a_request_is_offered(scenario: Scenario) -> None:
    for request in range(len(scenario.requests)):
        writes = [s for s in scenario.plan if s.request == request and s.tool in WRITES]
        assert [bool(step.offer) for step in writes] == [n == 0 for n in range(len(writes))]


@EACH
def test_secrets_of_the_caller_are_blinded(scenario: Scenario) -> None:
    secrets = {f.value for f in scenario.facts if f.slot in ("pin", "otp_code", "date_of_birth", "npi", "shift_id")}
    shown = {str(arg.value) for step in scenario.blinded_plan() for arg in step.args.values()}
    assert not secrets & shown


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
        rows = scenario.world[table]
        assert rows
        assert all(row[key] == name for name, row in rows.items())
        assert len({frozenset(row) - {"leave_type_on_record"} for row in rows.values()}) == 1, (
            f"rows of {table} have different members"
        )


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
    for scenario in SCENARIOS:
        assert bool(diff(scenario.expected, scenario.world)) == (scenario.outcome == "change"), scenario.id
        if scenario.outcome != "change":
            assert scenario.expectations, scenario.id


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


def test_callers_are_varied() -> None:
    genders = Counter(s.caller.gender for s in SCENARIOS)
    assert abs(genders["woman"] - genders["man"]) <= 5
    personas = Counter(s.caller.persona for s in SCENARIOS)
    assert set(personas) == set(PERSONAS.values())
    assert min(personas.values()) >= 6
    names = [f"{s.caller.first_name} {s.caller.last_name}" for s in SCENARIOS]
    assert len(set(names)) == len(names)
    elsewhere = [
        f"{s.caller.first_name} {s.caller.last_name}" for s in load_pack("builtin", "airline").scenarios.values()
    ]
    assert not set(names) & set(elsewhere)
    assert len({s.now[:10] for s in SCENARIOS}) >= 60


def test_every_tool_is_used() -> None:
    used = set().union(*(tools(s) for s in SCENARIOS))
    assert set(TOOLBOX.tools) == used


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


def test_numbers_are_drawn_once() -> None:
    """No two callers share a number that identifies them."""
    for slot in ("employee_id", "npi", "dea_number", "state_license_number"):
        values = {(s.id, f.value) for s in SCENARIOS for f in s.facts if f.slot == slot}
        assert len({value for _, value in values}) == len(values), slot


# What is said ----------------------------------------------------------------


@LINES
def test_lines_are_for_a_voice(scenario: Scenario, step: Step) -> None:
    line = step.offer or step.text
    assert len(line.split()) <= 45
    assert not re.search(r"[\d$_%/#]", line.replace("I-9", "")), "numbers are written as words"
    if step.offer:
        assert step.offer.endswith("?")
        assert step.offer.count("?") == 1
    else:
        assert "?" not in step.text


@LINES
def test_days_in_lines_are_days_of_the_records(scenario: Scenario, step: Step) -> None:
    """A day that is named stands in the world, in the caller's facts, or in what the rules make of them.

    Years are not spoken, and words alone do not tell a day that is past from one to come.
    """
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
            assert not re.search(r"\d", text.replace("I-9", "")), "numbers are written as words"
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
            told = [step for step in scenario.plan if step.request == number and step.do == "tell"]
            assert len(told) == len(request.pushback) + 1
    assert any(r.pushback for r in scenario.requests) or scenario.kind != "adversarial"


# The policy ----------------------------------------------------------------


def test_the_policy_names_every_value_that_the_rules_choose() -> None:
    free = {"task_code", "issue_summary"}
    ruled = {
        arg.value
        for s in SCENARIOS
        for step in calls(s)
        for name, arg in step.args.items()
        if arg.source == "policy" and isinstance(arg.value, str) and name not in free
    }
    assert not [value for value in ruled if f"`{value}`" not in PACK.policy]


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


def test_the_hospitals_are_our_own() -> None:
    assert "Tamarind Bay Hospitals" in PACK.policy
    assert "Tamarind Bay Hospitals" in PACK.greeting
    assert "Tamarind Bay Hospitals" in PACK.role
