"""The run's diary: one JSON object a line, appended and synced, never rewritten.

A crash in the middle of an append leaves a torn last line; opening the journal again mends it, so that the
next event does not end up on the same line.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Any


class Journal:
    """Appends events to ``journal.jsonl``."""

    def __init__(self, path: Path, now: Callable[[], str]) -> None:
        """Open for appending and mend a torn last line.

        Args:
            path: the file; created where absent.
            now: the wall clock, as ISO 8601 text.
        """
        self._now = now
        self.mended = mend(path)
        self._file = open(path, "ab", buffering=0)  # noqa: SIM115 - lives as long as the run

    def write(self, event: str, **data: Any) -> None:
        """Append one event and sync it."""
        line = json.dumps({"at": self._now(), "event": event, **data}, ensure_ascii=False, sort_keys=False)
        self._file.write(line.encode() + b"\n")
        os.fsync(self._file.fileno())

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def mend(path: Path) -> bool:
    """Drop a torn last line (or end it, if only its newline is missing); answers whether that was needed."""
    if not path.exists():
        return False
    with open(path, "r+b") as file:
        content = file.read()
        if not content or content.endswith(b"\n"):
            return False
        start = content.rfind(b"\n") + 1
        try:
            whole = isinstance(json.loads(content[start:]), dict)
        except ValueError:
            whole = False
        if whole:
            file.write(b"\n")
        else:
            file.truncate(start)
        os.fsync(file.fileno())
    return True


def read(path: Path) -> Iterator[dict[str, Any]]:
    """The events of a journal; a line that is not a JSON object (torn by a crash) is left out."""
    if not path.exists():
        return
    for line in path.read_bytes().split(b"\n"):
        try:
            event = json.loads(line)
        except ValueError:
            continue
        if isinstance(event, dict):
            yield event
