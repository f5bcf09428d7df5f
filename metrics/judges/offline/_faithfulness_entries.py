"""What belongs together in the tools' answers: each flight, shift or ticket of a list with its own values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from metrics.judges.offline._faithfulness_grounds import Grounds


@dataclass(frozen=True)
class Item:
    """One element of a list that a tool answered, or what stands outside of lists."""

    listed: bool
    grounds: Grounds

    def holds(self, code: str) -> bool:
        """Whether a code, or the figures at its end, is one of this item's."""
        figures = code.lower().lstrip("abcdefghijklmnopqrstuvwxyz-")
        own = self.grounds.evidence.codes
        return len(figures) > 1 and any(c == code.lower() or _tail(c) == figures for c in own)


def items(data: Mapping[str, Any]) -> Iterator[Item]:
    """The items of an answer; lists inside of an element of a list belong to it."""
    rest: dict[str, Any] = {}
    for key, value in data.items():
        if isinstance(value, Mapping):
            yield from items(value)
        elif isinstance(value, list | tuple) and value and all(isinstance(v, Mapping) for v in value):
            for element in value:
                yield _item(True, {key: element})
        else:
            rest[key] = value
    if rest:
        yield _item(False, rest)


def _item(listed: bool, data: Mapping[str, Any]) -> Item:
    grounds = Grounds()
    grounds.add_data(data)
    return Item(listed, grounds)


def _tail(code: str) -> str:
    return code.lstrip("abcdefghijklmnopqrstuvwxyz") if code.isalnum() else ""
