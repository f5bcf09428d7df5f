"""The reader of the reference format, on a folder of our own."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from scenarios.check import check_pack
from scenarios.errors import PackError
from scenarios.model import Arg, Fact, Scenario
from scenarios.packs import load_pack
from scenarios.replay import replay
from scenarios.toolbox import Toolbox
from tests.scenarios import dataset


def loaded(tmp_path: Path, **changes: Any) -> Scenario:
    pack = load_pack(str(dataset.write(tmp_path / "set", dataset.record(**changes))), "airline")
    (scenario,) = pack.scenarios.values()
    return scenario


def goal(**changes: Any) -> dict[str, Any]:
    base: dict[str, Any] = dataset.record()["user_goal"]
    return {**base, **changes}


def must(*sentences: str) -> dict[str, Any]:
    return goal(decision_tree={"must_have_criteria": list(sentences)})


def truth(*calls: tuple[str, dict[str, Any]]) -> dict[str, Any]:
    trace = [{"event_type": "tool_call", "tool_name": tool, "params": params} for tool, params in calls]
    tables = dataset.expected(list(calls))
    return {"expected_scenario_db": tables, "expected_trace": {"trace": trace}}


def test_the_pack_holds_role_rules_greeting_and_digest(tmp_path: Path) -> None:
    pack = load_pack(str(dataset.write(tmp_path / "set")), "airline")
    assert (pack.name, pack.domain, pack.greeting) == ("set", "airline", "Good day.")
    assert pack.instructions == "You answer calls.\n\nBe kind."
    assert re.fullmatch("[0-9a-f]{64}", pack.sha256)
    (tmp_path / "set" / "data" / "airline_scenarios" / "9.9.json").write_text(json.dumps(dataset.world(), indent=1))
    assert load_pack(str(tmp_path / "set"), "airline").sha256 != pack.sha256


def test_placeholders_are_resolved_and_the_date_is_set(tmp_path: Path) -> None:
    scenario = loaded(tmp_path)
    (passenger,) = scenario.world["reservations"]["AB12CD"]["passengers"]
    assert passenger == {
        "passenger_id": "PAX001",
        "first_name": "Søren",
        "last_name": "odegard",
        "email": "soren.odegard@example.com",
        "phone": "+1-212-555-0188",
        "meal_preference": "none",
    }
    assert scenario.world["_current_date"] == scenario.expected["_current_date"] == "2026-04-20"
    assert "NAME>" not in json.dumps(scenario.model_dump(mode="json"))
    assert scenario.caller.first_name == "Søren"


def test_the_golden_path_reaches_the_target_and_every_argument_has_its_source(tmp_path: Path) -> None:
    scenario = loaded(tmp_path)
    assert replay(scenario, Toolbox.for_domain("airline")).reached
    problems = check_pack(load_pack(str(tmp_path / "set"), "airline"))
    assert [str(problem) for problem in problems if problem.severity == "error"] == []
    sources = {(step.tool, name): arg for step in scenario.plan for name, arg in step.args.items()}
    heard = {key: (arg.slot, arg.kind, arg.value) for key, arg in sources.items() if arg.source == "caller"}
    assert heard == {
        ("get_reservation", "confirmation_number"): ("confirmation_number", "code", "AB12CD"),
        ("get_reservation", "last_name"): ("last_name", "name", "odegard"),
        ("search_rebooking_options", "date"): ("travel_date", "date", "2026-05-09"),
        ("assign_seat", "seat_preference"): ("seat_preference", "choice", "window"),
        ("add_baggage_allowance", "num_bags"): ("num_bags", "count", 2),
    }
    ruled = {name for (_, name), arg in sources.items() if arg.source == "policy"}
    assert ruled == {"rebooking_type", "waive_change_fee"}
    assert sources["rebook_flight", "confirmation_number"] == Arg(source="result", value="AB12CD")
    assert sources["search_rebooking_options", "passenger_count"].source == "result"


def test_facts_hold_what_the_plan_needs_and_what_may_be_asked(tmp_path: Path) -> None:
    assert loaded(tmp_path).facts == (
        Fact(slot="confirmation_number", kind="code", value="AB12CD"),
        Fact(slot="last_name", kind="name", value="odegard"),
        Fact(slot="travel_date", kind="date", value="2026-05-09"),
        Fact(slot="seat_preference", kind="choice", value="window"),
        Fact(slot="num_bags", kind="count", value="2"),
        Fact(slot="first_name", kind="name", value="Søren"),
        Fact(slot="phone_number", kind="digits", value="2125550188"),
        Fact(slot="date_of_birth", kind="date", value="1981-03-04"),
        Fact(slot="origin", kind="airport", value="OSL"),
        Fact(slot="destination", kind="airport", value="CDG"),
        Fact(slot="original_date", kind="date", value="2026-05-01"),
    )


def test_the_request_is_said_in_our_words_from_typed_facts(tmp_path: Path) -> None:
    (request,) = loaded(tmp_path).requests
    assert request.statement == "I need to move my flight."
    assert request.details == "I would like to travel on May 9 and sit in a window seat."
    assert not request.accepts_transfer


def test_the_brief_keeps_the_goal_sentence_by_sentence(tmp_path: Path) -> None:
    brief = loaded(tmp_path).brief
    assert brief.goal == "You want to fly on May 9 instead of May 1."
    assert len(brief.must_have) == 3
    assert (brief.resolution, brief.failure) == ("The change is confirmed.", "There is no such flight.")
    assert brief.information["last_name"] == "Ødegård"


@pytest.mark.parametrize(
    ("sentence", "found"),
    [
        ("The total cost of the change is $100 or less.", ("total_cost", "<=", "100")),
        ("All extra charges combined must be under $1,200.", ("total_cost", "<=", "1199.99")),
        ("You pay a total additional amount of no more than $95.50.", ("total_cost", "<=", "95.50")),
        ("You arrive in Paris by 11:00 AM local time.", ("arrival", "<=", "11:00")),
        ("The arrival is no later than 12:15 PM.", ("arrival", "<=", "12:15")),
        ("The total refund amount is $100 or less.", None),
        ("You get a voucher with a total cost of at most $15.", None),
        ("The fare must stay low.", None),
        ("You leave by 9:00 AM.", None),
        ("The total cost is $5 or less.", None),
        ("You arrive by 8:00 AM.", None),
    ],
)
def test_bounds_are_read_only_where_they_are_clear(
    tmp_path: Path, sentence: str, found: tuple[str, str, str] | None
) -> None:
    """The last two contradict the golden path, which costs $95 and arrives at 11:00, so they were misread."""
    criteria = loaded(tmp_path, user_goal=must(sentence)).criteria
    assert [(item.measure, item.op, item.value) for item in criteria] == ([found] if found else [])
    assert all(item.text == sentence and item.must for item in criteria)


def test_a_caller_who_does_not_know_a_value_is_not_asked_for_it(tmp_path: Path) -> None:
    scenario = loaded(tmp_path, user_goal=goal(high_level_user_goal="You want to fly later.", decision_tree={}))
    (search,) = [step for step in scenario.plan if step.tool == "search_rebooking_options"]
    assert search.args["date"].source == "policy"


def test_a_malformed_golden_call_is_kept_for_the_check_to_report(tmp_path: Path) -> None:
    auth, search = dataset.CALLS[:2]
    scenario = loaded(tmp_path, ground_truth=truth(auth, (search[0], {**search[1], "date": "2026-13-01"})))
    assert scenario.plan[1].args["date"].source == "policy"
    (problem,) = check_pack(load_pack(str(tmp_path / "set"), "airline"))[:1]
    assert "invalid_date_format" in problem.message


def test_a_second_value_of_a_kind_gets_a_slot_of_its_own(tmp_path: Path) -> None:
    auth, search = dataset.CALLS[:2]
    calls = [auth, *[(search[0], {**search[1], "date": f"2026-05-0{day}"}) for day in (9, 8, 7, 9)]]
    text = "You can fly on May 7, May 8 or May 9."
    scenario = loaded(tmp_path, ground_truth=truth(*calls), user_goal=goal(high_level_user_goal=text))
    slots = [step.args["date"].slot for step in scenario.plan[1:]]
    assert slots == ["travel_date", "return_date", "travel_date_3", "travel_date"]
    assert scenario.fact("return_date") == Fact(slot="return_date", kind="date", value="2026-05-08")


def test_a_record_that_ends_in_a_transfer_accepts_it(tmp_path: Path) -> None:
    transfer = {
        "confirmation_number": "AB12CD",
        "transfer_reason": "passenger_requested",
        "issue_summary": "Help.",
    }
    scenario = loaded(tmp_path, ground_truth=truth(dataset.CALLS[0], ("transfer_to_agent", transfer)))
    assert scenario.requests[0].accepts_transfer
    assert scenario.workflow == "escalation"
    assert [step.tool for step in scenario.plan] == ["get_reservation", "transfer_to_agent"]


@pytest.mark.parametrize(
    ("tool", "params", "workflow"),
    [
        ("rebook_flight", {"rebooking_type": "same_day"}, "same_day_change"),
        ("rebook_flight", {"rebooking_type": "irrops_delay"}, "disruption"),
        ("rebook_flight", {"rebooking_type": ["same_day"]}, "disruption"),
        ("rebook_flight", {}, "disruption"),
        ("rebook_flight", {"rebooking_type": "missed_connection_airline_fault"}, "missed_flight"),
        ("cancel_reservation", {"cancellation_reason": "voluntary"}, "cancellation"),
        ("add_to_standby", {"passenger_ids": ["PAX001"]}, "standby"),
        ("issue_meal_voucher", {}, "disruption"),
        ("assign_seat", {}, "service"),
    ],
)
def test_workflows_follow_from_what_is_done(tmp_path: Path, tool: str, params: dict[str, Any], workflow: str) -> None:
    assert loaded(tmp_path, ground_truth=truth((tool, params))).workflow == workflow


def test_adversarial_records_are_marked(tmp_path: Path) -> None:
    scenario = loaded(tmp_path, scenario_context={"adversarial_vector": "Asks for too much"})
    assert (scenario.kind, scenario.workflow) == ("adversarial", "adversarial")
    assert loaded(tmp_path / "other").kind == "single"


def break_at(*keys: str | int, value: Any = None) -> dict[str, Any]:
    """A record with one field removed, or set to a value."""
    row = dataset.record()
    part: Any = row
    for key in keys[:-1]:
        part = part[key]
    if value is None:
        del part[keys[-1]]
    else:
        part[keys[-1]] = value
    return row


@pytest.mark.parametrize(
    ("row", "message"),
    [
        (
            break_at("user_goal", "high_level_user_goal"),
            r"record 9\.9, field user_goal\.high_level_user_goal: Field",
        ),
        (
            break_at("user_config", "gender", value="x"),
            r"record 9\.9, field user_config\.gender: Input should be",
        ),
        (break_at("current_date_time", value="soon"), r"record 9\.9, field current_date_time"),
        (
            break_at("culture_overrides", "en"),
            r"record 9\.9, field culture_overrides\.en: is missing; the record has ko",
        ),
        (break_at("culture_overrides"), r"record 9\.9, field culture_overrides: Field required"),
        (
            break_at("culture_overrides", "en", "last_name"),
            r"record 9\.9, field culture_overrides\.en\.last_name: Field required",
        ),
        (
            break_at("romanized_culture_overrides", "en", "last_name", value=5),
            r"record 9\.9, field .*romanized_culture_overrides\.en: must hold first_name and last_name",
        ),
        (break_at("starting_utterances", "en"), r"record 9\.9, field starting_utterances\.en: is missing"),
        (break_at("ground_truth", "expected_trace"), r"record 9\.9, field ground_truth\.expected_trace"),
        (break_at("ground_truth", value="none"), r"record 9\.9, field ground_truth"),
        (
            break_at("culture_overrides", "en", "phone"),
            r"record 9\.9, field user_goal\.information_required\.phone_number: <PHONE> is not given by",
        ),
        (
            break_at("culture_overrides", "en", "phone", value=5),
            r"record 9\.9, field culture_overrides\.en or .*: must hold first_name and last_name, and phone",
        ),
        (
            break_at("ground_truth", "expected_trace", "trace", 1, "tool_name", value="rebook"),
            r"record 9\.9, field ground_truth\.expected_trace\.trace\.1\.tool_name: 'rebook' is no tool of airline",
        ),
        (
            break_at("ground_truth", "expected_trace", "trace", 1, "params", value=["AB12CD"]),
            r"record 9\.9, field ground_truth\.expected_trace\.trace\.1\.params: Input should be a valid dict",
        ),
        (
            break_at("user_goal", "information_required", value=[]),
            r"record 9\.9, field user_goal\.information_required",
        ),
        (
            break_at("current_date_time", value="2026-02-30 10:00 EST"),
            r"record 9\.9, field current_date_time: Value error, day is out of range",
        ),
        (
            break_at("current_date_time", value="2026-02-03 25:00 EST"),
            r"record 9\.9, field current_date_time: Value error, hour must be in",
        ),
        (break_at("id"), r"record number 1, field id: is missing or no text"),
        (break_at("id", value=9), r"record 9, field id: is missing or no text"),
        (break_at("id", value="../../secret"), r"record \.\./\.\./secret, field id: names a file outside of"),
        (break_at("id", value="/absent/one"), r"record /absent/one, field id: names a file outside of"),
        (break_at("id", value="..\\up"), r"field id: names a file outside of"),
        ("nothing", r"record number 1, field id: is missing or no text"),
        (None, r"record number 1, field id: is missing or no text"),
    ],
)
def test_broken_records_name_file_record_and_field(tmp_path: Path, row: Any, message: str) -> None:
    root = dataset.write(tmp_path / "set", row)
    with pytest.raises(PackError, match=message) as caught:
        load_pack(str(root), "airline")
    assert str(root / "data") in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("file", "content", "message"),
    [
        ("data/airline_dataset.json", "{", r"airline_dataset\.json, line 1: this is not JSON"),
        ("data/airline_dataset.json", "{}", r"airline_dataset\.json: the file must hold a list"),
        ("data/airline_dataset.json", "[]", r"airline_dataset\.json: holds no records"),
        ("data/airline_dataset.json", "[" * 9999, r"airline_dataset\.json: is nested too deeply"),
        ("data/airline_dataset.json", "[NaN]", r"airline_dataset\.json: this is not JSON: NaN is no number"),
        (
            "data/airline_scenarios/9.9.json",
            None,
            r"9\.9\.json: the file is missing; it is the database of record 9\.9",
        ),
        ("configs/agents/initial_messages.yaml", "en: [", r"initial_messages\.yaml: cannot be read as YAML"),
        ("configs/agents/initial_messages.yaml", "en: 5", r"initial_messages\.yaml, field en: must hold the greeting"),
        ("configs/agents/airline_agent.yaml", "a: 2020-13-45", r"airline_agent\.yaml: cannot be read as YAML"),
        ("data/airline_scenarios/9.9.json", "[]", r"record and database must be objects"),
        ("data/airline_scenarios/9.9.json", "\xff", r"9\.9\.json: not UTF-8"),
        ("configs/agents/airline_agent.yaml", None, r"airline_agent\.yaml: the file is missing"),
        ("configs/agents/airline_agent.yaml", "role: [", r"airline_agent\.yaml: cannot be read as YAML"),
        ("configs/agents/airline_agent.yaml", "- a", r"airline_agent\.yaml: must hold names and values"),
        (
            "configs/agents/airline_agent.yaml",
            "role: x",
            r"airline_agent\.yaml, field instructions: must hold text",
        ),
    ],
)
def test_broken_files_are_named(tmp_path: Path, file: str, content: str | None, message: str) -> None:
    root = dataset.write(tmp_path / "set")
    if content is None:
        (root / file).unlink()
    else:
        (root / file).write_bytes(content.encode("latin-1"))
    with pytest.raises(PackError, match=message):
        load_pack(str(root), "airline")


def test_two_records_of_one_id_are_refused(tmp_path: Path) -> None:
    root = dataset.write(tmp_path / "set", dataset.record(), dataset.record())
    with pytest.raises(PackError, match=r"record 9\.9, field id: occurs twice"):
        load_pack(str(root), "airline")


def test_a_greeting_is_optional(tmp_path: Path) -> None:
    root = dataset.write(tmp_path / "set")
    (root / "configs" / "agents" / "initial_messages.yaml").unlink()
    assert load_pack(str(root), "airline").greeting


@pytest.mark.parametrize("file", ["data/airline_scenarios/9.9.json", "configs/agents/airline_agent.yaml"])
def test_a_folder_in_the_place_of_a_file_is_named(tmp_path: Path, file: str) -> None:
    root = dataset.write(tmp_path / "set")
    (root / file).unlink()
    (root / file).mkdir()
    with pytest.raises(PackError, match=f"{re.escape(file)}: cannot be read"):
        load_pack(str(root), "airline")


def test_ids_may_have_folders_of_their_own(tmp_path: Path) -> None:
    root = dataset.write(tmp_path / "set")
    (root / "data" / "airline_dataset.json").write_text(json.dumps([dataset.record(id="part/one")]))
    (root / "data" / "airline_scenarios" / "part").mkdir()
    (root / "data" / "airline_scenarios" / "part" / "one.json").write_text(json.dumps(dataset.world()))
    assert list(load_pack(str(root), "airline").scenarios) == ["part/one"]


def test_names_opening_and_greeting_follow_the_language(tmp_path: Path) -> None:
    row = dataset.record()
    row["starting_utterances"]["ko"] = "안녕하세요."
    row["culture_overrides"]["ko"]["phone"] = "+82-2-555-0188"
    root = dataset.write(tmp_path / "set", row)
    pack = load_pack(str(root), "airline", "ko")
    (scenario,) = pack.scenarios.values()
    assert (scenario.opening, scenario.caller.first_name) == ("안녕하세요.", "현준")
    assert scenario.world["reservations"]["AB12CD"]["passengers"][0]["last_name"] == "양"
    assert scenario.fact("first_name") == Fact(slot="first_name", kind="name", value="현준")
    assert scenario.plan[0].args["last_name"].value == "양"
    assert replay(scenario, Toolbox.for_domain("airline")).reached
    assert pack.greeting == "Good day.", "where there is no greeting in a language it is English"
    assert pack.sha256 != load_pack(str(root), "airline").sha256


def test_a_language_that_a_record_lacks_is_named(tmp_path: Path) -> None:
    root = dataset.write(tmp_path / "set")
    with pytest.raises(PackError, match=r"record 9\.9, field starting_utterances\.ko: is missing; the record has en$"):
        load_pack(str(root), "airline", "ko")
    assert load_pack(str(root), "airline", "en").scenarios
