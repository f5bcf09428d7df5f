"""The rules for new and leaving employees, groups and permissions, on a small office of our own."""

import re
from typing import Any

import pytest

from scenarios.world import World
from tests.scenarios.itsm_office import (
    BOSS,
    HIRE,
    LEAVER,
    MATE,
    ME,
    TODAY,
    done,
    error,
    office,
    person,
    refused,
    sign_in,
)

OPEN, HELD, CLOSED, PAID = "GRP-OPEN", "GRP-HELD", "GRP-CLOSED", "GRP-PAID"
CASE = "CASE-ACCT-[0-9a-f]{12}"
START = {
    "manager_employee_id": BOSS,
    "new_hire_employee_id": HIRE,
    "department_code": "OPS",
    "role_code": "ANALYST",
    "start_date": "2027-03-15",
    "access_groups": [OPEN, HELD],
}
CHANGE = {
    "employee_id": ME,
    "new_role_code": "TEAM_LEAD",
    "permission_template_id": "PTPL-LEAD-01",
    "effective_date": "2027-04-01",
}
REMOVAL = {
    "manager_employee_id": BOSS,
    "departing_employee_id": LEAVER,
    "last_working_day": "2027-03-05",
    "removal_scope": "full",
}


@pytest.fixture
def world() -> World:
    groups = {
        OPEN: {"name": "Everybody", "eligible_departments": [], "eligible_roles": [], "requires_approval": False},
        HELD: {"name": "Ledgers", "eligible_departments": ["OPS"], "eligible_roles": [], "requires_approval": True},
        CLOSED: {"name": "Deals", "eligible_departments": ["SALES"], "eligible_roles": [], "requires_approval": False},
        PAID: {"name": "Pay", "eligible_departments": [], "eligible_roles": ["MANAGER"], "requires_approval": True},
    }
    templates = {
        "PTPL-LEAD-01": {"name": "Lead", "role_code": "TEAM_LEAD"},
        "PTPL-LEAD-02": {"name": "Deputy", "role_code": "TEAM_LEAD"},
        "PTPL-OPS-01": {"name": "Analyst", "role_code": "ANALYST"},
    }
    world = office(
        access_groups={code: {"group_code": code, **row} for code, row in groups.items()},
        permission_templates=templates,
    )
    approval = {"approved_by_hr": True, "new_role_code": "TEAM_LEAD", "effective_date": "2027-04-01"}
    person(world)["pending_role_approval"] = {**approval, "hr_case_id": "HR-7"}
    person(world)["group_memberships"] = [{"group_code": OPEN, "group_name": "Everybody", "status": "active"}]
    person(world, LEAVER).update(
        offboarding_record={"status": "confirmed", "last_working_day": "2027-03-05", "access_removed": False},
        system_accounts=[{"case_id": "CASE-ACCT-" + "a" * 12, "status": "active"}],
        group_memberships=[{"group_code": OPEN, "group_name": "Everybody", "status": "active"}],
    )
    return world


def as_me(world: World) -> None:
    sign_in(world, ME, second_factor=True)


def as_boss(world: World) -> None:
    sign_in(world, BOSS, second_factor=True, manager=True)


READS: list[tuple[str, dict[str, Any]]] = [
    ("get_group_memberships", {"employee_id": ME}),
    ("get_group_details", {"group_code": OPEN}),
    ("check_role_change_authorized", {"employee_id": ME, "new_role_code": "TEAM_LEAD"}),
    ("get_permission_templates", {"role_code": "TEAM_LEAD"}),
]
OWN_WRITES: list[tuple[str, dict[str, Any]]] = [
    ("submit_group_membership_change", {"employee_id": ME, "group_code": HELD, "action": "add"}),
    ("submit_permission_change", CHANGE),
    (
        "schedule_access_review",
        {"case_id": "CASE-ACCT-" + "a" * 12, "employee_id": ME, "review_date": "2027-06-30"},
    ),
]
MANAGER_READS: list[tuple[str, dict[str, Any]]] = [
    ("lookup_new_hire", {"new_hire_employee_id": HIRE}),
    ("check_existing_accounts", {"employee_id": HIRE}),
    ("get_offboarding_record", {"employee_id": LEAVER}),
]
MANAGER_WRITES: list[tuple[str, dict[str, Any]]] = [
    ("provision_new_account", START),
    ("submit_access_removal", REMOVAL),
]


