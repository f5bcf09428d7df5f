"""Texts as units with their places, so that two ways of writing can be laid side by side and compared.

A unit is a word or a number: number words become figures (`metrics.transcript.cardinals`), "p.m." and "p m" are
one unit, what stops and hyphens part is no longer told from what they join.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from metrics.transcript import normal
from metrics.transcript.cardinals import readings
from scenarios.spoken import NATO

_TOKEN = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*|\d+|%")
_MONEY = frozenset({"dollar", "dollars", "euro", "euros", "pound", "pounds"})
_NATO = {word: letter.lower() for word, letter in NATO.items()}
_CLAUSE = re.compile(r"(?<=\b\w),? (?:is )?(?:as in|is in|like in|for) \w+|(?<=\w)(?:,? as in \w+)", re.I)
_SIGN_WORDS = frozenset({"dash", "hyphen", "dot", "at", "underscore", "plus"})
_HALVES = {"morning": "am", "afternoon": "pm", "evening": "pm", "night": "pm", "am": "am", "pm": "pm"}
_ABOUT = frozenset({"dash", "hyphen", "digit", "letter", "number"})
_CODES = frozenset({"code", "digits", "phone", "flight", "seat", "place"})


@dataclass(frozen=True, slots=True)
class Unit:
    """A word or number in plain form, with its place in the text."""

    text: str
    start: int
    end: int

    @property
    def character(self) -> bool:
        """Whether it may be part of something spelled: a letter, figures, or both."""
        return len(self.text) == 1 or any(c.isdigit() for c in self.text)


def units(text: str) -> list[Unit]:
    """The units of a text, left to right."""
    found = list(_TOKEN.finditer(text))
    words = [m.group().lower().replace("’", "'") for m in found]
    words = _ohs(words)
    out: list[Unit] = []
    for r in readings(words):
        unit = Unit(r.text.replace("'", ""), found[r.start].start(), found[r.end - 1].end())
        last = out[-1] if out else None
        near = last is not None and text[last.end : unit.start].strip() in ("", ".")
        if last is not None and near and unit.text == "m" and last.text in ("a", "p"):
            out[-1] = Unit(last.text + "m", last.start, unit.end)
        elif last is not None and unit.text in _MONEY and last.text[:1].isdigit():
            out[-1] = Unit(last.text, last.start, unit.end)
        elif last is not None and near and unit.text == "u" and last.text == "double":
            out[-1] = Unit("w", last.start, unit.end)
        else:
            out.append(unit)
    return out


def _ohs(words: list[str]) -> list[str]:
    """Beside a number "oh" is a zero."""
    number = re.compile(r"\d+|zero|one|two|three|four|five|six|seven|eight|nine")
    out = list(words)
    for i, word in enumerate(words):
        beside = [*out[max(0, i - 1) : i], *words[i + 1 : i + 2]]
        if word == "oh" and any(number.fullmatch(w) for w in beside):
            out[i] = "zero"
    return out


def form(kind: str, text: str) -> str:
    """What two writings of one value share; differs where the values differ.

    Args:
        kind: of the value, as `Value.kind`.
        text: the value as said, or what a recogniser wrote in its place.
    """
    if kind in _CODES:
        return _spelled(text)
    if kind == "time":
        return _time(text)
    if kind in ("amount", "duration", "date"):
        return _measure(text)
    if kind == "email":
        return "".join(u.text for u in units(text) if u.text not in _SIGN_WORDS)
    return "".join(u.text for u in units(text))


def without_clauses(text: str) -> str:
    """The text with its spelled letters bare: "N as in November" is N."""
    return _CLAUSE.sub("", text)


def _spelled(text: str) -> str:
    """Characters in a row: code words are letters, "as in" clauses say nothing more."""
    flat = re.sub(r"(?i)\bx-ray\b", "xray", without_clauses(text))
    return "".join(_NATO.get(u.text, u.text) for u in units(flat) if u.text not in _ABOUT)


def _time(text: str) -> str:
    """Figures of the clock and the half of the day: ``12:30 p.m.`` is ``1230pm``, ``7:00`` is ``7``."""
    named = re.search(r"\b(noon|midday|midnight)\b", text, re.I)
    if named:
        return "12am" if named.group().lower() == "midnight" else "12pm"
    found = units(text)
    figures = "".join(re.sub(r"\D", "", u.text) for u in found if u.text[0].isdigit())
    if len(figures) > 2 and figures.endswith("00"):
        figures = figures[:-2]
    half = next((_HALVES[u.text] for u in found if u.text in _HALVES), "")
    return figures.lstrip("0") + half


def _measure(text: str) -> str:
    """Amounts, spans of time and dates: figures and what they count, in the normal form of transcripts."""
    words = [w.lstrip("$€£") for w in normal(text).split() if w not in ("of", "the", "about", "a", "an")]
    words = [re.sub(r"(?<=\d)(?:st|nd|rd|th)$", "", w) for w in words]
    words = [w.removesuffix("s") if w.isalpha() else w for w in words]
    return " ".join(sorted(words) if any(w.isalpha() for w in words) else words)


def laid_out(found: Sequence[Unit]) -> tuple[str, list[int]]:
    """Units as one string, and for each of its characters the unit; -1 for spaces.

    Characters of a spelling stand side by side like those of a code in one piece.
    """
    text: list[str] = []
    owner: list[int] = []
    for i, unit in enumerate(found):
        if i and not (unit.character and found[i - 1].character):
            text.append(" ")
            owner.append(-1)
        text.append(unit.text)
        owner += [i] * len(unit.text)
    return "".join(text), owner
