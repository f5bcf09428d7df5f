"""Reads a folder in the reference dataset's format and turns its records into scenarios.

Such a folder holds ``data/<domain>_dataset.json`` (the records), ``data/<domain>_scenarios/<id>.json`` (a
database per record), ``configs/agents/<domain>_agent.yaml`` (the agent's role and rules) and, where records speak of
places, ``data/<domain>_aliases/*.json``. Records have names and opening lines in several languages; a scenario is
one record in one language.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from scenarios import reference_airline, reference_hr, reference_itsm
from scenarios.errors import PackError
from scenarios.files import first_problem, label, read_json, read_yaml, stays_inside
from scenarios.model import Brief, Caller, Domain, Outcome, Request, Scenario
from scenarios.reference_aliases import Aliases, load_aliases
from scenarios.reference_names import NAME_MARK, marked, placeholders, resolved
from scenarios.reference_play import play
from scenarios.reference_record import Golden, Reading, Record
from scenarios.toolbox import Toolbox
from scenarios.world import diff

#: What the format calls our domains, where the names differ.
NAMES: Mapping[str, str] = {"hr": "medical_hr"}
ENGLISH = "en"

_READERS: dict[Domain, Callable[[Golden], Reading]] = {
    "airline": reference_airline.read,
    "hr": reference_hr.read,
    "itsm": reference_itsm.read,
}
_GREETING = "Hello! How can I help you?"


@dataclass(frozen=True)
class Reference:
    """A folder of the reference format, read for one domain.

    Attributes:
        scenarios: the records as scenarios, in the order of the dataset.
        role: tells the agent who it is.
        policy: the agent's rules.
        greeting: the agent's first words.
        files: what was read, for a digest of the content.
    """

    scenarios: tuple[Scenario, ...]
    role: str
    policy: str
    greeting: str
    files: tuple[Path, ...]


def dataset(root: Path, domain: str) -> Path:
    """Where the records of a domain would lie under `root`."""
    return root / "data" / f"{NAMES.get(domain, domain)}_dataset.json"


def load_reference(root: Path, domain: Domain, language: str = ENGLISH) -> Reference:
    """Reads the records of a domain.

    Args:
        root: the folder.
        domain: our name of the domain.
        language: what the callers speak, as the records write it: ``en``, ``fr-CA``.

    Raises:
        PackError: a file is missing or malformed, or a record lacks the language; the message names file, record
            and field.
        UsageError: there are no tools for the domain.
    """
    toolbox = Toolbox.for_domain(domain)
    path = dataset(root, domain)
    rows = read_json(path)
    if not isinstance(rows, list):
        raise PackError(f"{path}: the file must hold a list of records")
    if not rows:
        raise PackError(f"{path}: holds no records")
    aliases = load_aliases(_beside(path, "aliases"))
    agent = root / "configs" / "agents" / f"{NAMES.get(domain, domain)}_agent.yaml"
    rules = read_yaml(agent, "it holds the agent's role and instructions")
    role, policy = _text(rules, "role", agent), _text(rules, "instructions", agent)
    greetings = agent.with_name("initial_messages.yaml")
    greeting = _greeting(greetings, language)
    scenarios, worlds = [], []
    for number, row in enumerate(rows, start=1):
        where = f"{path}, record {label(row, f'number {number}')}"
        world = _world_of(row, _beside(path, "scenarios"), where)
        purpose = f"it is the database of record {label(row, '')}"
        scenarios.append(scenario(row, read_json(world, purpose), domain, toolbox, where, aliases, language))
        worlds.append(world)
    said = [greetings] if greetings.is_file() else []
    return Reference(tuple(scenarios), role, policy, greeting, (path, agent, *worlds, *said, *aliases.files))


def scenario(
    row: Any, world: Any, domain: Domain, toolbox: Toolbox, where: str, aliases: Aliases, language: str = ENGLISH
) -> Scenario:
    """One record and its database as a scenario.

    Args:
        row: the raw record.
        world: its raw database.
        domain: our name of the domain.
        toolbox: tools to run the golden path with.
        where: file and record, for messages.
        aliases: other names of things in databases.
        language: what the caller speaks.

    Raises:
        PackError: the record or the database is malformed, or the record lacks the language.
    """
    if not isinstance(row, dict) or not isinstance(world, dict):
        raise PackError(f"{where}: record and database must be objects")
    record = _record(row, where, aliases, language)
    for index, (tool, _) in zip(record.places(), record.calls(), strict=True):
        if tool not in toolbox.tools:
            field = f"ground_truth.expected_trace.trace.{index}.tool_name"
            raise PackError(f"{where}, field {field}: {tool!r} is no tool of {domain}")
    names = {**placeholders(row, language), **aliases.marks(language)}
    aliases.require(world, f"{where}, database")
    tables = resolved(world, names)
    _require_names(tables, f"{where}, database", language)
    start = aliases.added({**tables, "_current_date": record.today}, language)
    golden = play(record, start, toolbox)
    expected = aliases.added({**record.ground_truth.expected_scenario_db, "_current_date": record.today}, language)
    try:
        return _assemble(golden, domain, start, expected)
    except ValidationError as error:
        raise PackError(f"{where}, {first_problem(error)}") from error


def _record(row: dict[str, Any], where: str, aliases: Aliases, language: str) -> Record:
    """The record with its placeholders replaced."""
    try:
        record = Record.model_validate({**row, "language": language})
    except ValidationError as error:
        raise PackError(f"{where}, {first_problem(error)}") from error
    for field in ("starting_utterances", "culture_overrides"):
        known = row[field]
        if language not in known:
            raise PackError(
                f"{where}, field {field}.{language}: is missing; the record has {', '.join(known) or 'no language'}"
            )
    try:
        names = placeholders(row, language)
    except (KeyError, TypeError, AttributeError) as error:
        raise PackError(
            f"{where}, field culture_overrides.{language} or romanized_culture_overrides.{language}: must hold "
            "first_name and last_name, and phone and companion.first_name where they are given, as texts"
        ) from error
    aliases.require(row, where)
    found = resolved(row, {**names, **aliases.marks(language)})
    _require_names(found, where, language)
    return record.model_validate({**found, "language": language})


def _require_names(tree: Any, where: str, language: str) -> None:
    """Raises `PackError` when a placeholder has no replacement in the language."""
    for path, name in marked(tree, NAME_MARK):
        raise PackError(f"{where}, field {path}: <{name}> is not given by culture_overrides.{language}")


def _assemble(golden: Golden, domain: Domain, start: dict[str, Any], expected: dict[str, Any]) -> Scenario:
    reading, record = _READERS[domain](golden), golden.record
    goal, tree, user = record.user_goal, record.user_goal.decision_tree, record.user_config
    transfer = any(step.tool == "transfer_to_agent" for step in reading.plan)
    request = Request(
        statement=record.starting_utterances[record.language],
        details=reading.details,
        accepts_transfer=transfer,
    )
    refused: Outcome = "transfer" if transfer else "refuse"
    return Scenario(
        id=record.id,
        domain=domain,
        workflow=reading.workflow,
        kind=record.scenario_context.kind,
        title=goal.high_level_user_goal,
        now=record.current_date_time,
        caller=Caller(
            first_name=record.caller.first_name,
            last_name=record.caller.last_name,
            gender=user.gender,
            persona=user.user_persona,
        ),
        requests=(request,),
        facts=reading.facts,
        criteria=reading.criteria,
        brief=Brief(
            goal=goal.high_level_user_goal,
            must_have=(*tree.must_have_criteria, *tree.must_have),
            nice_to_have=tree.nice_to_have_criteria,
            negotiation=tree.negotiation_behavior,
            resolution=tree.resolution_condition or tree.resolution,
            failure=tree.failure_condition,
            escalation=tree.escalation_behavior,
            edge_cases=tree.edge_cases,
            information=goal.information_required,
        ),
        world=start,
        expected=expected,
        plan=reading.plan,
        outcome="change" if diff(expected, start) else refused,
    )


def _beside(path: Path, kind: str) -> Path:
    """The folder of the databases or aliases that belong to a dataset file."""
    return path.with_name(path.name.replace("_dataset.json", f"_{kind}"))


def _world_of(row: Any, folder: Path, where: str) -> Path:
    """The file of a record's database."""
    id_ = row.get("id") if isinstance(row, dict) else None
    if not isinstance(id_, str) or not id_:
        raise PackError(f"{where}, field id: is missing or no text; it names the record and its database")
    if not stays_inside(id_):
        raise PackError(f"{where}, field id: names a file outside of {folder}; leave out '..' and roots")
    return folder / f"{id_}.json"


def _greeting(path: Path, language: str) -> str:
    """The agent's first words, in English where there are none in the language."""
    if not path.exists():
        return _GREETING
    greetings = read_yaml(path)
    found = greetings.get(language, greetings.get(ENGLISH, _GREETING))
    if not isinstance(found, str) or not found.strip():
        raise PackError(f"{path}, field {language if language in greetings else ENGLISH}: must hold the greeting")
    return found.strip()


def _text(rules: dict[str, Any], name: str, path: Path) -> str:
    value = rules.get(name)
    if not isinstance(value, str) or not value.strip():
        raise PackError(f"{path}, field {name}: must hold text for the agent")
    return value.strip()
