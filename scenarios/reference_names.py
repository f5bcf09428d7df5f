"""Placeholders of the reference dataset's format: the caller's names and number in one language.

Names appear in records and databases as ``<FIRST_NAME>``, ``<LAST_NAME>`` and the like, so that one record
serves several languages. The ``..._ROMANIZED`` forms are always lower case; a language without them uses its
own spelling.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

#: A placeholder of a name or number.
NAME_MARK = re.compile(r"<((?:COMPANION_FIRST|FIRST|LAST)_NAME(?:_ROMANIZED)?|PHONE)>")


def placeholders(record: Mapping[str, Any], language: str) -> dict[str, str]:
    """The replacement of each placeholder of a record.

    Args:
        record: a raw record.
        language: key of its ``culture_overrides``, for example ``en``.

    Raises:
        KeyError: the record has no names in this language, or a name is missing.
        TypeError: a name is no text.
        AttributeError: the same, where it is romanized.
    """
    native = record["culture_overrides"][language]
    roman = (record.get("romanized_culture_overrides") or {}).get(language) or {}
    found = {
        "<FIRST_NAME>": native["first_name"],
        "<LAST_NAME>": native["last_name"],
        "<FIRST_NAME_ROMANIZED>": roman.get("first_name", native["first_name"]).lower(),
        "<LAST_NAME_ROMANIZED>": roman.get("last_name", native["last_name"]).lower(),
    }
    if "phone" in native:
        found["<PHONE>"] = native["phone"]
    companion = native.get("companion")
    if companion:
        first = companion["first_name"]
        found["<COMPANION_FIRST_NAME>"] = first
        spelled = (roman.get("companion") or {}).get("first_name", first)
        found["<COMPANION_FIRST_NAME_ROMANIZED>"] = spelled.lower()
    if not all(isinstance(name, str) for name in found.values()):
        raise TypeError("a name is no text")
    return found


def resolved(tree: Any, names: Mapping[str, str]) -> Any:
    """A copy of nested dicts and lists with the placeholders in all text values replaced."""
    if isinstance(tree, dict):
        return {key: resolved(value, names) for key, value in tree.items()}
    if isinstance(tree, list):
        return [resolved(value, names) for value in tree]
    if isinstance(tree, str) and "<" in tree:
        for mark, name in names.items():
            tree = tree.replace(mark, name)
    return tree


def marked(tree: Any, mark: re.Pattern[str], path: str = "") -> Iterator[tuple[str, str]]:
    """Where text values of nested dicts and lists hold a placeholder: ``a.0.b`` and the first group of `mark`."""
    if isinstance(tree, dict):
        for key, value in tree.items():
            yield from marked(value, mark, f"{path}.{key}" if path else str(key))
    elif isinstance(tree, list):
        for index, value in enumerate(tree):
            yield from marked(value, mark, f"{path}.{index}" if path else str(index))
    elif isinstance(tree, str):
        yield from ((path, name) for name in mark.findall(tree))
