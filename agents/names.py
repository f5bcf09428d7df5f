"""What agents and callers are found by: names of a catalogue in this package, names of entry points, paths of files.

A broken plug-in is reported and does not hide the others.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from importlib import metadata, resources
from pathlib import Path
from typing import Generic, TypeVar

from agents.near import near
from scenarios.errors import UsageError

T = TypeVar("T")


@dataclass(frozen=True)
class Entry(Generic[T]):
    """An agent or a caller that can be found by name.

    Attributes:
        source: ``catalogue``, or the distribution that the entry point comes from.
    """

    name: str
    source: str
    load: Callable[[], T]


@dataclass(frozen=True)
class Names(Generic[T]):
    """Where agents, or callers, are found by name.

    Attributes:
        kind: what they are, in messages: ``agent``.
        group: of the entry points.
        catalogue: the package whose YAML files describe them.
        read: makes one of a file.
        plug: makes one of an entry point.
        cutoff: how like an unknown name a known one must be to be named.
        otherwise: what else may be given; ends the message about an unknown name.
    """

    kind: str
    group: str
    catalogue: str
    read: Callable[[Path], T]
    plug: Callable[[metadata.EntryPoint], T]
    cutoff: float
    otherwise: str

    def entries(self) -> dict[str, Entry[T]]:
        """Every known name; the catalogue goes before entry points of the same name. Loads no plug-in."""
        found: dict[str, Entry[T]] = {}
        for point in metadata.entry_points(group=self.group):
            source = point.dist.name if point.dist else "entry point"
            found.setdefault(point.name, Entry(point.name, source, partial(self.plug, point)))
        for file in sorted(resources.files(self.catalogue).iterdir(), key=lambda f: f.name):
            if file.name.endswith(".yaml"):
                name = file.name.removesuffix(".yaml")
                found[name] = Entry(name, "catalogue", partial(self.read, Path(str(file))))
        return dict(sorted(found.items()))

    def loaded(self) -> tuple[tuple[tuple[Entry[T], T], ...], tuple[str, ...]]:
        """All of them, in alphabetical order, and one line per plug-in that could not be read."""
        found, problems = [], []
        for entry in self.entries().values():
            try:
                found.append((entry, entry.load()))
            except Exception as error:
                problems.append(self._broken(entry, error))
        return tuple(found), tuple(problems)

    def load(self, name: str) -> T:
        """The one that has a name.

        Raises:
            UsageError: nobody has it, or what has it is broken.
        """
        known = self.entries()
        if name not in known:
            hint = near(name, known, self.cutoff, most=2)
            raise UsageError(f"unknown {self.kind} {name!r}{hint}; known: {', '.join(known)}; {self.otherwise}")
        try:
            return known[name].load()
        except UsageError:
            raise
        except Exception as error:
            raise UsageError(self._broken(known[name], error)) from error

    def find(self, given: str) -> T:
        """The one that has a name, or that the file at a path describes.

        Raises:
            UsageError: as `load`, or a broken file.
        """
        path = Path(given)
        is_file = path.suffix in (".yaml", ".yml", ".json") or len(path.parts) > 1 or path.is_file()
        return self.read(path) if is_file else self.load(given)

    def _broken(self, entry: Entry[T], error: Exception) -> str:
        text = str(error).strip().splitlines()
        line = f"{type(error).__name__}: {text[0]}" if text else type(error).__name__
        return f"{self.kind} {entry.name} of {entry.source} cannot be loaded: {line}"
