"""The rules of the hr tools on a small hospital of our own."""

import copy
from typing import Any

import pytest

from scenarios.toolbox import Toolbox
from scenarios.world import World

TOOLBOX = Toolbox.for_domain("hr")
ME, MATE, BOSS = "EMP100001", "EMP100002", "EMP100003"
NPI, OTHER = "1000000001", "1000000002"
LICENSE, DEA, PETITION = "OR-MD-774120", "KX4410276", "QRS1234567890"
SHIFT, LOGGED = "SHF-20270120-0700", "SHF-20270104-0700"
SLOT = "2027-02-16 10:00"


def shift(number: str, day: str, **changes: Any) -> dict[str, Any]:
    return {
        "shift_id": number,
        "employee_id": ME,
        "unit_code": "7C-NEURO",
        "date": day,
        "start_time": "07:00",
        "hours_logged": None,
        "status": "scheduled",
        "swap_locked": False,
        "pay_period_closed": False,
        "pay_period_end_date": "2027-01-24",
        "corrected_hours": None,
        "correction_status": None,
        **changes,
    }


def employee(number: str, **changes: Any) -> dict[str, Any]:
    return {
        "employee_id": number,
        "first_name": "Noor",
        "last_name": "Vance",
        "date_of_birth": "1990-05-17",
        "phone_last_four": "3141",
        "otp_code": "271828",
        "department_code": "NEUROLOGY",
        "employment_status": "active",
        "certifications": ["BLS", "ACLS"],
        "fmla_eligibility": {
            "eligible": True,
            "months_employed": 30,
            "hours_worked_past_year": 1700,
            "fmla_weeks_remaining": 6,
        },
        "onboarding_checklist": {"tasks": {"TB_TEST": {"status": "pending", "completion_code": "K7Q2"}}},
        "oncall_schedule": {"registrations": []},
        "scheduled_appointments": [],
        "i9_record": None,
        "visa_record": {"petition_number": PETITION, "dependents": [], "amendment_id": None},
        "leave_records": [{"case_id": "CASE-FMLA-100001", "leave_end_date": "2027-02-15"}],
        "pto_balances": {"pto": 4.0, "sick": 2.0},
        "pto_requests": [],
        **changes,
    }


def provider(number: str, owner: str, **changes: Any) -> dict[str, Any]:
    return {
        "npi": number,
        "employee_id": owner,
        "first_name": "Noor",
        "last_name": "Vance",
        "facility_code": "QRS-41T",
        "pin": "2718",
        "clearance_code": "CLR-OCC-100001",
        "licenses": {
            LICENSE: {
                "state_license_number": LICENSE,
                "expiration_date": "2027-02-10",
                "investigation_hold": False,
                "extension_status": None,
            }
        },
        "malpractice": {"carrier": "cna", "policy_number": "POL-2026-AAAAAA", "update_case_id": None},
        "dea_registration": {"dea_number": DEA, "facility_code": "QRS-41T", "state_code": "OR", "status": "active"},
        "privileges": {
            "privilege_list": [
                {"code": "PRV-NEURO-001", "status": "suspended"},
                {"code": "PRV-ICU-002", "status": "active"},
            ],
            "reactivation_case_id": None,
        },
        **changes,
    }


@pytest.fixture
def world() -> World:
    return World(
        {
            "_current_date": "2027-01-06",
            "employees": {ME: employee(ME), MATE: employee(MATE), BOSS: employee(BOSS, certifications=["BLS"])},
            "providers": {NPI: provider(NPI, ME), OTHER: provider(OTHER, MATE)},
            "shifts": {
                SHIFT: shift(SHIFT, "2027-01-20"),
                LOGGED: shift(LOGGED, "2027-01-04", status="logged", hours_logged=8.0),
                "SHF-20270121-0700": shift("SHF-20270121-0700", "2027-01-21", employee_id=MATE),
            },
            "unit_cert_requirements": {"7C-NEURO": ["BLS", "ACLS"]},
            "appointment_availability": {
                kind: {"NEUROLOGY": {"2027-01-05": ["08:00"], "2027-02-16": ["10:00"], "2027-02-17": []}}
                for kind in ("orientation_followup", "return_to_work_checkin", "competency_review")
            },
            "org_holidays": ["2027-01-18"],
            "department_blackout_dates": {"NEUROLOGY": ["2027-03-05"]},
            "notifications": [],
            "session": {},
        }
    )


