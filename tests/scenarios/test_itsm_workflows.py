"""Calls about software and places to work: what the rules decide follows from the tools and from the records."""

from __future__ import annotations

import copy
import datetime
import re
from typing import Any

import pytest

from scenarios.build import complete
from scenarios.itsm.calls import ring
from scenarios.itsm.draft import Draft
from scenarios.itsm.parts import application_access, licenses, wishes
from scenarios.itsm.parts.desk_assignment import COOLDOWN as DESK_DAYS
from scenarios.itsm.parts.ergonomic_equipment import ASSESSED
from scenarios.itsm.parts.license_renewal import EARLIEST, LATEST, renewed, too_early
from scenarios.itsm.parts.parking import COOLDOWN as PARKING_DAYS
from scenarios.itsm.steps import Tier
from scenarios.itsm.workflows import (
    application_access as calls_for_access,
)
from scenarios.itsm.workflows import (
    desk_assignment,
    ergonomic_equipment,
    license_renewal,
    license_request,
    parking,
    room_booking,
)
from scenarios.model import Request, Scenario
from scenarios.mutations import survivors
from scenarios.replay import replay
from scenarios.toolbox import Toolbox
from scenarios.world import diff
from tests.scenarios.golden import Golden

MODULES = (
    calls_for_access,
    license_request,
    license_renewal,
    desk_assignment,
    parking,
    ergonomic_equipment,
    room_booking,
)
TOOLBOX = Toolbox.for_domain("itsm")
GOLDEN = Golden(TOOLBOX, MODULES)
CALLS, played, made, verified = GOLDEN.calls, GOLDEN.played, GOLDEN.made, GOLDEN.verified
ASK = Request(statement="I have a wish.")


def number(scenario: Scenario) -> str:
    """The caller's employee number."""
    fact = scenario.fact("employee_id")
    assert fact is not None
    return fact.value


def draft(tier: Tier = "standard") -> Draft:
    return ring(
        "probe", "2027-06-16 10:00", "Ada Probe", "woman", "FIN", "ANALYST", "BLD1", "brisk", tier=tier, floor="FL2"
    )


# Refusals ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("id_", "tool", "code"),
    [
        ("desk-in-each-town", "submit_desk_assignment", "already_assigned"),
        ("chalk-marks", "submit_desk_assignment", "too_soon"),
        ("back-at-the-desk", "submit_parking_assignment", "too_soon"),
        ("stand-up-guy", "check_ergonomic_assessment", "assessment_required"),
        ("between-departments", "validate_cost_center", "cc_not_on_file"),
    ],
)
def test_a_refusal_of_the_golden_path_is_the_reason_that_is_told(id_: str, tool: str, code: str) -> None:
    assert (tool, code) in {(name, response.get("error_type")) for name, _, response in played(CALLS[id_])}


@pytest.mark.parametrize(
    ("id_", "tool", "params", "code"),
    [
        ("months-ahead", "submit_license_renewal", {"license_assignment_id": None}, "not_in_renewal_window"),
        (
            "four-months-please",
            "submit_license_request",
            {"catalog_id": "LIC-4218", "duration_days": "120"},
            "invalid_duration_days",
        ),
        (
            "visitors-from-lisbon",
            "submit_access_request",
            {"catalog_id": "APP-3143", "access_level": "read_only"},
            "department_mismatch",
        ),
        (
            "stand-up-guy",
            "submit_equipment_request",
            {"equipment_type": "standing_desk_converter", "delivery_building": "BLD4", "delivery_floor": "FL1"},
            "assessment_required",
        ),
    ],
)
def test_what_lookups_rule_out_the_tool_refuses_as_well(id_: str, tool: str, params: dict[str, Any], code: str) -> None:
    """An agent that tries all the same gets nowhere, so the refusal is not the agent's own idea."""
    scenario = CALLS[id_]
    held = {fact.slot: fact.value for fact in scenario.facts}
    given = {name: held[name] if value is None else value for name, value in params.items()}
    world = verified(scenario)
    before = world.digest()
    response = TOOLBOX.call(world, tool, {"employee_id": number(scenario), **given})
    assert response["error_type"] == code
    assert world.digest() == before


def test_one_refusal_stands_in_the_rules_alone() -> None:
    """The tool would give the highest level to anybody: only who knows the rules says no."""
    scenario = CALLS["keys-to-the-well"]
    wish = {"employee_id": number(scenario), "catalog_id": "APP-3166", "access_level": "admin"}
    assert TOOLBOX.call(verified(scenario), "submit_access_request", wish)["status"] == "success"
    assert [rule.reply for rule in scenario.rules if re.search(rule.cue, "do you administer it for others?")] == [
        "I only want to look at more tables myself. I don't look after anybody else."
    ]
    keeper = CALLS["ledger-keeper"]
    assert ("admin", "success") in {(p.get("access_level"), r["status"]) for _, p, r in played(keeper)}


