"""A lattice over the words of a text: each may stand for one of several strings, at a cost, or be skipped.

`best` finds the cheapest strings of a wanted length. Dijkstra over (word, string so far); states are few
because each word has few readings and the wanted length bounds the string.
"""

from __future__ import annotations

import heapq
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from scenarios.spoken._alphabet import DIGIT_OF, nato_near
from scenarios.spoken._tokens import joined, listed, tokens

_MAX_POPS = 12_000
_SPREAD = 1.5  # readings that cost this much more than the best are not worth the search
_EDGE = 0.02
_EDGE_LOSS = 0.15
_RAY = frozenset(listed("ray rays right rate re rain raise wray"))


@dataclass(frozen=True, slots=True)
class Piece:
    """A word of a code as the lattice sees it: letters and digits written together stay together.

    The ending of a contraction is a word of its own, with an apostrophe in `raw` ("I'm" may be I, M).
    """

    raw: str
    low: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Arc:
    """From a word to the word `to`, emitting `text`."""

    to: int
    text: str
    cost: float


@dataclass(frozen=True, slots=True)
class Path:
    """A string with its cost and the pieces it rests on: `first` up to and with `last`."""

    text: str
    cost: float
    first: int
    last: int


Arcs = Callable[[Sequence[Piece], int], list[Arc]]


def pieces(text: str) -> list[Piece]:
    """Words for the lattice: signs gone, ``x, right`` and ``double u`` made one word, ``I'm`` made two."""
    out: list[Piece] = []
    toks = tokens(text)
    glued = False
    for i, t in enumerate(toks):
        if not (t.numeral or t.word):
            glued = False
            continue
        parts = [t.low]
        if "'" in t.low:
            head, _, tail = t.low.partition("'")
            parts = [head, tail] if tail in ("m", "s", "re", "ll", "d", "t") else [t.low.replace("'", "")]
            if tail in ("re", "ll"):
                parts = [head, tail[0]]
        if glued and out and joined(toks, i) and len(parts) == 1 and not _said(out[-1].low, t.low):
            last = out.pop()
            if last.low.isdigit() and t.raw in ("st", "nd", "rd", "th"):  # "November 6th" is N 6, "0000ST" a code
                out.append(Piece(last.raw, last.low, last.start, t.end))
            else:
                out.append(Piece(last.raw + t.raw, last.low + t.low, last.start, t.end))
        elif out and out[-1].low == "x" and t.low in _RAY:
            last = out.pop()
            out.append(Piece("xray", "xray", last.start, t.end))
        elif out and out[-1].low == "double" and t.low in ("u", "you", "yu"):
            last = out.pop()
            out.append(Piece("double-u", "double-u", last.start, t.end))
        else:
            raws = [t.raw] if len(parts) == 1 else [parts[0], "'" + parts[1]]
            out += [Piece(raw, p, t.start, t.end) for raw, p in zip(raws, parts, strict=True)]
        glued = True
    return [p for p in out if p.low]


def _said(left: str, right: str) -> bool:
    """Whether letters and digits that are written together are two words: ``Papa443400``."""
    return any(len(w) >= 3 and (w in DIGIT_OF or nato_near(w) is not None) for w in (left, right))


def with_repeats(arcs: Arcs) -> Arcs:
    """Add ``double x`` and ``triple x`` to the readings of another arc maker."""

    def more(ps: Sequence[Piece], i: int) -> list[Arc]:
        found = arcs(ps, i)
        times = {"double": 2, "triple": 3}.get(ps[i].low)
        if times and i + 1 < len(ps):
            found += [Arc(a.to, a.text * times, a.cost + 0.02) for a in arcs(ps, i + 1) if len(a.text) == 1]
        return found

    return more


def best(
    ps: Sequence[Piece],
    arcs: Arcs,
    skip_cost: Callable[[Piece], float],
    *,
    length: int | None,
    n: int = 8,
    shortest: int = 3,
    longest: int = 40,
    edge_loss: float | None = None,
) -> list[Path]:
    """The `n` cheapest strings, of exactly `length` characters or, without one, of `shortest` and more.

    Words before the first and after the last emitted one cost little to skip, those between `skip_cost`;
    `edge_loss` is the cost of such a word that could have been part of the string.
    """
    count = len(ps)
    out_arcs = [arcs(ps, i) for i in range(count)]
    loss = edge_loss if edge_loss is not None else _EDGE_LOSS if length is not None else 0.5
    # a word at an edge that could have been part of the code costs more to leave out than one that could not
    edge = [loss if any(a.cost <= 0.35 for a in out_arcs[i]) else _EDGE for i in range(count)]
    tail = [0.0] * (count + 1)
    for i in range(count - 1, -1, -1):
        # a stray character is more often in front ("it's" heard as "eight") than behind
        tail[i] = tail[i + 1] + 1.1 * edge[i]
    heap: list[tuple[float, int, str, int, int, bool]] = [(0.0, 0, "", -1, -1, False)]
    seen: set[tuple[int, str, bool]] = set()
    found: dict[str, Path] = {}
    pops, worst = 0, float("inf")
    while heap and len(found) < n and pops < _MAX_POPS:
        pops += 1
        cost, i, s, first, last, done = heapq.heappop(heap)
        if cost > worst:
            break
        if done:
            found.setdefault(s, Path(s, round(cost, 3), first, last))
            worst = min(worst, cost + _SPREAD)
            continue
        if (i, s, done) in seen:
            continue
        seen.add((i, s, done))
        if s and last == i - 1 and (len(s) == length if length is not None else len(s) >= shortest):
            heapq.heappush(heap, (cost + tail[i], i, s, first, last, True))
        if i >= count:
            continue
        heapq.heappush(heap, (cost + (skip_cost(ps[i]) if s else edge[i]), i + 1, s, first, last, False))
        top = length if length is not None else longest
        for a in out_arcs[i]:
            if len(s) + len(a.text) <= top:
                began = first if s else i
                heapq.heappush(heap, (cost + a.cost, a.to, s + a.text, began, a.to - 1, False))
    return sorted(found.values(), key=lambda p: p.cost)


def only(pattern: str, text: str) -> bool:
    """Whether the whole text matches."""
    return re.fullmatch(pattern, text) is not None