def call(world: World, tool: str, **params: Any) -> dict[str, Any]:
    return TOOLBOX.call(world, tool, params)


def done(world: World, tool: str, **params: Any) -> dict[str, Any]:
    answer = call(world, tool, **params)
    assert answer["status"] == "success", answer
    return answer


def error(world: World, tool: str, **params: Any) -> str:
    before = copy.deepcopy(world.tables)
    answer = call(world, tool, **params)
    assert answer["status"] == "error", answer
    assert world.tables == before
    return str(answer["error_type"])


def as_employee(world: World) -> None:
    done(world, "verify_employee_auth", employee_id=ME, date_of_birth="1990-05-17")


def as_provider(world: World) -> None:
    done(world, "verify_provider_auth", npi=NPI, facility_code="QRS-41T", pin="2718")


def second_factor(world: World) -> None:
    done(world, "initiate_otp_auth", employee_id=ME)
    done(world, "verify_otp_auth", employee_id=ME, otp_code="271828")


LEAVE = {"leave_category": "bonding", "leave_start_date": "2027-02-01", "leave_end_date": "2027-03-15"}
EXTENSION = {"npi": NPI, "state_license_number": LICENSE, "extension_type": "provisional", "extension_days": 60}
COVER = {
    "npi": NPI,
    "new_carrier": "zurich",
    "new_policy_number": "POL-2027-7KD0Q2",
    "per_occurrence_limit_usd": 1_000_000,
    "aggregate_limit_usd": 3_000_000,
    "effective_date": "2027-02-01",
    "expiration_date": "2028-02-01",
}
MOVE = {
    "npi": NPI,
    "dea_number": DEA,
    "new_facility_code": "TUV-52W",
    "new_state_code": "WA",
    "transfer_reason": "role_change",
    "effective_date": "2027-02-01",
}
RETURN = {
    "npi": NPI,
    "privilege_codes": ["PRV-NEURO-001"],
    "clearance_code": "CLR-OCC-100001",
    "leave_type_on_record": "fmla_leave",
}
SWAP = {"employee_id": ME, "shift_id": SHIFT, "colleague_employee_id": MATE, "unit_code": "7C-NEURO"}
CALLS = {
    "employee_id": ME,
    "unit_code": "7C-NEURO",
    "availability_start_date": "2027-02-01",
    "availability_end_date": "2027-02-14",
    "oncall_tier": "backup",
    "blackout_dates": ["2027-02-14"],
}
I9 = {
    "employee_id": ME,
    "verification_action": "initial_verification",
    "document_list_type": "LIST_A",
    "document_type_code": "EAD",
    "document_number": "K7Q2ZZ10",
    "document_expiration_date": "2030-01-01",
    "issuing_country_code": "US",
}
CHILD = {
    "employee_id": ME,
    "visa_petition_number": PETITION,
    "dependent_first_name": "Ida-May",
    "dependent_last_name": "Vance",
    "relationship": "child",
    "dependent_date_of_birth": "2026-12-01",
    "dependent_country_of_birth": "US",
    "uscis_receipt_number": "ABC0987654321",
}
MINE = {"employee_id": ME}


@pytest.mark.parametrize(
    ("tool", "params", "expected"),
    [
        ("verify_employee_auth", {"employee_id": "EMP999999", "date_of_birth": "1990-05-17"}, "not_found"),
        ("verify_employee_auth", {**MINE, "date_of_birth": "1990-05-18"}, "authentication_failed"),
        ("verify_employee_auth", {**MINE, "date_of_birth": "1990-02-30"}, "invalid_date_format"),
        ("verify_employee_auth", {"employee_id": "emp100001", "date_of_birth": "?"}, "invalid_employee_id_format"),
        ("verify_provider_auth", {"npi": "1999999999", "facility_code": "QRS-41T", "pin": "2718"}, "not_found"),
        ("verify_provider_auth", {"npi": NPI, "facility_code": "QRS-41T", "pin": "2719"}, "authentication_failed"),
        ("verify_provider_auth", {"npi": NPI, "facility_code": "QRS-41U", "pin": "2718"}, "authentication_failed"),
        ("initiate_otp_auth", MINE, "authentication_required"),
        ("verify_otp_auth", {**MINE, "otp_code": "271828"}, "otp_not_initiated"),
    ],
)
def test_wrong_credentials_open_nothing(world: World, tool: str, params: dict[str, Any], expected: str) -> None:
    assert error(world, tool, **params) == expected


