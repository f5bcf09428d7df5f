"""What is found against a call, and how it becomes a rating."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from metrics.judges.verdicts import Finding

SEVERAL = 2  # issues of one dimension that are no longer isolated


@dataclass(frozen=True, slots=True)
class Issue:
    """One thing that held the call up.

    Attributes:
        turn: where.
        kind: what sort of thing, in a word or two.
        words: what was said or called, quoted.
        why: why it was not needed.
        severe: enough by itself for the lowest rating.
    """

    turn: int
    kind: str
    words: str
    why: str
    severe: bool = False


def finding(issues: Sequence[Issue], none: str, several: int = SEVERAL) -> Finding:
    """The rating of one dimension: 3 without issues, 1 for a severe one or for several, else 2."""
    if not issues:
        return Finding(evidence=none, flagged=False, rating=3)
    low = any(i.severe for i in issues) or len(issues) >= several
    evidence = "; ".join(f"turn {i.turn}: {i.kind}: {_short(i.words)} ({i.why})" for i in issues)
    return Finding(evidence=evidence, flagged=True, rating=1 if low else 2)


def _short(text: str, most: int = 160) -> str:
    text = " ".join(text.split())
    return f'"{text}"' if len(text) <= most else f'"{text[: most - 3].rstrip()}..."'
