"""The reader of the reference format for hr and itsm, on folders of our own."""

import copy
import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scenarios.check import check_pack
from scenarios.errors import PackError
from scenarios.model import Fact, Scenario
from scenarios.packs import load_pack
from scenarios.reference import load_reference
from scenarios.reference import scenario as read_scenario
from scenarios.reference_aliases import Alias, Aliases
from scenarios.replay import replay
from scenarios.toolbox import Toolbox
from tests.scenarios import dataset_desks as desks
from tests.scenarios.dataset_desks import ME, OLD, Calls

DESKS = pytest.mark.parametrize("domain", ["hr", "itsm"])
LANGUAGE = pytest.mark.parametrize("language", ["en", "fr", "hi"])


def loaded(tmp_path: Path, domain: str, language: str = "en", calls: Calls | None = None, **changes: Any) -> Scenario:
    root = desks.write(tmp_path / "set", domain, desks.record(domain, calls, **changes))
    (scenario,) = load_pack(str(root), domain, language).scenarios.values()
    return scenario


def heard(scenario: Scenario) -> dict[tuple[str, str], tuple[str | None, str | None, Any]]:
    return {
        (step.tool, name): (arg.slot, arg.kind, arg.value)
        for step in scenario.plan
        for name, arg in step.args.items()
        if arg.source == "caller"
    }


def others(scenario: Scenario, source: str) -> set[tuple[str, str]]:
    return {(s.tool, name) for s in scenario.plan for name, arg in s.args.items() if arg.source == source}


@LANGUAGE
@DESKS
def test_golden_paths_reach_their_targets_and_are_sound(tmp_path: Path, domain: str, language: str) -> None:
    scenario = loaded(tmp_path, domain, language)
    path = replay(scenario, Toolbox.for_domain(domain))
    assert path.reached, path.diff.lines()
    assert all(answer["status"] == "success" for answer in path.responses)
    problems = check_pack(load_pack(str(tmp_path / "set"), domain, language))
    assert [str(problem) for problem in problems if problem.severity == "error"] == []


def test_who_says_what_to_the_it_desk(tmp_path: Path) -> None:
    scenario = loaded(tmp_path, "itsm")
    number = ("employee_id", "code", ME)
    when = {"date": ("date", "2027-03-09"), "start_time": ("time", "10:00"), "end_time": ("time", "11:00")}
    times = {name: (name, kind, value) for name, (kind, value) in when.items()}
    room = {("submit_room_booking", name): arg for name, arg in times.items()}
    invite = {("send_calendar_invite", name): arg for name, arg in times.items()}
    assert heard(scenario) == {
        ("verify_employee_auth", "employee_id"): number,
        ("verify_employee_auth", "phone_last_four"): ("phone_last_four", "digits", "3141"),
        ("check_room_availability", "building_code"): ("building_code", "choice", "Harbour House"),
        **{("check_room_availability", name): arg for name, arg in times.items()},
        ("check_room_availability", "min_capacity"): ("attendee_count", "count", 4),
        ("check_room_availability", "equipment_required"): ("equipment_required", "choices", ["whiteboard"]),
        ("submit_room_booking", "employee_id"): number,
        **room,
        ("submit_room_booking", "attendee_count"): ("attendee_count", "count", 4),
        ("send_calendar_invite", "employee_id"): number,
        **invite,
    }
    assert others(scenario, "result") == {
        ("submit_room_booking", "room_code"),
        ("send_calendar_invite", "request_id"),
        ("send_calendar_invite", "room_code"),
    }
    assert scenario.fact("equipment_required") == Fact(slot="equipment_required", kind="choices", value="whiteboard")
    assert (scenario.workflow, scenario.kind, scenario.outcome) == ("room_booking", "single", "change")
    assert (scenario.brief.must_have, scenario.brief.resolution) == (("The room is booked.",), "You have a number.")