def test_the_session_says_what_was_proved(world: World) -> None:
    as_provider(world)
    second_factor(world)
    assert world.tables["session"] == {
        "authenticated_employee_id": ME,
        "authenticated_npi": NPI,
        "provider_auth": True,
        "otp_issued": True,
        "otp_employee_id": ME,
        "otp_auth": True,
    }
    as_employee(world)
    assert world.tables["session"].items() >= {"employee_auth": True, "provider_auth": True, "otp_auth": True}.items()


def test_a_wrong_code_may_be_tried_again_and_a_code_is_for_one_person(world: World) -> None:
    as_employee(world)
    assert error(world, "initiate_otp_auth", employee_id=MATE) == "authentication_required"
    done(world, "initiate_otp_auth", employee_id=ME)
    assert error(world, "verify_otp_auth", employee_id=ME, otp_code="000000") == "authentication_failed"
    assert error(world, "verify_otp_auth", employee_id=MATE, otp_code="271828") == "otp_not_initiated"
    done(world, "verify_otp_auth", employee_id=ME, otp_code="271828")


def test_another_caller_inherits_nothing(world: World) -> None:
    as_provider(world)
    second_factor(world)
    done(world, "verify_employee_auth", employee_id=MATE, date_of_birth="1990-05-17")
    assert world.tables["session"] == {"authenticated_employee_id": MATE, "employee_auth": True}
    assert error(world, "check_leave_eligibility", employee_id=MATE) == "second_factor_required"
    assert error(world, "get_dea_record", npi=NPI, dea_number=DEA) == "second_factor_required"


def test_a_provider_without_an_employee_row_gets_a_code_too(world: World) -> None:
    row = world.table("employees").pop(ME)
    world.table("providers")[NPI].update(phone_last_four="3141", otp_code=row["otp_code"])
    as_provider(world)
    second_factor(world)
    assert world.tables["session"]["otp_auth"] is True


BOTH = {"npi": NPI, "state_license_number": LICENSE}
NEEDS = [
    ("get_employee_record", MINE, "employee"),
    ("get_provider_profile", {"npi": NPI}, "employee"),
    ("get_license_record", BOTH, "provider"),
    ("check_extension_eligibility", BOTH, "provider"),
    ("submit_license_extension", EXTENSION, "provider"),
    ("get_malpractice_record", {"npi": NPI}, "provider"),
    ("update_malpractice_coverage", COVER, "provider"),
    ("get_dea_record", {"npi": NPI, "dea_number": DEA}, "provider and code"),
    ("transfer_dea_registration", MOVE, "provider and code"),
    ("get_privilege_record", {"npi": NPI}, "employee and code"),
    ("check_reactivation_eligibility", {"npi": NPI, "clearance_code": "CLR-OCC-100001"}, "employee and code"),
    ("reactivate_privileges", RETURN, "employee and code"),
    ("check_leave_eligibility", MINE, "employee and code"),
    ("submit_fmla_case", {**MINE, **LEAVE}, "employee and code"),
    ("get_visa_record", {**MINE, "visa_petition_number": PETITION}, "employee and code"),
    ("add_visa_dependent", CHILD, "employee and code"),
    ("get_shift_record", {**MINE, "shift_id": SHIFT}, "employee"),
    ("confirm_shift_swap", SWAP, "employee"),
    ("get_onboarding_checklist", MINE, "employee"),
    ("register_oncall_availability", CALLS, "employee"),
    ("submit_i9_verification", I9, "employee"),
    ("get_pto_balance", MINE, "employee"),
]


@pytest.mark.parametrize(("tool", "params", "needs"), NEEDS, ids=[need[0] for need in NEEDS])
def test_each_record_asks_for_its_level_of_proof(world: World, tool: str, params: dict[str, Any], needs: str) -> None:
    assert error(world, tool, **params) == "authentication_required"
    as_employee(world)
    if "code" in needs:
        assert error(world, tool, **params) == "second_factor_required"
        second_factor(world)
    if "provider" in needs:
        assert error(world, tool, **params) == "authentication_required"
        as_provider(world)
    done(world, tool, **params)


