"""Packs: the scenarios of a domain, the rules of its agents, and a digest of both.

Three sources are understood: ``builtin``, a folder in our own format, and a folder in the reference
dataset's format. Our own format is one JSON file per scenario (`Scenario.model_dump`): in
``<PATH>/<domain>/pack/`` with ``policy.md`` in ``<PATH>/<domain>/``, or all of it in ``<PATH>``.
``policy.md`` may begin with a YAML block that names the agent's ``role`` and ``greeting``; a folder without a
``policy.md`` uses the built-in one.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import get_args

import yaml
from pydantic import ValidationError

from scenarios.errors import NoScenariosError, PackError, UsageError
from scenarios.files import first_problem, read_json
from scenarios.model import DOMAIN_ALIASES, Domain, Scenario
from scenarios.reference import dataset, load_reference

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


def load_pack(spec: str, domain: str) -> Pack:
    """Loads the scenarios of a domain.

    Args:
        spec: ``builtin`` or the path of a folder.
        domain: ``airline``, ``hr`` or ``itsm``; the reference format's ``medical_hr`` is ``hr``.

    Raises:
        PackError: something in the pack is broken; the message names file, record and field.
        UsageError: there is no such domain, or it has no tools yet.
    """
    known = DOMAIN_ALIASES.get(domain, domain)
    for name in get_args(Domain):
        if name == known:
            return _load(spec, name)
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
        raise NoScenariosError(f"{spec}: no scenarios of any domain found: {', '.join(get_args(Domain))}")
    return found


def _load(spec: str, domain: Domain) -> Pack:
    if spec == BUILTIN:
        return _own(BUILTIN, _HOME / domain / "pack", domain)
    root = Path(spec).expanduser()
    if not root.is_dir():
        raise PackError(f"{spec}: there is no such folder; give 'builtin' or the path of a pack")
    name = root.resolve().name
    if dataset(root, domain).is_file():
        return _reference(name, root, domain)
    for folder in (root / domain / "pack", root / "pack", root):
        if any(folder.glob("*.json")):
            return _own(name, folder, domain)
    raise NoScenariosError(
        f"{spec}: no {domain} scenarios found; looked for {domain}/pack/*.json, pack/*.json and *.json of "
        f"our own format, and for {dataset(Path(), domain)} of the reference format"
    )


def _reference(name: str, root: Path, domain: Domain) -> Pack:
    read = load_reference(root, domain)
    scenarios = _by_id((item, str(dataset(root, domain))) for item in read.scenarios)
    return Pack(name, domain, scenarios, read.role, read.policy, read.greeting, _digest(root, read.files), True)


def _own(name: str, folder: Path, domain: Domain) -> Pack:
    paths = sorted(folder.glob("*.json"), key=lambda path: _natural(path.stem))
    if not paths:
        raise NoScenariosError(f"{domain}: there are no built-in scenarios; give a pack of yours with --pack PATH")
    loaded = [(_scenario(path), str(path)) for path in paths]
    for item, where in loaded:
        if item.domain != domain:
            kind = PackError if any(other.domain == domain for other, _ in loaded) else NoScenariosError
            raise kind(f"{where}, field domain: is {item.domain}, but the pack was asked for {domain}")
    policy = next((path for path in _policies(folder, domain) if path.is_file()), None)
    if policy is None:
        raise PackError(f"{folder}: there is no policy.md beside it; it holds the rules that agents follow")
    head, text = _split(policy)
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
    try:
        return Scenario.model_validate(raw)
    except ValidationError as error:
        label = raw.get("id", "without id") if isinstance(raw, dict) else "without id"
        raise PackError(f"{path}, record {label}, {first_problem(error)}") from error


def _by_id(items: Iterable[tuple[Scenario, str]]) -> Mapping[str, Scenario]:
    found: dict[str, Scenario] = {}
    for item, where in items:
        if item.id in found:
            raise PackError(f"{where}, record {item.id}, field id: occurs twice; ids must differ within a pack")
        found[item.id] = item
    return MappingProxyType(found)


def _policies(folder: Path, domain: Domain) -> tuple[Path, ...]:
    return folder / "policy.md", folder.parent / "policy.md", _HOME / domain / "policy.md"


def _split(path: Path) -> tuple[dict[str, str], str]:
    """The names in the YAML block at the head of a policy, and the rules below it."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise PackError(f"{path}: cannot be read: {error}") from error
    block = re.match(r"---\n(.*?)\n---\n", text, re.DOTALL)
    if block is None:
        return {}, text.strip()
    try:
        head = yaml.safe_load(block[1])
    except yaml.YAMLError as error:
        raise PackError(f"{path}: the block at its head is not YAML: {' '.join(str(error).split())}") from error
    if not isinstance(head, dict) or not all(isinstance(value, str) for value in head.values()):
        raise PackError(f"{path}: the block at its head must give texts for role and greeting")
    unknown = set(head) - {"role", "greeting"}
    if unknown:
        raise PackError(f"{path}: the block at its head may name role and greeting, not {', '.join(sorted(unknown))}")
    return head, text[block.end() :].strip()


def _natural(name: str) -> list[tuple[int, int | str]]:
    """Sorts numbers in names by value: 1.9 before 1.10."""
    return [(0, int(part)) if part.isdigit() else (1, part) for part in re.findall(r"\d+|\D+", name)]


def _digest(root: Path, paths: Iterable[Path]) -> str:
    digest = hashlib.sha256()
    for path in paths:
        name = path.relative_to(root).as_posix() if path.is_relative_to(root) else path.name
        digest.update(f"{name}\0".encode() + hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()
