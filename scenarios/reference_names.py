"""Placeholders of the reference dataset's format: the caller's names and number in one language.

Names appear in records and databases as ``<FIRST_NAME>``, ``<LAST_NAME>`` and the like, so that one record
serves several languages. The ``..._ROMANIZED`` forms are always lower case; a language without them uses its
own spelling.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def placeholders(record: Mapping[str, Any], language: str) -> dict[str, str]:
    """The replacement of each placeholder of a record.

    Args:
        record: a raw record.
        language: key of its ``culture_overrides``, for example ``en``.

    Raises:
        KeyError: the record has no names in this language, or a name is missing.
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