@pytest.mark.parametrize(("tool", "params"), [*READS, *OWN_WRITES, *MANAGER_READS, *MANAGER_WRITES])
def test_nothing_is_shown_or_done_before_the_caller_is_verified(
    world: World, tool: str, params: dict[str, Any]
) -> None:
    assert error(world, tool, **params) == "authentication_required"


@pytest.mark.parametrize(("tool", "params"), READS)
def test_own_records_are_shown_without_the_one_time_code(world: World, tool: str, params: dict[str, Any]) -> None:
    sign_in(world, ME)
    done(world, tool, **params)
    if "employee_id" in params:
        sign_in(world, MATE)
        assert error(world, tool, **params) == "authentication_required"


@pytest.mark.parametrize(("tool", "params"), OWN_WRITES)
def test_own_access_changes_with_the_one_time_code_only(world: World, tool: str, params: dict[str, Any]) -> None:
    sign_in(world, ME)
    assert error(world, tool, **params) == "authentication_required"
    sign_in(world, MATE, second_factor=True)
    assert error(world, tool, **params) == "authentication_required"


@pytest.mark.parametrize(("tool", "params"), MANAGER_READS)
def test_others_records_are_shown_to_a_verified_manager_only(world: World, tool: str, params: dict[str, Any]) -> None:
    sign_in(world, BOSS, second_factor=True)
    assert error(world, tool, **params) == "authentication_required"
    sign_in(world, BOSS, manager=True)
    done(world, tool, **params)


@pytest.mark.parametrize(("tool", "params"), MANAGER_WRITES)
def test_a_manager_acts_for_others_with_both_codes_only(world: World, tool: str, params: dict[str, Any]) -> None:
    for marks in ({"manager": True}, {"second_factor": True}):
        sign_in(world, BOSS, **marks)
        assert error(world, tool, **params) == "authentication_required"
    sign_in(world, MATE, second_factor=True, manager=True)
    assert error(world, tool, **params) == "authentication_required"
    assert error(world, tool, **{**params, "manager_employee_id": MATE}) == "not_authorized"
    as_boss(world)
    done(world, tool, **params)


def test_a_new_employee_is_shown(world: World) -> None:
    as_boss(world)
    assert done(world, "lookup_new_hire", new_hire_employee_id=HIRE)["employee"] == {
        "employee_id": HIRE,
        "first_name": "Mary Jo",
        "last_name": "Quill",
        "department_code": "OPS",
        "role_code": "ANALYST",
        "start_date": "2027-03-15",
    }
    assert error(world, "lookup_new_hire", new_hire_employee_id="EMP999999") == "not_found"
    assert error(world, "lookup_new_hire", new_hire_employee_id=MATE) == "not_new_hire"


def test_accounts_are_created_once(world: World) -> None:
    as_boss(world)
    assert done(world, "check_existing_accounts", employee_id=HIRE)["existing_accounts"] == []
    answer = done(world, "provision_new_account", **START)
    assert re.fullmatch(CASE, answer["case_id"])
    assert answer["email"] == "maryjo.quill@company.com"
    account = {
        "case_id": answer["case_id"],
        "status": "active",
        "provisioned_date": TODAY,
        "access_groups": [OPEN, HELD],
    }
    row = person(world, HIRE)
    assert (row["system_accounts"], row["email"], row["employment_status"]) == ([account], answer["email"], "active")
    assert done(world, "check_existing_accounts", employee_id=HIRE)["existing_accounts"] == [account]
    assert error(world, "provision_new_account", **START) == "accounts_already_exist"


