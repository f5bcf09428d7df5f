"""Our tools against the reference's recorded calls: every response and every change, call by call."""

import copy
import functools
from collections.abc import Iterator
from typing import Any

import pytest

from scenarios.reference import NAMES
from scenarios.reference_names import placeholders, resolved
from scenarios.toolbox import Toolbox
from scenarios.world import World, diff
from tests import reference

pytestmark = pytest.mark.reference

DOMAINS = ("airline", "hr", "itsm")
NAMED = {domain: NAMES.get(domain, domain) for domain in DOMAINS}
#: Their recorded patches hold the live tables, so later calls show in the values of earlier patches.
LIVE = ("airline", "itsm")
RECORDED: dict[str, Any] = {d: reference.present("vectors", f"tool_io_{NAMED[d]}.json") or {} for d in DOMAINS}
PROBED = reference.present("vectors", "tool_error_probes.json") or {}
PROBES = [(domain, probe) for domain in DOMAINS for probe in PROBED.get(NAMED[domain], {"probes": []})["probes"]]


def each(*domains: str, calling: str = "") -> pytest.MarkDecorator:
    """Every recorded record of these domains, or those that call a tool, as domain and id."""
    found = [
        (domain, record)
        for domain in domains
        for record, calls in RECORDED[domain].items()
        if not calling or any(call["tool"] == calling for call in calls)
    ]
    return pytest.mark.parametrize("at", reference.each(found, ["/".join(at) for at in found]))


@functools.cache
def rows(domain: str) -> dict[str, dict[str, Any]]:
    return {item["id"]: item for item in reference.load("data", f"{NAMED[domain]}_dataset.json")}


def row(domain: str, record: str) -> dict[str, Any]:
    if record not in rows(domain):
        pytest.skip(f"record {record} is not in the dataset")
    return rows(domain)[record]


@functools.cache
def places() -> dict[str, dict[str, Any]]:
    """The places and products of the itsm data that have other names, by their name."""
    files = sorted(reference.path("data", "itsm_aliases").glob("*.json"))
    read = [reference.load("data", "itsm_aliases", file.name) for file in files]
    return {item["name"]: item for item in read}


@functools.cache
def aliases(language: str) -> dict[str, list[str]]:
    """The other names of places and products in one language, by their name."""
    return {name: [*item["base"], *item["translations"].get(language, [])] for name, item in places().items()}


def with_aliases(tree: Any, known: dict[str, list[str]]) -> Any:
    """A copy in which everything whose name is known also holds its other names."""
    if isinstance(tree, dict):
        copied = {key: with_aliases(value, known) for key, value in tree.items()}
        name = tree.get("name")
        if isinstance(name, str) and name in known:
            copied["name_aliases"] = list(known[name])
        return copied
    return [with_aliases(item, known) for item in tree] if isinstance(tree, list) else tree


def world_with(domain: str, record: str, raw_tables: dict[str, Any], language: str) -> World:
    """Tables of a record with the names of one language in place."""
    raw = row(domain, record)
    tables = resolved(raw_tables, placeholders(raw, language))
    if domain == "itsm":
        tables = with_aliases(tables, aliases(language))
    return World({**copy.deepcopy(tables), "_current_date": raw["current_date_time"][:10]})


def world_of(domain: str, record: str, language: str = "en") -> World:
    tables = reference.load("data", f"{NAMED[domain]}_scenarios", f"{record}.json")
    return world_with(domain, record, tables, language)


def golden(domain: str, record: str) -> list[dict[str, Any]]:
    calls: list[dict[str, Any]] = reference.vector("golden_tool_sequences")["sequences"][NAMED[domain]][record]
    return calls


def digests(domain: str, record: str) -> dict[str, str]:
    """The expected digest of a record, by language."""
    found: dict[str, str] = reference.vector("golden_tool_sequences")["expected_hash"][f"{NAMED[domain]}/{record}"]
    return found


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


