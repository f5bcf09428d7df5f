"""The reference dataset itself, as far as it is there."""

import functools
import json
from typing import Any

import pytest

from scenarios.check import Problem, check_pack
from scenarios.packs import Pack, load_pack
from scenarios.reference import NAMES
from scenarios.replay import replay
from scenarios.toolbox import Toolbox
from scenarios.world import digest
from tests import reference

pytestmark = pytest.mark.reference

DOMAINS = ("airline", "hr", "itsm")
LANGUAGES = ("en", "fr", "fr-CA", "es", "de", "hi", "ko")
CULTURE = reference.present("vectors", "culture.json") or []


def named(domain: str) -> str:
    return NAMES.get(domain, domain)


RECORDS = [(domain, record) for domain in DOMAINS for record in reference.record_ids(named(domain))]
each_record = pytest.mark.parametrize(
    "at", reference.each(RECORDS, [f"{domain}/{record}" for domain, record in RECORDS])
)
each_domain = pytest.mark.parametrize("domain", DOMAINS)


@functools.cache
def pack(domain: str, language: str = "en") -> Pack:
    reference.path("data", f"{named(domain)}_dataset.json")
    return load_pack(str(reference.ROOT), domain, language)


def rows(domain: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = reference.load("data", f"{named(domain)}_dataset.json")
    return found


def hashes(domain: str, record: str) -> dict[str, str]:
    found: dict[str, str] = reference.vector("golden_tool_sequences")["expected_hash"].get(f"{named(domain)}/{record}")
    if found is None:
        pytest.skip(f"no expected digest for {domain}/{record}")
    return found


@each_record
def test_golden_paths_reach_the_expected_digest(at: tuple[str, str]) -> None:
    domain, record = at
    path = replay(pack(domain).scenarios[record], Toolbox.for_domain(domain))
    assert path.reached, path.diff.lines()
    assert path.world.digest() == hashes(domain, record)["en"]


@each_record
def test_plans_are_the_golden_sequences(at: tuple[str, str]) -> None:
    domain, record = at
    golden = reference.vector("golden_tool_sequences")["sequences"][named(domain)].get(record)
    if golden is None:
        pytest.skip(f"no golden sequence for {domain}/{record}")
    scenario = pack(domain).scenarios[record]
    assert [(step.tool, step.params) for step in scenario.plan] == [(call["tool"], call["params"]) for call in golden]
    answers = replay(scenario, Toolbox.for_domain(domain)).responses
    assert [answer["status"] for answer in answers] == [call["status"] for call in golden]


@each_record
def test_targets_have_the_reference_digest_in_every_language(at: tuple[str, str]) -> None:
    domain, record = at
    ours = {language: digest(pack(domain, language).scenarios[record].expected) for language in LANGUAGES}
    assert ours == hashes(domain, record)


@each_record
def test_golden_paths_reach_their_targets_in_every_language(at: tuple[str, str]) -> None:
    domain, record = at
    for language in LANGUAGES:
        path = replay(pack(domain, language).scenarios[record], Toolbox.for_domain(domain))
        assert path.reached, (language, path.diff.lines())


@functools.cache
def problems(domain: str, language: str) -> list[Problem]:
    return check_pack(pack(domain, language))


@pytest.mark.parametrize("language", ["en", "hi"])
@each_domain
def test_every_record_is_sound(domain: str, language: str) -> None:
    """In English, and in the language whose names are hardest to tell from other text."""
    errors = [problem for problem in problems(domain, language) if problem.severity == "error"]
    assert [str(problem) for problem in errors] == []


@pytest.mark.parametrize("case", reference.each(CULTURE, [f"{case['record']} {case['lang']}" for case in CULTURE]))
def test_callers_know_what_the_reference_tells_them_in_their_language(case: dict[str, Any]) -> None:
    theirs, record = case["record"].split("/", 1)
    domain = next(name for name in DOMAINS if named(name) == theirs)
    if record not in reference.record_ids(theirs):
        pytest.skip(f"record {case['record']} is not in the dataset")
    scenario = pack(domain, case["lang"]).scenarios[record]
    assert scenario.brief.information == case["information_required"]
    assert scenario.caller.first_name == case["information_required"]["first_name"]


@pytest.mark.parametrize("language", LANGUAGES)
@each_domain
def test_openings_and_greetings_are_those_of_the_language(domain: str, language: str) -> None:
    openings = {row["id"]: row["starting_utterances"][language] for row in rows(domain)}
    loaded = pack(domain, language)
    assert {item.id: item.opening for item in loaded.scenarios.values()} == openings
    assert loaded.greeting
    assert (loaded.greeting == pack(domain).greeting) == (language == "en")
    assert (loaded.sha256 == pack(domain).sha256) == (language == "en")


@each_domain
def test_records_keep_the_order_of_the_dataset(domain: str) -> None:
    assert list(pack(domain).scenarios) == [row["id"] for row in rows(domain)]


@each_domain
def test_doing_nothing_passes_where_no_change_is_expected(domain: str) -> None:
    """Rule: an agent that does nothing passes exactly where no call of the golden path changed the world."""
    idle = {problem.scenario for problem in problems(domain, "en") if "no change is expected" in problem.message}
    toolbox = Toolbox.for_domain(domain)
    writes = {
        item.id
        for item in pack(domain).scenarios.values()
        for step, answer in zip(item.plan, replay(item, toolbox).responses, strict=True)
        if toolbox.tools[step.tool].type == "write" and answer["status"] == "success"
    }
    assert idle == set(pack(domain).scenarios) - writes


@each_domain
def test_the_class_of_an_outcome_follows_from_world_and_path(domain: str) -> None:
    for item in pack(domain).scenarios.values():
        transfers = any(step.tool == "transfer_to_agent" for step in item.plan)
        changed = digest(item.world) != digest(item.expected)
        assert item.outcome == ("change" if changed else "transfer" if transfers else "refuse"), item.id
        assert item.requests[0].accepts_transfer == transfers


@each_domain
def test_kinds_are_those_that_the_dataset_marks(domain: str) -> None:
    marks = {}
    for row in rows(domain):
        context = row["scenario_context"]
        category = context.get("category", "")
        adversarial = context.get("adversarial_vector") or category.startswith("adversarial")
        many = "multi" if category.split("_")[0] in ("double", "triple", "quadruple") else "single"
        marks[row["id"]] = "adversarial" if adversarial else many
    assert {item.id: item.kind for item in pack(domain).scenarios.values()} == marks


@each_domain
def test_callers_know_what_they_are_asked_for(domain: str) -> None:
    proofs = {"airline": {"confirmation_number", "last_name"}, "hr": set(), "itsm": {"employee_id"}}
    for scenario in pack(domain).scenarios.values():
        blind = [arg for step in scenario.blinded_plan() for arg in step.args.values() if arg.source == "caller"]
        assert {arg.slot for arg in blind} >= proofs[domain]
        assert all(arg.value is None for arg in blind)
        assert {arg.slot for arg in blind} <= {fact.slot for fact in scenario.facts}


@each_domain
def test_what_identifies_the_caller_is_always_heard(domain: str) -> None:
    """A calibration agent must not verify anybody with values that it did not hear."""
    toolbox = Toolbox.for_domain(domain)
    for scenario in pack(domain).scenarios.values():
        for step in scenario.plan:
            if toolbox.tools[step.tool].type == "auth":
                assert {arg.source for arg in step.args.values()} == {"caller"}, scenario.id


@each_domain
def test_no_placeholder_is_left(domain: str) -> None:
    for language in LANGUAGES:
        for scenario in pack(domain, language).scenarios.values():
            text = json.dumps(scenario.model_dump(mode="json"), ensure_ascii=False)
            assert not any(mark in text for mark in ("_NAME>", "_ROMANIZED>", "<PHONE>", "<LOC:")), scenario.id


@each_domain
def test_details_are_not_taken_from_the_golden_conversation(domain: str) -> None:
    texts = {row["id"]: json.dumps(row, ensure_ascii=False) for row in rows(domain)}
    for scenario in pack(domain).scenarios.values():
        details = scenario.requests[0].details
        assert not details or details not in texts[scenario.id]
