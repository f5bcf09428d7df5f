"""What judges were paid: an answer that several calls share was paid for once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import fsum
from typing import Any


def paid(judges: Iterable[Mapping[str, Any]]) -> float:
    """US dollars that the answers behind scores cost when they were given.

    Two calls in which an agent says the same words put the same question, and the answer to the first is remembered
    for the second. Each such answer carries its own mark, and is counted once.

    Args:
        judges: ``details.judge`` of scores. Where no answers are marked, each of them was paid for by itself.
    """
    single: list[float] = []
    shared: dict[tuple[str, str], float] = {}
    for judge in judges:
        asked: Mapping[str, Mapping[str, Any]] = judge.get("asked") or {}
        marks = {
            (name, str(a["answer"])): float(a.get("cost_usd") or 0.0) for name, a in asked.items() if "answer" in a
        }
        if len(marks) == len(asked) and marks:
            shared.update(marks)
        else:
            single.append(float(judge.get("cost_usd") or 0.0))
    return round(fsum([*single, *shared.values()]), 6)
