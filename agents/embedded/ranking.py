"""Which of several spelled values was said: weighs the decoder, the free transcript and the name as a word.

A conditional logit model: the probability of a candidate is the softmax of its weighted features over all
candidates. The weights were fitted on 1024 spelled codes and names of both voices over mu-law, and rounded where
that changed nothing; those of codes whose pattern is known on 250 codes of 17 patterns. `benchmarks/hearing.py`
measures on other values and names.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

from rapidfuzz.distance import Levenshtein

_FLOOR = -25.0  # natural-log probability below which a candidate is just impossible
_UNSUPPORTED = -14.0  # of a value that only the free transcript has
_DECODER = {"code": 0.5, "digits": 0.5, "name": 0.95, "shape": 0.8}
_FIRST = {"code": 1.4, "digits": 1.4, "name": 1.4, "shape": 0.5}  # the free transcript's own best reading
# per word between its cue and a code, which follows its cue at once
_SKIPPED = {"code": 0.5, "digits": 0.5, "shape": 1.0}
_MOST_SKIPPED = 4
_PER_LETTER = 1.2  # the free transcript likes to swallow a first or last letter of a name
_SOUND = 10.0  # how much the spelling sounds like the word
_NO_SOUND = 0.35  # likeness of any two names
_SAME = 2.0  # the word is written like the spelling
_CAUTION = 1.5  # a wrong value costs more than a question: halves the wrong ones among those believed
_BARE = 0.9  # per letter that was said by its name: B, D, T, V and Z are one over the telephone
_FIT = -9.0  # logprob at which a best candidate is as often wrong as right, whatever the others are
_FIT_SCALE = 1.5
_FILLERS = frozenset(
    [
        "is",
        "its",
        "it",
        "it's",
        "a",
        "an",
        "the",
        "that",
        "this",
        "that's",
        "my",
        "name",
        "names",
        "last",
        "first",
        "and",
        "in",
        "yes",
        "sure",
        "okay",
        "ok",
        "i'm",
        "so",
        "um",
        "uh",
    ]
)


@dataclass(frozen=True)
class Candidate:
    """A value with its evidence.

    Attributes:
        value: upper-case characters.
        logprob: natural-log probability of the utterance with it, less that of the free transcript; None if only
            the free transcript has it.
        word: the words between its cue and it, among them perhaps the name as a word.
        bare: how many letters of it were said by their own names and could be any other ones.
    """

    value: str
    logprob: float | None
    word: str = ""
    bare: int = 0


@dataclass(frozen=True)
class Ranked:
    """A value with what the evidence makes of it.

    Attributes:
        value: upper-case characters.
        logprob: natural log of the probability that it was said, given that one of the candidates was.
        confidence: the same probability, less where nothing explains the sound well.
    """

    value: str
    logprob: float
    confidence: float


def rank(candidates: Sequence[Candidate], kind: str, read: Sequence[str]) -> list[Ranked]:
    """Values by their probability, best first, each once.

    Args:
        candidates: from the decoder and from the free transcript.
        kind: ``code``, ``digits`` or ``name``; ``shape`` for a code of which the pattern is known.
        read: the free transcript's readings, best first.
    """
    scored: dict[str, tuple[float, Candidate]] = {}
    for candidate in candidates:
        score = _score(candidate, kind, read)
        if candidate.value not in scored or score > scored[candidate.value][0]:
            scored[candidate.value] = (score, candidate)
    if not scored:
        return []
    ordered = sorted(((s / _CAUTION, c) for s, c in scored.values()), key=lambda s: (-s[0], s[1].value))
    best = ordered[0][0]
    whole = best + math.log(sum(math.exp(score - best) for score, _ in ordered))
    return [
        Ranked(c.value, score - whole, math.exp(score - whole) * _fit(c.logprob) * _BARE**c.bare)
        for score, c in ordered
    ]


def _score(candidate: Candidate, kind: str, read: Sequence[str]) -> float:
    decoder = _DECODER[kind]
    score = _UNSUPPORTED if candidate.logprob is None else decoder * max(candidate.logprob, _FLOOR)
    if read and candidate.value == read[0]:
        score += _FIRST[kind]
    if kind != "name":
        score -= _SKIPPED[kind] * min(len(candidate.word.split()), _MOST_SKIPPED)
    else:
        score += _PER_LETTER * len(candidate.value)
        words = said(candidate.word)
        if words:
            likeness = max(alike(candidate.value, w) for w in words)
            score += _SOUND * (likeness - _NO_SOUND)
            if candidate.value.lower() in words:
                score += _SAME
    return score


def _fit(logprob: float | None) -> float:
    """How probable it is at all that the value was said, by how well it explains the sound."""
    return 1 / (1 + math.exp(-((_FLOOR if logprob is None else logprob) - _FIT) / _FIT_SCALE))


def said(words: str) -> list[str]:
    """The last word before a spelling, and the last two as one: the name as it was said."""
    apart = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", words)
    found = [w.replace("'", "") for w in re.findall(r"[a-z']+", apart.lower()) if w not in _FILLERS and len(w) > 1]
    return found[-1:] + (["".join(found[-2:])] if len(found) > 1 else [])


def alike(one: str, two: str) -> float:
    """How alike two names are, 0 to 1: half by their sound, half by their letters."""
    one, two = one.lower(), two.lower()
    return (_closeness(_sound(one), _sound(two)) + _closeness(one, two)) / 2


def _closeness(one: str, two: str) -> float:
    return 1 - Levenshtein.distance(one, two) / max(len(one), len(two), 1)


def _sound(word: str) -> str:
    """A rough phonetic key: like consonants are one letter, vowels are one, doubles are single."""
    word = word.replace("ph", "f").replace("sh", "k").replace("ch", "k").replace("x", "ks").replace("h", "")
    return re.sub(r"(.)\1", r"\1", re.sub("[aeiou]+", "a", word.translate(_LIKE)))


_LIKE = str.maketrans("cqzyw", "kksuu")
