"""What entered no figure, counted and listed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from metrics.score import Score


def without_value(calls: Sequence[tuple[str, Mapping[str, Score]]], names: Sequence[str]) -> dict[str, Any]:
    """Calls without a value, by metric and state.

    Args:
        calls: name of each call, and its scores.
        names: metrics.

    Returns:
        By metric, for each state that occurs (``errored``, ``skipped``, ``missing``), the calls; ``all`` where it is
        every call.
    """
    found: dict[str, Any] = {}
    for name in names:
        states: dict[str, list[str]] = {}
        for call, scores in calls:
            state = scores[name].state if name in scores else "missing"
            if state != "scored":
                states.setdefault(state, []).append(call)
        if states:
            found[name] = {s: "all" if len(c) == len(calls) else c for s, c in sorted(states.items())}
    return found
