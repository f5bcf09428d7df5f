"""What modules declare by a decorator: those of a package of ours, and those that other distributions bring."""

from __future__ import annotations

import importlib
import pkgutil
import warnings
from collections.abc import Collection, Iterator
from importlib import metadata
from types import ModuleType
from typing import TypeVar

T = TypeVar("T")


def declared(
    package: ModuleType, group: str, mark: str, kind: type[T], what: str, beside: Collection[str] = ()
) -> Iterator[T]:
    """Everything that is declared, ours first. A plug-in that cannot be loaded warns, and does no harm.

    Args:
        package: ours; private modules of it declare nothing.
        group: entry points of other distributions: modules, or what is declared itself.
        mark: attribute in which a decorator leaves its declaration.
        kind: of the declarations.
        what: they are, in the warning: "beds".
        beside: modules of the package that declare nothing.
    """
    for module in pkgutil.iter_modules(package.__path__):
        if module.name not in beside and not module.name.startswith("_"):
            yield from _in(importlib.import_module(f"{package.__name__}.{module.name}"), mark, kind)
    for point in metadata.entry_points(group=group):
        try:
            found = point.load()
        except Exception as error:
            warnings.warn(f"{what} of {point.value} cannot be loaded: {error}", stacklevel=3)
            continue
        yield from _in(found, mark, kind)


def _in(found: object, mark: str, kind: type[T]) -> Iterator[T]:
    """What a module, or whatever stands in for one, declares; or the declaration that was named itself."""
    for item in (found, *getattr(found, "__dict__", {}).values()):
        made = item if isinstance(item, kind) else getattr(item, mark, None)
        if isinstance(made, kind):
            yield made
