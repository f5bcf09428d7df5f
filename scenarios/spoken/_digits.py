"""Numbers said digit by digit: ``048271``."""

from __future__ import annotations

from collections.abc import Sequence

from scenarios.spoken._alphabet import DIGIT_LIKE, DIGIT_OF
from scenarios.spoken._codes import code_region
from scenarios.spoken._lattice import Arc, Piece, best, pieces, with_repeats
from scenarios.spoken._numbers import ONES, TEENS, TENS
from scenarios.spoken._types import Guess

_MAX_PIECES = 60


def _arcs(ps: Sequence[Piece], i: int) -> list[Arc]:
    w = ps[i].low
    out = []
    if w.isascii() and w.isdigit():
        out.append(Arc(i + 1, w, 0.0))
    if w in DIGIT_OF:
        out.append(Arc(i + 1, DIGIT_OF[w], 0.0))
    elif w in ("oh", "o"):
        out.append(Arc(i + 1, "0", 0.02))
    elif w in DIGIT_LIKE:
        out.append(Arc(i + 1, DIGIT_LIKE[w], 0.3))
    if w in TEENS:
        out.append(Arc(i + 1, str(TEENS[w]), 0.05))
    if w in TENS:
        out.append(Arc(i + 1, str(TENS[w]), 0.1))
        if i + 1 < len(ps) and ps[i + 1].low in ONES:
            out.append(Arc(i + 2, str(TENS[w] + ONES[ps[i + 1].low]), 0.05))
    if w == "hundred":
        out.append(Arc(i + 1, "00", 0.1))
    return out


def _skip(p: Piece) -> float:
    return 1.2 if p.low.isdigit() or p.low in DIGIT_OF else 0.5


def hear_digits(text: str, length: int | None) -> list[Guess]:
    """Digit strings in a text, best first; those that lack the wanted length cost 2 more."""
    spans = [code_region(text)]
    if spans[0] != (0, len(text)):
        spans.append((0, len(text)))
    fallback: list[Guess] = []
    for start, end in spans:
        ps = pieces(text[start:end])[:_MAX_PIECES]
        for want, extra in [(length, 0.0)] if length is None else [(length, 0.0), (None, 2.0)]:
            found = [
                Guess(p.text, round(p.cost + extra, 3), start + ps[p.first].start, start + ps[p.last].end)
                for p in best(ps, with_repeats(_arcs), _skip, length=want, shortest=1)
            ]
            if found and not extra:
                return found
            fallback = fallback or found
    return fallback
