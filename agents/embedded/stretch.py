"""Where in a free transcript a spelled value can be: between which words, given what the turn is about."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from agents.embedded.grammar import WORDS, Kind
from scenarios.spoken import Guess

# How recognisers write "last name" over the telephone, also run together with its neighbours.
_NAME = re.compile(
    r"(?:\b(?:and|in|an)\s+)?(?:\b(?:my|the|i)\s+)?"
    r"(?:(?:last|list|las|lass|less|lost|blast|glass|first|family|sur|l[ -]?s)[\s,.-]*"
    r"(?:named\b|names?|naming|maims?|main|mane|man|may|nay)|(?:\b[a-z]{1,3}[ai]ss?t?[\s,.-]+)?\bname[ds]?\b)"
    r"(?:\s+is\b|\s*'s\b)?",
    re.IGNORECASE,
)
_CODE = re.compile(
    r"\b(?:confirmation|reference|locator|code|coat|numbers?|id|pin)\b(?:\s+(?:is|it's|its)\b)?",
    re.IGNORECASE,
)
_ONWARD = re.compile(r"\bI(?:'d|'m|'ll| would| want| need| am| have)\b")
_SPELLED = 4  # least length of a spelled value in the text, before other words can follow
_READINGS = 3  # readings of the free transcript whose places are tried


@dataclass(frozen=True)
class Places:
    """Tokens of the free transcript before which a value may begin, and before which other words may go on."""

    starts: frozenset[int]
    ends: frozenset[int]


def zone(text: str, kind: Kind, read: Sequence[Guess] = (), after: str = "") -> tuple[int, int]:
    """The offsets between which the value lies: a name behind its cue, anything else outside the name's part.

    Args:
        text: the free transcript.
        kind: what is looked for.
        read: readings of the free transcript, best first.
        after: words that precede the value, where they are known; they choose among several cues.
    """
    names = [m.span() for m in _NAME.finditer(text)]
    codes = [m.span() for m in _CODE.finditer(text)]
    end = len(text)
    if kind == "name":
        label = after.lower().split()
        named = [s for s in names if label and label[0] in text[s[0] : s[1]].lower()] or names
        start = named[-1][1] if named else 0
        end = min([s[0] for s in (*codes, *names) if named and s[0] > start], default=end)
    elif not names:
        start = _behind(codes, 0, end)
    elif names[0][0] > 2 and not any(s[0] > names[-1][1] for s in codes):
        start, end = _behind(codes, 0, names[0][0]), names[0][0]
    else:
        start = _behind(codes, names[-1][1], end)
    begun = max([start] + [g.start for g in read[:1] if g.start < end]) + _SPELLED
    return start, min([end] + [m.start() for m in _ONWARD.finditer(text) if m.start() >= begun])


def _behind(codes: Sequence[tuple[int, int]], start: int, end: int) -> int:
    """Past the last cue that still has something behind it."""
    return max((stop for _, stop in codes if start <= stop < end - 3), default=start)


def places(
    pieces: Sequence[str], text: str, kind: Kind, read: Sequence[Guess], after: str = "", before: int = 1
) -> Places:
    """Where to look for a value.

    Args:
        pieces: token texts of the free transcript, in which ``▁`` marks the start of a word.
        text: the free transcript.
        kind: what is looked for.
        read: readings of the free transcript; their places are tried first.
        after: as for `zone`.
        before: how many words before a reading a value may begin too.
    """
    start, end = zone(text, kind, read, after)
    inside = [b for b in boundaries(pieces) if start <= b[0] < end]
    finish = next((i for o, i in boundaries(pieces) if o >= end), len(pieces))
    if not inside:
        return Places(frozenset((0,)), frozenset((len(pieces),)))
    starts, ends = set(), {finish}
    for guess in [g for g in read if start <= g.start and g.end <= end + 1 and len(g.value) > 2][:_READINGS]:
        first = max((k for k, b in enumerate(inside) if b[0] <= guess.start), default=0)
        starts |= {inside[k][1] for k in range(max(0, first - before), first + 1)}
        # A spelling word belongs to the value: nothing else begins with one.
        behind = [i for o, i in inside if o >= guess.end and not _spelling_word(text, o)]
        if len(behind) > 2:
            ends |= set(behind[:2])
    if kind != "name" or not starts:
        starts |= {i for _, i in inside[: 2 if kind == "name" else 1]}
    return Places(frozenset(starts), frozenset(ends))


def _spelling_word(text: str, offset: int) -> bool:
    word = re.compile(r"x-ray|[a-z]+", re.IGNORECASE).match(text, offset)
    return word is not None and word[0].lower() in WORDS


def boundaries(pieces: Sequence[str]) -> list[tuple[int, int]]:
    """Tokens before which a word or a single character begins, as ``(offset in the text, index of the token)``."""
    out = []
    at, before = 0, ""
    for index, piece in enumerate(pieces):
        plain = piece.replace("▁", "")
        begins = piece.startswith("▁") or not before[-1:].isalnum() or plain[:1].isupper() or plain[:1].isdigit()
        lead = 1 if piece.startswith("▁") and index else 0
        if begins and (plain[:1].isalnum() or piece == "▁") and before[-1:] != "'":
            out.append((at + lead, index))
        at += len(piece) if index else len(plain)
        before = piece
    return out