def test_who_says_what_to_the_hr_desk(tmp_path: Path) -> None:
    scenario = loaded(tmp_path, "hr")
    number, shift = ("employee_id", "code", ME), ("shift_id", "code", desks.SHIFT)
    assert heard(scenario) == {
        ("verify_employee_auth", "employee_id"): number,
        ("verify_employee_auth", "date_of_birth"): ("date_of_birth", "date", "1990-05-17"),
        ("get_employee_record", "employee_id"): number,
        ("check_correction_eligibility", "employee_id"): number,
        ("check_correction_eligibility", "shift_id"): shift,
        ("submit_payroll_correction", "employee_id"): number,
        ("submit_payroll_correction", "shift_id"): shift,
        ("submit_payroll_correction", "correction_type"): ("correction_type", "choice", "on_call_hours"),
        ("submit_payroll_correction", "corrected_hours"): ("corrected_hours", "number", 9),
        ("notify_department_manager", "employee_id"): number,
        ("check_appointment_availability", "preferred_date"): ("preferred_date", "date", "2027-02-16"),
        ("schedule_orientation_followup", "employee_id"): number,
    }
    assert others(scenario, "result") == {
        ("notify_department_manager", "case_id"),
        ("check_appointment_availability", "department_code"),
        ("schedule_orientation_followup", "department_code"),
        ("schedule_orientation_followup", "appointment_datetime"),
    }
    assert others(scenario, "policy") == {
        ("notify_department_manager", "notification_type"),
        ("check_appointment_availability", "appointment_type"),
    }
    assert (scenario.workflow, scenario.kind) == ("payroll_correction", "single")


def test_facts_beyond_the_plan_are_read_from_the_information(tmp_path: Path) -> None:
    facts = {fact.slot: (fact.kind, fact.value) for fact in loaded(tmp_path, "hr").facts}
    assert facts == {
        "employee_id": ("code", ME),
        "date_of_birth": ("date", "1990-05-17"),
        "shift_id": ("code", desks.SHIFT),
        "correction_type": ("choice", "on_call_hours"),
        "corrected_hours": ("number", "9"),
        "preferred_date": ("date", "2027-02-16"),
        "first_name": ("name", "Noor"),
        "last_name": ("name", "Vance"),
        "phone_number": ("digits", "5035553141"),
        "phone_last_four": ("digits", "3141"),
        "shift_date": ("date", "2027-01-04"),
        "shift_start_time": ("time", "07:00"),
        "department_code": ("choice", "NEUROLOGY"),
        "preferred_time": ("time", "10:00"),
        "privilege_codes": ("codes", "PRV-ECHO-031,PRV-CARD-052"),
    }


def test_a_shift_of_which_the_caller_does_not_know_date_and_start_is_not_asked_for(tmp_path: Path) -> None:
    goal = copy.deepcopy(desks.record("hr")["user_goal"])
    goal["information_required"]["shift_start_time"] = "8:00 AM"
    scenario = loaded(tmp_path, "hr", user_goal=goal)
    assert ("check_correction_eligibility", "shift_id") in others(scenario, "policy")


def test_an_empty_list_is_nothing_to_ask_for(tmp_path: Path) -> None:
    window = {"availability_start_date": "2027-02-01", "availability_end_date": "2027-02-02", "oncall_tier": "backup"}
    calls: Calls = [
        *desks.HR_CALLS[:1],
        (
            "register_oncall_availability",
            {"employee_id": ME, "unit_code": "7C-NEURO", **window, "blackout_dates": []},
        ),
    ]
    scenario = loaded(tmp_path, "hr", calls=calls)
    assert ("register_oncall_availability", "blackout_dates") in others(scenario, "policy")


def test_two_values_of_a_parameter_get_slots_of_their_own(tmp_path: Path) -> None:
    goal = copy.deepcopy(desks.record("hr")["user_goal"])
    more = {"pto_start_date": "2027-02-01", "second_start_date": "2027-02-08", "end_date": "2027-02-09"}
    goal["information_required"] |= more
    calls: Calls = [
        *desks.HR_CALLS[:1],
        *(
            (
                "check_pto_eligibility",
                {"employee_id": ME, "pto_type": "pto", "start_date": day, "end_date": "2027-02-09"},
            )
            for day in ("2027-02-01", "2027-02-08", "2027-02-01")
        ),
    ]
    scenario = loaded(tmp_path, "hr", calls=calls, user_goal=goal)
    assert [step.args["start_date"].slot for step in scenario.plan[1:]] == ["start_date", "start_date_2", "start_date"]
    assert scenario.fact("start_date_2") == Fact(slot="start_date_2", kind="date", value="2027-02-08")


def test_a_person_is_asked_for_under_one_slot_whatever_the_tool_calls_it(tmp_path: Path) -> None:
    goal = copy.deepcopy(desks.record("itsm")["user_goal"])
    goal["information_required"] |= {"new_hire_id": "EMP100004", "departing_employee_id": "EMP100005"}
    calls: Calls = [
        desks.ITSM_CALLS[0],
        ("lookup_new_hire", {"new_hire_employee_id": "EMP100004"}),
        ("check_existing_accounts", {"employee_id": "EMP100004"}),
        ("get_offboarding_record", {"employee_id": "EMP100005"}),
        ("get_employee_record", {"employee_id": ME}),
    ]
    scenario = loaded(tmp_path, "itsm", calls=calls, user_goal=goal)
    slots = [arg.slot for step in scenario.plan[1:] for arg in step.args.values()]
    assert slots == ["new_hire_employee_id", "new_hire_employee_id", "departing_employee_id", "employee_id"]