@pytest.mark.parametrize(("tool", "params", "needs"), NEEDS, ids=[need[0] for need in NEEDS])
def test_a_caller_reaches_nobody_else_s_records(world: World, tool: str, params: dict[str, Any], needs: str) -> None:
    as_provider(world)
    second_factor(world)
    key, other, nobody = ("npi", OTHER, "1999999999") if "npi" in params else ("employee_id", MATE, "EMP999999")
    assert error(world, tool, **{**params, key: other}) == "authentication_required"
    assert error(world, tool, **{**params, key: nobody}) == "not_found"


REFUSALS = [
    ("get_license_record", {**BOTH, "state_license_number": "OR-RN-774120"}, "license_not_found"),
    ("submit_license_extension", {**EXTENSION, "extension_days": 45}, "invalid_extension_days"),
    ("submit_license_extension", {**EXTENSION, "extension_type": "supervised"}, "supervising_physician_required"),
    (
        "submit_license_extension",
        {**EXTENSION, "extension_type": "supervised", "supervising_physician_npi": NPI},
        "supervising_physician_required",
    ),
    (
        "submit_license_extension",
        {**EXTENSION, "extension_type": "supervised", "supervising_physician_npi": "1999999999"},
        "supervising_physician_not_found",
    ),
    ("update_malpractice_coverage", {**COVER, "expiration_date": "2027-01-31"}, "invalid_date_range"),
    ("update_malpractice_coverage", {**COVER, "aggregate_limit_usd": 0}, "invalid_coverage_limit"),
    ("get_dea_record", {"npi": NPI, "dea_number": "KX4410277"}, "dea_record_not_found"),
    ("reactivate_privileges", {**RETURN, "clearance_code": "CLR-OCC-100002"}, "invalid_clearance_code"),
    ("reactivate_privileges", {**RETURN, "privilege_codes": ["PRV-NEURO-001", "PRV-ICU-002"]}, "not_eligible"),
    ("reactivate_privileges", {**RETURN, "privilege_codes": ["PRV-NEURO-009"]}, "privilege_not_found"),
    ("reactivate_privileges", {**RETURN, "privilege_codes": []}, "invalid_privilege_code_format"),
    ("get_shift_record", {**MINE, "shift_id": "SHF-20270101-0000"}, "shift_not_found"),
    ("get_timesheet_record", {**MINE, "shift_id": "SHF-20270121-0700"}, "shift_not_owned"),
    ("verify_colleague_certifications", {"colleague_employee_id": "EMP999999", "unit_code": "7C-NEURO"}, "not_found"),
    ("confirm_shift_swap", {**SWAP, "colleague_employee_id": BOSS}, "certification_missing"),
    ("confirm_shift_swap", {**SWAP, "unit_code": "8C-NEURO"}, "shift_not_found"),
    ("check_correction_eligibility", {**MINE, "shift_id": SHIFT}, "shift_not_logged"),
    ("register_oncall_availability", {**CALLS, "blackout_dates": ["2027-02-15"]}, "invalid_blackout_date"),
    ("register_oncall_availability", {**CALLS, "blackout_dates": ["soon"]}, "invalid_date_format"),
    ("register_oncall_availability", {**CALLS, "availability_end_date": "2027-01-31"}, "invalid_date_range"),
    ("submit_fmla_case", {**MINE, **LEAVE, "leave_end_date": "2027-03-16"}, "not_eligible"),
    ("submit_fmla_case", {**MINE, **LEAVE, "leave_start_date": "2027-01-05"}, "invalid_date_range"),
    ("submit_fmla_case", {**MINE, **LEAVE, "leave_end_date": "2027-01-31"}, "invalid_date_range"),
    ("get_i9_record", MINE, "i9_record_not_found"),
    ("submit_i9_verification", {**I9, "verification_action": "reverification"}, "i9_record_not_found"),
    ("get_visa_record", {**MINE, "visa_petition_number": "QRS1234567891"}, "visa_record_not_found"),
    ("add_visa_dependent", {**CHILD, "dependent_first_name": "Zoë"}, "invalid_name_format"),
]


