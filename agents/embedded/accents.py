"""Accents by rule: what speakers of other languages make of English sounds, on the phonemes of the embedded voices.

Every accent is synthetic. It is the published description of an accent laid over the voice of a speaker who has
none, not a recording of anybody: its sounds are few, its melody is the voice's own, and it never wavers.

The rules work on hibari's alphabet (misaki's: one letter for a diphthong or an affricate, the stress mark before the
vowel) and put nothing there but sounds that English has: the voices have learnt no others, and what they make of a
French r is not a French r. The sources are the chapters of

    M. Swan and B. Smith (eds.), Learner English, 2nd ed., Cambridge University Press 2001

and J. C. Wells, Accents of English 3: Beyond the British Isles, Cambridge University Press 1982.
"""

from __future__ import annotations

import functools
import hashlib
import re
from dataclasses import dataclass

from scenarios.errors import UsageError

SOUNDS = frozenset("AIOWYQTbdfhijklmnopstuvwzæðŋɐɑɔəɚɛɜɡɪɹɾʃʊʌʒʔʤʧθᵊᵻˈˌ")
"""The sounds of English and its marks of stress, in hibari's alphabet: all that a rule may put."""

_VOWELS = "AIOWYQiuæɐɑɔəɚɛɜɪʊʌᵊᵻ"
_CONSONANTS = "bdfklmnpstvwzðŋɡɹʃʒʤʧθ"
_START = r"(?<![^\s,.;:!?()“”\"—…])"
_END = r"(?![^\s,.;:!?()“”\"—…])"


@dataclass(frozen=True)
class Rule:
    """One change of a sound.

    Attributes:
        find: a regular expression on phonemes.
        put: what stands in its place; groups as in `re.sub`.
        words: the same for people, with an example.
    """

    find: str
    put: str
    words: str

    def __call__(self, phonemes: str) -> str:
        """The phonemes with every occurrence changed."""
        return _compiled(self.find).sub(self.put, phonemes)


@dataclass(frozen=True)
class Accent:
    """An accent of English, made by rules: synthetic, and labelled so wherever it is shown.

    Attributes:
        name: as callers and voices name it.
        summary: whose accent, and how strong.
        source: where the rules are described.
        rules: applied in order; a later one sees what earlier ones left.
    """

    name: str
    summary: str
    source: str
    rules: tuple[Rule, ...]

    @functools.cached_property
    def version(self) -> str:
        """Names the rules: another where any of them is another."""
        return hashlib.sha256(repr([(r.find, r.put) for r in self.rules]).encode()).hexdigest()[:16]

    def __call__(self, phonemes: str) -> str:
        """A sentence's phonemes as they are said with the accent."""
        for rule in self.rules:
            phonemes = rule(phonemes)
        return phonemes


_compiled = functools.cache(re.compile)


_FRENCH = (
    Rule("θ", "s", "th without voice is s: think, sink"),
    Rule("ð", "z", "th with voice is z: then, zen"),
    Rule("h", "", "h is silent: hotel, otel"),
    Rule("[ɪᵻ]", "i", "short i is long: ship, sheep"),
    Rule("ʧ", "ʃ", "ch is sh: child, shild"),
    Rule("ʊ", "u", "short u is long: full, fool"),
    Rule("ɾ|T", "t", "t between vowels is a full t: water"),
)
_FRENCH_STRONG = (
    *_FRENCH,
    Rule("ʤ", "ʒ", "j is the s of pleasure: June"),
    Rule("ŋɡ?", "n", "ng is n: thing, seen"),
    Rule("A", "ɛ", "the vowel of day is that of bed, without its glide"),
    Rule("O", "ɔ", "the vowel of go is that of law, without its glide"),
    Rule("æ", "ɑ", "the vowel of cat is that of father"),
)
_SPANISH = (
    Rule("z|ʒ", "s", "z is s, and so is the s of pleasure: zoo, sue"),
    Rule("ʃ", "ʧ", "sh is ch: ship, chip"),
    Rule("v", "b", "v is b: very, berry"),
    Rule("ð", "d", "th with voice is d: then, den"),
    Rule("θ", "t", "th without voice is t: three, tree"),
    Rule(rf"{_START}([ˈˌ]?)j", r"ʤ\1", "y at the beginning of a word is j: yes, jess"),
    Rule("[ɪᵻ]", "i", "short i is long: ship, sheep"),
    Rule("ʊ", "u", "short u is long: full, fool"),
    Rule("ʌ", "ɑ", "the vowel of cut is that of cart"),
    Rule("ɾ|T", "t", "t between vowels is a full t: water"),
    Rule(rf"{_START}s(?=[{_CONSONANTS}])", "ɛs", "s and a consonant begin with e: speak, espeak"),
)
_INDIAN = (
    Rule("θ", "t", "th without voice is t: three, tree"),
    Rule("ð", "d", "th with voice is d: then, den"),
    Rule("w", "v", "w and v are one sound: west, vest"),
    Rule("ʒ", "z", "the s of pleasure is z"),
    Rule("ɾ|T", "t", "t between vowels is a full t: water"),
    Rule("A", "ɛ", "the vowel of day has no glide"),
    Rule("O", "ɔ", "the vowel of go has no glide"),
    Rule("ɜɹ", "ʌɹ", "the vowel of bird is that of cut, and its r is said"),
    Rule("ˌ", "", "a word has one stressed syllable and no half-stressed ones"),
)
_CHINESE = (
    Rule("θ", "s", "th without voice is s: think, sink"),
    Rule("ð", "d", "th with voice is d: then, den"),
    Rule(f"(?<=[{_CONSONANTS}])[td]+{_END}", "", "t and d are lost behind a consonant at the end: just, juss"),
    Rule(f"v{_END}", "f", "v is f at the end of a word: live, life"),
    Rule("v", "w", "v is w elsewhere: very, wery"),
    Rule(f"z{_END}", "s", "z is s at the end of a word: rise, rice"),
    Rule("[ɪᵻ]", "i", "short i is long: ship, sheep"),
    Rule("ʊ", "u", "short u is long: full, fool"),
    Rule("æ", "ɛ", "the vowel of cat is that of bed"),
    Rule("ɾ|T", "t", "t between vowels is a full t: water"),
    Rule(f"(?<=[{_VOWELS.replace('O', '')}])l{_END}", "O", "l at the end of a word is a vowel: bill, bio"),
)

ACCENTS: dict[str, Accent] = {
    accent.name: accent
    for accent in (
        Accent("french", "French, light", "Learner English, chapter by C. Walter", _FRENCH),
        Accent("french-strong", "French, strong", "Learner English, chapter by C. Walter", _FRENCH_STRONG),
        Accent("spanish", "Latin American Spanish", "Learner English, chapter by N. Coe", _SPANISH),
        Accent("indian", "Indian", "Learner English, chapter by C. Shackle; Accents of English 3", _INDIAN),
        Accent("chinese", "Mandarin Chinese", "Learner English, chapter by J. Chang", _CHINESE),
    )
}
"""Every accent by name."""


def find(name: str) -> Accent:
    """The accent called `name`.

    Raises:
        UsageError: there is none; the message lists those that exist.
    """
    if name not in ACCENTS:
        raise UsageError(f"unknown accent {name!r}; known: {', '.join(ACCENTS)}")
    return ACCENTS[name]
