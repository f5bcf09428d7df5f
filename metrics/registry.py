"""Every metric, by name: one decorator writes to one registry; plug-ins join by entry points.

A metric is a function of a record::

    @metric("greets", category="diagnostic")
    def greets(record: Record) -> Outcome:
        \"\"\"Whether the agent speaks first.\"\"\"
        ...

A metric that cannot be computed exactly is judged: its function is given a jury too, and does not know who sits
on it::

    @judged("is_polite", category="diagnostic")
    def is_polite(record: Record, jury: Jury) -> Outcome:
        \"\"\"Whether the agent is polite.\"\"\"
        ...

Distributions announce theirs in the entry point group ``callbench.metrics``; the entry point is a module
whose import registers them. A plug-in that breaks warns and takes nobody with it.
"""

from __future__ import annotations

import difflib
import importlib
import pkgutil
import re
import warnings
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from importlib import metadata
from typing import Any, Protocol, TypeVar, get_args

from metrics.judges.jury import Jury
from metrics.score import Category, Outcome
from pipelines.record import Architecture, Record
from scenarios.errors import UsageError

GROUP = "callbench.metrics"
PACKAGES = ("metrics.accuracy", "metrics.experience", "metrics.diagnostic", "metrics.validation")
ARCHITECTURES: tuple[Architecture, ...] = get_args(Architecture)

Function = Callable[[Record], Outcome]
Judged = Callable[[Record, Jury], Outcome]
F = TypeVar("F", bound=Callable[..., Outcome])


class PluginWarning(UserWarning):
    """A plug-in could not be loaded; the others work."""


@dataclass(frozen=True, slots=True)
class Metric:
    """A metric and what it declares.

    Attributes:
        threshold: effective value from which a call passes this metric alone.
        in_pass_at_k: whether pass@k is reported for it.
        higher_is_better: direction of the raw value.
        architectures: the agents it can be measured on; it is skipped for the others.
        without_turns: whether it has a meaning for a call in which the agent failed to speak at all.
        judged: whether `function` is a `Judged` one, that asks a jury.
        summary: first line of the function's docstring.
    """

    name: str
    category: Category
    version: str
    threshold: float
    in_pass_at_k: bool
    higher_is_better: bool
    architectures: tuple[Architecture, ...]
    without_turns: bool
    function: Callable[..., Outcome]
    judged: bool
    summary: str

    def measure(self, record: Record, jury: Jury) -> Outcome:
        """The outcome for a call; exact metrics do without the jury."""
        return self.function(record, jury) if self.judged else self.function(record)


class EntryPoint(Protocol):
    """The part of `importlib.metadata.EntryPoint` that is used."""

    @property
    def name(self) -> str: ...

    @property
    def value(self) -> str: ...

    def load(self) -> object: ...


