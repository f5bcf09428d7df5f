"""The airline tools against the reference's recorded calls: every response and every change, call by call."""

import copy
from collections.abc import Iterator
from typing import Any

import pytest

from scenarios.reference_names import placeholders, resolved
from scenarios.toolbox import Toolbox
from scenarios.world import World, diff
from tests import reference

pytestmark = pytest.mark.reference

TOOLBOX = Toolbox.for_domain("airline")
RECORDS = list(reference.present("vectors", "tool_io_airline.json") or {})
PROBES = (reference.present("vectors", "tool_error_probes.json") or {}).get("airline", {"probes": []})


def row(record: str) -> dict[str, Any]:
    found = {item["id"]: item for item in reference.load("data", "airline_dataset.json")}
    if record not in found:
        pytest.skip(f"record {record} is not in the dataset")
    return found[record]


def world_of(record: str) -> World:
    raw = row(record)
    tables = resolved(reference.load("data", "airline_scenarios", f"{record}.json"), placeholders(raw, "en"))
    return World({**copy.deepcopy(tables), "_current_date": raw["current_date_time"][:10]})


def patch(before: Any, after: Any, path: str = "") -> Iterator[dict[str, Any]]:
    """The changes between two trees as the vectors write them; `after` is not copied, as theirs was not."""
    if isinstance(before, dict) and isinstance(after, dict):
        for key in sorted(before.keys() | after.keys()):
            if key not in before:
                yield {"op": "add", "path": f"{path}/{key}", "value": after[key]}
            elif key not in after:
                yield {"op": "remove", "path": f"{path}/{key}", "old": before[key]}
            else:
                yield from patch(before[key], after[key], f"{path}/{key}")
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for index, (left, right) in enumerate(zip(before, after, strict=True)):
            yield from patch(left, right, f"{path}/{index}")
    elif isinstance(before, list) and isinstance(after, list) and after[: len(before)] == before:
        for item in after[len(before) :]:
            yield {"op": "append", "path": path, "value": item}
    elif before != after:
        yield {"op": "replace", "path": path, "old": before, "value": after}


@pytest.mark.parametrize("record", reference.each(RECORDS))
def test_every_recorded_call_gives_the_recorded_response_and_change(record: str) -> None:
    world = world_of(record)
    made, recorded = [], []
    for call in reference.vector("tool_io_airline")[record]:
        before = copy.deepcopy(world.tables)
        response = TOOLBOX.call(world, call["tool"], call["params"])
        assert world.calls[call["tool"]] == call["call_index"]
        assert response.pop("message")
        assert response == call["response"], call["tool"]
        made.append(list(patch(before, world.tables)))
        recorded.append(sorted(call["db_patch"], key=lambda item: item["path"]))
    # Compared at the end: the recorded patches hold the live tables, so later calls show in earlier patches.
    assert made == recorded


@pytest.mark.parametrize("record", reference.each(RECORDS))
def test_the_golden_path_reaches_the_expected_digest(record: str) -> None:
    world = world_of(record)
    golden = reference.vector("golden_tool_sequences")
    for call in golden["sequences"]["airline"][record]:
        assert TOOLBOX.call(world, call["tool"], call["params"])["status"] == call["status"]
    assert world.digest() == golden["expected_hash"][f"airline/{record}"]["en"]


@pytest.mark.parametrize("record", reference.each(RECORDS))
def test_expected_worlds_resolve_to_the_reference_digest_in_every_language(record: str) -> None:
    raw = row(record)
    expected = raw["ground_truth"]["expected_scenario_db"]
    hashes = reference.vector("golden_tool_sequences")["expected_hash"][f"airline/{record}"]
    for language, digest in hashes.items():
        tables = resolved(expected, placeholders(raw, language))
        assert World({**tables, "_current_date": raw["current_date_time"][:10]}).digest() == digest, language


@pytest.mark.parametrize(
    "probe",
    reference.each(PROBES["probes"], [f"{p['tool']}: {p['case']}" for p in PROBES["probes"]]),
)
def test_every_recorded_probe_gives_the_recorded_error(probe: dict[str, Any]) -> None:
    world = world_of(PROBES["record"])
    before = world.copy()
    response = TOOLBOX.call(world, probe["tool"], probe["params"])
    assert (response["status"], response.get("error_type")) == (probe["status"], probe["error_type"])
    if probe["status"] == "error":
        assert not diff(before.tables, world.tables)
        assert before.tables == world.tables


def _refunding() -> list[str]:
    recorded = reference.present("vectors", "tool_io_airline.json") or {}
    return [key for key, calls in recorded.items() if any(call["tool"] == "process_refund" for call in calls)]


@pytest.mark.parametrize("record", reference.each(_refunding()))
def test_a_rejected_refund_before_the_right_one_does_not_cost_the_task(record: str) -> None:
    """Intended difference (spec/issues.md B10, spec/data.md 8.1): the reference puts the call index into the
    refund id, rejected calls included, so a refused call makes every later id wrong. Ours numbers the refunds
    of a booking; where nothing was refused, the ids are the reference's."""
    world = world_of(record)
    golden = reference.vector("golden_tool_sequences")
    for call in golden["sequences"]["airline"][record]:
        if call["tool"] == "process_refund":
            refused = TOOLBOX.call(world, "process_refund", {**call["params"], "refund_type": "???"})
            assert refused["error_type"] == "invalid_refund_type"
        TOOLBOX.call(world, call["tool"], call["params"])
    assert world.digest() == golden["expected_hash"][f"airline/{record}"]["en"]
