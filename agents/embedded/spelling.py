"""The second, closer hearing of a spelled value: one turn's sound, decoded along what the value can look like.

A free transcript of spelled characters is poor even where the sound is good, because the model writes words. Here
the decoder may only say characters; what it then finds most probable is compared with the free transcript's own
reading, and both together give one confidence.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from agents.embedded.beam import Chain, Found, search
from agents.embedded.grammar import Grammar, Node, Style, grammar, trie
from agents.embedded.level import RATE
from agents.embedded.moonshine import Moonshine, Transcript, audible, from_line
from agents.embedded.segments import Segment, join
from agents.embedded.stretch import Kind, places
from scenarios.spoken import hear

SURE = 0.5
"""Confidence below which a value should be asked for again."""

_LONGEST = 29.0  # seconds of a turn that are heard again: its end


@dataclass(frozen=True)
class SpelledGuess:
    """A value that was perhaps spelled.

    Attributes:
        value: upper-case characters.
        logprob: natural-log probability of the utterance with it, less that of the free transcript.
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
        after: words that precede the value in the turn, where they are known ("first name").
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
    found = decode(model, encoded, free, kind, rules, after)
    return _fuse(found, free, kind, rules)


def decode(
    model: Moonshine,
    encoded: NDArray[np.float32],
    free: Transcript,
    kind: Kind,
    rules: Grammar,
    after: str = "",
    styles: tuple[Style, ...] = ("nato", "letters"),
) -> list[Found]:
    """What the constrained decoder finds."""
    pieces = [model.words[t].decode("utf-8", "ignore") for t in free.tokens]
    read = hear(kind, free.text, length=rules.longest if rules.shortest == rules.longest else None)
    where = places(pieces, free.text, kind, read, after)
    chain = Chain(free.tokens, free.logprobs, where.starts, where.ends)
    found = [
        f for style in styles for f in search(model, encoded, chain, rules, _root(rules.alphabet, style))
    ]
    return sorted(found, key=lambda f: (-f.logprob, f.value))


def _fuse(found: list[Found], free: Transcript, kind: Kind, rules: Grammar) -> list[SpelledGuess]:
    read = hear(kind, free.text, length=rules.longest if rules.shortest == rules.longest else None)
    best = read[0].value.upper() if read else ""
    return [
        SpelledGuess(f.value, round(f.logprob, 3), _confidence(f.logprob, f.value == best)) for f in found
    ]


def _confidence(score: float, agreed: bool) -> float:
    return round(1 / (1 + math.exp(-(score + 9.0) / 1.5 - (2.0 if agreed else 0.0))), 3)
