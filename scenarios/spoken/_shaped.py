"""Codes and digit strings of which the shape is known: what was said is fitted to it, place by place.

The shape tells an O from a zero, puts in dashes and fixed letters that nobody says, and lets "building three,
floor two" stand for ``BLD3-FL2``.
"""

from __future__ import annotations

import heapq
import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass

from scenarios.spoken._alphabet import DIGIT_LIKE, DIGIT_OF, NATO, nato_near
from scenarios.spoken._codes import STRONG, letter_arcs, nato_arcs, nato_hits
from scenarios.spoken._lattice import Arc, Arcs, Piece, pieces, with_repeats
from scenarios.spoken._numbers import TEENS, TENS
from scenarios.spoken._shape import Shape, Write
from scenarios.spoken._tokens import CORRECTION, listed
from scenarios.spoken._types import Guess

_MAX_PIECES = 120
_MAX_POPS = 10_000
_SPREAD = 1.0
_FOUND = 8
_EDGE = 0.01  # a word before or behind the value
_LEFT = 0.15  # a character that is left out beside a list
_CUT = 0.5  # one that could go on with it
_SILENT = frozenset(
    listed(
        "digit digits number numbers letter letters capital capitals lowercase uppercase small then and dash hyphen "
        "minus point dot underscore slash is the that's thats a an it's its again sorry um uh with by followed "
        "space code id"
    )
)
_PROSE = _SILENT | frozenset(
    listed(
        "i my me we our us you your he she his her they their them this these those there here have has had do does "
        "did don't am are was were be been will would can could should may might must not no yes yeah yep sure okay ok "
        "please thanks thank thats what when where which who how why to for from of on in at about into up out over so "
        "but or if because just only also too very really now then one it let hold wait look see know think need want "
        "like give get got got take find found left home today moment second think remember forgot forget have help "
        "phone call number code name last first employee asset tag badge request incident case ticket room desk "
        "floor building license licence shift unit facility policy manager department role group email address "
        "question repeat again sorry well right good fine great hello hi hey bye goodbye correct wrong exactly"
    )
)
_LONGEST_WORD = 10  # of a part of a code that is said as a word
_SIGNS = {"dash": "-", "hyphen": "-", "minus": "-", "underscore": "_"}
_NEXT = frozenset(listed("and then also plus next comma second"))
_SWAPS = {
    "O": ("0", 0.02),
    "I": ("1", 0.3),
    "L": ("1", 0.5),
    "S": ("5", 0.4),
    "Z": ("2", 0.5),
    "B": ("8", 0.5),
    "G": ("6", 0.5),
    "A": ("8", 0.4),
    "0": ("O", 0.1),
    "1": ("I", 0.3),
    "5": ("S", 0.4),
    "2": ("Z", 0.5),
    "8": ("A", 0.4),
    "6": ("G", 0.5),
}
_SAID_AS = {
    "case": "CASE",
    "request": "REQ",
    "incident": "INC",
    "asset": "AST",
    "building": "BLD",
    "floor": "FL",
    "room": "RM",
    "desk": "D",
    "group": "GRP",
    "zone": "PZ",
    "template": "PTPL",
    "security": "SEC",
    "diagnostic": "DIAG",
    "diagnostics": "DIAG",
    "application": "APP",
    "app": "APP",
    "license": "LIC",
    "licence": "LIC",
    "policy": "POL",
    "shift": "SHF",
    "privilege": "PRV",
    "clearance": "CLR",
    "employee": "EMP",
    "passenger": "PAX",
    "flight": "FL",
}
"""Words for the fixed letters of codes; other letters they do not stand for."""
_PART_SAID_AS = {
    "hardware": "HW",
    "software": "SW",
    "facilities": "FAC",
    "facility": "FAC",
    "account": "ACC",
    "accounts": "ACC",
    "access": "ACC",
}
_LAST_FOUR = re.compile(r"\b(?:last|final) (?:four|4|six|6|three|3|two|2)\b(?: digits?\b)?", re.I)
_GOOD = 1.0
_BREAK = re.compile(r"[.!?;:]")


@dataclass(frozen=True, slots=True)
class _Fit:
    value: str
    cost: float
    first: int
    last: int


def _word_arcs(form: Shape, p: Piece, i: int) -> list[Arc]:
    """Whole words that stand for several characters: a part's meaning, or its letters as written."""
    out = []
    meant = _SAID_AS.get(p.low)
    if meant is not None and (meant in form.fixed or len(meant) == 1):
        out.append(Arc(i + 1, meant, 0.03))
    if p.low in _PART_SAID_AS:
        out.append(Arc(i + 1, _PART_SAID_AS[p.low], 0.05))
    if p.low in _SIGNS:
        out.append(Arc(i + 1, _SIGNS[p.low], 0.0))
    if p.low in _NEXT and "," in form.signs:
        out.append(Arc(i + 1, ",", 0.0))
    if p.low in ("hundred", "thousand"):
        out.append(Arc(i + 1, "00" if p.low == "hundred" else "000", 0.1))
    word = p.low.isascii() and p.low.isalpha() and 2 <= len(p.low) <= _LONGEST_WORD and p.low not in DIGIT_OF
    if word and (p.raw.isupper() or p.low not in _PROSE):
        anyword = not form.fixed and form.alphabet.isalpha()  # of letters alone: any word would be one
        cost = 0.02 if p.raw.isupper() else 0.65 if anyword else 0.2 if p.low in NATO else 0.3
        out.append(Arc(i + 1, p.low.upper(), cost))
    if p.low in DIGIT_LIKE:
        out.append(Arc(i + 1, DIGIT_LIKE[p.low], 0.15))
    return out


