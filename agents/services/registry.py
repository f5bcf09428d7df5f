"""Which factory makes a service: ours by name, other people's by entry point, one's own by ``FILE.py:NAME``."""

from __future__ import annotations

import functools
import importlib
import importlib.util
import os
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from pipecat.processors.frame_processor import FrameProcessor
from pydantic import ValidationError

import agents.services
from agents.near import near
from agents.services.base import MARK, Options, Part, Provider, Site
from agents.spec import AgentSpec, Service
from pipelines.plugins import declared
from scenarios.errors import UsageError

GROUP = "callbench.services"
"""Entry points of other distributions: modules that hold factories, or factories."""

_NOT_VENDORS = ("base", "registry")


@functools.cache
def providers() -> dict[tuple[str, str], Provider]:
    """Every provider known by part and name; ours go before those of other distributions."""
    found: dict[tuple[str, str], Provider] = {}
    for made in declared(agents.services, GROUP, MARK, Provider, "services", beside=_NOT_VENDORS):
        found.setdefault((made.part, made.name), made)
    return found


def find(part: Part, name: str) -> Provider:
    """The provider of a part by its name, or by ``FILE.py:NAME``.

    Raises:
        UsageError: there is none; the message lists what there is.
    """
    if ".py:" in name:
        return _from_file(part, name)
    known = providers()
    if (part, name) in known:
        return known[part, name]
    names = sorted(n for p, n in known if p == part)
    elsewhere = sorted(p for p, n in known if n == name)
    hint = f" ({name} can be {' or '.join(elsewhere)})" if elsewhere else near(name, names)
    raise UsageError(f"{part} provider {name!r} is not known{hint}; known: {', '.join(names)}; or FILE.py:NAME")


def resolve(part: Part, service: Service) -> tuple[Provider, Options]:
    """Provider and validated options of a service.

    Raises:
        UsageError: an unknown provider or option, or a value that it does not take.
    """
    found = find(part, service.provider)
    given = service.model_dump()
    if not service.model:
        del given["model"]  # the option's own default
    try:
        return found, found.options.model_validate(given)
    except ValidationError as error:
        first = error.errors()[0]
        name = ".".join(str(p) for p in first["loc"])
        if first["type"] == "extra_forbidden":
            known = [f for f in found.options.model_fields if f != "provider"]
            raise UsageError(f"{part} has no option {name!r}{near(name, known)}; known: {', '.join(known)}") from error
        if first["type"] == "missing":
            raise UsageError(f"{part} provider {service.provider} needs {name}; add it to the agent file") from error
        if first["type"] == "value_error":  # the option's own words
            raise UsageError(f"{part}: {first['ctx']['error']}") from error
        raise UsageError(f"{part} option {name}: {first['msg'].lower()}, not {first['input']!r}") from error


def build(part: Part, service: Service, site: Site) -> FrameProcessor:
    """Make a service.

    Raises:
        UsageError: as `resolve`; or something that it needs is missing here: an extra, a key, an address.
    """
    found, options = resolve(part, service)
    if extra := lacking(found):
        raise UsageError(f"{part} provider {service.provider} is not installed; pip install 'callbench[{extra}]'")
    made: object = found.build(options, site)
    if not isinstance(made, FrameProcessor):
        raise UsageError(f"{part} provider {service.provider} made {type(made).__name__}, which is no Pipecat service")
    return made


def effective(spec: AgentSpec) -> dict[str, dict[str, Any]]:
    """The parameters that the services of an agent run with, defaults filled in, by part.

    Raises:
        UsageError: as `resolve`.
    """
    return {part: resolve(part, s)[1].model_dump(mode="json") for part, s in spec.services.items()}  # type: ignore[arg-type]


def lacking(provider: Provider) -> str:
    """The extra that has to be installed for a provider; empty if nothing is missing."""
    for module in provider.modules:
        try:
            if importlib.util.find_spec(module) is None:
                return provider.extra
        except ModuleNotFoundError:  # the parent of a dotted name
            return provider.extra
    return ""


def _from_file(part: Part, name: str) -> Provider:
    file, _, attribute = name.rpartition(":")
    path = Path(os.path.expanduser(file)).absolute()
    if not path.is_file():
        raise UsageError(f"{part} provider {name}: no such file {file}")
    module = _load(path)
    made = getattr(getattr(module, attribute, None), MARK, None)
    if not isinstance(made, Provider):
        known = [n for n, v in vars(module).items() if isinstance(getattr(v, MARK, None), Provider)]
        raise UsageError(f"{part} provider {name}: no factory {attribute!r} in it; known: {', '.join(known) or 'none'}")
    if made.part != part:
        raise UsageError(f"{part} provider {name}: it makes {made.part}, not {part}")
    return made


@functools.cache
def _load(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"callbench_service_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses and pydantic look their module up
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:  # a script that is no module ends the process
        first = next(iter(str(error).strip().splitlines()), "")
        raise UsageError(f"provider file {path}: {type(error).__name__}{first and f': {first}'}") from error
    return module
