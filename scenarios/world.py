"""The world of a call: the database that tools read and change, its digest and its difference to a target.

Two worlds are the same when their canonical forms are the same. The form is what is hashed and what is
compared, so `diff` is empty exactly when the digests are equal.
"""

from __future__ import annotations

import copy
import hashlib
import json
import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

#: Lists under these keys are sets: their order carries no meaning.
UNORDERED = frozenset(
    {"standby_list", "notifications", "bookings", "system_accounts", "group_memberships", "asset_recoveries"}
)

_ABSENT = object()


@dataclass(frozen=True)
class Change:
    """One difference between an expected and an actual world.

    Attributes:
        path: where, for example ``reservations/ZK3FFW/bookings[1]/fare_paid``.
        kind: ``added`` is only in the actual world, ``removed`` only in the expected one.
        expected: canonical value there, ``None`` when added.
        actual: canonical value there, ``None`` when removed.
    """

    path: str
    kind: Literal["added", "removed", "changed"]
    expected: Any = None
    actual: Any = None

    def __str__(self) -> str:
        if self.kind == "added":
            return f"+ {self.path}: {_brief(self.actual)}"
        if self.kind == "removed":
            return f"- {self.path}: {_brief(self.expected)}"
        return f"~ {self.path}: expected {_brief(self.expected)}, got {_brief(self.actual)}"


@dataclass(frozen=True)
class WorldDiff:
    """All differences between two worlds, in a stable order; falsy when there are none."""

    changes: tuple[Change, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.changes)

    def lines(self) -> list[str]:
        """One line per difference, for a terminal."""
        return [str(change) for change in self.changes]


class World:
    """A database that one call works on.

    Attributes:
        tables: the live tables; tools change them in place. ``session`` holds what authentication wrote.
        calls: how often each tool was called so far, rejected calls included.
    """

    def __init__(self, tables: dict[str, Any]) -> None:
        self.tables = tables
        self.calls: Counter[str] = Counter()

    def table(self, name: str) -> dict[str, Any]:
        """A table by name; an absent one is created empty."""
        found = self.tables.setdefault(name, {})
        if not isinstance(found, dict):
            raise TypeError(f"{name} is a {type(found).__name__}, not a table")
        return found

    @property
    def today(self) -> str:
        """The date of the call, ``YYYY-MM-DD``."""
        return str(self.tables["_current_date"])

    def copy(self) -> World:
        """An independent world with the same tables and call counts."""
        twin = World(copy.deepcopy(self.tables))
        twin.calls = self.calls.copy()
        return twin

    def digest(self) -> str:
        """The digest of the tables, see `digest`."""
        return digest(self.tables)


def canonical(tables: Any) -> Any:
    """The form of a world in which two worlds are compared.

    The top-level ``session`` is dropped. Then, throughout: lists under a key of `UNORDERED` are sorted,
    finite whole floats become integers, and strings that spell none or null become ``None``. Booleans stay
    apart from numbers, a missing key from a null one, and all other text is kept as it is.
    """
    if isinstance(tables, dict):
        tables = {key: value for key, value in tables.items() if key != "session"}
    return _normal(tables)


def digest(tables: Any) -> str:
    """SHA-256 of the canonical form as compact ASCII JSON with sorted keys, in hex."""
    text = json.dumps(canonical(tables), sort_keys=True, separators=(",", ":"), default=str)
    return hashlib.sha256(text.encode()).hexdigest()


def diff(expected: Any, actual: Any) -> WorldDiff:
    """What must change in `expected` to become `actual`; empty exactly when the digests are equal."""
    return WorldDiff(tuple(_compare("", canonical(expected), canonical(actual))))


def _normal(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _member(key, _normal(item)) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_normal(item) for item in value]
    if isinstance(value, float) and math.isfinite(value) and value == int(value):
        return int(value)
    if isinstance(value, str) and value.strip().lower() in {"none", "null"}:
        return None
    return value


def _member(key: Any, value: Any) -> Any:
    if key in UNORDERED and isinstance(value, list):
        return sorted(value, key=_text)
    return value


def _text(value: Any) -> str:
    return json.dumps(value, sort_keys=True, default=str)


def _compare(path: str, expected: Any, actual: Any) -> Iterator[Change]:
    if isinstance(expected, dict) and isinstance(actual, dict):
        left = {str(key): value for key, value in expected.items()}
        right = {str(key): value for key, value in actual.items()}
        for key in sorted(left.keys() | right.keys()):
            where = f"{path}/{key}" if path else key
            yield from _members(where, left.get(key, _ABSENT), right.get(key, _ABSENT))
    elif isinstance(expected, list) and isinstance(actual, list):
        for index in range(max(len(expected), len(actual))):
            left_item = expected[index] if index < len(expected) else _ABSENT
            right_item = actual[index] if index < len(actual) else _ABSENT
            yield from _members(f"{path}[{index}]", left_item, right_item)
    elif _text(expected) != _text(actual):
        # Texts are compared, as in the digest: `True == 1` in Python, but not in JSON.
        yield Change(path, "changed", expected, actual)


def _members(path: str, expected: Any, actual: Any) -> Iterator[Change]:
    if expected is _ABSENT:
        yield Change(path, "added", actual=actual)
    elif actual is _ABSENT:
        yield Change(path, "removed", expected=expected)
    else:
        yield from _compare(path, expected, actual)


def _brief(value: Any, limit: int = 160) -> str:
    text = json.dumps(value, sort_keys=True, default=str, ensure_ascii=False)
    return text if len(text) <= limit else text[: limit - 3] + "..."
