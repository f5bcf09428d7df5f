"""Codes of letters and digits heard character by character, in NATO words or bare letters."""

from __future__ import annotations

import re
from collections.abc import Sequence

from scenarios.spoken._alphabet import (
    DIGIT_LIKE,
    DIGIT_OF,
    LETTER_LIKE,
    NATO,
    ROMAN,
    nato_near,
    nato_pair,
)
from scenarios.spoken._lattice import Arc, Path, Piece, best, only, pieces, with_repeats
from scenarios.spoken._numbers import ONES, TEENS, TENS
from scenarios.spoken._tokens import listed
from scenarios.spoken._types import Guess

_FILL = frozenset(
    listed(
        "confirmation number numbers code is my the it its yes sure okay ok of course so um uh last name "
        "booking reservation please and that would be character characters again spell spelled spelling "
        "reference id as in dash hyphen thats thank you thanks hi hello"
    )
)
NAME_CUE = r"\b(?:last|list|las|blast|first|lost|glass)[, -]+(?:name|names|named|maim|maims|may|man|mane|main)\b"
_CODE_CUE = r"\b(?:number|code|confirmation|reference|id|pin)(?: (?:is|it's|its))?\b[:,. ]*"
_MAX_PIECES = 60
STRONG = 0.34


def code_region(text: str) -> tuple[int, int]:
    """The stretch that can hold the code: after the last "number" or "code", not beyond "last name"."""
    start, end = 0, len(text)
    for m in re.finditer(_CODE_CUE, text, re.I):
        rest = text[m.end() :]
        # "... number, last name Okafor" has its code before the cue
        if sum(c.isalnum() for c in re.split(NAME_CUE, rest, maxsplit=1, flags=re.I)[0]) >= 3:
            start = m.end()
    name = re.search(NAME_CUE, text[start:], re.I)
    if name:
        if len(text[start : start + name.start()].strip()) >= 3:
            end = start + name.start()
        elif start == 0:
            # the name is said first: the code follows, if it is anywhere
            start = name.end()
    return start, end


def _digits_of(p: Piece) -> list[tuple[str, float]]:
    """What digits a word may stand for."""
    if p.low.isdigit():
        return [(p.low, 0.0)]
    out = []
    if p.low in DIGIT_OF:
        out.append((DIGIT_OF[p.low], 0.0))
    if p.low in DIGIT_LIKE:
        out.append((DIGIT_LIKE[p.low], 0.15))
    if p.low in TEENS:
        out.append((str(TEENS[p.low]), 0.1))
    if p.raw in ROMAN:
        out.append((ROMAN[p.raw], 0.1))
    return out


def _tens(ps: Sequence[Piece], i: int) -> list[Arc]:
    """``thirty-four`` is 34, ``thirty`` alone 30."""
    tens = TENS.get(ps[i].low)
    if tens is None:
        return []
    out = [Arc(i + 1, str(tens), 0.1)]
    if i + 1 < len(ps) and ps[i + 1].low in ONES:
        out.append(Arc(i + 2, str(tens + ONES[ps[i + 1].low]), 0.1))
    return out


def letter_arcs(ps: Sequence[Piece], i: int) -> list[Arc]:
    """Readings of bare letters and digits, with code words mixed in."""
    p = ps[i]
    out = [Arc(i + 1, s, c + (0.2 if p.raw in ROMAN else 0.0)) for s, c in _digits_of(p)] + _tens(ps, i)
    near = nato_near(p.low)
    if near is not None and near[1] <= STRONG:
        out.append(Arc(i + 1, near[0], near[1] * 0.6 + (0.1 if near[1] else 0.0)))
    if p.low == "double-u":
        out.append(Arc(i + 1, "W", 0.0))
    elif len(p.low) == 1 and p.low.isascii() and p.low.isalpha():
        out.append(Arc(i + 1, p.low.upper(), 0.3 if p.raw.startswith("'") and p.low != "m" else 0.0))
    for c in LETTER_LIKE.get(p.low, ()):
        out.append(Arc(i + 1, c, 0.15))
    if only(r"[a-z0-9]{2,12}", p.low) and not p.low.isdigit() and p.low not in NATO and p.low not in DIGIT_OF:
        mixed = any(c.isdigit() for c in p.low)
        vowels = len(re.findall("[aeiou]", p.low))
        if mixed:
            out.append(Arc(i + 1, p.low.upper(), 0.0))
        elif len(p.low) <= 8 and (p.low not in _FILL or (p.raw.isupper() and len(p.raw) <= 3)):
            written = 0.1 if vowels == 0 else 0.35 * len(p.low) ** 0.5
            cost = 0.05 if p.raw.isupper() else written
            out.append(Arc(i + 1, p.low.upper(), cost))
    # "x as in x-ray", "i for india": the word's initial
    for lead, size in ((("as", "in"), 2), (("for",), 1), (("like",), 1)):
        k = i + 1 + size
        if k < len(ps) and len(p.low) <= 2 and tuple(q.low for q in ps[i + 1 : k]) == lead:
            word = nato_near(ps[k].low)
            if word is not None and word[1] <= STRONG:
                out.append(Arc(k + 1, word[0], 0.0))
            elif size == 2 and ps[k].low[0].isascii() and ps[k].low[0].isalpha():
                out.append(Arc(k + 1, ps[k].low[0].upper(), 0.2))
    return out