@pytest.mark.parametrize(("tool", "params", "expected"), REFUSALS, ids=[f"{r[0]}: {r[2]}" for r in REFUSALS])
def test_refusals(world: World, tool: str, params: dict[str, Any], expected: str) -> None:
    as_provider(world)
    second_factor(world)
    assert error(world, tool, **params) == expected


@pytest.mark.parametrize(
    ("tables", "change", "tool", "params", "expected"),
    [
        (("providers", NPI, "licenses", LICENSE), {"extension_status": "pending"}, 0, BOTH, "already_extended"),
        (("providers", NPI, "licenses", LICENSE), {"investigation_hold": True}, 0, BOTH, "investigation_hold"),
        (("providers", NPI, "licenses", LICENSE), {"expiration_date": "2027-01-05"}, 0, BOTH, "license_expired"),
        (("providers", NPI, "licenses", LICENSE), {"expiration_date": "2027-03-08"}, 0, BOTH, "extension_too_early"),
        (("shifts", SHIFT), {"status": "swapped"}, 1, {**MINE, "shift_id": SHIFT}, "already_swapped"),
        (("shifts", SHIFT), {"status": "cancelled"}, 1, {**MINE, "shift_id": SHIFT}, "shift_cancelled"),
        (("shifts", SHIFT), {"date": "2027-01-05"}, 1, {**MINE, "shift_id": SHIFT}, "shift_in_past"),
        (("shifts", SHIFT), {"swap_locked": True}, 1, {**MINE, "shift_id": SHIFT}, "swap_locked"),
        (("shifts", LOGGED), {"pay_period_closed": True}, 2, {**MINE, "shift_id": LOGGED}, "pay_period_closed"),
        (
            ("shifts", LOGGED),
            {"pay_period_end_date": "2027-01-05"},
            2,
            {**MINE, "shift_id": LOGGED},
            "pay_period_closed",
        ),
        (("shifts", LOGGED), {"pay_period_end_date": None}, 2, {**MINE, "shift_id": LOGGED}, "pay_period_not_set"),
        (
            ("shifts", LOGGED),
            {"correction_status": "pending"},
            2,
            {**MINE, "shift_id": LOGGED},
            "correction_already_pending",
        ),
        (("employees", ME), {"employment_status": "on_leave"}, 3, CALLS, "employee_on_leave"),
        (("employees", ME), {"certifications": []}, 3, CALLS, "certification_missing"),
        (("employees", ME), {"onboarding_checklist": {}}, 4, MINE, "checklist_not_found"),
        (("employees", ME), {"onboarding_checklist": {"tasks": {}}}, 5, I9, "checklist_not_found"),
        (("employees", ME), {"fmla_eligibility": {"eligible": False}}, 6, MINE, "not_eligible"),
        (("employees", ME), {"pto_balances": {}}, 7, MINE, "pto_record_not_found"),
        (("providers", NPI), {"malpractice": {}}, 8, COVER, "record_not_found"),
        (("providers", NPI), {"privileges": None}, 9, {"npi": NPI}, "privilege_record_not_found"),
    ],
)
def test_a_state_of_the_world_that_forbids_it(
    world: World, tables: tuple[str, ...], change: dict[str, Any], tool: int, params: dict[str, Any], expected: str
) -> None:
    names = (
        "check_extension_eligibility",
        "check_swap_eligibility",
        "check_correction_eligibility",
        "register_oncall_availability",
        "get_onboarding_checklist",
        "submit_i9_verification",
        "check_leave_eligibility",
        "get_pto_balance",
        "update_malpractice_coverage",
        "get_privilege_record",
    )
    row: Any = world.tables
    for key in tables:
        row = row[key]
    row.update(change)
    as_provider(world)
    second_factor(world)
    assert error(world, names[tool], **params) == expected


def test_a_supervisor_counts_only_for_a_supervised_extension(world: World) -> None:
    as_provider(world)
    answer = done(world, "submit_license_extension", **EXTENSION, supervising_physician_npi="nobody")
    assert (answer["supervising_physician_npi"], answer["case_id"]) == (None, "CASE-LIC-100001")
    world.table("providers")[NPI]["licenses"][LICENSE]["extension_status"] = None
    supervised = {**EXTENSION, "extension_type": "supervised"}
    assert error(world, "submit_license_extension", **supervised, supervising_physician_npi="nobody") == (
        "invalid_npi_format"
    )
    done(world, "submit_license_extension", **supervised, supervising_physician_npi=OTHER)
    assert world.table("providers")[NPI]["licenses"][LICENSE]["supervising_physician_npi"] == OTHER


