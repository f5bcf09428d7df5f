"""Packs: the scenarios of a domain, the rules of its agents, and a digest of both.

Three sources are understood: ``builtin``, a folder in our own format, and a folder in the reference
dataset's format. Our own format is one JSON file per scenario (`Scenario.model_dump`): in
``<PATH>/<domain>/pack/`` with ``policy.md`` in ``<PATH>/<domain>/``, or all of it in ``<PATH>``.
``policy.md`` may begin with a YAML block that names the agent's ``role`` and ``greeting``; a folder without a
``policy.md`` uses the built-in one.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import get_args

from pydantic import ValidationError

from scenarios.errors import NoScenariosError, PackError, UsageError
from scenarios.files import first_problem, label, parse_yaml, read_json, read_text, stays_inside
from scenarios.model import DOMAIN_ALIASES, Domain, Scenario
from scenarios.reference import ENGLISH, dataset, load_reference
from scenarios.toolbox import Toolbox

BUILTIN = "builtin"
ALL = "all"
"""Stands for every domain that a pack holds."""

_HOME = Path(__file__).parent
_ROLES = {
    "airline": "You are a voice agent of an airline. You answer the telephone and help with booked flights.",
    "hr": "You are a voice agent of a hospital's human resources desk. You answer the telephone.",
    "itsm": "You are a voice agent of a company's IT service desk. You answer the telephone.",
}
_GREETING = "Hello, thank you for calling. How can I help you?"


@dataclass(frozen=True)
class Pack:
    """The scenarios of one domain and what their agents are told.

    Attributes:
        name: ``builtin`` or the name of the folder.
        domain: what all its scenarios belong to.
        scenarios: by id, in a stable order.
        role: tells an agent who it is.
        policy: the rules of the domain.
        greeting: the agent's first words.
        sha256: digest of all files that were read, in hex.
        reference: whether it is in the reference dataset's format, which says less of what must happen.
    """

    name: str
    domain: Domain
    scenarios: Mapping[str, Scenario]
    role: str
    policy: str
    greeting: str
    sha256: str
    reference: bool = False

    @property
    def instructions(self) -> str:
        """What an agent is told: its role and the rules."""
        return f"{self.role}\n\n{self.policy}"


def load_pack(spec: str, domain: str, language: str = ENGLISH) -> Pack:
    """Loads the scenarios of a domain.

    Args:
        spec: ``builtin`` or the path of a folder.
        domain: ``airline``, ``hr`` or ``itsm``; the reference format's ``medical_hr`` is ``hr``.
        language: what the callers speak. Only packs in the reference format have others than English.

    Raises:
        PackError: something in the pack is broken, or it lacks the language; the message names file, record and
            field.
        UsageError: there is no such domain, or it has no tools yet.
    """
    known = DOMAIN_ALIASES.get(domain, domain)
    for name in get_args(Domain):
        if name == known:
            return _load(spec, name, language)
    raise UsageError(f"unknown domain {domain!r}: choose {', '.join(get_args(Domain))}")


def load_packs(spec: str, domains: Iterable[str]) -> list[Pack]:
    """Loads the scenarios of several domains, each once.

    Args:
        spec: ``builtin`` or the path of a folder.
        domains: names of domains, or ``all`` for every one that the pack holds.

    Raises:
        PackError: something in the pack is broken, or it holds nothing of a domain that was named.
        UsageError: there is no such domain.
    """
    names = list(dict.fromkeys(domains))
    if ALL not in names:
        return [load_pack(spec, domain) for domain in dict.fromkeys(DOMAIN_ALIASES.get(n, n) for n in names)]
    found = []
    for domain in get_args(Domain):
        with suppress(NoScenariosError):
            found.append(load_pack(spec, domain))
    if not found:
        raise NoScenariosError(
            f"{spec}: no scenarios of any domain found: {', '.join(get_args(Domain))}; {_looked_for('<domain>')}"
        )
    return found


def _load(spec: str, domain: Domain, language: str) -> Pack:
    if spec == BUILTIN:
        return _own(BUILTIN, _HOME / domain / "pack", domain, language)
    root = Path(os.path.expanduser(spec))  # unlike Path.expanduser, leaves the name of an unknown user as it is
    if not spec or not root.is_dir():
        raise PackError(f"{spec or 'pack'}: there is no such folder; give 'builtin' or the path of a pack")
    name = root.resolve().name
    if dataset(root, domain).is_file():
        return _reference(name, root, domain, language)
    for folder in (root / domain / "pack", root / "pack", root):
        if _files(folder):
            return _own(name, folder, domain, language)
    raise NoScenariosError(f"{spec}: no {domain} scenarios found; {_looked_for(domain)}")


def _looked_for(domain: str) -> str:
    return (
        f"looked for {domain}/pack/*.json, pack/*.json and *.json of "
        f"our own format, and for {dataset(Path(), domain)} of the reference format"
    )


def _files(folder: Path) -> list[Path]:
    """The files of scenarios in a folder; some systems write names of files in capitals."""
    found = [path for path in folder.glob("*") if path.suffix.lower() == ".json"]
    return sorted(found, key=lambda path: _natural(path.stem))


def _reference(name: str, root: Path, domain: Domain, language: str) -> Pack:
    read = load_reference(root, domain, language)
    scenarios = _by_id((item, str(dataset(root, domain))) for item in read.scenarios)
    sha256 = _digest(root, read.files, "" if language == ENGLISH else language)
    return Pack(name, domain, scenarios, read.role, read.policy, read.greeting, sha256, True)


def _own(name: str, folder: Path, domain: Domain, language: str) -> Pack:
    paths = _files(folder)
    if not paths:
        raise NoScenariosError(f"{domain}: there are no built-in scenarios; give a pack of yours with --pack PATH")
    if language != ENGLISH:
        raise PackError(f"{folder}: is in English, not in {language!r}; only packs in the reference format have others")
    loaded = [(_scenario(path), str(path)) for path in paths]
    for item, where in loaded:
        if item.domain != domain:
            kind = PackError if any(other.domain == domain for other, _ in loaded) else NoScenariosError
            raise kind(f"{where}, field domain: is {item.domain}, but the pack was asked for {domain}")
    _check_tools(loaded, domain)
    policy = next((path for path in _policies(folder, domain) if path.exists() or path.is_symlink()), None)
    if policy is None:
        raise PackError(f"{folder}: there is no policy.md beside it; it holds the rules that agents follow")
    head, text = _split(policy)
    if not text:
        raise PackError(f"{policy}: holds no rules; write what agents must follow, or leave the file out")
    return Pack(
        name=name,
        domain=domain,
        scenarios=_by_id(loaded),
        role=head.get("role", _ROLES[domain]),
        policy=text,
        greeting=head.get("greeting", _GREETING),
        sha256=_digest(folder, [*paths, policy]),
    )


def _scenario(path: Path) -> Scenario:
    raw = read_json(path)
    where = f"{path}, record {label(raw, 'without id')}"
    try:
        found = Scenario.model_validate(raw)
    except ValidationError as error:
        raise PackError(f"{where}, {first_problem(error)}") from error
    if not stays_inside(found.id):
        raise PackError(f"{where}, field id: cannot name a folder inside of a run; leave out '..', '.' and roots")
    return found


def _check_tools(loaded: Iterable[tuple[Scenario, str]], domain: Domain) -> None:
    """Raises `PackError` when a plan calls a tool that the domain does not have."""
    tools = Toolbox.for_domain(domain).tools
    for item, where in loaded:
        for number, step in enumerate(item.plan):
            if step.do == "call" and step.tool not in tools:
                message = (
                    f"{step.tool[:60]!r} is no tool of {domain}" if step.tool else "is missing: a call needs a tool"
                )
                raise PackError(f"{where}, record {_called(item)}, field plan.{number}.tool: {message}")


def _by_id(items: Iterable[tuple[Scenario, str]]) -> Mapping[str, Scenario]:
    found: dict[str, Scenario] = {}
    for item, where in items:
        if item.id in found:
            raise PackError(f"{where}, record {_called(item)}, field id: occurs twice; ids must differ within a pack")
        for field, tables in (("world", item.world), ("expected", item.expected)):
            if not isinstance(tables.get("session", {}), dict):
                raise PackError(f"{where}, record {_called(item)}, field {field}.session: must be an object")
        found[item.id] = item
    return MappingProxyType(found)


def _called(item: Scenario) -> str:
    return label({"id": item.id}, "without id")


def _policies(folder: Path, domain: Domain) -> tuple[Path, ...]:
    return folder / "policy.md", folder.parent / "policy.md", _HOME / domain / "policy.md"


def _split(path: Path) -> tuple[dict[str, str], str]:
    """The names in the YAML block at the head of a policy, and the rules below it."""
    text = read_text(path)
    block = re.match(r"---\n(.*?)\n---(?:\n|$)", text, re.DOTALL)
    if block is None:
        if re.match(r"---\n\s*(role|greeting)\s*:", text):
            raise PackError(f"{path}: the block at its head has no end; close it with a line ---")
        return {}, text.strip()
    texts = f"{path}: the block at its head must give texts for role and greeting"
    head = parse_yaml(block[1], f"{path}: the block at its head is not YAML", texts)
    if not all(isinstance(value, str) and value.strip() for value in head.values()):
        raise PackError(texts)
    unknown = set(head) - {"role", "greeting"}
    if unknown:
        raise PackError(
            f"{path}: the block at its head may name role and greeting, not {', '.join(sorted(map(str, unknown)))}"
        )
    return head, text[block.end() :].strip()


def _natural(name: str) -> list[tuple[int, int | str]]:
    """Sorts numbers in names by value: 1.9 before 1.10."""
    return [(0, int(part)) if part.isdecimal() else (1, part) for part in re.findall(r"\d+|\D+", name)]


def _digest(root: Path, paths: Iterable[Path], more: str = "") -> str:
    digest = hashlib.sha256(more.encode())
    for path in paths:
        name = path.relative_to(root).as_posix() if path.is_relative_to(root) else path.name
        digest.update(f"{name}\0".encode() + hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()
