"""What the tools of this call have shown: the only ground on which a looked-up value may be used."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any


class Evidence:
    """Values that occur in tool responses."""

    def __init__(self) -> None:
        self.responses: list[dict[str, Any]] = []
        self._seen: set[str] = set()

    def add(self, response: dict[str, Any]) -> None:
        """Take in a tool response."""
        self.responses.append(response)
        self._seen.update(str(leaf).lower() for leaf in _leaves(response) if isinstance(leaf, str))

    def holds(self, value: Any) -> bool:
        """Whether a value was shown. Numbers, booleans and nothing are derived rather than shown, and pass."""
        if isinstance(value, str):
            return value.lower() in self._seen
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
