"""Looking for values inside tool responses: where could an agent have learnt this?"""

from __future__ import annotations

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
