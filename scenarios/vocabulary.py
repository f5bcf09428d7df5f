"""What anybody at a desk knows to choose from: the closed lists of the tools, and the names of things in a world.

A model sees the closed lists in its tools' schemas, and a clerk knows the names of the house's applications and
buildings. Neither tells what a caller wants.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from scenarios.slots.derived import numbered
from scenarios.toolbox import Toolbox

_NAMED = ("name", "display_name", "title")
_ALIASES = ("name_aliases", "aliases")
#: Tables whose rows' names answer a parameter: its name holds one of the words.
_TABLES: Mapping[str, tuple[str, ...]] = {
    "application": ("applications",),
    "license": ("licenses",),
    "licence": ("licenses",),
    "building": ("buildings",),
    "zone": ("zones",),
    "group": ("access_groups",),
    "room": ("conference_rooms",),
}


def closed_lists(toolbox: Toolbox) -> dict[tuple[str, str], tuple[str, ...]]:
    """What a parameter can be, by tool and parameter, from the schemas that a model sees; "any" is no choice."""
    lists: dict[tuple[str, str], tuple[str, ...]] = {}
    for schema in toolbox.schemas():
        for name, parameter in schema["parameters"].get("properties", {}).items():
            values = parameter.get("enum") or parameter.get("items", {}).get("enum")
            if values:
                lists[schema["name"], name] = tuple(v for v in map(str, values) if v != "any")
    return lists


def choices(closed: Mapping[tuple[str, str], tuple[str, ...]], world: Mapping[str, Any], slot: str) -> tuple[str, ...]:
    """What a slot can be: the closed lists of all parameters of its name, else the names in a world."""
    parameter, _ = numbered(slot) or (slot, 1)
    lists = [values for (_, name), values in closed.items() if name == parameter]
    return tuple(dict.fromkeys(value for values in lists for value in values)) or names(world, parameter)


def names(world: Mapping[str, Any], parameter: str) -> tuple[str, ...]:
    """The names in a world that a parameter can take, aliases included; empty where it takes none.

    Args:
        world: its tables.
        parameter: ``application_name``, ``delivery_building``, ...
    """
    words = re.findall(r"[a-z]+", parameter.lower())
    tables = [table for word in words for table in _TABLES.get(word, ())]
    found: dict[str, str] = {}
    for table in dict.fromkeys(tables):
        for row in _rows(world, table):
            for name in (*(row.get(key) for key in _NAMED), *(n for key in _ALIASES for n in row.get(key) or ())):
                if isinstance(name, str):
                    found.setdefault(name.casefold(), name)
    if "equipment" in words:
        items = (item for row in _rows(world, "conference_rooms") for item in row.get("equipment") or ())
        found.update({item.casefold(): item for item in items if isinstance(item, str)})
    return tuple(found.values())


def named(text: str, known: Sequence[str]) -> str | None:
    """The longest of known names that stands in a text word by word, whatever its case; ``None`` if none does."""
    low = f" {_words(text)} "
    inside = [name for name in known if _words(name) and f" {_words(name)} " in low]
    return max(inside, key=lambda name: len(_words(name)), default=None)


def _words(text: str) -> str:
    return " ".join(re.findall(r"[^\W_]+", text.casefold()))


def _rows(tree: Any, table: str) -> Iterator[Mapping[str, Any]]:
    """The rows of a table at any depth: its values where it is a mapping of rows, its items where it is a list."""
    if not isinstance(tree, Mapping):
        return
    for key, value in tree.items():
        if key == table:
            rows = value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else ()
            yield from (row for row in rows if isinstance(row, Mapping))
        else:
            yield from _rows(value, table)
