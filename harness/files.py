"""Writing that survives a crash: a file is either absent, old and whole, or new and whole."""

from __future__ import annotations

import contextlib
import json
import os
import tempfile
from pathlib import Path
from typing import Any


def dumps(value: Any) -> str:
    """The one JSON form of everything written once: sorted, indented, strict, ending in a newline."""
    return json.dumps(value, indent=2, sort_keys=True, ensure_ascii=False, allow_nan=False) + "\n"


def write_json(path: Path, value: Any) -> None:
    """Write `value` as JSON, atomically. See `write`."""
    write(path, dumps(value))


def write(path: Path, text: str) -> None:
    """Write `text` as UTF-8, atomically and durably.

    The text goes to a temporary file in the same folder, is synced, and takes the place of `path` at once.

    Raises:
        OSError: the folder is absent or cannot be written to.
    """
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".tmp")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, 0o644)
        os.replace(temporary, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Make the names in a folder durable; systems that cannot sync a folder are left alone."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def read_json(path: Path) -> Any:
    """The value of a JSON file, or ``None`` where there is no file or it is not JSON."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (FileNotFoundError, NotADirectoryError, ValueError):
        return None