def _maker(form: Shape, coded: bool) -> Arcs:
    """What each word may stand for; `coded` where letters are said by code words."""

    def arcs(ps: Sequence[Piece], i: int) -> list[Arc]:
        found = letter_arcs(ps, i) + (nato_arcs(ps, i) if coded else []) + _word_arcs(form, ps[i], i)
        best: dict[tuple[int, str], float] = {}
        prose = ps[i].low.upper() if ps[i].low in _PROSE and not ps[i].raw.isupper() and len(ps[i].low) > 1 else ""
        for a in found:
            if a.text == prose:
                continue
            key = a.to, a.text
            best[key] = min(a.cost, best.get(key, 9.0))
        return [Arc(to, text, cost) for (to, text), cost in best.items()]

    return with_repeats(arcs)


def _written(form: Shape, before: str, text: str) -> list[Write]:
    """The ways to write characters behind what is written, each perhaps as the one it is confused with."""
    if text in form.fixed and (whole := form.fix(before, text)):
        return list(whole)
    ways = [Write(before, 0.0)]
    for char in text:
        onward: dict[str, float] = {}
        for way in ways:
            swap, dear = _SWAPS.get(char, ("", 0.0))
            for spoken, cost in ((char, 0.0), (swap, dear)):
                for write in form.after(way.text, spoken) if spoken else ():
                    total = way.cost + cost + write.cost
                    onward[write.text] = min(total, onward.get(write.text, 9.0))
        ways = [Write(*way) for way in onward.items()]
    return ways


def _likely(p: Piece) -> bool:
    """Whether a word is surely a character, so that it is not left out beside a value."""
    if p.raw.startswith("'"):  # the ending of a contraction
        return False
    word = p.low in NATO or p.low in DIGIT_OF or p.low in TENS or p.low in TEENS or p.low in ("oh", "double", "triple")
    return word or p.low.isdigit() or (len(p.low) == 1 and p.low not in ("a", "i"))


def _skip(p: Piece) -> float:
    if p.low in _SILENT:
        return 0.02
    if _likely(p):
        return 1.2
    near = nato_near(p.low)
    return 0.5 if near is None or near[1] > STRONG else 0.7


def _breaks(text: str, ps: Sequence[Piece]) -> list[bool]:
    """Before each word, whether a sentence ends there."""
    out = [True]
    for a, b in itertools.pairwise(ps):
        out.append(bool(_BREAK.search(text[a.end : b.start])))
    return out


def _search(text: str, form: Shape) -> tuple[list[Piece], list[_Fit]]:
    """The cheapest values of a shape in a text."""
    ps = pieces(text)[:_MAX_PIECES]
    count = len(ps)
    maker = _maker(form, nato_hits(ps) >= 2)
    arcs = [maker(ps, i) for i in range(count)]
    breaks = _breaks(text, ps)
    likely = [_likely(p) for p in ps]
    # of a list nothing is left out that could be one of its values
    edges = [_LEFT if "," in form.signs and sure else _EDGE for sure in likely]
    behind = [round(sum(edges[i:]), 3) for i in range(count + 1)]
    heap: list[tuple[float, int, str, int, int, bool]] = []
    for i in range(count):
        cut = _CUT if i and likely[i - 1] and not breaks[i] else 0.0
        heap.append((sum(edges[:i]) + cut, i, "", -1, -1, False))
    heapq.heapify(heap)
    seen: set[tuple[int, str, int]] = set()
    found: dict[str, _Fit] = {}
    worst, pops = float("inf"), 0
    while heap and len(found) < _FOUND and pops < _MAX_POPS:
        pops += 1
        cost, i, s, first, last, done = heapq.heappop(heap)
        if cost > worst:
            break
        if done:
            found.setdefault(s, _Fit(s, round(cost, 3), first, last))
            worst = min(worst, cost + _SPREAD)
            continue
        if (i, s, first if s else i) in seen:
            continue
        seen.add((i, s, first if s else i))
        if s and last == i - 1:
            cut = _CUT if i < count and likely[i] and not breaks[i] else 0.0
            for end in form.ends(s):
                heapq.heappush(heap, (cost + cut + end.cost + behind[i], i, end.text, first, last, True))
        if i >= count:
            continue
        if s:
            heapq.heappush(heap, (cost + _skip(ps[i]), i + 1, s, first, last, False))
        for a in arcs[i]:
            for way in _written(form, s, a.text):
                begun = first if s else i
                heapq.heappush(heap, (cost + a.cost + way.cost, a.to, way.text, begun, a.to - 1, False))
    return ps, sorted(found.values(), key=lambda f: (f.cost, -f.first))


def hear_shaped(text: str, form: Shape) -> list[Guess]:
    """Values of a shape in a text, best first; what was taken back counts only if nothing follows."""
    taken_back = [m.end() for m in CORRECTION.finditer(text)]
    plain = _LAST_FOUR.sub(lambda m: ";" * len(m.group()), text)
    tries = [(plain, start) for start in taken_back[-1:]] + [(plain, 0)] + ([(text, 0)] if plain != text else [])
    for number, (said, start) in enumerate(tries, 1):
        ps, found = _search(said[start:], form)
        if found and (number == len(tries) or found[0].cost <= _GOOD):
            return [Guess(f.value, f.cost, start + ps[f.first].start, start + ps[f.last].end) for f in found]
    return []
