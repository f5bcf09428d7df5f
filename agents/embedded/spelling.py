"""The second, closer hearing of a spelled value: one turn's sound, decoded along what the value can look like.

A free transcript of spelled characters is poor even where the sound is good, because the model writes words. Here
the decoder may only say characters; what it then finds most probable is compared with the free transcript's own
reading, and both together give one confidence.
"""

from __future__ import annotations

import functools
import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from agents.embedded import reading
from agents.embedded.beam import search
from agents.embedded.grammar import Grammar, Node, Style, grammar, trie
from agents.embedded.level import RATE
from agents.embedded.moonshine import Moonshine, Transcript, audible, from_line
from agents.embedded.segments import Segment, join

Kind = Literal["code", "name", "digits"]

SURE = 0.5
"""Confidence below which a value should be asked for again."""

_LONGEST = 29.0  # seconds of a turn that are heard again: its end
_CUES = {
    "code": ("number", "numbers", "code", "confirmation", "is", "its", "reference", "locator", "id"),
    "digits": ("number", "numbers", "code", "is", "its", "id", "pin"),
    "name": ("name", "names", "is", "its", "surname"),
}
_NAME = re.compile(r"\b(last|list|las|blast|family|sur)[\s,.-]*(names?|maims?|main|may)\b", re.IGNORECASE)


@dataclass(frozen=True)
class SpelledGuess:
    """A value that was perhaps spelled.

    Attributes:
        value: upper-case characters.
        logprob: sum of the natural-log probabilities of the tokens that say it, given what precedes.
        confidence: 0 to 1, that this is what was said; below `SURE` ask again.
    """

    value: str
    logprob: float
    confidence: float


@functools.cache
def _root(alphabet: str, style: Style) -> Node:
    return trie(alphabet, style, Moonshine.shared().ids)


def hear_spelled(
    segments: Sequence[Segment | NDArray[np.int16]],
    kind: Kind,
    after: str = "",
    length: int | None = None,
) -> list[SpelledGuess]:
    """Hear a spelled value again.

    Args:
        segments: the segments of one user turn, as a `SegmentKeeper` gives them, or their samples (int16, 8 kHz).
        kind: ``code`` (6 letters or digits), ``name`` (2 to 14 letters) or ``digits``.
        after: words that precede the value in the turn, where they are known.
        length: the exact number of characters, where it differs from the kind's own.

    Returns:
        Guesses, best first; empty if there is nothing to hear.

    Raises:
        MissingPackageError: the recogniser's weights are not installed.
    """
    model = Moonshine.shared()
    samples = join(segments)[-round(_LONGEST * RATE) :]
    sound = from_line(np.concatenate([samples, np.zeros(RATE // 2, np.int16)]))
    if not audible(sound):
        return []
    encoded = model.encode(sound)
    free = model.greedy(encoded)
    rules = grammar(kind, length)
    scores: dict[str, float] = {}
    for prefix in _prefixes(model, free, kind, after):
        for style in ("nato", "letters"):
            for score, value in search(model, encoded, prefix, rules, _root(rules.alphabet, style)):
                scores[value] = max(scores.get(value, -math.inf), score)
    return _fuse(scores, _read(model, free, kind, rules))


def _pieces(model: Moonshine, free: Transcript) -> list[str]:
    return [model.words[t].decode("utf-8", "ignore") for t in free.tokens]


def _stretch(model: Moonshine, free: Transcript, kind: Kind) -> list[reading.Word]:
    """The words that can hold the value: a name after "last name", anything else before it."""
    found = reading.words(_pieces(model, free))
    for index in range(len(found) - 1):
        if _NAME.fullmatch(f"{found[index].text} {found[index + 1].text}"):
            return found[index + 2 :] if kind == "name" else found[:index]
    return found


def _prefixes(model: Moonshine, free: Transcript, kind: Kind, after: str) -> list[tuple[int, ...]]:
    stretch = _stretch(model, free, kind)
    cues = set(_CUES[kind]) | set(re.findall(r"[a-z]+", after.lower())[-1:])
    start = 0
    for index, word in enumerate(stretch[:-1]):
        if word.text in cues:
            start = index + 1
    first = stretch[start].first if stretch else 0
    if kind == "name":
        for word in stretch[start:]:
            if word.spelled:
                first = word.first
                break
    return [free.tokens[:first]]


def _read(model: Moonshine, free: Transcript, kind: Kind, rules: Grammar) -> str:
    value = reading.spelled(_stretch(model, free, kind))
    fits = rules.shortest <= len(value) <= rules.longest and all(c in rules.alphabet for c in value)
    return value if fits else ""


def _fuse(scores: dict[str, float], read: str) -> list[SpelledGuess]:
    guesses = [
        SpelledGuess(value, round(score, 3), _confidence(score, value == read)) for value, score in scores.items()
    ]
    if read and read not in scores:
        guesses.append(SpelledGuess(read, -9.0, 0.5))
    return sorted(guesses, key=lambda g: (-g.confidence, -g.logprob, g.value))


def _confidence(score: float, agreed: bool) -> float:
    return round(1 / (1 + math.exp(-(score + 9.0) / 1.5 - (2.0 if agreed else 0.0))), 3)
