"""Which kinds of perturbation there are: ours, one a module, and other people's by entry point."""

from __future__ import annotations

import functools

import pipelines.perturb.kinds
from pipelines.perturb.base import MARK, Kind
from pipelines.plugins import declared

GROUP = "callbench.perturbations"
"""Entry points of other distributions: modules that hold kinds."""


@functools.cache
def kinds() -> dict[str, Kind]:
    """Every kind by name, in the order of the stack; ours go before those of other distributions."""
    found: dict[str, Kind] = {}
    for kind in declared(pipelines.perturb.kinds, GROUP, MARK, Kind, "perturbations"):
        found.setdefault(kind.name, kind)
    return dict(sorted(found.items(), key=lambda item: (item[1].order, item[0])))
