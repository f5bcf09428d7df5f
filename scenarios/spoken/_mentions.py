"""Every value that a text contains."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from itertools import pairwise

from scenarios.model import EntityKind
from scenarios.spoken._alphabet import DIGIT_OF, NATO, nato_near
from scenarios.spoken._amounts import CERTAIN_AMOUNTS
from scenarios.spoken._dates import date_rules
from scenarios.spoken._flights import flight_rules
from scenarios.spoken._lattice import Piece, only, pieces
from scenarios.spoken._times import CERTAIN_TIMES
from scenarios.spoken._tokens import Rule, scan, tokens
from scenarios.spoken._types import Mention

_SHORTEST = 4
_ORDER: dict[str, int] = {k: i for i, k in enumerate(("date", "time", "amount", "flight", "code", "digits"))}


def _character(p: Piece) -> str:
    """What a word of a spelling stands for, surely; empty for other words."""
    if p.low in NATO:
        return NATO[p.low]
    if p.low in DIGIT_OF:
        return DIGIT_OF[p.low]
    if p.low == "double-u":
        return "W"
    if only(r"[a-z]|[0-9]+", p.low):
        return p.low.upper()
    return ""


def _gaps(run: Sequence[tuple[Piece, str]], text: str) -> list[str]:
    return [text[a.end : b.start] for (a, _), (b, _) in pairwise(run)]


def _new_sentence(run: Sequence[tuple[Piece, str]], gap: str, text: str) -> bool:
    """Whether a full stop ends the spelling: it does, unless stops part its characters too."""
    return "." in gap and len(run) >= 3 and not any("." in g for g in _gaps(run, text))


def _commas(run: Sequence[tuple[Piece, str]], text: str) -> bool:
    """Whether commas part the characters, so that a word after a mere space is none of them."""
    gaps = _gaps(run, text)
    return len(gaps) >= 2 and all("," in g for g in gaps)


def _spelled(text: str) -> list[Mention]:
    """Runs of spelled characters, and codes written in one piece (``ZK3FFW``)."""
    out: list[Mention] = []
    run: list[tuple[Piece, str]] = []

    def close() -> None:
        # the article and the pronoun are no part of a spelling at its edges
        while (
            run and run[0][0].raw in ("a", "I", "A") and len(run) > 1 and run[1][0].start == run[0][0].end + 1
        ):
            run.pop(0)
        value = "".join(c for _, c in run)
        letters = sum(c.isalpha() for c in value)
        if len(value) >= _SHORTEST and (len(run) >= 3 or (letters and len(run) > 1)):
            kind: EntityKind = "code" if letters else "digits"
            if letters or all(len(p.low) == 1 or p.low in DIGIT_OF for p, _ in run):
                out.append(Mention(kind, value, run[0][0].start, run[-1][0].end))
        run.clear()

    found = pieces(text)
    chars = [_character(p) for p in found]
    for i, p in enumerate(found):
        # a word that is nearly a code word counts between two sure ones, a very near one anywhere
        near = nato_near(p.low) if not chars[i] and len(p.low) >= 4 else None
        inside = all(chars[i - 1 : i] + chars[i + 1 : i + 2])
        if near is not None and near[1] <= (0.34 if inside and 0 < i < len(found) - 1 else 0.12):
            chars[i] = near[0]
    for p, c in zip(found, chars, strict=True):
        gap = text[run[-1][0].end : p.start] if run else ""
        if any(c not in " ,.-" for c in gap) or _new_sentence(run, gap, text):
            close()
        elif gap == " " and p.raw in ("a", "I") and _commas(run, text):
            close()
            continue
        if only(r"(?=.*[A-Z])(?=.*[0-9])[A-Z0-9]{5,16}", p.raw):
            close()
            out.append(Mention("code", p.raw, p.start, p.end))
            continue
        if c:
            run.append((p, c))
        else:
            close()
    close()
    return out


def _ruled(kind: EntityKind, text: str, rules: Sequence[Rule]) -> list[Mention]:
    return [Mention(kind, g.value, g.start, g.end) for g in scan(tokens(text), rules) if g.cost <= 0.3]


def mentions(text: str, *, today: dt.date | None = None, airline: str = "SK") -> list[Mention]:
    """The dates, times, amounts, flights, spelled codes and spelled digits of a text, left to right.

    Reads text meant for a voice and recogniser text alike. Mentions do not overlap: the longest wins.

    Args:
        text: any text.
        today: gives dates their year (the next such day); without it a date without a year is ``--MM-DD``.
        airline: code put before flight numbers.
    """
    found: list[Mention] = []
    found += _ruled("date", text, date_rules(today))
    found += _ruled("time", text, CERTAIN_TIMES)
    found += _ruled("amount", text, CERTAIN_AMOUNTS)
    found += _ruled("flight", text, flight_rules(airline))
    found += _spelled(text)
    # a run of digits may be part of anything else, so it is placed last
    found.sort(key=lambda m: (m.kind == "digits", m.start - m.end, _ORDER[m.kind], m.start))
    kept: list[Mention] = []
    for m in found:
        if all(m.end <= k.start or m.start >= k.end for k in kept):
            kept.append(m)
    return sorted(kept, key=lambda m: m.start)
