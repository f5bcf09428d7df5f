"""Codes and digit strings that a text spells, character by character or written in one piece."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from scenarios.model import EntityKind
from scenarios.spoken._alphabet import DIGIT_OF, NATO, nato_near
from scenarios.spoken._lattice import Piece, only, pieces
from scenarios.spoken._tokens import listed
from scenarios.spoken._types import Mention

_SHORTEST = 4
_DASH = frozenset({"dash", "hyphen"})
_PREFIXES = frozenset(listed("AST BLD CASE CLR DIAG EMP GRP INC LASGN PAX POL PRV PTPL REQ SEC SHF"))
_WRITTEN = re.compile(
    r"(?<![\w-])(?=[A-Z0-9-]*[A-Z])[A-Z0-9]{1,12}(?:-[A-Z0-9]{1,12}){1,4}(?![\w-])"
    r"|(?<![\w-])(?:[A-Z]{2,5}-){1,2}[0-9a-f]{8,16}(?![\w-])"
    r"|(?<![\w-])[A-Z]{2,5}(?=[a-f]*[0-9])(?=[0-9]*[a-f])[0-9a-f]{8,16}(?![\w-])"
)
_INSIDE, _ANYWHERE = 0.34, 0.12

Run = list[tuple[Piece, str]]


def _character(p: Piece) -> str:
    """What a word of a spelling stands for, surely; empty for other words."""
    if p.low in NATO:
        return NATO[p.low]
    if p.low in DIGIT_OF:
        return DIGIT_OF[p.low]
    if p.low == "double-u":
        return "W"
    if only(r"[a-z]|[0-9]+", p.low) and not p.raw.startswith("'"):
        return p.low.upper()
    return ""


def _characters(ps: Sequence[Piece]) -> list[str]:
    """The characters of all words; what is nearly a code word counts between two sure ones."""
    chars = [_character(p) for p in ps]
    sure = list(chars)
    for i, p in enumerate(ps):
        if chars[i]:
            continue
        inside = 0 < i < len(ps) - 1 and bool(chars[i - 1] and sure[i + 1])
        known = p.raw in _PREFIXES and i < len(ps) - 1
        if known and (sure[i + 1] or (ps[i + 1].raw.isupper() and ps[i + 1].raw.isalpha())):
            chars[i] = p.raw  # "EMP 310582"
        elif inside and p.raw.isupper() and p.raw.isalpha() and 3 <= len(p.raw) <= 6:
            chars[i] = p.raw  # "P R V SURG zero zero eight"
        elif len(p.low) >= 4 and p.low not in _DASH:
            near = nato_near(p.low)
            if near is not None and near[1] <= (_INSIDE if inside else _ANYWHERE):
                chars[i] = near[0]
    for i in range(len(ps) - 1):
        times = {"double": 2, "triple": 3}.get(ps[i].low)
        if times and len(chars[i + 1]) == 1:
            chars[i] = chars[i + 1] * (times - 1)
    return chars


def _gaps(run: Run, text: str) -> list[str]:
    return [text[a.end : b.start] for (a, _), (b, _) in pairwise(run)]


def _new_sentence(run: Run, gap: str, text: str) -> bool:
    """Whether a full stop ends the spelling: it does, unless stops part its characters too."""
    return "." in gap and len(run) >= 3 and not any("." in g for g in _gaps(run, text))


def _commas(run: Run, text: str) -> bool:
    """Whether commas part the characters, so that a word after a mere space is none of them."""
    gaps = _gaps(run, text)
    return len(gaps) >= 2 and all("," in g for g in gaps)


def _capitals(run: Run) -> bool:
    """Whether the letters so far are capitals, so that a small "a" is the article."""
    return any(len(p.raw) == 1 and p.raw.isupper() for p, _ in run)


def _runs(text: str) -> Iterator[Run]:
    """The stretches of characters, as far as signs and other words do not end them."""
    run: Run = []
    ps = pieces(text)
    dashes = 0
    for p, c in zip(ps, _characters(ps), strict=True):
        if run and p.low in _DASH:
            dashes = p.end
            continue
        gap = text[max(run[-1][0].end, dashes) : p.start] if run else ""
        stray = (gap == " " and p.raw in ("a", "I") and _commas(run, text)) or (p.raw == "a" and _capitals(run))
        whole = only(r"(?=.*[A-Z])(?=.*[0-9])[A-Z0-9]{5,16}", p.raw)
        if not c or stray or whole or any(s not in " ,.-" for s in gap) or _new_sentence(run, gap, text):
            if run:
                yield run
            run = []
        if whole:
            yield [(p, p.raw)]
        elif c and not stray:
            run.append((p, c))
    if run:
        yield run


def _trimmed(run: Run, text: str) -> Run:
    """The run without words at its start that only look like characters: "employee I D", "a", "I"."""
    raws = [p.raw for p, _ in run]
    if raws[:2] in (["I", "D"], ["I", "Ds"]) and len(run) > 3 and text[: run[0][0].start].rstrip()[-1:].isalpha():
        run = run[2:]
    if len(run) > 1 and run[0][0].raw in ("a", "I", "A"):
        after = run[1][0]
        # "I N C zero" is spelled with its I, "a Zulu" is not
        article = run[0][0].raw == "a" and _capitals(run[1:])
        word = len(after.raw) > 1 and not after.low.isdigit()
        if article or (word and after.start == run[0][0].end + 1):
            return run[1:]
    return run


def written(text: str) -> list[Mention]:
    """Codes written with dashes, or with hexadecimal digits: ``AST-LPT-482113``, ``BLD4-FL3-RM308``."""
    out = []
    for m in _WRITTEN.finditer(text):
        value = m.group().replace("-", "")
        digits = sum(c.isdigit() for c in value)
        # "COVID-19" and "F-150" are words
        if len(value) > _SHORTEST and digits >= 3:
            out.append(Mention("code", value.upper(), m.start(), m.end()))
    return out


def spelled(text: str) -> list[Mention]:
    """Spelled codes, spelled digit strings, and codes written in one piece, left to right."""
    out: list[Mention] = []
    for whole in _runs(text):
        run = _trimmed(whole, text)
        value = "".join(c for _, c in run)
        letters = any(c.isalpha() for c in value)
        kind: EntityKind = "code" if letters else "digits"
        single = all(len(p.low) == 1 or not p.low.isdigit() for p, _ in run)
        in_one = len(run) == 1 and letters and len(value) > _SHORTEST and value == run[0][0].raw
        if in_one or (len(value) >= _SHORTEST and len(run) >= (2 if letters else 3) and (letters or single)):
            out.append(Mention(kind, value, run[0][0].start, run[-1][0].end))
    return out
