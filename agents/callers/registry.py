"""Find a caller by name or by file."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from importlib import metadata, resources
from pathlib import Path

from agents.callers.spec import CallerSpec
from scenarios.errors import UsageError

GROUP = "callbench.callers"
"""Entry points of other distributions: paths of caller files, or mappings."""


@dataclass(frozen=True)
class Entry:
    """A caller that can be found by name.

    Attributes:
        source: ``catalogue``, or the distribution that the entry point comes from.
    """

    name: str
    source: str
    load: Callable[[], CallerSpec]


@dataclass(frozen=True)
class Listing:
    """All callers known by name, in alphabetical order, and one line per plug-in that could not be read."""

    callers: tuple[tuple[Entry, CallerSpec], ...]
    problems: tuple[str, ...]


def entries() -> dict[str, Entry]:
    """Every known name; the catalogue goes before entry points of the same name. Loads no plug-in."""
    found: dict[str, Entry] = {}
    for point in metadata.entry_points(group=GROUP):
        source = point.dist.name if point.dist else "entry point"
        found.setdefault(point.name, Entry(point.name, source, partial(_from_point, point)))
    for file in sorted(resources.files("agents.callers.catalog").iterdir(), key=lambda f: f.name):
        if file.name.endswith(".yaml"):
            name = file.name.removesuffix(".yaml")
            found[name] = Entry(name, "catalogue", partial(CallerSpec.load, Path(str(file))))
    return dict(sorted(found.items()))


def listing() -> Listing:
    """Load every caller known by name."""
    callers, problems = [], []
    for entry in entries().values():
        try:
            callers.append((entry, entry.load()))
        except Exception as error:
            problems.append(f"caller {entry.name} of {entry.source} cannot be loaded: {_line(error)}")
    return Listing(tuple(callers), tuple(problems))


def find(caller: str) -> CallerSpec:
    """The caller that `caller` names.

    Args:
        caller: a known name or the path of a caller file; ``+ACCENT`` behind it chooses the voices of an accent.

    Raises:
        UsageError: nothing of that name, a broken file, or an accent that it does not have.
    """
    base, accent = _split(caller)
    spec = CallerSpec.load(Path(base)) if _is_file(base) else _named(base)
    return spec.with_accent(accent) if accent else spec


def _named(name: str) -> CallerSpec:
    known = entries()
    if name not in known:
        close = difflib.get_close_matches(name, list(known), n=2, cutoff=0.5)
        hint = f" (did you mean {' or '.join(close)}?)" if close else ""
        raise UsageError(f"unknown caller {name!r}{hint}; known: {', '.join(known)}; or give a caller file")
    try:
        return known[name].load()
    except UsageError:
        raise
    except Exception as error:
        raise UsageError(f"caller {name} of {known[name].source} cannot be loaded: {_line(error)}") from error


def _from_point(point: metadata.EntryPoint) -> CallerSpec:
    value = point.load()
    if isinstance(value, str | Path):
        return CallerSpec.load(Path(value))
    return value if isinstance(value, CallerSpec) else CallerSpec.parse(value, f"(entry point {point.value})")


def _split(text: str) -> tuple[str, str]:
    """Name or path, and the accent behind it."""
    if Path(text).is_file():
        return text, ""
    match = re.fullmatch(r"(.+?)(?:\+([A-Za-z_-]+))?", text, re.DOTALL)
    return (match[1], match[2] or "") if match else (text, "")


def _is_file(text: str) -> bool:
    path = Path(text)
    return path.suffix in (".yaml", ".yml", ".json") or len(path.parts) > 1 or path.is_file()


def _line(error: Exception) -> str:
    text = str(error).strip().splitlines()
    return f"{type(error).__name__}: {text[0]}" if text else type(error).__name__
