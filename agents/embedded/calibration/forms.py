"""What values a tool takes: pattern, closed list and type of each parameter, as a model sees them in the schemas."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scenarios.toolbox import Toolbox
from scenarios.vocabulary import closed_lists, names


@dataclass(frozen=True, slots=True)
class Form:
    """The form of one parameter.

    Attributes:
        pattern: the regular expression of a value, or of each item of a list.
        choices: the closed list, or the names that things have in the world of the call.
        type: JSON schema type: ``string``, ``integer``, ``number``, ``boolean`` or ``array``.
    """

    pattern: str | None = None
    choices: tuple[str, ...] = ()
    type: str = "string"

    def joined(self, other: Form) -> Form:
        """The form of a value that goes to two parameters."""
        choices = self.choices if not other.choices else tuple(dict.fromkeys((*self.choices, *other.choices)))
        return Form(self.pattern or other.pattern, choices, self.type)

    def value(self, heard: str, listed: bool) -> Any:
        """A heard value as the tool takes it.

        Args:
            heard: canonical form of its kind.
            listed: whether it is several values joined by commas.
        """
        if self.type == "array":
            return [item for item in heard.split(",") if item]
        if listed:
            return heard.split(",")
        try:
            if self.type == "integer":
                return int(float(heard))
            if self.type == "number":
                return float(heard)
        except ValueError:
            return heard
        if self.type == "boolean":
            return heard.strip().lower() in ("true", "yes")
        return heard


def forms(toolbox: Toolbox, world: Mapping[str, Any]) -> dict[tuple[str, str], Form]:
    """The form of every parameter, by tool and parameter."""
    lists = closed_lists(toolbox)
    found: dict[tuple[str, str], Form] = {}
    for schema in toolbox.schemas():
        for name, parameter in schema["parameters"].get("properties", {}).items():
            key = schema["name"], name
            pattern = parameter.get("pattern") or parameter.get("items", {}).get("pattern")
            choices = lists.get(key) or (() if pattern else names(world, name))
            found[key] = Form(pattern, choices, str(parameter.get("type", "string")))
    return found