def test_an_account_that_was_closed_does_not_stand_in_the_way(world: World) -> None:
    as_boss(world)
    person(world, HIRE)["system_accounts"] = [{"case_id": "old", "status": "disabled"}]
    done(world, "provision_new_account", **START)
    assert [item["status"] for item in person(world, HIRE)["system_accounts"]] == ["disabled", "active"]


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"new_hire_employee_id": "EMP999999"}, "not_found"),
        ({"new_hire_employee_id": MATE}, "not_new_hire"),
        ({"department_code": "SALES"}, "department_mismatch"),
        ({"department_code": "ops"}, "invalid_department_code"),
        ({"role_code": "MANAGER"}, "role_mismatch"),
        ({"role_code": "the boss"}, "invalid_role_code"),
        ({"start_date": "2027-03-16"}, "effective_date_mismatch"),
        ({"start_date": "2027-02-30"}, "invalid_date_format"),
        ({"access_groups": [OPEN, "GRP-NONE"]}, "not_found"),
        ({"access_groups": [OPEN, CLOSED]}, "group_not_eligible"),
        ({"access_groups": [PAID]}, "group_not_eligible"),
        ({"access_groups": ["everybody"]}, "invalid_parameter"),
    ],
)
def test_accounts_are_refused(world: World, changes: dict[str, Any], code: str) -> None:
    as_boss(world)
    assert error(world, "provision_new_account", **{**START, **changes}) == code


def test_a_report_may_stand_in_either_record(world: World) -> None:
    as_boss(world)
    person(world, HIRE)["manager_employee_id"] = MATE
    assert error(world, "provision_new_account", **START) == "not_authorized"
    person(world, BOSS)["direct_reports"].append(HIRE)
    done(world, "provision_new_account", **START)


def test_groups_are_shown(world: World) -> None:
    as_me(world)
    assert [item["group_code"] for item in done(world, "get_group_memberships", employee_id=ME)["memberships"]] == [
        OPEN
    ]
    assert done(world, "get_group_details", group_code=CLOSED)["group"]["eligible_departments"] == ["SALES"]
    assert error(world, "get_group_details", group_code="GRP-NONE") == "not_found"
    assert error(world, "get_group_details", group_code="Everybody") == "invalid_group_code_format"


def join(world: World, code: str, **changes: Any) -> dict[str, Any]:
    change = {"employee_id": ME, "group_code": code, "action": "add", **changes}
    return done(world, "submit_group_membership_change", **change)


def test_a_group_with_approval_is_joined_by_a_request(world: World) -> None:
    as_me(world)
    answer = join(world, HELD)
    case, number = answer["case_id"], answer["request_id"]
    assert re.fullmatch(CASE, case)
    assert re.fullmatch("REQ-ACCT-[0-9a-f]{12}", number)
    assert answer["requires_approval"] is True
    assert person(world)["group_memberships"][-1] == {
        "group_code": HELD,
        "group_name": "Ledgers",
        "status": "pending_approval",
        "case_id": case,
        "request_id": number,
        "requested_date": TODAY,
    }
    assert world.table("requests")[number] == {
        "request_id": number,
        "case_id": case,
        "employee_id": ME,
        "group_code": HELD,
        "action": "add",
        "status": "pending_approval",
        "requires_manager_approval": True,
        "created_date": TODAY,
    }
    route = {"request_id": number, "employee_id": ME, "approver_employee_id": BOSS}
    assert done(world, "route_approval_workflow", **route)["approval_deadline"] == "2027-03-03 00:00"


def test_a_group_without_approval_is_joined_and_left_at_once(world: World) -> None:
    as_me(world)
    person(world)["group_memberships"] = []
    answer = join(world, OPEN)
    assert (answer["requires_approval"], world.table("requests")) == (False, {})
    assert person(world)["group_memberships"] == [
        {
            "group_code": OPEN,
            "group_name": "Everybody",
            "status": "active",
            "case_id": answer["case_id"],
            "added_date": TODAY,
        }
    ]
    left = join(world, OPEN, action="remove")
    assert set(left) == {"status", "case_id", "action", "group_code", "message"}
    assert re.fullmatch(CASE, left["case_id"])
    assert person(world)["group_memberships"] == []


