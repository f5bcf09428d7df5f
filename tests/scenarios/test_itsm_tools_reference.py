"""The itsm tools against the reference's recorded calls: every response and every change, call by call."""

import copy
from typing import Any

import pytest

from scenarios.reference_names import placeholders, resolved
from scenarios.toolbox import Toolbox
from scenarios.world import World
from tests import reference
from tests.scenarios.test_airline_tools_reference import patch

pytestmark = pytest.mark.reference

TOOLBOX = Toolbox.for_domain("itsm")
RECORDS = list(reference.present("vectors", "tool_io_itsm.json") or {})
PROBES = (reference.present("vectors", "tool_error_probes.json") or {}).get("itsm", {"probes": []})


def row(record: str) -> dict[str, Any]:
    found = {item["id"]: item for item in reference.load("data", "itsm_dataset.json")}
    if record not in found:
        pytest.skip(f"record {record} is not in the dataset")
    return found[record]


def aliases(language: str) -> dict[str, list[str]]:
    """The other names of places and products in one language, by their name."""
    files = sorted(reference.path("data", "itsm_aliases").glob("*.json"))
    read = [reference.load("data", "itsm_aliases", file.name) for file in files]
    return {item["name"]: [*item["base"], *item["translations"].get(language, [])] for item in read}


def with_aliases(tree: Any, known: dict[str, list[str]]) -> Any:
    """A copy in which everything whose name is known also holds its other names."""
    if isinstance(tree, dict):
        copied = {key: with_aliases(value, known) for key, value in tree.items()}
        name = tree.get("name")
        if isinstance(name, str) and name in known:
            copied["name_aliases"] = list(known[name])
        return copied
    return [with_aliases(item, known) for item in tree] if isinstance(tree, list) else tree


def world_of(record: str, language: str = "en") -> World:
    raw = row(record)
    tables = resolved(reference.load("data", "itsm_scenarios", f"{record}.json"), placeholders(raw, language))
    tables = with_aliases(tables, aliases(language))
    return World({**copy.deepcopy(tables), "_current_date": raw["current_date_time"][:10]})


@pytest.mark.parametrize("record", reference.each(RECORDS))
def test_every_recorded_call_gives_the_recorded_response_and_change(record: str) -> None:
    """A row that was added is compared when all is done: the vectors hold it as it was then."""
    world = world_of(record)
    changes = []
    for call in reference.vector("tool_io_itsm")[record]:
        before = copy.deepcopy(world.tables)
        response = TOOLBOX.call(world, call["tool"], call["params"])
        assert world.calls[call["tool"]] == call["call_index"]
        assert response.pop("message")
        assert response == call["response"], call["tool"]
        changes.append((call, list(patch(before, world.tables))))
    for call, change in changes:
        wanted = sorted(call["db_patch"], key=lambda item: item["path"])
        for item in change:
            if item["op"] == "remove":
                del item["old"]  # these vectors do not tell it
        assert sorted(change, key=lambda item: item["path"]) == wanted, call["tool"]


@pytest.mark.parametrize("record", reference.each(RECORDS))
def test_the_golden_path_reaches_the_expected_digest(record: str) -> None:
    world = world_of(record)
    golden = reference.vector("golden_tool_sequences")
    for call in golden["sequences"]["itsm"][record]:
        assert TOOLBOX.call(world, call["tool"], call["params"])["status"] == call["status"]
    assert world.digest() == golden["expected_hash"][f"itsm/{record}"]["en"]


@pytest.mark.parametrize("record", reference.each(RECORDS))
def test_the_golden_path_holds_in_every_language_with_its_names_of_places(record: str) -> None:
    golden = reference.vector("golden_tool_sequences")
    files = reference.path("data", "itsm_aliases").glob("*.json")
    places = {item["name"]: item for item in (reference.load("data", "itsm_aliases", file.name) for file in files)}
    for language, digest in golden["expected_hash"][f"itsm/{record}"].items():
        world = world_of(record, language)
        for call in golden["sequences"]["itsm"][record]:
            params = dict(call["params"])
            for name, value in params.items():
                place = places.get(value) if isinstance(value, str) else None
                if place and place["translatable"] and language != "en":
                    params[name] = place["translations"][language][0]
            assert TOOLBOX.call(world, call["tool"], params)["status"] == call["status"], (language, params)
        assert world.digest() == digest, language


@pytest.mark.parametrize("record", reference.each(RECORDS))
def test_the_golden_path_leaves_the_expected_session(record: str) -> None:
    world = world_of(record)
    for call in reference.vector("golden_tool_sequences")["sequences"]["itsm"][record]:
        TOOLBOX.call(world, call["tool"], call["params"])
    wanted = row(record)["ground_truth"]["expected_scenario_db"].get("session", {})
    assert wanted.items() <= world.tables["session"].items()


@pytest.mark.parametrize("record", reference.each(RECORDS))
def test_expected_worlds_resolve_to_the_reference_digest_in_every_language(record: str) -> None:
    raw = row(record)
    expected = raw["ground_truth"]["expected_scenario_db"]
    hashes = reference.vector("golden_tool_sequences")["expected_hash"][f"itsm/{record}"]
    for language, digest in hashes.items():
        tables = with_aliases(resolved(expected, placeholders(raw, language)), aliases(language))
        assert World({**tables, "_current_date": raw["current_date_time"][:10]}).digest() == digest, language


@pytest.mark.parametrize(
    "probe",
    reference.each(PROBES["probes"], [f"{p['tool']}: {p['case']}" for p in PROBES["probes"]]),
)
def test_every_recorded_probe_gives_the_recorded_error(probe: dict[str, Any]) -> None:
    world = world_of(PROBES["record"])
    before = copy.deepcopy(world.tables)
    response = TOOLBOX.call(world, probe["tool"], probe["params"])
    assert (response["status"], response.get("error_type")) == (probe["status"], probe["error_type"])
    if probe["status"] == "error":
        assert before == world.tables
