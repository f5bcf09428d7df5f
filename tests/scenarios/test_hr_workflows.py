"""Calls about hours, privileges, on call, I-9 forms, visas and days off: the tools bear out what is decided."""

from __future__ import annotations

from datetime import date

import pytest

from scenarios.hr import words
from scenarios.hr.workflows import (
    i9_verification,
    oncall_availability,
    paid_time_off,
    payroll_correction,
    privilege_reactivation,
    visa_dependent,
    visa_families,
)
from scenarios.mutations import survivors
from scenarios.replay import replay
from scenarios.toolbox import Toolbox
from tests.scenarios.golden import Golden

MODULES = (
    payroll_correction,
    privilege_reactivation,
    oncall_availability,
    i9_verification,
    visa_dependent,
    visa_families,
    paid_time_off,
)
TOOLBOX = Toolbox.for_domain("hr")
GOLDEN = Golden(TOOLBOX, MODULES)
CALLS, played, made = GOLDEN.calls, GOLDEN.played, GOLDEN.made
NOTICES = {
    "submit_payroll_correction": ("notify_department_manager", "payroll_correction_submitted"),
    "submit_pto_request": ("notify_department_manager", "pto_request_submitted"),
    "submit_i9_verification": ("notify_hr_compliance", None),
    "reactivate_privileges": ("notify_credentialing_committee", "privilege_reactivation"),
    "add_visa_dependent": ("notify_immigration_counsel", "dependent_added"),
}


@pytest.mark.parametrize(
    ("id_", "tool", "code"),
    [
        ("february-books", "check_correction_eligibility", "pay_period_closed"),
        ("back-pay-and-bride", "check_correction_eligibility", "correction_already_pending"),
        ("spring-cleaning", "check_correction_eligibility", "shift_not_logged"),
        ("favor-for-a-friend", "get_timesheet_record", "shift_not_owned"),
        ("letter-mismatch", "check_reactivation_eligibility", "invalid_clearance_code"),
        ("restless-leave", "check_oncall_eligibility", "employee_on_leave"),
        ("wrong-card", "check_oncall_eligibility", "certification_missing"),
        ("three-loose-ends", "check_pto_eligibility", "insufficient_pto_balance"),
        ("mother-and-daughter", "check_pto_eligibility", "blackout_date_conflict"),
        ("fresh-ink", "check_pto_eligibility", "pto_overlap"),
    ],
)
def test_what_is_refused_is_refused_by_the_tool_with_its_reason(id_: str, tool: str, code: str) -> None:
    assert (tool, code) in {(name, response.get("error_type")) for name, _, response in played(CALLS[id_])}


def test_some_refusals_stand_in_the_rules_alone() -> None:
    """The tools would do these; only who knows the rules says no."""
    grown = CALLS["grown-up"]
    facts = {fact.slot: fact.value for fact in grown.facts if fact.request in (None, 0)}
    names = list(TOOLBOX.tools["add_visa_dependent"].params.model_fields)
    world = GOLDEN.verified(grown)
    assert TOOLBOX.call(world, "add_visa_dependent", {n: facts[n] for n in names})["status"] == "success"
    assert ("check_pto_eligibility", 15.0) in {(n, r.get("pto_days_required")) for n, _, r in played(grown)}
    overtime = [r for n, _, r in played(CALLS["double-shift"]) if n == "check_correction_eligibility"]
    assert [r["eligible"] for r in overtime] == [True]
    assert CALLS["double-shift"].fact("corrected_hours", 0).value == "7.5"


def test_a_refusal_changes_nothing_and_is_told() -> None:
    quiet = [s for s in CALLS.values() if s.outcome != "change"]
    assert sorted({s.outcome for s in quiet}) == ["inform", "refuse", "transfer"]
    for scenario in quiet:
        assert scenario.expectations, scenario.id
        assert not any(TOOLBOX.tools[step.tool].type == "write" for step in scenario.plan if step.do == "call"), (
            scenario.id
        )


def test_one_tell_answers_the_request_and_one_each_pushback() -> None:
    pressing = [s for s in CALLS.values() if s.kind == "adversarial"]
    assert len(pressing) == 5
    for scenario in pressing:
        tells = [step for step in scenario.plan if step.do == "tell"]
        assert len(tells) == 1 + len(scenario.requests[0].pushback)
        assert 1 <= len(scenario.requests[0].pushback) <= 3
        assert scenario.outcome == "refuse"