@pytest.mark.parametrize(
    ("code", "action", "wanted"),
    [
        (OPEN, "add", "already_member"),
        (HELD, "remove", "not_member"),
        (CLOSED, "add", "group_not_eligible"),
        (PAID, "add", "group_not_eligible"),
        ("GRP-NONE", "add", "not_found"),
        (OPEN, "leave", "invalid_membership_action"),
        ("grp-open", "add", "invalid_group_code_format"),
    ],
)
def test_a_change_of_groups_is_refused(world: World, code: str, action: str, wanted: str) -> None:
    as_me(world)
    change = {"employee_id": ME, "group_code": code, "action": action}
    assert error(world, "submit_group_membership_change", **change) == wanted


def test_a_membership_that_waits_can_neither_be_asked_for_nor_left(world: World) -> None:
    as_me(world)
    join(world, HELD)
    change = {"employee_id": ME, "group_code": HELD}
    assert error(world, "submit_group_membership_change", **change, action="add") == "request_already_pending"
    assert error(world, "submit_group_membership_change", **change, action="remove") == "not_member"


def test_leaving_takes_no_eligibility(world: World) -> None:
    as_me(world)
    person(world)["group_memberships"].append({"group_code": CLOSED, "group_name": "Deals", "status": "active"})
    join(world, CLOSED, action="remove")
    assert [item["group_code"] for item in person(world)["group_memberships"]] == [OPEN]


def test_hr_s_approval_is_shown(world: World) -> None:
    sign_in(world, ME)
    answer = done(world, "check_role_change_authorized", employee_id=ME, new_role_code="TEAM_LEAD")
    assert (answer["hr_case_id"], answer["effective_date"]) == ("HR-7", "2027-04-01")


@pytest.mark.parametrize(
    "approval",
    [None, {"approved_by_hr": False, "new_role_code": "TEAM_LEAD"}, {"approved_by_hr": True, "new_role_code": "SDR"}],
)
def test_a_role_without_hr_s_approval_is_refused(world: World, approval: dict[str, Any] | None) -> None:
    as_me(world)
    person(world)["pending_role_approval"] = approval
    asked = {"employee_id": ME, "new_role_code": "TEAM_LEAD"}
    assert error(world, "check_role_change_authorized", **asked) == "not_authorized"
    assert error(world, "submit_permission_change", **CHANGE) == "not_authorized"


def test_templates_of_a_role(world: World) -> None:
    sign_in(world, ME)
    answer = done(world, "get_permission_templates", role_code="TEAM_LEAD")
    assert list(answer["templates"]) == ["PTPL-LEAD-01", "PTPL-LEAD-02"]
    assert error(world, "get_permission_templates", role_code="SDR") == "not_found"
    assert error(world, "get_permission_templates", role_code="team lead") == "invalid_role_code"


def test_a_change_of_permissions_and_its_review(world: World) -> None:
    as_me(world)
    case = done(world, "submit_permission_change", **CHANGE)["case_id"]
    assert re.fullmatch(CASE, case)
    change = {
        "case_id": case,
        "new_role_code": "TEAM_LEAD",
        "permission_template_id": "PTPL-LEAD-01",
        "effective_date": "2027-04-01",
        "status": "pending",
    }
    assert person(world)["pending_role_change"] == change
    assert error(world, "submit_permission_change", **CHANGE) == "request_already_pending"
    answer = done(world, "schedule_access_review", case_id=case, employee_id=ME, review_date="2027-06-30")
    assert answer["review_id"] == f"ARVW-{case[-6:]}"
    assert person(world)["pending_role_change"] == {
        **change,
        "access_review_id": answer["review_id"],
        "review_date": "2027-06-30",
    }


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"permission_template_id": "PTPL-OPS-01"}, "template_role_mismatch"),
        ({"permission_template_id": "PTPL-OPS-09"}, "not_found"),
        ({"permission_template_id": "LEAD"}, "invalid_permission_template_id_format"),
        ({"effective_date": "2027-04-02"}, "effective_date_mismatch"),
        ({"effective_date": "2027-02-28"}, "invalid_effective_date"),
        ({"effective_date": "April 1"}, "invalid_date_format"),
    ],
)
def test_a_change_of_permissions_is_refused(world: World, changes: dict[str, str], code: str) -> None:
    as_me(world)
    assert error(world, "submit_permission_change", **{**CHANGE, **changes}) == code


