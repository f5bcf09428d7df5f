"""What a manner may do to a caller: change a line before it is said, say something else instead, or act on its own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from pipelines.brain import Phrase
from pipelines.caller.plan import Line
from pipelines.caller.understanding import Understanding
from pipelines.seed import seed_of

MOST_SLOW = 0.65
"""Pace below which nobody speaks: the embedded voices are still understood at it."""


def generator(seed: int, manner: str, what: str) -> np.random.Generator:
    """The generator of one thing that a manner draws.

    Args:
        seed: of the call.
        manner: its name.
        what: names the thing: words and times are drawn apart, so that neither disturbs the other.
    """
    return np.random.default_rng(seed_of(f"{seed}:behaviour:{manner}:{what}"))


@dataclass(slots=True)
class Draft:
    """A line in the making.

    Attributes:
        line: as the caller's plan has it: words, values, pace.
        phrases: what is said, piece by piece.
        opening: it opens a request: its words are the scenario's.
        leaving: it is the last line.
    """

    line: Line
    phrases: list[Phrase]
    opening: bool = False
    leaving: bool = False

    @property
    def text(self) -> str:
        """All the words."""
        return " ".join(phrase.text for phrase in self.phrases)


class Manner(Protocol):
    """A manner of a caller that plays a plan."""

    def instead(self, got: Understanding) -> str:
        """What is said instead of an answer to the agent's turn; empty to answer it."""

    def change(self, draft: Draft) -> None:
        """Change a line that is about to be said."""


def mended(phrases: list[Phrase]) -> tuple[Phrase, ...]:
    """The phrases without empty ones; none at all where there is nothing but one plain phrase."""
    found = tuple(phrase for phrase in phrases if phrase.text)
    return found if len(found) > 1 else ()