def nato_arcs(ps: Sequence[Piece], i: int) -> list[Arc]:
    """Readings where letters are code words: near words count, bare letters hardly."""
    p = ps[i]
    out = [Arc(i + 1, s, c) for s, c in _digits_of(p)] + _tens(ps, i)
    near = nato_near(p.low)
    if near is not None:
        out.append(Arc(i + 1, near[0], near[1] if near[1] <= STRONG else near[1] + 0.2))
    if p.low == "so":
        out.append(Arc(i + 1, "Z", 0.4))
    pair = nato_pair(p.low)
    if pair is not None and (near is None or near[1] > 0.1):
        out.append(Arc(i + 1, pair[0], pair[1] + 0.05))
    if i + 1 < len(ps) and len(p.low) <= 5 and len(ps[i + 1].low) <= 7:
        two = nato_near(p.low + ps[i + 1].low)  # "fox trot", "no vember"
        if two is not None and two[1] <= STRONG:
            out.append(Arc(i + 2, two[0], two[1] + 0.05))
    if len(p.low) == 1 and p.low.isascii() and p.low.isalpha():
        out.append(Arc(i + 1, p.low.upper(), 0.5))
    if only(r"(?=.*[0-9])[a-z0-9]{2,12}", p.low) and not p.low.isdigit():
        out.append(Arc(i + 1, p.low.upper(), 0.1))
    return out


def nato_skip(p: Piece) -> float:
    """What it costs to leave out a word inside a NATO spelling."""
    return 0.1 if p.low in _FILL else 0.45


def letter_skip(p: Piece) -> float:
    """What it costs to leave out a word inside a spelling with bare letters."""
    if len(p.low) == 1:
        return 1.2
    return 0.0 if p.low in _FILL else 0.9


def nato_hits(ps: Sequence[Piece]) -> int:
    """How many words are surely code words."""
    near = [nato_near(p.low) for p in ps]
    return sum(1 for n in near if n is not None and n[1] <= STRONG)


def _paths(ps: Sequence[Piece], length: int | None) -> list[Path]:
    letters = best(ps, with_repeats(letter_arcs), letter_skip, length=length)
    hits = nato_hits(ps)
    if hits < 2:
        return letters
    nato = best(ps, with_repeats(nato_arcs), nato_skip, length=length)
    if not nato or (hits < 3 and length is None):
        return letters
    worst = 0.6 if hits >= 3 else 0.0
    merged = {p.text: p for p in nato}
    for p in letters:
        moved = Path(p.text, p.cost + worst, p.first, p.last)
        if p.text not in merged or merged[p.text].cost > moved.cost:
            merged[p.text] = moved
    return sorted(merged.values(), key=lambda p: p.cost)


def hear_code(text: str, length: int | None = 6) -> list[Guess]:
    """Codes in a text, best first; those that lack the wanted length cost 2 more."""
    spans = [code_region(text)]
    if spans[0] != (0, len(text)):
        spans.append((0, len(text)))
    for start, end in spans:
        ps = pieces(text[start:end])[:_MAX_PIECES]
        found = _paths(ps, length) if ps else []
        extra = 0.0
        if not found and length is not None:
            found, extra = _paths(ps, None), 2.0
        if found:
            return [
                Guess(p.text, round(p.cost + extra, 3), start + ps[p.first].start, start + ps[p.last].end)
                for p in found
            ]
    return []
