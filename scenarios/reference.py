"""Reads a folder in the reference dataset's format and turns its records into scenarios.

Such a folder holds ``data/<domain>_dataset.json`` (the records), ``data/<domain>_scenarios/<id>.json`` (a
database per record) and ``configs/agents/<domain>_agent.yaml`` (the agent's role and rules).
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml
from pydantic import ValidationError

from scenarios import reference_airline
from scenarios.errors import PackError, UsageError
from scenarios.model import Brief, Caller, Domain, Request, Scenario
from scenarios.reference_names import placeholders, resolved
from scenarios.reference_record import Golden, Reading, Record
from scenarios.toolbox import Toolbox
from scenarios.world import World

#: What the format calls our domains, where the names differ.
NAMES: Mapping[str, str] = {"hr": "medical_hr"}

_READERS: dict[str, Callable[[Golden], Reading]] = {"airline": reference_airline.read}
_LANGUAGE = "en"


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


def load_reference(root: Path, domain: Domain) -> Reference:
    """Reads the records of a domain.

    Raises:
        PackError: a file is missing or malformed; the message names file, record and field.
        UsageError: there are no tools for the domain yet, or no reader of its records.
    """
    toolbox = Toolbox.for_domain(domain)
    if domain not in _READERS:
        raise UsageError(f"{root}: {domain} cannot be read from the reference format yet, only {', '.join(_READERS)}")
    path = dataset(root, domain)
    rows = read_json(path)
    if not isinstance(rows, list):
        raise PackError(f"{path}: the file must hold a list of records")
    agent = root / "configs" / "agents" / f"{NAMES.get(domain, domain)}_agent.yaml"
    greetings = root / "configs" / "agents" / "initial_messages.yaml"
    files = [path, agent]
    scenarios = []
    for index, row in enumerate(rows):
        where = f"{path}, record {_label(row, index)}"
        world = path.with_name(path.name.replace("_dataset.json", "_scenarios")) / f"{_label(row, index)}.json"
        scenarios.append(scenario(row, read_json(world), domain, toolbox, where))
        files.append(world)
    rules = _mapping(agent)
    greeting = "Hello! How can I help you?"
    if greetings.is_file():
        greeting = str(_mapping(greetings).get(_LANGUAGE, greeting))
        files.append(greetings)
    return Reference(
        scenarios=tuple(scenarios),
        role=_text(rules, "role", agent),
        policy=_text(rules, "instructions", agent),
        greeting=greeting,
        files=tuple(files),
    )


def scenario(row: Any, world: Any, domain: Domain, toolbox: Toolbox, where: str) -> Scenario:
    """One record and its database as a scenario.

    Args:
        row: the raw record.
        world: its raw database.
        domain: our name of the domain.
        toolbox: tools to run the golden path with.
        where: file and record, for messages.

    Raises:
        PackError: the record or the database is malformed.
    """
    if not isinstance(row, dict) or not isinstance(world, dict):
        raise PackError(f"{where}: record and database must be objects")
    try:
        names = placeholders(row, _LANGUAGE)
    except (KeyError, TypeError, AttributeError) as error:
        raise PackError(
            f"{where}, field culture_overrides.{_LANGUAGE}: {error} is missing; give first_name and last_name"
        ) from error
    try:
        record = Record.model_validate(resolved(row, names))
    except ValidationError as error:
        raise PackError(f"{where}, {first_problem(error)}") from error
    if _LANGUAGE not in record.starting_utterances:
        raise PackError(f"{where}, field starting_utterances.{_LANGUAGE}: is missing; give the caller's first line")
    start = {**resolved(world, names), "_current_date": record.today}
    calls = record.calls()
    live = World(copy.deepcopy(start))
    responses = [toolbox.call(live, tool, params) for tool, params in calls]
    reading = _READERS[domain](Golden(record, calls, responses))
    return _assemble(record, domain, start, reading)


def _assemble(record: Record, domain: Domain, start: dict[str, Any], reading: Reading) -> Scenario:
    culture = record.culture_overrides[_LANGUAGE]
    goal, tree, user = record.user_goal, record.user_goal.decision_tree, record.user_config
    transfer = any(step.tool == "transfer_to_agent" for step in reading.plan)
    request = Request(
        statement=record.starting_utterances[_LANGUAGE],
        details=reading.details,
        accepts_transfer=transfer,
    )
    return Scenario(
        id=record.id,
        domain=domain,
        workflow=reading.workflow,
        kind="adversarial" if record.scenario_context.adversarial_vector else "single",
        title=goal.high_level_user_goal,
        now=record.current_date_time,
        caller=Caller(
            first_name=culture.first_name,
            last_name=culture.last_name,
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
        expected={**record.ground_truth.expected_scenario_db, "_current_date": record.today},
        plan=reading.plan,
    )


def read_json(path: Path) -> Any:
    """A JSON file. Raises `PackError` when it is missing or is no JSON."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise PackError(f"{path}: the file is missing") from error
    except OSError as error:
        raise PackError(f"{path}: cannot be read: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise PackError(f"{path}: not UTF-8 (byte {error.start})") from error
    except json.JSONDecodeError as error:
        raise PackError(f"{path}, line {error.lineno}: this is not JSON: {error.msg}") from error


def first_problem(error: ValidationError) -> str:
    """The first failure of a validation as ``field a.b: what is wrong``, and how many there are."""
    items = error.errors(include_url=False, include_input=False)
    more = f" (and {len(items) - 1} more)" if len(items) > 1 else ""
    where = ".".join(map(str, items[0]["loc"]))
    return f"{f'field {where}: ' if where else ''}{items[0]['msg']}{more}"


def _label(row: Any, index: int) -> str:
    return str(row["id"]) if isinstance(row, dict) and row.get("id") else f"number {index + 1}"


def _mapping(path: Path) -> dict[str, Any]:
    try:
        loaded = yaml.safe_load(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise PackError(f"{path}: the file is missing; it holds the agent's role and instructions") from error
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise PackError(f"{path}: cannot be read as YAML: {' '.join(str(error).split())}") from error
    if not isinstance(loaded, dict):
        raise PackError(f"{path}: must hold names and values")
    return loaded


def _text(rules: dict[str, Any], name: str, path: Path) -> str:
    value = rules.get(name)
    if not isinstance(value, str) or not value.strip():
        raise PackError(f"{path}, field {name}: must hold text for the agent")
    return value.strip()
