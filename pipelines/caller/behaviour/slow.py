"""Slow: a slower pace, pauses between phrases and inside spelled codes, and now and then a request to repeat.

A pause lasts 0.4 to 1.2 s, uniformly. Callers of machines pause so between phrases, and detectors of turns give up on
silences of 0.2 to 1.0 s: five pauses in eight are longer than 0.7 s, and tempt them.
"""

from __future__ import annotations

import re
from itertools import pairwise

import numpy as np

from pipelines.brain import Phrase
from pipelines.caller.behaviour.base import MOST_SLOW, Draft, generator
from pipelines.caller.understanding import Understanding

PACE = 0.8
PAUSE_S = (0.4, 1.2)
COMMA = 0.6  # share of the commas of a sentence that are pauses
SPELLED = 0.4  # share of the gaps between spelled characters that are pauses
LONG = 8  # words after which a phrase without a comma is parted before a small word
LEAST = 3  # words on either side of such a parting
REPEATS = 2  # requests to repeat in a call, at most
REPEAT = 0.1  # share of the agent's turns after which they come, as long as there are any left
ASKS = (
    "I'm sorry, could you say that again, please?",
    "Could you repeat that for me, please?",
    "Sorry, a little slower, please. Could you say that again?",
)

_PART = re.compile(r"(?<=[.?!;:,…])\s+")
_BEFORE = re.compile(r"\s+(?=(?:and|but|or|so|because|that|which|when|if|to|for|from|on|with|at|in)\s)")


class Slow:
    """Speaks slowly.

    Args:
        seed: of the call.
    """

    def __init__(self, seed: int) -> None:
        self._pauses, self._asks = generator(seed, "slow", "pauses"), generator(seed, "slow", "repeats")
        self._left = REPEATS
        self._asked = False  # it has just asked

    def instead(self, got: Understanding) -> str:
        """Ask to have it said again, once in a while."""
        self._asked = bool(self._left) and not self._asked and self._asks.random() < REPEAT
        if not self._asked:
            return ""
        self._left -= 1
        return ASKS[int(self._asks.integers(len(ASKS)))]

    def change(self, draft: Draft) -> None:
        """Speak more slowly, with pauses."""
        draft.line.pace = max(MOST_SLOW, draft.line.pace * PACE)
        draft.phrases = [piece for phrase in draft.phrases for piece in self._parted(phrase)]

    def _parted(self, phrase: Phrase) -> list[Phrase]:
        return [
            Phrase(text, phrase.pause_s if k == 0 else round(float(self._pauses.uniform(*PAUSE_S)), 3))
            for k, text in enumerate(phrased(phrase.text, self._pauses))
        ]


def phrased(text: str, rng: np.random.Generator) -> list[str]:
    """The phrases of a text; joined by spaces they are the text again.

    Every end of a sentence parts it, `COMMA` of the commas do, `SPELLED` of those between spelled characters, and
    what is longer than `LONG` words is parted before a small word.
    """
    pieces = _PART.split(" ".join(text.split()))
    parted = [pieces[0]]
    for before, piece in pairwise(pieces):
        share = 1.0 if before[-1] in ".?!;:…" else SPELLED if _short(before) and _short(piece) else COMMA
        if rng.random() < share:
            parted.append(piece)
        else:
            parted[-1] = f"{parted[-1]} {piece}"
    return [half for piece in parted for half in _halves(piece)]


def _short(piece: str) -> bool:
    """Whether it is no longer than a character that is spelled: "Kilo", "digit two"."""
    return len(piece.split()) <= 2


def _halves(piece: str) -> list[str]:
    words = piece.split()
    if len(words) <= LONG or "," in piece:
        return [piece]
    places = [m for m in _BEFORE.finditer(piece) if LEAST <= len(piece[: m.start()].split()) <= len(words) - LEAST]
    if not places:
        return [piece]
    best = min(places, key=lambda m: abs(2 * m.start() - len(piece)))
    return [piece[: best.start()], piece[best.end() :]]