@pytest.mark.parametrize(
    ("context", "kind"),
    [
        ({"category": "single_intent", "intents": [{}, {}]}, "single"),
        ({"category": "double_intent", "intents": [{}]}, "multi"),
        ({"category": "quadruple_intent"}, "multi"),
        ({"category": "adversarial_intent", "intents": [{}]}, "adversarial"),
        ({"category": "adversarial"}, "adversarial"),
        ({"intents": [{}, {}]}, "multi"),
        ({"intents": [{}]}, "single"),
        ({}, "single"),
    ],
)
def test_kinds_follow_from_the_context(tmp_path: Path, context: dict[str, Any], kind: str) -> None:
    scenario = loaded(tmp_path, "itsm", scenario_context=context)
    assert scenario.kind == kind
    assert (scenario.workflow == "adversarial") == (kind == "adversarial")


@pytest.mark.parametrize(
    ("more", "outcome"),
    [
        ([], "refuse"),
        (
            [
                (
                    "transfer_to_agent",
                    {"employee_id": ME, "transfer_reason": "unable_to_resolve", "issue_summary": "Help."},
                )
            ],
            "transfer",
        ),
    ],
)
@DESKS
def test_a_path_that_changes_nothing_hands_over_or_refuses(
    tmp_path: Path, domain: str, more: Calls, outcome: str
) -> None:
    first = desks.HR_CALLS[:1] if domain == "hr" else desks.ITSM_CALLS[:1]
    scenario = loaded(tmp_path, domain, calls=[*first, *more])
    assert scenario.outcome == outcome
    assert scenario.requests[0].accepts_transfer == bool(more)
    assert others(scenario, "policy") == {
        (tool, name) for tool, params in more for name in params if name != "employee_id"
    }


def test_ids_of_an_older_time_are_those_that_our_tools_give(tmp_path: Path) -> None:
    scenario = loaded(tmp_path, "itsm")
    number = scenario.plan[3].args["request_id"].value
    assert re.fullmatch(r"REQ-FAC-[0-9a-f]{12}", number)
    assert OLD not in json.dumps(scenario.model_dump(mode="json"))


def test_an_id_that_nothing_gave_out_stays_and_misses(tmp_path: Path) -> None:
    row = desks.record("itsm")
    for event in row["ground_truth"]["expected_trace"]["trace"]:
        event.pop("response", None)
    root = desks.write(tmp_path / "set", "itsm", row)
    assert load_pack(str(root), "itsm").scenarios["9.1"].plan[3].args["request_id"].value == OLD
    errors = [p.where for p in check_pack(load_pack(str(root), "itsm")) if p.severity == "error"]
    assert "expected" in errors


@pytest.mark.parametrize(
    ("language", "place", "kind", "names"),
    [
        ("en", "Harbour House", "choice", ["the docks"]),
        ("fr", "maison du port", "choice", ["the docks", "maison du port", "le port"]),
        ("hi", "बंदरगाह भवन", "name", ["the docks", "बंदरगाह भवन"]),
    ],
)
def test_places_are_called_as_in_the_language(
    tmp_path: Path, language: str, place: str, kind: str, names: list[str]
) -> None:
    scenario = loaded(tmp_path, "itsm", language)
    assert scenario.fact("building_code") == Fact(slot="building_code", kind=kind, value=place)
    assert scenario.brief.goal == f"You need a room in {place} for 4 people."
    assert scenario.brief.information["building_name"] == place
    for tables in (scenario.world, scenario.expected):
        building = tables["facilities"]["buildings"]["BLD4"]
        assert building == {"building_code": "BLD4", "name": "Harbour House", "name_aliases": names}
    app = scenario.world["software_catalog"]["applications"]["APP-7001"]
    assert app["name_aliases"] == ["the pad", *(["le bloc"] if language == "fr" else [])]


def test_what_is_not_translatable_keeps_its_name(tmp_path: Path) -> None:
    goal = {**desks.record("itsm")["user_goal"], "high_level_user_goal": "You open <LOC:Quillpad>."}
    scenario = loaded(tmp_path, "itsm", "fr", user_goal=goal)
    assert scenario.brief.goal == "You open Quillpad."


