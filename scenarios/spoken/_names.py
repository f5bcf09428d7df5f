"""Names, said as a word and spelled; the spelling wins because recognisers rewrite rare names."""

from __future__ import annotations

import re
from collections.abc import Sequence

from scenarios.spoken._alphabet import LETTER_LIKE, NATO, edits, key, nato_near, plain_ascii
from scenarios.spoken._codes import NAME_CUE, nato_arcs, nato_skip
from scenarios.spoken._lattice import Arc, Piece, best, pieces, with_repeats
from scenarios.spoken._tokens import listed
from scenarios.spoken._types import Guess

_STRONG = 0.34
_LOOSE = r"\b(?:name|names|surname)(?:'s)?\b"
_NOT_NAMES = frozenset(
    listed(
        "is it its the my last first name that this and a an i im yes sure okay ok of course so um uh please "
        "spelled spell thats would be you hi hello thanks thank under for in on with his her their"
    )
)


def _region(text: str) -> tuple[int, bool]:
    """Where the name begins, and whether a cue such as "last name" was heard."""
    cues = list(
        re.finditer(r"\b(?:last|list|las|blast|lost)[, ]+(?:name|names|maim|maims|may|named)\b", text, re.I)
    )
    cues = cues or list(re.finditer(NAME_CUE, text, re.I)) or list(re.finditer(_LOOSE, text, re.I))
    for m in reversed(cues):
        if sum(c.isalpha() for c in text[m.end() :]) >= 2:
            return m.end(), True
    return 0, False


def _letters_only(ps: Sequence[Piece], i: int) -> list[Arc]:
    return [a for a in nato_arcs(ps, i) if a.text.isalpha() and (len(a.text) == 1 or not ps[i].low.isalpha())]


def _nato(ps: Sequence[Piece]) -> list[tuple[str, float, int, int]]:
    hits = []
    for i, p in enumerate(ps):
        near = nato_near(p.low)
        if near is not None and near[1] <= _STRONG:
            hits.append(i)
    # the run of code words: a gap of more than two words ends it
    runs: list[list[int]] = []
    for i in hits:
        if runs and i - runs[-1][-1] <= 3:
            runs[-1].append(i)
        else:
            runs.append([i])
    if not runs:
        return []
    run = max(runs, key=len)
    if len(run) < 2 and not (len(ps) <= 2 and ps[run[0]].low in NATO):
        return []
    first, last = run[0], min(run[-1] + 1, len(ps) - 1)
    window = ps[first : last + 1]
    return [
        (p.text, p.cost, first + p.first, first + p.last)
        for p in best(
            window, with_repeats(_letters_only), nato_skip, length=None, shortest=2, longest=24, n=4
        )
        if p.first == 0
    ]


def _letter_run(ps: Sequence[Piece]) -> list[tuple[str, float, int, int]]:
    """The longest run of bare letters: ``o k o n k w o``, ``O-K-A-F-O-R``."""
    found: list[tuple[str, float, int, int]] = []
    letters, cost, first, times = "", 0.0, 0, 1
    sure = 0
    for i, p in enumerate([*ps, Piece("#", "#", 0, 0)]):
        nxt = ""
        step = 0.0
        if p.low == "double-u":
            nxt = "W"
        elif p.low in ("double", "triple") and letters:
            times = 2 if p.low == "double" else 3
            continue
        elif len(p.low) == 1 and p.low.isascii() and p.low.isalpha():
            nxt = p.low.upper()
        elif letters and p.low in LETTER_LIKE and p.low not in ("the", "and", "yes", "he", "in"):
            nxt, step = LETTER_LIKE[p.low][0], 0.05
        elif p.raw.isascii() and p.raw.isalpha() and p.raw.isupper() and 2 <= len(p.raw) <= 12:
            nxt = p.raw
        elif letters and p.low == "0":
            nxt, step = "O", 0.05
        if nxt:
            first = first if letters else i
            letters, cost, times = letters + nxt * times, cost + step, 1
            sure += 1 if not step else 0
            continue
        if (len(letters) >= 2 and sure >= 2) or (len(letters) >= 3 and sure):
            found.append((letters, cost + (0.3 if len(letters) == 2 else 0.0), first, i - 1))
        letters, cost, times, sure = "", 0.0, 1, 0
    return sorted(found, key=lambda f: -len(f[0]))[:2]


def say_like(name: str) -> str:
    """A spelled name in its usual case: ``OKAFOR`` -> ``Okafor``."""
    return name[:1].upper() + name[1:].lower()


def hear_name(text: str) -> list[Guess]:
    """Names in a text, best first: spelled forms, then the plain word."""
    start, cued = _region(text)
    ps = pieces(text[start:])[:80]
    spelled = _nato(ps)
    letters = _letter_run(ps)
    readings = spelled if spelled and (not letters or len(spelled[0][0]) >= len(letters[0][0])) else letters
    taken: set[int] = set()
    out = []
    for s, cost, a, b in readings:
        out.append(Guess(say_like(s), round(cost, 3), start + ps[a].start, start + ps[b].end))
        taken |= set(range(a, b + 1))
    plain = None
    for m in re.finditer(r"[^\W\d_]+(?:['’-][^\W\d_]+)*", text[start:]):
        where = [i for i, p in enumerate(ps) if p.start < m.end() and p.end > m.start()]
        if set(where) & taken or m.group().lower().replace("'", "") in _NOT_NAMES or len(m.group()) < 2:
            if set(where) & taken:
                break
            continue
        word = m.group()
        plain = Guess(
            word if word[0].isupper() else say_like(word),
            0.5 if cued else 0.6,
            start + m.start(),
            start + m.end(),
        )
        break
    if plain is not None:
        if out:
            # the word is only a witness for the spelling
            sounds = [edits(key(plain_ascii(g.value)), key(plain_ascii(plain.value))) for g in out]
            out = [
                Guess(g.value, round(g.cost + 0.02 * min(d, 5), 3), g.start, g.end)
                for g, d in zip(out, sounds, strict=True)
            ]
        out.append(
            Guess(plain.value, plain.cost + max((g.cost for g in out), default=0.0), plain.start, plain.end)
        )
    return out
