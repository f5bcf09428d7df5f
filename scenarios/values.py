"""Looking for values inside tool responses: where could an agent have learnt this?"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any


def leaves(tree: Any) -> Iterator[Any]:
    """All scalars inside nested dicts and lists, keys not included."""
    if isinstance(tree, dict):
        for value in tree.values():
            yield from leaves(value)
    elif isinstance(tree, list | tuple):
        for value in tree:
            yield from leaves(value)
    else:
        yield tree


def same(left: Any, right: Any) -> bool:
    """Whether two scalars mean the same: numbers by value, text without case, booleans only as booleans."""
    if isinstance(left, bool) or isinstance(right, bool):
        return left is right
    if isinstance(left, str) and isinstance(right, str):
        return left.strip().casefold() == right.strip().casefold()
    return bool(left == right)


def occurs(value: Any, trees: Iterable[Any]) -> bool:
    """Whether a value, or every item of a list, stands somewhere in the trees."""
    if isinstance(value, list | tuple):
        known = list(trees)
        return bool(value) and all(occurs(item, known) for item in value)
    return any(same(value, leaf) for tree in trees for leaf in leaves(tree))


def under(key: str, tree: Any) -> Iterator[Any]:
    """All values under a key, at any depth."""
    if isinstance(tree, dict):
        for name, value in tree.items():
            if name == key:
                yield value
            yield from under(key, value)
    elif isinstance(tree, list | tuple):
        for value in tree:
            yield from under(key, value)


def sizes(key: str, tree: Any) -> Iterator[int]:
    """The lengths of all lists under a key, at any depth."""
    return (len(value) for value in under(key, tree) if isinstance(value, list))


def composed(value: Any, trees: Iterable[Any]) -> bool:
    """Whether a value is ``YYYY-MM-DD HH:MM`` whose date and time of day stand in one of the trees."""
    parts = re.fullmatch(r"(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2})", value) if isinstance(value, str) else None
    return parts is not None and any(occurs(parts[1], [tree]) and occurs(parts[2], [tree]) for tree in trees)


def said(value: Any) -> str:
    """The form in which a caller's fact holds an argument: items of a list joined by commas."""
    if isinstance(value, list | tuple):
        return ",".join(said(item) for item in value)
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)