@pytest.mark.parametrize(("tool", "notice"), list(NOTICES.items()))
def test_the_notice_is_part_of_the_target(tool: str, notice: tuple[str, str | None]) -> None:
    changes = made(tool)
    assert changes
    for scenario, params, _ in changes:
        name, kind = notice
        kind = kind or {"reverification": "i9_reverified"}.get(params["verification_action"], "i9_verified")
        sent = [row for row in scenario.expected["notifications"] if row["notification_type"] == kind]
        assert len(sent) == sum(1 for other, _, _ in changes if other.id == scenario.id), scenario.id
        silent = scenario.model_copy(update={"plan": tuple(s for s in scenario.plan if s.tool != name)})
        assert not replay(silent, TOOLBOX).reached, scenario.id


def test_targets_are_strict() -> None:
    assert [s.id for s in CALLS.values() if survivors(s, TOOLBOX)] == []


def test_offers_of_days_off_tell_what_the_check_says() -> None:
    for scenario, params, response in made("check_pto_eligibility"):
        said = " ".join(step.offer or step.text for step in scenario.plan).lower()
        count, left = int(response["pto_days_required"]), response["remaining_after"]
        assert f" {words.count(count)} " in said, scenario.id
        if count <= 10:
            assert f"leaves you {words.hours(left)}" in said or f"leave you {words.hours(left)}" in said, scenario.id
        assert count <= 10 or all(name != "submit_pto_request" for name, _, _ in played(scenario)), scenario.id
        assert params["start_date"] >= scenario.now[:10]


def test_hours_are_those_of_their_kind() -> None:
    for scenario, params, response in made("submit_payroll_correction"):
        shift = scenario.world["shifts"][params["shift_id"]]
        kind = params["correction_type"]
        assert shift["on_call"] == (kind == "on_call_hours"), scenario.id
        if kind == "on_call_hours":
            assert shift["hours_logged"] < params["corrected_hours"] <= shift["hours_scheduled"]
        if kind == "overtime_hours":
            assert params["corrected_hours"] <= 6
        assert response["pay_period_end_date"] >= scenario.now[:10] > shift["date"]


def test_access_is_full_when_no_privilege_is_suspended_any_more() -> None:
    seen = set()
    for scenario, params, _ in made("update_ehr_access"):
        provider = scenario.expected["providers"][params["npi"]]
        open_ = [p for p in provider["privileges"]["privilege_list"] if p["status"] == "suspended"]
        assert params["access_change_type"] == ("reactivate_restricted" if open_ else "reactivate_full"), scenario.id
        assert provider["scheduled_appointments"][0]["appointment_datetime"] > scenario.now[:16]
        seen.add(params["access_change_type"])
    assert len(seen) == 2


def test_on_call_days_keep_to_the_rules() -> None:
    for scenario, params, _ in made("register_oncall_availability"):
        start, end = (date.fromisoformat(params[f"availability_{edge}_date"]) for edge in ("start", "end"))
        assert date.fromisoformat(scenario.now[:10]) <= start
        assert (end - start).days < 92
        hired = scenario.world["employees"][params["employee_id"]]["hire_date"]
        if params["oncall_tier"] == "primary":
            assert (start - date.fromisoformat(hired)).days > 366
            assert "get_employee_record" in [name for name, _, _ in played(scenario)]


def test_forms_take_documents_that_are_valid_and_of_the_first_list() -> None:
    for scenario, params, _ in made("submit_i9_verification"):
        assert params["document_expiration_date"] >= scenario.now[:10]
        assert params["document_list_type"] == "LIST_A"
        before = scenario.world["employees"][params["employee_id"]]["i9_record"]
        pending = before["verification_status"] == "pending"
        assert params["verification_action"] == ("initial_verification" if pending else "reverification")
        assert before["document_type_code"] not in ("US_PASSPORT", "PERM_RESIDENT_CARD")


def test_relatives_on_a_petition_are_married_or_young() -> None:
    for scenario, params, _ in made("add_visa_dependent"):
        today, born = (date.fromisoformat(day) for day in (scenario.now[:10], params["dependent_date_of_birth"]))
        assert params["relationship"] in ("spouse", "child")
        assert params["relationship"] == "spouse" or (today.year - born.year) < 21
        assert scenario.world["employees"][params["employee_id"]]["visa_record"]["status"] == "approved"
        assert params["uscis_receipt_number"] != params["visa_petition_number"]


def test_every_kind_of_spoken_value_occurs() -> None:
    slots = {fact.slot for scenario in CALLS.values() for fact in scenario.facts}
    assert slots >= {
        "employee_id",
        "date_of_birth",
        "otp_code",
        "npi",
        "pin",
        "facility_code",
        "shift_id",
        "corrected_hours",
        "clearance_code",
        "privilege_codes",
        "visa_petition_number",
        "uscis_receipt_number",
        "document_number",
        "issuing_country_code",
        "dependent_last_name",
        "dependent_country_of_birth",
        "blackout_dates",
        "case_id",
        "preferred_time",
    }