def test_a_change_may_take_effect_today(world: World) -> None:
    as_me(world)
    person(world)["pending_role_approval"]["effective_date"] = TODAY
    done(world, "submit_permission_change", **{**CHANGE, "effective_date": TODAY})


@pytest.mark.parametrize(
    ("day", "code"),
    [
        ("2027-06-26", "invalid_review_date"),
        ("2027-06-27", None),
        ("2027-07-03", None),
        ("2027-07-04", "invalid_review_date"),
    ],
)
def test_a_review_is_ninety_days_on_give_or_take_three(world: World, day: str, code: str | None) -> None:
    as_me(world)
    case = done(world, "submit_permission_change", **CHANGE)["case_id"]
    review = {"case_id": case, "employee_id": ME, "review_date": day}
    if code:
        assert error(world, "schedule_access_review", **review) == code
    else:
        done(world, "schedule_access_review", **review)


def test_a_review_belongs_to_a_change(world: World) -> None:
    as_me(world)
    review = {"case_id": "CASE-ACCT-" + "a" * 12, "employee_id": ME, "review_date": "2027-06-30"}
    assert error(world, "schedule_access_review", **review) == "no_pending_role_change"
    done(world, "submit_permission_change", **CHANGE)
    assert error(world, "schedule_access_review", **review) == "not_found"
    assert error(world, "schedule_access_review", **{**review, "case_id": "7"}) == "invalid_case_id_format"


@pytest.mark.parametrize("scope", ["full", "staged"])
def test_access_is_removed_once(world: World, scope: str) -> None:
    as_boss(world)
    record = done(world, "get_offboarding_record", employee_id=LEAVER)["offboarding"]
    assert (record["last_working_day"], record["access_removed"]) == ("2027-03-05", False)
    answer = done(world, "submit_access_removal", **{**REMOVAL, "removal_scope": scope})
    assert re.fullmatch(CASE, answer["case_id"])
    row = person(world, LEAVER)
    assert (row["system_accounts"], row["group_memberships"]) == ([], [])
    assert row["employment_status"] == "terminated"
    assert row["offboarding_record"] == {
        "status": "confirmed",
        "last_working_day": "2027-03-05",
        "access_removed": True,
        "removal_scope": scope,
        "removal_case_id": answer["case_id"],
    }
    assert done(world, "get_offboarding_record", employee_id=LEAVER)["offboarding"] == row["offboarding_record"]
    assert error(world, "submit_access_removal", **REMOVAL) == "no_account"


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"departing_employee_id": MATE}, "no_offboarding_record"),
        ({"departing_employee_id": "EMP999999"}, "not_found"),
        ({"last_working_day": "2027-03-06"}, "invalid_last_working_day"),
        ({"last_working_day": "5 March"}, "invalid_date_format"),
        ({"removal_scope": "partly"}, "invalid_removal_scope"),
    ],
)
def test_a_removal_is_refused(world: World, changes: dict[str, str], code: str) -> None:
    as_boss(world)
    assert error(world, "submit_access_removal", **{**REMOVAL, **changes}) == code


def test_a_last_working_day_in_the_past_is_refused(world: World) -> None:
    as_boss(world)
    world.tables["_current_date"] = "2027-03-05"
    twin = world.copy()
    done(twin, "submit_access_removal", **REMOVAL)
    world.tables["_current_date"] = "2027-03-06"
    answer = refused(world, "submit_access_removal", **REMOVAL)
    assert answer["error_type"] == "invalid_last_working_day"


def test_without_hr_s_record_there_is_nothing_to_show(world: World) -> None:
    as_boss(world)
    assert error(world, "get_offboarding_record", employee_id=MATE) == "no_offboarding_record"
