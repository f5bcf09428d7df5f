"""A tool: a name, a typed parameter model, and a small function on a world.

Tools register themselves with the decorator `tool`. The JSON schema that models see, the validation of a call
and the error code of a bad parameter all come from the one pydantic model in the function's signature::

    class Lookup(Params):
        code: Annotated[str, Field(pattern="^[A-Z]{6}$", description="Booking code"), Code("invalid_code")]

    @tool("airline", "read", "Looks up a booking.")
    def lookup(world: World, params: Lookup) -> Result:
        ...
"""

from __future__ import annotations

import inspect
import typing
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from scenarios.errors import CallbenchError
from scenarios.world import World

ToolType = Literal["read", "write", "auth", "system"]
Result = dict[str, Any]
ParamsModel = type[BaseModel]

#: The code of a parameter error for which the domain has no code of its own.
INVALID_PARAMETER = "invalid_parameter"


class Params(BaseModel):
    """Base of parameter models. Unknown parameters are ignored, numbers may arrive as text."""

    model_config = ConfigDict(frozen=True, extra="ignore")


@dataclass(frozen=True)
class Code:
    """Marks a parameter with the error code that a missing or malformed value gives."""

    code: str


class Rejected(CallbenchError):
    """A tool refuses a well-formed call; nothing was changed.

    Args:
        code: the domain's error code, for example ``not_found``.
        message: what is wrong, in words for the agent.
        details: further members of the answer, for example what is missing.
    """

    def __init__(self, code: str, message: str, **details: Any) -> None:
        super().__init__(message)
        self.code = code
        self.details = details


@dataclass(frozen=True)
class Tool:
    """One tool of a domain.

    Attributes:
        name: function name that models call.
        type: ``read`` changes nothing, ``write`` changes the world, ``auth`` also writes the session,
            ``system`` acts on the call itself.
        description: what it does, for a model.
        params: model of its parameters.
        handler: the implementation; raises `Rejected` to refuse.
    """

    name: str
    type: ToolType
    description: str
    params: ParamsModel
    handler: Callable[[World, Any], Result]

    def run(self, world: World, params: BaseModel) -> Result:
        """Runs it with checked parameters. Raises `Rejected` when the call is refused."""
        return self.handler(world, params)

    @property
    def codes(self) -> frozenset[str]:
        """The error codes of its parameters."""
        return frozenset(code for name in self.params.model_fields if (code := self._code(name)) is not None)

    def error_code(self, error: ValidationError) -> str:
        """The code of a failed validation: of the first failing parameter that has one."""
        for item in error.errors(include_url=False, include_input=False, include_context=False):
            code = self._code(str(item["loc"][0])) if item["loc"] else None
            if code is not None:
                return code
        return INVALID_PARAMETER

    def schema(self) -> dict[str, Any]:
        """Name, description and JSON schema of the parameters, as function-calling models take them."""
        schema = self.params.model_json_schema()
        parameters = {
            "type": "object",
            "properties": {name: _plain(item) for name, item in schema.get("properties", {}).items()},
            "required": list(schema.get("required", [])),
        }
        return {"name": self.name, "description": self.description, "parameters": parameters}

    def _code(self, name: str) -> str | None:
        field = self.params.model_fields.get(name)
        marks = [mark.code for mark in field.metadata if isinstance(mark, Code)] if field else []
        return marks[0] if marks else None


def _plain(schema: dict[str, Any]) -> dict[str, Any]:
    """A parameter's schema without titles, and without the null of optional ones: absence says that."""
    if "anyOf" in schema:
        variants = [item for item in schema["anyOf"] if item.get("type") != "null"]
        if len(variants) == 1:
            rest = {key: value for key, value in schema.items() if key not in {"anyOf", "default"}}
            return _plain({**variants[0], **rest})
    plain = {key: value for key, value in schema.items() if key != "title"}
    if "const" in plain:
        # A choice of one: not every vendor's function calling knows const.
        plain["enum"] = [plain.pop("const")]
    if isinstance(plain.get("items"), dict):
        plain["items"] = _plain(plain["items"])
    return plain


_REGISTRY: dict[str, dict[str, Tool]] = {}

P = TypeVar("P", bound=BaseModel)


def tool(
    domain: str, kind: ToolType, description: str
) -> Callable[[Callable[[World, P], Result]], Callable[[World, P], Result]]:
    """Registers the decorated function as a tool of `domain` under its own name.

    The function takes the world and a parameter model, which is read from its signature.

    Raises:
        ValueError: the domain has a tool of this name already, or the signature holds no parameter model.
    """

    def register(function: Callable[[World, P], Result]) -> Callable[[World, P], Result]:
        name = function.__name__
        arguments = list(inspect.signature(function).parameters)
        model = typing.get_type_hints(function).get(arguments[1]) if len(arguments) == 2 else None
        if not (isinstance(model, type) and issubclass(model, BaseModel)):
            raise ValueError(f"tool {name!r} must take a world and a pydantic model")
        tools = _REGISTRY.setdefault(domain, {})
        if name in tools:
            raise ValueError(f"{domain} has a tool {name!r} already")
        tools[name] = Tool(name, kind, description, model, function)
        return function

    return register


def registered(domain: str) -> dict[str, Tool]:
    """The tools registered for a domain so far, in order of registration."""
    return dict(_REGISTRY.get(domain, {}))
