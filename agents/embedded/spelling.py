"""The second, closer hearing of a spelled value: one turn's sound, decoded along what the value can look like.

A free transcript of spelled characters is poor even where the sound is good, because the model writes words. Here
the decoder may only say characters between the words before and after. What it finds is weighed together with the
free transcript's own reading and, for names, with the name as it was said as a word.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from agents.embedded.beam import Chain, search
from agents.embedded.grammar import LEADS, WORDS, Grammar, Kind, Node, Style, grammar, trie
from agents.embedded.level import RATE
from agents.embedded.moonshine import Moonshine, Transcript, audible, from_line
from agents.embedded.ranking import Candidate, rank
from agents.embedded.segments import Segment, join
from agents.embedded.stretch import boundaries, places, zone
from scenarios.spoken import hear

SURE = 0.5
"""Confidence below which a value should be asked for again."""

_LONGEST = 29.0  # seconds of a turn that are heard again: its end
_GUESSES = 8
_BEFORE = 2  # words before a reading of a known shape, whose first letters may be among them
_ALIKE = frozenset("BCDEGPTVZMNSFXAKJ")  # letters whose names are alike over the telephone
_MARK = re.compile(r"\bdigits?\b", re.IGNORECASE)


@dataclass(frozen=True)
class SpelledGuess:
    """A value that was perhaps spelled.

    Attributes:
        value: upper-case characters; with a pattern the whole value as it is written.
        logprob: natural log of the probability that it was said, given that one of the guesses was. Those of
            several hearings of one value may be added.
        confidence: 0 to 1, that this is what was said; below `SURE` ask again.
    """

    value: str
    logprob: float
    confidence: float


def hear_spelled(
    segments: Sequence[Segment | NDArray[np.int16]],
    kind: Kind,
    after: str = "",
    length: int | None = None,
    pattern: str | None = None,
) -> list[SpelledGuess]:
    """Hear a spelled value again.

    Args:
        segments: the segments of one user turn, as a `SegmentKeeper` gives them, or their samples (int16, 8 kHz).
        kind: ``code`` (6 letters or digits), ``name`` (2 to 14 letters) or ``digits``.
        after: words that precede the value in the turn, where they are known ("first name").
        length: the exact number of characters, where it differs from the kind's own.
        pattern: the regular expression of a code or a digit string, as a tool's schema has it. Values are then
            of that form: with their dashes, their fixed letters and their case, whatever of it was said.

    Returns:
        Guesses, best first; empty if there is nothing to hear.

    Raises:
        ValueError: the pattern cannot be understood.
        MissingPackageError: the recogniser's weights are not installed.
    """
    samples = join(segments)[-round(_LONGEST * RATE) :]
    sound = from_line(np.concatenate([samples, np.zeros(RATE // 2, np.int16)]))
    if not audible(sound):
        return []
    encoded, free = _freely(sound.tobytes())
    return guesses(Moonshine.shared(), encoded, free, kind, grammar(kind, length, pattern), after)


@functools.lru_cache(maxsize=4)  # a turn that holds a code and a name is heard for each of them
def _freely(sound: bytes) -> tuple[NDArray[np.float32], Transcript]:
    """Sound (float32, 16 kHz) encoded and heard freely."""
    model = Moonshine.shared()
    encoded = model.encode(np.frombuffer(sound, np.float32))
    return encoded, model.greedy(encoded)


def guesses(
    model: Moonshine,
    encoded: NDArray[np.float32],
    free: Transcript,
    kind: Kind,
    rules: Grammar,
    after: str = "",
) -> list[SpelledGuess]:
    """The same for a sound that is already encoded and heard freely."""
    form = rules.shape
    if form is None:
        fixed = rules.longest if rules.shortest == rules.longest else None
        readings = hear(kind, free.text, length=fixed)
    else:
        readings = hear(kind, free.text, pattern=form.pattern)
    pieces = [model.words[t].decode("utf-8", "ignore") for t in free.tokens]
    where = places(pieces, free.text, kind, readings, after, 1 if form is None else _BEFORE)
    start, end = zone(free.text, kind, readings, after)
    offsets = {index: offset for offset, index in boundaries(pieces)}
    chain = Chain(free.tokens, free.logprobs, where.starts, where.ends)
    said = free.text[start:end]
    marked = _MARK.search(said) is not None
    styles = _styles(said)
    bare = functools.partial(_bare, rules, styles)
    candidates = [
        Candidate(found.value, found.logprob, free.text[start : offsets.get(found.start, start)], bare(found.value))
        for style in styles
        for found in search(model, encoded, chain, rules, _trie(rules, style, marked))
    ]
    # What is marked is not read from the text, where a digit that nobody marked may stand for a word.
    cased = [g.value if form is not None else g.value.upper() for g in readings]
    read = [] if marked and form is None else cased
    candidates += [Candidate(value, None, bare=bare(value)) for value in read if _fits(value, rules)]
    return [
        SpelledGuess(r.value, round(r.logprob, 3) + 0.0, round(r.confidence, 3))
        for r in rank(candidates, kind if form is None else "shape", read)[:_GUESSES]
    ]


def _bare(rules: Grammar, styles: tuple[Style, ...], value: str) -> int:
    """How many letters of a shaped value rest on their own names alone."""
    if rules.shape is None or styles == ("nato",):
        return 0
    for run in rules.shape.fixed:
        value = value.replace(run, "", 1)
    return sum(c.upper() in _ALIKE for c in value)


def _trie(rules: Grammar, style: Style, marked: bool) -> Node:
    form = rules.shape
    return (
        _root(rules.alphabet, style, marked) if form is None else _root(form.alphabet, style, marked, form.signs, LEADS)
    )


@functools.cache
def _root(alphabet: str, style: Style, marked: bool, signs: str = "", leads: tuple[str, ...] = ()) -> Node:
    return trie(alphabet, style, Moonshine.shared().ids, marked, signs, leads)


def _styles(text: str) -> tuple[Style, ...]:
    """How the value was spelled, by what was heard freely: both ways where that does not tell."""
    words = sum(w in WORDS for w in re.findall(r"x-ray|[a-z]+", text.lower()))
    if words >= 2:
        return ("nato",)
    single = len(re.findall(r"(?<![A-Za-z'])[A-Za-z\d](?![A-Za-z'])", text))
    return ("letters",) if not words and single >= 4 else ("nato", "letters")


def _fits(value: str, rules: Grammar) -> bool:
    if rules.shape is not None:
        return rules.shape.fits(value)
    return rules.shortest <= len(value) <= rules.longest and all(c in rules.alphabet for c in value)
