"""Texts in the form in which speech is compared: characters in a row, whatever the words were written like.

"Echo, Mike, four, nine" and "EM-49", "$113" and "one hundred thirteen dollars", "9.55 a.m." and "nine fifty-five AM"
have one form each; nothing depends on where a recogniser puts its spaces and hyphens.
"""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass

import jiwer

from metrics.transcript import normal

_SPELLED = (
    "alpha/alfa bravo charlie delta echo/ecko foxtrot/foxdrot golf/gulf hotel india juliet/juliett/juliette "
    "kilo/kielo/keelo lima mike november oscar papa/pappa quebec romeo sierra/ciara tango uniform victor "
    "whiskey/whisky xray yankee/yanky zulu/tulu/sulu/dulu"
)
LETTERS = {word: words[0][0] for words in (w.split("/") for w in _SPELLED.split()) for word in words}
"""Letters by the words that spell them, as recognisers write these."""

_LONG = 5  # letters of a spelling word from which one of them may be another
_FOXTROT = re.compile(r"\bfox[\s,.-]*s?[dt]r[a-z]+", re.IGNORECASE)  # "Fox, Dry"
_XRAY = re.compile(r"\bx[\s-]*ray\b", re.IGNORECASE)
_DECIMAL = re.compile(r"(?<![$\d.])(\d{1,4})[.:](\d{1,4})(?![\d.]*\d)")  # "9.55 AM", "44.71" of a digit string
_NOVEMBER = re.compile(r"\bnovember\b(?=[\s,.]+(?:zero|oh|0)\b)", re.IGNORECASE)  # a letter: no day begins so
_AMONG = rf"\b(?:{_SPELLED.replace('/', '|').replace(' ', '|')}|[b-hj-z]|\d+)[\s,.-]+"  # not the words a and I
_NOVEMBER_AMONG = re.compile(rf"({_AMONG})november\b(?=[\s,.]+0\d)", re.IGNORECASE)  # "Romeo November 01"
_HALF_DAY = re.compile(r"\b([ap])\.?\s*m\b\.?", re.IGNORECASE)
_ALIKE = {  # ways of writing that `normal` leaves apart; points go, since recognisers put them anywhere
    "oh": "0",
    "ok": "okay",
    "alright": "allright",
    "programme": "program",
    "oclock": "",
}


@dataclass(frozen=True, slots=True)
class Word:
    """A word of the compared form: characters `start` to `end` of `Form.text`."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Form:
    """A text as it is compared: `text` without spaces, and where its words lie in it."""

    text: str
    words: tuple[Word, ...]


def form(text: str) -> Form:
    """The compared form of a text; empty where nothing in it can be said."""
    text = _XRAY.sub("xray", _FOXTROT.sub("foxtrot", _NOVEMBER_AMONG.sub(r"\1n", _NOVEMBER.sub("n", text))))
    text = _HALF_DAY.sub(r" \1m ", _DECIMAL.sub(r"\1\2", text))
    words, at = [], 0
    for token in normal(text).split():
        spelled = _letter(token) or _ALIKE.get(token, re.sub(r"[$€£%.]", "", token))
        if spelled:
            words.append(Word(spelled, at, at + len(spelled)))
            at += len(spelled)
    return Form("".join(w.text for w in words), tuple(words))


@functools.lru_cache(maxsize=4096)
def _letter(token: str) -> str:
    """The letter that a word spells, also where one character of it is another: "Romio"; empty for other words."""
    if token in LETTERS:
        return LETTERS[token]
    for word, letter in LETTERS.items():
        near = token[0] == letter and abs(len(token) - len(word)) <= 1 and len(word) >= _LONG
        if near and round(float(jiwer.cer(word, token)) * len(word)) <= 1:
            return letter
    return ""