@pytest.mark.parametrize(("limit", "review"), [(999_999, True), (1_000_000, False)])
def test_low_coverage_calls_for_a_review(world: World, limit: int, review: bool) -> None:
    as_provider(world)
    answer = done(world, "update_malpractice_coverage", **{**COVER, "per_occurrence_limit_usd": limit})
    assert answer["recredential_required"] is review
    assert world.table("providers")[NPI]["malpractice"]["recredential_required"] is review


def test_the_leave_must_be_the_one_on_record_where_there_is_one(world: World) -> None:
    world.table("providers")[NPI]["leave_type_on_record"] = "medical_leave"
    as_employee(world)
    second_factor(world)
    assert error(world, "reactivate_privileges", **RETURN) == "not_eligible"
    done(world, "reactivate_privileges", **{**RETURN, "leave_type_on_record": "medical_leave"})
    assert (
        error(world, "reactivate_privileges", **{**RETURN, "leave_type_on_record": "medical_leave"}) == "not_eligible"
    )
    assert error(world, "check_reactivation_eligibility", npi=NPI, clearance_code="CLR-OCC-100001") == "not_eligible"


def test_missing_certifications_are_named(world: World) -> None:
    as_employee(world)
    answer = call(world, "verify_colleague_certifications", colleague_employee_id=BOSS, unit_code="7C-NEURO")
    assert (answer["error_type"], answer["missing_certs"]) == ("certification_missing", ["ACLS"])


def test_a_slot_is_booked_once_and_not_before_the_leave_ends(world: World) -> None:
    as_employee(world)
    second_factor(world)
    wanted = {"department_code": "NEUROLOGY", "appointment_type": "return_to_work_checkin"}
    found = done(world, "check_appointment_availability", **wanted, preferred_date="2027-02-17")
    assert (found["available_slots"], found["alternative_dates"]) == ([], ["2027-02-16"])
    booking = {**MINE, "case_id": "CASE-FMLA-100001", "department_code": "NEUROLOGY"}
    name = "schedule_return_to_work_checkin"
    assert error(world, name, **booking, appointment_datetime="2027-02-14 10:00") == "appointment_before_leave_end"
    assert error(world, name, **booking, appointment_datetime="2027-02-16 25:00") == "invalid_datetime"
    assert error(world, name, **booking, appointment_datetime="2027-02-16 11:00") == "slot_not_available"
    assert error(world, name, **{**booking, "case_id": "CASE-FMLA-100002"}, appointment_datetime=SLOT) == "not_found"
    assert done(world, name, **booking, appointment_datetime=SLOT)["appointment_id"] == "CASE-RTW-100001"
    assert error(world, name, **booking, appointment_datetime=SLOT) == "slot_not_available"
    review = {"department_code": "NEUROLOGY", "appointment_datetime": SLOT}
    done(world, "schedule_competency_review", npi=NPI, **review)
    done(world, "schedule_orientation_followup", **MINE, **review)


def test_tasks_are_completed_by_their_code(world: World) -> None:
    as_employee(world)
    task = {**MINE, "task_code": "TB_TEST"}
    name = "complete_onboarding_task"
    assert error(world, name, **{**task, "task_code": "ORIENTATION"}, completion_code="K7Q2") == "task_not_found"
    assert error(world, name, **task, completion_code="K7Q3") == "invalid_completion_code"
    assert done(world, name, **task, completion_code="k7q2")["remaining_tasks"] == []
    assert error(world, name, **task, completion_code="K7Q2") == "task_already_complete"


@pytest.mark.parametrize(
    ("schedule", "start", "end", "days"),
    [
        ("standard", "2027-01-15", "2027-01-19", ["2027-01-15", "2027-01-19"]),  # a weekend and a holiday between
        (None, "2027-01-20", "2027-01-21", ["2027-01-20", "2027-01-21"]),
        ("shift", "2027-01-15", "2027-01-24", ["2027-01-20"]),
    ],
)
def test_only_working_days_are_taken(world: World, schedule: str | None, start: str, end: str, days: list[str]) -> None:
    world.table("employees")[ME]["schedule_type"] = schedule
    as_employee(world)
    asked = {**MINE, "pto_type": "pto", "start_date": start, "end_date": end}
    found = done(world, "check_pto_eligibility", **asked)
    assert found["working_days_in_range"] == days
    booked = done(world, "submit_pto_request", **asked)
    assert booked["remaining_balance"] == found["remaining_after"] == 4.0 - len(days)
    assert error(world, "submit_pto_request", **asked) == "pto_overlap"