@DESKS
def test_names_follow_the_language(tmp_path: Path, domain: str) -> None:
    scenario = loaded(tmp_path, domain, "hi")
    person = scenario.world["employees"][ME]
    assert (person["first_name"], scenario.opening) == ("मीरा", "नमस्ते।")
    assert person["last_name"] == "कपूर", "a language without a romanized form uses its own spelling"
    french = loaded(tmp_path / "fr", domain, "fr")
    assert french.world["employees"][ME]["last_name"] == ("lefevre" if domain == "itsm" else "Lefèvre")
    assert french.caller.last_name == "Lefèvre"


def test_greetings_fall_back_to_english(tmp_path: Path) -> None:
    root = desks.write(tmp_path / "set", "hr")
    greetings = [load_pack(str(root), "hr", language).greeting for language in ("en", "fr", "hi")]
    assert greetings == ["Good day.", "Bonne journée.", "Good day."]


@DESKS
def test_a_missing_language_names_record_and_field(tmp_path: Path, domain: str) -> None:
    root = desks.write(tmp_path / "set", domain)
    with pytest.raises(PackError, match=r"record 9\.1, field starting_utterances\.ko: is missing; .* has en, fr, hi$"):
        load_pack(str(root), domain, "ko")
    row = desks.record(domain)
    row["starting_utterances"]["ko"] = "네."
    with pytest.raises(PackError, match=r"record 9\.1, field culture_overrides\.ko: is missing"):
        load_pack(str(desks.write(tmp_path / "other", domain, row)), domain, "ko")


@pytest.mark.parametrize(
    ("aliases", "message"),
    [
        ((), r"record 9\.1, field user_goal\.high_level_user_goal: <LOC:Harbour House> .*itsm_aliases is missing$"),
        ((desks.PAD,), r"<LOC:Harbour House> names a place, but .*itsm_aliases has no file with that name$"),
        ((desks.HOUSE, desks.HOUSE), r"a1\.json, field name: 'Harbour House' occurs in two files"),
        (({"base": []},), r"a0\.json, field name: Field required"),
        (({**desks.HOUSE, "base": "docks"},), r"a0\.json, field base: Input should be a valid tuple"),
        (({**desks.HOUSE, "translations": []},), r"a0\.json, field translations: Input should be a valid dict"),
    ],
)
def test_broken_aliases_are_one_clear_line(tmp_path: Path, aliases: tuple[dict[str, Any], ...], message: str) -> None:
    root = desks.write(tmp_path / "set", "itsm", aliases=aliases)
    with pytest.raises(PackError, match=message) as caught:
        load_pack(str(root), "itsm")
    assert "\n" not in str(caught.value)


def test_an_alias_file_that_is_no_json_is_named(tmp_path: Path) -> None:
    root = desks.write(tmp_path / "set", "itsm")
    (root / "data" / "itsm_aliases" / "a0.json").write_text("{")
    with pytest.raises(PackError, match=r"a0\.json, line 1: this is not JSON"):
        load_pack(str(root), "itsm")


def test_records_without_places_need_no_aliases(tmp_path: Path) -> None:
    row = json.loads(json.dumps(desks.record("itsm")).replace("<LOC:Harbour House>", "Harbour House"))
    scenario = load_pack(str(desks.write(tmp_path / "set", "itsm", row, aliases=())), "itsm").scenarios["9.1"]
    assert "name_aliases" not in scenario.world["facilities"]["buildings"]["BLD4"]
    assert replay(scenario, Toolbox.for_domain("itsm")).reached


def test_the_digest_covers_aliases_and_databases(tmp_path: Path) -> None:
    root = desks.write(tmp_path / "set", "itsm")
    digests = {load_pack(str(root), "itsm").sha256}
    for file in ("data/itsm_aliases/a1.json", "data/itsm_scenarios/9.1.json"):
        (root / file).write_text((root / file).read_text() + "\n")
        digests.add(load_pack(str(root), "itsm").sha256)
    assert len(digests) == 3
    files = [str(file.relative_to(root)) for file in load_reference(root, "itsm").files]
    assert "data/itsm_aliases/a0.json" in files


def broken(domain: str, *keys: str | int, value: Any = None) -> dict[str, Any]:
    row = desks.record(domain)
    part: Any = row
    for key in keys[:-1]:
        part = part[key]
    if value is None:
        del part[keys[-1]]
    else:
        part[keys[-1]] = value
    return row