@pytest.mark.parametrize(
    ("id_", "tool", "column", "days"),
    [
        ("chalk-marks", "submit_desk_assignment", "last_desk_assignment_date", DESK_DAYS),
        ("back-at-the-desk", "submit_parking_assignment", "last_parking_assignment_date", PARKING_DAYS),
    ],
)
def test_the_day_that_is_told_is_the_first_that_the_tool_accepts(id_: str, tool: str, column: str, days: int) -> None:
    scenario = CALLS[id_]
    told = [v.value for e in scenario.expectations for v in e.values if v.kind == "date"]
    refused = next(p for name, p, r in played(scenario) if name == tool and r["status"] != "success")
    last = datetime.date.fromisoformat(scenario.world["employees"][number(scenario)][column])
    assert told == [str(last + datetime.timedelta(days=days))]
    for day, status in ((str(last + datetime.timedelta(days=days - 1)), "error"), (told[0], "success")):
        world = verified(scenario)
        world.tables["_current_date"] = day
        assert TOOLBOX.call(world, tool, refused)["status"] == status


@pytest.mark.parametrize(("ends", "possible"), [(EARLIEST + 1, False), (EARLIEST, True), (0, True), (-LATEST, True)])
def test_a_license_is_renewed_within_its_window_alone(ends: int, possible: bool) -> None:
    made_ = draft()
    if possible:
        scenario = complete(
            made_.scenario("probe", "renewal", renewed(made_, ASK, "", product="Beamcraft", ends=ends)), TOOLBOX
        )
        assert replay(scenario, TOOLBOX).reached
        return
    part = too_early(made_, ASK, "", product="Beamcraft", ends=ends)
    scenario = complete(made_.scenario("probe", "early", part, outcome="refuse"), TOOLBOX)
    assert [v.value for v in scenario.expectations[0].values] == ["2027-06-17"]


def test_a_license_that_ended_too_long_ago_is_asked_for_anew() -> None:
    scenario = CALLS["lapsed-in-spring"]
    (held,) = scenario.world["employees"][number(scenario)]["software_licenses"]
    response = TOOLBOX.call(
        verified(scenario),
        "submit_license_renewal",
        {"employee_id": number(scenario), "license_assignment_id": held["license_assignment_id"]},
    )
    assert response["error_type"] == "not_in_renewal_window"
    ((_, params, answer),) = [m for m in made("submit_license_request") if m[0] is scenario]
    assert (params["catalog_id"], answer["duration_days"]) == (held["catalog_id"], 90)


# Changes ----------------------------------------------------------------


def test_who_approves_stands_in_the_record_or_is_asked_for() -> None:
    for scenario, params, _ in made("route_approval_workflow"):
        step = next(s for s in scenario.plan if s.tool == "route_approval_workflow")
        record = scenario.world["employees"][number(scenario)]
        known = record["manager_employee_id"]
        assert step.args["approver_employee_id"].source == ("result" if known else "caller"), scenario.id
        assert params["approver_employee_id"] == known or (scenario.id == "new-lab-wing" and known is None)
        assert scenario.world["employees"][params["approver_employee_id"]]["is_manager"]
        assert scenario.expected["requests"][params["request_id"]]["status"] == "pending_approval"


def test_permanent_licenses_are_paid_for_and_their_price_is_said() -> None:
    for scenario, params, _ in made("submit_license_request"):
        step = next(s for s in scenario.plan if s.tool == "submit_license_request")
        mine = {s.tool for s in scenario.plan if s.request == step.request}
        lasting = "duration_days" not in params
        assert ("validate_cost_center" in mine) == lasting, scenario.id
        assert ("dollars" in (step.offer or "")) == lasting, scenario.id


def test_assessed_equipment_is_looked_up_and_other_is_not() -> None:
    ordered = made("submit_equipment_request")
    assert {params["equipment_type"] in ASSESSED for _, params, _ in ordered} == {True, False}
    for scenario, params, _ in ordered:
        looked = any(step.tool == "check_ergonomic_assessment" for step in scenario.plan)
        assert looked == (params["equipment_type"] in ASSESSED), scenario.id


def test_the_room_is_the_one_that_is_known_or_the_smallest_that_is_free() -> None:
    for scenario, params, _ in made("submit_room_booking"):
        look = next(r for name, _, r in played(scenario) if name == "check_room_availability")
        free = {room["room_code"]: room["capacity"] for room in look["available_rooms"]}
        assert params["room_code"] in free, scenario.id
        step = next(s for s in scenario.plan if s.tool == "submit_room_booking")
        if step.args["room_code"].source == "result":
            assert free[params["room_code"]] == min(free.values()), scenario.id
        assert free[params["room_code"]] >= params["attendee_count"]