class Registry:
    """Metrics by name. There is one in use, `REGISTRY`; tests make their own."""

    def __init__(self) -> None:
        self._metrics: dict[str, Metric] = {}

    def __iter__(self) -> Iterator[Metric]:
        return iter(sorted(self._metrics.values(), key=lambda m: (get_args(Category).index(m.category), m.name)))

    def metric(
        self,
        name: str,
        *,
        category: Category,
        version: str = "1",
        threshold: float = 0.5,
        in_pass_at_k: bool | None = None,
        higher_is_better: bool = True,
        architectures: Iterable[Architecture] = ARCHITECTURES,
        without_turns: bool = False,
    ) -> Callable[[Function], Function]:
        """Register the decorated function.

        Args:
            name: lower case, digits and underscores.
            category: where its score is listed, and which composites may use it.
            version: raised when the same record would get another score.
            threshold: effective value from which a call passes this metric alone.
            in_pass_at_k: whether pass@k is reported for it; ``None`` means yes, except for diagnostics.
            higher_is_better: direction of the raw value.
            architectures: the agents it can be measured on; it is skipped for the others.
            without_turns: whether it has a meaning for a call in which the agent failed to speak at all.

        Raises:
            ValueError: the name is taken or malformed, or an architecture is unknown.
        """
        return self._register(
            name,
            architectures,
            category=category,
            version=version,
            threshold=threshold,
            in_pass_at_k=_counts(category) if in_pass_at_k is None else in_pass_at_k,
            higher_is_better=higher_is_better,
            without_turns=without_turns,
            judged=False,
        )

    def judged(
        self,
        name: str,
        *,
        category: Category,
        version: str = "1",
        threshold: float = 0.5,
        in_pass_at_k: bool | None = None,
        architectures: Iterable[Architecture] = ARCHITECTURES,
    ) -> Callable[[Judged], Judged]:
        """Register the decorated function, which asks a jury; see `metric` for the arguments."""
        return self._register(
            name,
            architectures,
            category=category,
            version=version,
            threshold=threshold,
            in_pass_at_k=_counts(category) if in_pass_at_k is None else in_pass_at_k,
            higher_is_better=True,
            without_turns=False,
            judged=True,
        )

    def _register(self, name: str, architectures: Iterable[Architecture], **declared: Any) -> Callable[[F], F]:
        if not re.fullmatch(r"[a-z][a-z0-9_]*", name):
            raise ValueError(f"metric {name!r}: use lower case letters, digits and underscores")
        chosen = tuple(architectures)
        unknown = [a for a in chosen if a not in ARCHITECTURES]
        if unknown:
            raise ValueError(f"metric {name}: unknown architecture {unknown[0]!r}, known: {', '.join(ARCHITECTURES)}")

        def register(function: F) -> F:
            held = self._metrics.get(name)
            if held is not None and _place(held.function) != _place(function):  # a reload may register anew
                raise ValueError(f"metric {name}: registered already by {_place(held.function)}")
            summary = (function.__doc__ or "").strip().split("\n")[0]
            self._metrics[name] = Metric(
                name=name, architectures=chosen, function=function, summary=summary, **declared
            )
            return function

        return register

    def get(self, name: str) -> Metric:
        """The metric of that name.

        Raises:
            UsageError: there is none; the message names the nearest.
        """
        found = self._metrics.get(name)
        if found is None:
            near = difflib.get_close_matches(name, self._metrics, n=1)
            hint = f"did you mean {near[0]}?" if near else f"known: {', '.join(m.name for m in self)}"
            raise UsageError(f"metric {name!r} does not exist; {hint}")
        return found

    def names(self) -> list[str]:
        """All names, by category and then alphabet."""
        return [m.name for m in self]


def _counts(category: Category) -> bool:
    """Whether metrics of a category are in pass@k unless they say otherwise."""
    return category != "diagnostic"


def _place(function: Callable[..., Outcome]) -> str:
    return f"{function.__module__}.{function.__qualname__}"


REGISTRY = Registry()
metric = REGISTRY.metric
"""The decorator that metrics use."""
judged = REGISTRY.judged
"""The decorator of metrics that ask a jury."""

_loaded = False


def load() -> Registry:
    """The registry with the metrics of this package and of all plug-ins; loads them once."""
    global _loaded
    if not _loaded:
        _loaded = True
        load_packages(PACKAGES)
        load_plugins(metadata.entry_points(group=GROUP))
    return REGISTRY


def load_packages(packages: Iterable[str]) -> None:
    """Import every module of the packages: a new file is a new metric."""
    for package in packages:
        module = importlib.import_module(package)
        for info in pkgutil.iter_modules(module.__path__, package + "."):
            importlib.import_module(info.name)


def load_plugins(points: Iterable[EntryPoint]) -> None:
    """Load entry points; one that raises is warned about and left out."""
    for point in points:
        try:
            point.load()
        except Exception as error:
            text = " ".join(f"{type(error).__name__}: {error}".split())
            warnings.warn(f"metric plug-in {point.name} ({point.value}) left out: {text}", PluginWarning, stacklevel=2)
