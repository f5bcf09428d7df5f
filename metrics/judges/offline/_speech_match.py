"""Which values and words of a text were heard: a text and what a recogniser wrote, aligned character by character."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import jiwer

from metrics.judges.offline._speech_text import Form, form
from metrics.judges.offline._speech_values import Value

ALIKE = 0.5  # likeness, 0 to 1, from which a recogniser's spelling of a name is taken for the name
_SOUNDS = str.maketrans("cqzyvd", "kksift")


_NAMED = {
    c: forms.split()
    for c, forms in {
        "0": "o oh zero",
        "1": "one won",
        "2": "two to too",
        "4": "four for fore",
        "6": "six sicks",
        "8": "eight ate",
        "a": "ay eh",
        "b": "be bee",
        "c": "see sea",
        "d": "dee",
        "e": "ee",
        "f": "ef eff foxdry foxtrod",
        "g": "gee",
        "i": "eye",
        "j": "jay",
        "k": "kay",
        "l": "el ell",
        "m": "em",
        "n": "en",
        "o": "oh 0",
        "p": "pee pea",
        "q": "queue cue",
        "r": "are ar re",
        "s": "ess",
        "t": "tee tea",
        "u": "you",
        "x": "ex",
        "y": "why",
        "z": "zee zed",
    }.items()
}
"""Other ways in which recognisers write a character of a code, by its sound."""

_LIKE_DIGITS = {"2": ("to", "too"), "4": ("for", "floor"), "8": ("ate",)}
"""Words that recognisers write as a digit before a number: "floor three" becomes "43"."""

_BLURRED = {"3": ("three", "free", "tree"), "8": ("a", "hey")}


@dataclass(frozen=True, slots=True)
class Match:
    """What came back of a text.

    Attributes:
        heard: what the recogniser wrote.
        right: for each value, whether it was heard to the last character.
        read: for each value, what was heard in its place.
        met: for each word of the text's compared form, the share of its characters that came back, 0 to 1.
        added: the longest stretch of words that were heard and not meant.
    """

    heard: str
    right: tuple[bool, ...]
    read: tuple[str, ...]
    met: tuple[float, ...]
    added: int


def match(meant: Form, values: Sequence[Value], heard: str) -> Match:
    """Align what was heard with what was meant."""
    got = form(heard)
    if not meant.text or not got.text:
        return Match(heard, (False,) * len(values), ("",) * len(values), (0.0,) * len(meant.words), len(got.words))
    place, inserted = _aligned(meant.text, got.text)
    right, read = [], []
    for value in values:
        text = meant.text[value.start : value.end]
        ends = _span(place, inserted, value.start, value.end, got.text)
        if ends[1:] == text and _before(meant, value.start) in _LIKE_DIGITS.get(ends[0], ()):
            ends = text
        read.append(ends)
        right.append(alike(text, ends) >= ALIKE if value.kind == "name" else _same(text, ends))
    met = tuple(sum(place[i] is not None for i in range(w.start, w.end)) / (w.end - w.start) for w in meant.words)
    return Match(heard, tuple(right), tuple(read), met, _added(place, got))


def _before(meant: Form, start: int) -> str:
    """The word that stands right before a place of a text; empty where there is none."""
    return next((meant.text[w.start : w.end] for w in meant.words if w.end == start), "")


def _same(meant: str, read: str) -> bool:
    """Whether two compared forms are one to the ear: "for 31" is 431."""
    if meant == read:
        return True
    ways = ("(?:" + "|".join([re.escape(c), *_NAMED.get(c, ())]) + ")" for c in meant)
    return re.fullmatch("".join(ways), read) is not None


def blurred(meant: str, read: str) -> bool:
    """Whether a code was read character by character, but for blurred words: "Lena" for L, "free" for 3.

    Digits that sound otherwise and letters that begin otherwise are other characters, not blurred ones.
    """
    ways = (f"{c}[a-z]*" if c.isalpha() else "|".join([c, *_NAMED.get(c, ()), *_BLURRED.get(c, ())]) for c in meant)
    return re.fullmatch("".join(f"(?:{way})" for way in ways), read) is not None


def alike(one: str, two: str) -> float:
    """How alike two names sound, 0 to 1, by their letters with like-sounding ones made one and vowels dropped."""
    a, b = (_skeleton(t) for t in (one, two))
    letters = 1 - float(jiwer.cer(one, two)) if one and two else 0.0
    return max(letters, 1 - float(jiwer.cer(a, b)) if a and b else 0.0)


def _skeleton(word: str) -> str:
    word = word.replace("ph", "f").replace("sh", "s").replace("ch", "k").replace("th", "t").translate(_SOUNDS)
    return re.sub(r"(.)\1+", r"\1", word[:1] + re.sub("[aeiouhw]", "", word[1:]))


def _aligned(meant: str, got: str) -> tuple[list[int | None], dict[int, str]]:
    """For each meant character the index of the equal one heard; and what was heard more, by where it stands.

    What stands in place of meant characters belongs to the first of these.
    """
    place: list[int | None] = [None] * len(meant)
    extra: dict[int, str] = {}
    for chunk in jiwer.process_characters(meant, got).alignments[0]:
        if chunk.type == "equal":
            for offset in range(chunk.ref_end_idx - chunk.ref_start_idx):
                place[chunk.ref_start_idx + offset] = chunk.hyp_start_idx + offset
        else:
            extra[chunk.ref_start_idx] = (
                extra.get(chunk.ref_start_idx, "") + got[chunk.hyp_start_idx : chunk.hyp_end_idx]
            )
    return place, extra


def _span(place: list[int | None], extra: dict[int, str], start: int, end: int, got: str) -> str:
    """What was heard in place of the characters `start` to `end`, a digit more at either end included."""
    before = [p for p in place[:start] if p is not None]
    behind = [p for p in place[end:] if p is not None]
    first, last = (before[-1] + 1 if before else 0), (behind[0] if behind else len(got))
    inside = [p for p in place[start:end] if p is not None]
    if not inside:
        return got[first:last]
    lead, tail = got[first : inside[0]], got[inside[-1] + 1 : last]
    if place[start] is not None and not re.search(r"\d$", lead):
        lead = ""
    if place[end - 1] is not None and not re.match(r"\d", tail):
        tail = ""
    return lead + got[inside[0] : inside[-1] + 1] + tail


def _added(place: list[int | None], got: Form) -> int:
    """The longest stretch of heard words of which no character was meant."""
    used = {p for p in place if p is not None}
    longest = run = 0
    for word in got.words:
        run = 0 if any(i in used for i in range(word.start, word.end)) else run + 1
        longest = max(longest, run)
    return longest