@pytest.mark.parametrize(
    ("kind", "start", "end", "expected"),
    [
        ("sick", "2027-02-01", "2027-02-03", "insufficient_pto_balance"),
        ("pto", "2027-03-04", "2027-03-05", "blackout_date_conflict"),
        ("pto", "2027-02-06", "2027-02-07", "not_eligible"),
        ("pto", "2027-02-03", "2027-02-02", "invalid_date_range"),
        ("pto", "2027-02-03", "9999-12-31", "invalid_date_range"),
        ("holiday", "2027-02-01", "2027-02-02", "invalid_pto_type"),
    ],
)
def test_refusals_of_time_off(world: World, kind: str, start: str, end: str, expected: str) -> None:
    as_employee(world)
    asked = {**MINE, "pto_type": kind, "start_date": start, "end_date": end}
    assert error(world, "check_pto_eligibility", **asked) == expected
    assert error(world, "submit_pto_request", **asked) == expected


def test_a_form_is_filed_and_then_renewed(world: World) -> None:
    as_employee(world)
    assert done(world, "submit_i9_verification", **I9)["case_id"] == "CASE-I9V-100001"
    done(world, "submit_i9_verification", **{**I9, "verification_action": "reverification"})
    record = done(world, "get_i9_record", **MINE)["i9_record"]
    assert record == {
        **{key: value for key, value in I9.items() if key != "employee_id"},
        "verification_action": "reverification",
        "verification_status": "verified",
        "case_id": "CASE-I9V-100001",
    }


def test_registrations_are_listed_per_unit(world: World) -> None:
    as_employee(world)
    done(world, "register_oncall_availability", **CALLS)
    for unit, count in (("7C-NEURO", 1), ("1A-MED", 0)):
        answer = done(world, "get_oncall_schedule", **MINE, unit_code=unit)
        assert len(answer["oncall_schedule"]["registrations"]) == count


@pytest.mark.parametrize("hours", [0, 24.5, "nan", "inf", None])
def test_hours_of_a_correction_are_those_of_one_day(world: World, hours: Any) -> None:
    as_employee(world)
    filed = {**MINE, "shift_id": LOGGED, "correction_type": "overtime_hours"}
    assert error(world, "submit_payroll_correction", **filed, corrected_hours=hours) == "invalid_hours"
    assert done(world, "submit_payroll_correction", **filed, corrected_hours="9.5")["corrected_hours"] == 9.5


def test_notices_name_whom_they_go_to(world: World) -> None:
    as_provider(world)
    second_factor(world)
    case = {"case_id": "CASE-PTO-100001"}
    done(world, "notify_credentialing_committee", npi=NPI, **case, notification_type="malpractice_updated")
    done(world, "notify_department_manager", **MINE, **case, notification_type="fmla_opened")
    done(world, "notify_pdmp", npi=NPI, dea_number=DEA, state_code="WA", facility_code="TUV-52W")
    done(world, "notify_hr_compliance", **MINE, **case, notification_type="i9_verified")
    done(
        world,
        "notify_immigration_counsel",
        **MINE,
        visa_petition_number=PETITION,
        notification_type="dependent_added",
    )
    assert [(item["recipient"], item["notification_type"]) for item in world.tables["notifications"]] == [
        ("credentialing_committee", "malpractice_updated"),
        ("department_manager", "fmla_opened"),
        ("pdmp", "dea_transfer"),
        ("hr_compliance", "i9_verified"),
        ("immigration_counsel", "dependent_added"),
    ]
    assert world.tables["notifications"][1]["department_code"] == "NEUROLOGY"


def test_anybody_may_be_handed_to_a_person(world: World) -> None:
    wish = {"employee_id": "EMP999999", "transfer_reason": "because", "issue_summary": "wants a person"}
    for number in (1, 2):
        answer = done(world, "transfer_to_agent", **wish)
        assert answer["transfer_id"] == f"TRF-EMP999999-{number:03d}"