def by_path(changes: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return sorted(changes, key=lambda item: item["path"])


@each(*DOMAINS)
def test_every_recorded_call_gives_the_recorded_response_and_change(at: tuple[str, str]) -> None:
    domain, record = at
    world, toolbox = world_of(domain, record), Toolbox.for_domain(domain)
    made = []
    for call in RECORDED[domain][record]:
        before = copy.deepcopy(world.tables)
        response = toolbox.call(world, call["tool"], call["params"])
        assert world.calls[call["tool"]] == call["call_index"]
        assert response.pop("message")
        assert response == call["response"], call["tool"]
        changes = list(patch(before, world.tables))
        made.append(changes if domain in LIVE else copy.deepcopy(changes))
    for call, changes in zip(RECORDED[domain][record], made, strict=True):
        for item in changes:
            if domain == "itsm" and item["op"] == "remove":
                del item["old"]  # the vectors of itsm do not tell it
        assert by_path(changes) == by_path(call["db_patch"]), call["tool"]


@each(*DOMAINS)
def test_the_golden_path_reaches_the_expected_digest(at: tuple[str, str]) -> None:
    domain, record = at
    world, toolbox = world_of(domain, record), Toolbox.for_domain(domain)
    for call in golden(domain, record):
        assert toolbox.call(world, call["tool"], call["params"])["status"] == call["status"]
    assert world.digest() == digests(domain, record)["en"]


@each("itsm")
def test_the_golden_path_holds_in_every_language_with_its_names_of_places(at: tuple[str, str]) -> None:
    domain, record = at
    toolbox = Toolbox.for_domain(domain)
    for language, digest in digests(domain, record).items():
        world = world_of(domain, record, language)
        for call in golden(domain, record):
            params = dict(call["params"])
            for name, value in params.items():
                place = places().get(value) if isinstance(value, str) else None
                if place and place["translatable"] and language != "en":
                    params[name] = place["translations"][language][0]
            assert toolbox.call(world, call["tool"], params)["status"] == call["status"], (language, params)
        assert world.digest() == digest, language


@each("hr", "itsm")
def test_the_golden_path_leaves_the_expected_session(at: tuple[str, str]) -> None:
    domain, record = at
    world, toolbox = world_of(domain, record), Toolbox.for_domain(domain)
    for call in golden(domain, record):
        toolbox.call(world, call["tool"], call["params"])
    wanted = row(domain, record)["ground_truth"]["expected_scenario_db"].get("session", {})
    assert wanted.items() <= world.tables["session"].items()


@each(*DOMAINS)
def test_expected_worlds_resolve_to_the_reference_digest_in_every_language(at: tuple[str, str]) -> None:
    domain, record = at
    expected = row(domain, record)["ground_truth"]["expected_scenario_db"]
    for language, digest in digests(domain, record).items():
        assert world_with(domain, record, expected, language).digest() == digest, language


@pytest.mark.parametrize(
    "at", reference.each(PROBES, [f"{domain}: {probe['tool']}: {probe['case']}" for domain, probe in PROBES])
)
def test_every_recorded_probe_gives_the_recorded_error(at: tuple[str, dict[str, Any]]) -> None:
    domain, probe = at
    world = world_of(domain, PROBED[NAMED[domain]]["record"])
    before = copy.deepcopy(world.tables)
    response = Toolbox.for_domain(domain).call(world, probe["tool"], probe["params"])
    assert (response["status"], response.get("error_type")) == (probe["status"], probe["error_type"])
    if probe["status"] == "error":
        assert not diff(before, world.tables)
        assert before == world.tables


@each("airline", calling="process_refund")
def test_a_rejected_refund_before_the_right_one_does_not_cost_the_task(at: tuple[str, str]) -> None:
    """Intended difference (spec/issues.md B10, spec/data.md 8.1): the reference puts the call index into the
    refund id, rejected calls included, so a refused call makes every later id wrong. Ours numbers the refunds
    of a booking; where nothing was refused, the ids are the reference's."""
    domain, record = at
    world, toolbox = world_of(domain, record), Toolbox.for_domain(domain)
    for call in golden(domain, record):
        if call["tool"] == "process_refund":
            refused = toolbox.call(world, "process_refund", {**call["params"], "refund_type": "???"})
            assert refused["error_type"] == "invalid_refund_type"
        toolbox.call(world, call["tool"], call["params"])
    assert world.digest() == digests(domain, record)["en"]
