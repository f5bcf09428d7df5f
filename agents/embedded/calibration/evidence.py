"""What the tools of this call have shown: the only ground on which a looked-up value may be used."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

_MOMENT = re.compile(r"(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2})")


class Evidence:
    """Values that occur in tool responses."""

    def __init__(self) -> None:
        self.responses: list[dict[str, Any]] = []
        self._seen: list[frozenset[str]] = []

    def add(self, response: dict[str, Any]) -> None:
        """Take in a tool response."""
        self.responses.append(response)
        self._seen.append(frozenset(str(leaf).lower() for leaf in _leaves(response) if isinstance(leaf, str)))

    def holds(self, value: Any) -> bool:
        """Whether a value was shown. Numbers, booleans and nothing are derived rather than shown, and pass.

        A moment ("2026-07-14 09:30") was shown where its day and its time stand in one response.
        """
        if isinstance(value, str):
            wanted = value.lower()
            moment = _MOMENT.fullmatch(value)
            return any(
                wanted in seen or (moment is not None and moment[1] in seen and moment[2] in seen)
                for seen in self._seen
            )
        if isinstance(value, list | tuple):
            return all(self.holds(item) for item in value)
        return True


def _leaves(data: Any) -> Iterator[Any]:
    if isinstance(data, dict):
        for key, value in data.items():
            yield key
            yield from _leaves(value)
    elif isinstance(data, list):
        for item in data:
            yield from _leaves(item)
    else:
        yield data
