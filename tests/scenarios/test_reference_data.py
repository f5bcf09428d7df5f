"""The reference dataset itself, as far as it is there."""

import json

import pytest

from scenarios.check import check_pack
from scenarios.packs import Pack, load_pack
from scenarios.replay import replay
from scenarios.toolbox import Toolbox
from tests import reference

pytestmark = pytest.mark.reference

RECORDS = reference.record_ids("airline")
each_record = pytest.mark.parametrize("record", reference.each(RECORDS))


@pytest.fixture(scope="module")
def pack() -> Pack:
    reference.path("data", "airline_dataset.json")
    return load_pack(str(reference.ROOT), "airline")


@each_record
def test_golden_paths_reach_the_expected_digest(pack: Pack, record: str) -> None:
    scenario = pack.scenarios[record]
    path = replay(scenario, Toolbox.for_domain("airline"))
    assert path.reached, path.diff.lines()
    hashes = reference.vector("golden_tool_sequences")["expected_hash"]
    if f"airline/{record}" in hashes:
        assert path.world.digest() == hashes[f"airline/{record}"]["en"]


@each_record
def test_plans_are_the_golden_sequences(pack: Pack, record: str) -> None:
    golden = reference.vector("golden_tool_sequences")["sequences"]["airline"].get(record)
    if golden is None:
        pytest.skip(f"no golden sequence for {record}")
    plan = [(step.tool, step.params) for step in pack.scenarios[record].plan]
    assert plan == [(call["tool"], call["params"]) for call in golden]


def test_every_record_is_sound(pack: Pack) -> None:
    problems = [problem for problem in check_pack(pack) if problem.severity == "error"]
    assert [str(problem) for problem in problems] == []


def test_records_keep_the_order_of_the_dataset(pack: Pack) -> None:
    assert list(pack.scenarios) == RECORDS


def test_doing_nothing_passes_where_no_change_is_expected(pack: Pack) -> None:
    """Rule: an agent that does nothing passes exactly where the golden path writes only the session."""
    idle = {problem.scenario for problem in check_pack(pack) if "no change is expected" in problem.message}
    writes = {
        item.id
        for item in pack.scenarios.values()
        if any(Toolbox.for_domain("airline").tools[step.tool].type == "write" for step in item.plan)
    }
    assert idle == set(pack.scenarios) - writes


def test_adversarial_records_are_those_that_the_dataset_marks(pack: Pack) -> None:
    rows = reference.load("data", "airline_dataset.json")
    marked = {row["id"] for row in rows if row["scenario_context"].get("adversarial_vector")}
    assert {item.id for item in pack.scenarios.values() if item.kind == "adversarial"} == marked


def test_callers_know_what_they_are_asked_for(pack: Pack) -> None:
    for scenario in pack.scenarios.values():
        blind = [arg for step in scenario.blinded_plan() for arg in step.args.values() if arg.source == "caller"]
        assert {arg.slot for arg in blind} >= {"confirmation_number", "last_name"}
        assert all(arg.value is None for arg in blind)
        assert {arg.slot for arg in blind} <= {fact.slot for fact in scenario.facts}


def test_no_placeholder_is_left(pack: Pack) -> None:
    for scenario in pack.scenarios.values():
        text = json.dumps(scenario.model_dump(mode="json"), ensure_ascii=False)
        assert not any(mark in text for mark in ("_NAME>", "_ROMANIZED>", "<PHONE>")), scenario.id


def test_details_are_not_taken_from_the_golden_conversation(pack: Pack) -> None:
    rows = {row["id"]: row for row in reference.load("data", "airline_dataset.json")}
    for scenario in pack.scenarios.values():
        details = scenario.requests[0].details
        assert not details or details not in json.dumps(rows[scenario.id], ensure_ascii=False)