def test_a_taken_room_is_not_offered() -> None:
    """The smaller room would do, but somebody has it all day."""
    scenario = CALLS["visitors-from-lisbon"]
    free = copy.deepcopy(scenario.world)
    free["facilities"]["conference_rooms"]["BLD4-FL2-RM118"]["bookings"].clear()
    open_ = scenario.model_copy(update={"world": free})
    rooms, more = (
        next(r for name, _, r in GOLDEN.play(s) if name == "check_room_availability")["available_rooms"]
        for s in (scenario, open_)
    )
    assert [room["room_code"] for room in rooms] == ["BLD4-FL2-RM127"]
    assert [room["room_code"] for room in more] == ["BLD4-FL2-RM118", "BLD4-FL2-RM127"]


def test_waiting_is_for_places_where_nothing_is_free() -> None:
    lists = made("submit_waitlist")
    assert {params["resource_type"] for _, params, _ in lists} == {"desk", "parking"}
    for scenario, params, response in lists:
        look = f"check_{params['resource_type']}_availability"
        looked = next(r for name, _, r in played(scenario) if name == look)
        assert not [*looked.get("available_desks", ()), *looked.get("available_spaces", ())], scenario.id
        assert response["position"] > 1


def test_a_choice_among_what_is_free_is_answered_by_the_caller() -> None:
    for id_, question in (
        ("window-seat", "There is one by the window and one in the south. Which one would you prefer?"),
        ("roof-for-the-bike", "Would you rather have level one or level three?"),
        ("visitors-from-lisbon", "Which desk would you like?"),
    ):
        scenario = CALLS[id_]
        assert any(re.search(rule.cue, question.lower()) for rule in scenario.rules), id_


# Entities and form ----------------------------------------------------------------


def test_names_and_other_names_are_heard() -> None:
    said = {arg.value for s in CALLS.values() for step in s.plan for arg in step.args.values() if arg.source == "caller"
            and isinstance(arg.value, str)}  # fmt: skip
    assert said >= {"Ledgerline", "the well", "lens designer", "Beamcraft", "the math package", "transcripts"}
    assert said >= {"Foundry Hall", "the orchard", "head office", "Chimney Yard", "the garage", "the yard"}
    assert said >= {"read_only", "standard", "admin", "30", "60", "90"}
    slots = {a.slot for s in CALLS.values() for step in s.plan for a in step.args.values() if a.slot}
    assert slots >= {
        *("application_name", "access_level", "approver_employee_id", "license_name", "license_assignment_id"),
        *("duration_days", "desk_code", "zone_code", "parking_space_id", "equipment_type", "building_code"),
        *("floor_code", "delivery_building", "delivery_floor", "room_code", "date", "start_time", "end_time"),
        *("attendee_count", "equipment_required"),
    }


def test_numbers_that_are_made_in_the_call_are_never_the_callers() -> None:
    for scenario in CALLS.values():
        new = set(scenario.expected["requests"]) - set(scenario.world["requests"])
        assert not new & {fact.value for fact in scenario.facts}, scenario.id


def test_names_that_nobody_uses_are_mistakes_of_the_author() -> None:
    with pytest.raises(ValueError, match="BLD1 is called Prism House"):
        wishes.building("building_code", "BLD1", "the foundry")
    with pytest.raises(ValueError, match="PZA is called North Garage"):
        wishes.zone("PZA", "the deck")
    with pytest.raises(ValueError, match="nobody calls Mathloom the forge"):
        licenses.name("Mathloom", "the forge")
    with pytest.raises(ValueError, match="nobody calls Datawell books"):
        application_access.access(draft("code"), ASK, "", application="Datawell", said="books", level="standard")


def test_targets_are_strict() -> None:
    assert [s.id for s in CALLS.values() if survivors(s, TOOLBOX)] == []


def test_what_does_not_change_anything_is_told_or_handed_over() -> None:
    quiet = [s for s in CALLS.values() if s.outcome != "change"]
    assert sorted(s.outcome for s in quiet) == ["inform"] * 2 + ["refuse"] * 4 + ["transfer"]
    for scenario in quiet:
        assert scenario.expectations, scenario.id
        assert not diff(scenario.expected, scenario.world), scenario.id


def test_twenty_eight_calls_over_seven_workflows() -> None:
    assert {module.WORKFLOW: len(module.scenarios()) for module in MODULES} == {
        **dict.fromkeys(("application_access", "license_request", "license_renewal", "desk_assignment"), 4),
        **dict.fromkeys(("parking", "ergonomic_equipment", "room_booking"), 4),
    }
    assert all(scenario.id == id_ for id_, scenario in CALLS.items())
    assert sum(s.kind == "adversarial" for s in CALLS.values()) == 3
