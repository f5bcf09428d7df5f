"""Finds scenarios that say nearly the same: a pack of look-alikes measures one thing many times."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import combinations, pairwise

from scenarios.model import Scenario

LIKE = 0.6
"""Share of common word pairs (Jaccard index) from which two texts count as near-duplicates."""


def look_alikes(scenarios: Iterable[Scenario], limit: float = LIKE) -> list[tuple[str, str, str, float]]:
    """Pairs of scenarios whose openings or goals are near-duplicates.

    Returns:
        ``(opening or goal, one id, other id, likeness)``, the most alike first.
    """
    texts: dict[str, list[tuple[str, frozenset[tuple[str, str]]]]] = {"opening": [], "goal": []}
    for item in scenarios:
        if item.requests:
            texts["opening"].append((f"{item.domain}/{item.id}", pairs(item.opening)))
        texts["goal"].append((f"{item.domain}/{item.id}", pairs(item.brief.goal)))
    found = [
        (what, one, other, likeness)
        for what, entries in texts.items()
        for (one, left), (other, right) in combinations(entries, 2)
        if (likeness := _jaccard(left, right)) >= limit
    ]
    return sorted(found, key=lambda entry: (-entry[3], entry[:3]))


def pairs(text: str) -> frozenset[tuple[str, str]]:
    """The pairs of neighbouring words of a text, whatever their case."""
    words = ["", *re.findall(r"[^\W_]+", text.lower()), ""]
    return frozenset(pairwise(words))


def _jaccard(left: frozenset[tuple[str, str]], right: frozenset[tuple[str, str]]) -> float:
    either = len(left | right)
    return len(left & right) / either if either else 0.0
