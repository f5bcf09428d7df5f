"""The tools of a domain, called by name.

`Toolbox.call` is the only door between an agent and a world: it never raises, a call that fails leaves the
world as it was, and what it returns is a copy that later calls cannot alter.
"""

from __future__ import annotations

import copy
import importlib
import importlib.util
import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.metadata import entry_points
from types import MappingProxyType
from typing import Any, get_args

from pydantic import ValidationError

from scenarios.errors import UsageError
from scenarios.model import DOMAIN_ALIASES, Domain
from scenarios.tool import INVALID_PARAMETER, Rejected, Result, Tool, registered
from scenarios.world import World

#: Entry point group of third parties' tools; an entry is a module that uses `scenarios.tool.tool`.
GROUP = "callbench.toolboxes"

TOOL_NOT_FOUND = "tool_not_found"
EXECUTION_ERROR = "execution_error"

#: Codes of a malformed call in every domain; ``function_not_found`` is a tool with a schema and no code.
COMMON_CODES = frozenset({TOOL_NOT_FOUND, "function_not_found", EXECUTION_ERROR, INVALID_PARAMETER})


@dataclass(frozen=True)
class Toolbox:
    """The tools of one domain.

    Attributes:
        domain: its name.
        tools: the tools by name, in a stable order.
    """

    domain: str
    tools: Mapping[str, Tool]

    @classmethod
    def for_domain(cls, domain: str) -> Toolbox:
        """The built-in tools of a domain and those of installed plug-ins.

        Args:
            domain: its name, or what the reference format calls it.

        Raises:
            UsageError: nobody provides tools for this domain.
        """
        domain = DOMAIN_ALIASES.get(domain, domain)
        module = f"scenarios.{domain}.tools"
        if domain.isidentifier() and _exists(module):
            importlib.import_module(module)
        _load_plugins()
        tools = registered(domain)
        if not tools:
            raise UsageError(
                f"no tools for domain {domain!r}: built in are {', '.join(_built_in())}; "
                f"a plug-in adds others by {GROUP}"
            )
        return cls(domain, MappingProxyType(tools))

    @property
    def validation_codes(self) -> frozenset[str]:
        """The error codes of a malformed call, as opposed to one that the rules of the business refuse."""
        return COMMON_CODES.union(*(tool.codes for tool in self.tools.values()))

    def schemas(self) -> list[dict[str, Any]]:
        """Name, description and JSON schema of every tool, for a model."""
        return [tool.schema() for tool in self.tools.values()]

    def call(self, world: World, name: str, params: Mapping[str, Any]) -> Result:
        """Calls a tool by name.

        Returns:
            A non-empty dict with ``status`` ``success`` or ``error``; an error also has ``error_type`` and
            ``message``.
        """
        tool = self.tools.get(name)
        if tool is None:
            return _error(TOOL_NOT_FOUND, f"There is no tool named {name}.")
        world.calls[name] += 1
        try:
            checked = tool.params.model_validate(dict(params))
        except ValidationError as error:
            return _error(tool.error_code(error), _describe(error))
        except (TypeError, ValueError):
            return _error(INVALID_PARAMETER, "The parameters must be an object of names and values.")
        before = copy.deepcopy(world.tables) if tool.type in ("write", "auth") else None
        details: Result = {}
        try:
            return copy.deepcopy(tool.run(world, checked))
        except Rejected as error:
            code, message, details = error.code, str(error), copy.deepcopy(error.details)
        except Exception as error:
            # Agents are promised an answer, whatever a tool does; the exception's type keeps it findable.
            code, message = EXECUTION_ERROR, f"{name} failed: {type(error).__name__}: {error}"
        if before is not None and world.tables != before:
            world.tables.clear()
            world.tables.update(before)
        return {**details, **_error(code, message)}


def _error(code: str, message: str) -> Result:
    return {"status": "error", "error_type": code, "message": message}


def _describe(error: ValidationError) -> str:
    items = error.errors(include_url=False, include_input=False)
    return "; ".join(f"{'.'.join(map(str, item['loc']))}: {item['msg']}" for item in items)


def _built_in() -> list[str]:
    return [name for name in get_args(Domain) if _exists(f"scenarios.{name}.tools")]


def _exists(module: str) -> bool:
    try:
        return importlib.util.find_spec(module) is not None
    except ModuleNotFoundError:
        return False


_loaded: set[str] = set()


def _load_plugins() -> None:
    for entry in entry_points(group=GROUP):
        if entry.value in _loaded:
            continue
        _loaded.add(entry.value)
        try:
            entry.load()
        except Exception as error:
            # Somebody else's broken package must not keep this benchmark from running.
            warnings.warn(f"plug-in {entry.name} ({entry.value}) was left out: {error!r}", stacklevel=3)
