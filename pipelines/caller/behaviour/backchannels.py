"""Backchannels: "mm-hmm" while the agent speaks, which asks for nothing and takes no turn.

The first comes when the agent has been speaking for 2.5 to 5 s, about where its first clause ends; the next ones
follow 3.5 to 7 s later, all drawn uniformly. They are 6 dB quieter than the caller's speech. An agent that has fallen
silent at one is let say what it had to say: its next stretch of speech gets none.
"""

from __future__ import annotations

from pipelines.caller.behaviour.base import Draft, generator
from pipelines.caller.understanding import Understanding

FIRST_S = (2.5, 5.0)
NEXT_S = (3.5, 7.0)
LEVEL_DB = -6.0
PACE = 0.8  # at the voices' own pace they are over before a detector of speech has noticed them
WORDS = ("Mm-hmm.", "Uh-huh.", "Okay.", "Right.")
SHARES = (0.5, 0.2, 0.15, 0.15)


class Backchannels:
    """Shows that it listens.

    Args:
        seed: of the call.
    """

    def __init__(self, seed: int) -> None:
        self._times, self._words = generator(seed, "backchannels", "times"), generator(seed, "backchannels", "words")
        self._due = 0.0

    def instead(self, got: Understanding) -> str:
        """It answers."""
        return ""

    def change(self, draft: Draft) -> None:
        """Its lines are what they are."""

    def starts(self, *, silenced: bool = False) -> None:
        """The agent begins to speak.

        Args:
            silenced: it fell silent at the last "mm-hmm".
        """
        first = float(self._times.uniform(*FIRST_S))
        self._due = float("inf") if silenced else first

    def due(self, seconds: float) -> str:
        """What to say when the agent has been speaking for so long; empty for nothing."""
        if seconds < self._due:
            return ""
        self._due = seconds + float(self._times.uniform(*NEXT_S))
        return WORDS[int(self._words.choice(len(WORDS), p=SHARES))]
