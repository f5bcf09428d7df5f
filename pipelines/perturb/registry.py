"""Which kinds of perturbation there are: ours, one a module, and other people's by entry point."""

from __future__ import annotations

import functools
import importlib
import pkgutil
import warnings
from importlib import metadata

import pipelines.perturb.kinds
from pipelines.perturb.base import MARK, Kind

GROUP = "callbench.perturbations"
"""Entry points of other distributions: modules that hold kinds."""


@functools.cache
def kinds() -> dict[str, Kind]:
    """Every kind by name, in the order of the stack; ours go before those of other distributions."""
    found: dict[str, Kind] = {}
    for module in pkgutil.iter_modules(pipelines.perturb.kinds.__path__):
        _collect(importlib.import_module(f"pipelines.perturb.kinds.{module.name}"), found)
    for point in metadata.entry_points(group=GROUP):
        try:
            _collect(point.load(), found)
        except Exception as error:
            warnings.warn(f"perturbations of {point.value} cannot be loaded: {error}", stacklevel=2)
    return dict(sorted(found.items(), key=lambda item: (item[1].order, item[0])))


def _collect(module: object, found: dict[str, Kind]) -> None:
    for value in vars(module).values():
        kind = value if isinstance(value, Kind) else getattr(value, MARK, None)
        if isinstance(kind, Kind):
            found.setdefault(kind.name, kind)