@pytest.mark.parametrize(
    ("keys", "value", "message"),
    [
        (("user_goal", "decision_tree"), None, r"field user_goal\.decision_tree: Field required"),
        (("user_goal", "information_required"), "all", r"field user_goal\.information_required: Input should be"),
        (("current_date_time",), "2027", r"field current_date_time: String should match"),
        (("current_date_time",), 2027, r"field current_date_time: Input should be a valid string"),
        (("scenario_context", "category"), 4, r"field scenario_context\.category: Input should be a valid string"),
        (("starting_utterances", "en"), None, r"field starting_utterances\.en: is missing; the record has fr, hi"),
        (("culture_overrides", "en"), "Noor", r"field culture_overrides\.en: Input should be"),
        (("ground_truth", "expected_scenario_db"), [], r"field ground_truth\.expected_scenario_db: Input should be"),
        (
            ("ground_truth", "expected_trace", "trace", 3, "tool_name"),
            "open_door",
            r"field ground_truth\.expected_trace\.trace\.3\.tool_name: 'open_door' is no tool of (hr|itsm)",
        ),
    ],
)
@DESKS
def test_broken_records_name_file_record_and_field(
    tmp_path: Path, domain: str, keys: tuple[str | int, ...], value: Any, message: str
) -> None:
    root = desks.write(tmp_path / "set", domain, broken(domain, *keys, value=value))
    with pytest.raises(PackError, match=rf"_dataset\.json, record 9\.1, {message}") as caught:
        load_pack(str(root), domain)
    assert "\n" not in str(caught.value)


@DESKS
def test_missing_databases_and_rules_are_named(tmp_path: Path, domain: str) -> None:
    root = desks.write(tmp_path / "set", domain)
    theirs = "medical_hr" if domain == "hr" else domain
    (root / "data" / f"{theirs}_scenarios" / "9.1.json").write_text("3")
    with pytest.raises(PackError, match=r"record 9\.1: record and database must be objects"):
        load_pack(str(root), domain)
    (root / "data" / f"{theirs}_scenarios" / "9.1.json").unlink()
    with pytest.raises(PackError, match=rf"{theirs}_scenarios/9\.1\.json: the file is missing; .* record 9\.1"):
        load_pack(str(root), domain)
    (root / "configs" / "agents" / f"{theirs}_agent.yaml").unlink()
    with pytest.raises(PackError, match=rf"{theirs}_agent\.yaml: the file is missing; it holds the agent's role"):
        load_pack(str(root), domain)


@DESKS
def test_a_database_of_odd_shapes_is_no_crash(tmp_path: Path, domain: str) -> None:
    """Tools answer with an error then, and the check reports that the target is missed."""
    root = desks.write(tmp_path / "set", domain)
    theirs = "medical_hr" if domain == "hr" else domain
    file = root / "data" / f"{theirs}_scenarios" / "9.1.json"
    for tables in ({}, {"employees": []}, {"employees": {ME: 5}, "name": ["x"]}):
        file.write_text(json.dumps(tables))
        errors = [p.where for p in check_pack(load_pack(str(root), domain)) if p.severity == "error"]
        assert "expected" in errors
    file.write_text(json.dumps({"session": 1}))
    with pytest.raises(PackError, match=r"record 9\.1, field world\.session: must be an object"):
        load_pack(str(root), domain)


@DESKS
def test_two_records_of_one_id_are_refused(tmp_path: Path, domain: str) -> None:
    root = desks.write(tmp_path / "set", domain, desks.record(domain), desks.record(domain))
    with pytest.raises(PackError, match=r"record 9\.1, field id: occurs twice"):
        load_pack(str(root), domain)


def places(tree: Any, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """Every place of a record, as the keys that lead to it."""
    items = tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ()
    return [place for key, value in items for place in ((*path, key), *places(value, (*path, key)))]


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_whatever_is_wrong_with_a_record_is_one_line_or_no_matter(data: st.DataObject) -> None:
    domain = data.draw(st.sampled_from(["hr", "itsm"]))
    row = desks.record(domain)
    path = data.draw(st.sampled_from(places(row)))
    value = data.draw(st.sampled_from([None, 5, "", "x", [], {}, ["a"], {"a": 1}, "<PHONE>", "<LOC:Nowhere>"]))
    part: Any = row
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = value
    world = desks.itsm_world() if domain == "itsm" else desks.hr_world()
    known = Aliases(Path("aliases"), {"Harbour House": Alias.model_validate(desks.HOUSE)})
    toolbox = Toolbox.for_domain(domain)
    wrong = ""
    try:
        found = read_scenario(row, world, "itsm" if domain == "itsm" else "hr", toolbox, "set, record 9.1", known)
    except PackError as error:
        wrong = str(error)
    assert "\n" not in wrong
    if wrong:
        assert wrong.startswith("set, record 9.1")
    else:
        assert len(replay(found, toolbox).responses) == len(found.plan)
