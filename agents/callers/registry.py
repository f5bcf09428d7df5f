"""Find a caller by name or by file."""

from __future__ import annotations

import re
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

from agents.callers.spec import CallerSpec
from agents.names import Entry, Names

GROUP = "callbench.callers"
"""Entry points of other distributions: paths of caller files, or mappings."""


@dataclass(frozen=True)
class Listing:
    """All callers known by name, in alphabetical order, and one line per plug-in that could not be read."""

    callers: tuple[tuple[Entry[CallerSpec], CallerSpec], ...]
    problems: tuple[str, ...]


def listing() -> Listing:
    """Load every caller known by name."""
    return Listing(*_NAMES.loaded())


def find(caller: str) -> CallerSpec:
    """The caller that `caller` names.

    Args:
        caller: a known name or the path of a caller file; ``+ACCENT`` behind it chooses the voices of an accent.

    Raises:
        UsageError: nothing of that name, a broken file, or an accent that it does not have.
    """
    base, accent = _split(caller)
    spec = _NAMES.find(base)
    return spec.with_accent(accent) if accent else spec


def _from_point(point: metadata.EntryPoint) -> CallerSpec:
    value = point.load()
    if isinstance(value, str | Path):
        return CallerSpec.load(Path(value))
    return value if isinstance(value, CallerSpec) else CallerSpec.parse(value, f"(entry point {point.value})")


_NAMES = Names(
    "caller",
    GROUP,
    "agents.callers.catalog",
    CallerSpec.load,
    _from_point,
    cutoff=0.5,
    otherwise="or give a caller file",
)


def _split(text: str) -> tuple[str, str]:
    """Name or path, and the accent behind it."""
    if Path(text).is_file():
        return text, ""
    match = re.fullmatch(r"(.+?)(?:\+([A-Za-z0-9_-]+))?", text, re.DOTALL)
    return (match[1], match[2] or "") if match else (text, "")
