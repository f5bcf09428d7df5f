"""The capacity that was found for this machine, kept in the user's cache folder."""

from __future__ import annotations

import hashlib
import json
import platform
from pathlib import Path
from typing import Any

from agents.embedded.cache import directory

FILE = "capacity.json"


def machine(cores: int, host: str | None = None) -> str:
    """A name for this machine that does not tell its own: a hash of the host's name, and the cores in use."""
    name = platform.node() if host is None else host
    return f"{hashlib.sha256(name.encode()).hexdigest()[:12]}-{cores}"


def store(found: dict[str, Any], which: str, date: str, folder: Path | None) -> Path | None:
    """Keep what was found of a kind of callers; answers the file, or ``None`` where nothing can be kept.

    Args:
        found: a capacity as data.
        which: the machine.
        date: when it was found.
        folder: of the cache; ``None`` where it is off.
    """
    from harness.files import write_json

    if folder is None:
        return None
    path = folder / FILE
    held = _read(path)
    kinds = held.get(which)
    held[which] = {**(kinds if isinstance(kinds, dict) else {}), found["kind"]: {**found, "date": date}}
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_json(path, held)
    except OSError:
        return None
    return path


def known(kind: str, which: str, folder: Path | None) -> int | None:
    """The calls that a machine was found to carry; ``None`` where that is not known, or was not even one."""
    entry = _read(folder / FILE).get(which) if folder is not None else None
    found = entry.get(kind) if isinstance(entry, dict) else None
    calls = found.get("calls") if isinstance(found, dict) else None
    return calls if type(calls) is int and calls > 0 else None


def here() -> Path | None:
    """Folder of the cache; ``None`` where it is off."""
    return directory()


def _read(path: Path) -> dict[str, Any]:
    """What is held; nothing where it cannot be read, since it can be found again."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return data if isinstance(data, dict) else {}
