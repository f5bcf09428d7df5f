"""What could have been said instead of a value of which some characters are in doubt.

A spelled code has a vocabulary that is known: in place of a letter stands another letter, in place of a digit another
digit, or nothing, or neighbours have changed places. Of a time the half of the day may be the other one, or not told;
but a range tells it at its end: "nine to ten AM" is "nine AM to ten AM".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import jiwer

from metrics.judges.offline._speech_values import Value

SPELLED = frozenset({"code", "digits", "flight"})
CLOSED = SPELLED | {"time"}
"""Kinds of values of which every rival is known."""

Pieces = list[tuple[str, bool]]
"""What stands for a value, in characters and words, and whether each was meant."""

_CHARACTERS = ("abcdefghijklmnopqrstuvwxyz", "0123456789")
_HALF_DAY = re.compile(r"(?<=\d)[ap]m$")
_TOLD_AGAIN = re.compile(r"(?:to|till|until|and)\d+([ap]m)")


def doubtful(meant: str, read: str) -> list[int]:
    """Places of the characters that were not read, or beside which more was read than one of them."""
    found: set[int] = set()
    for chunk in jiwer.process_characters(meant, read).alignments[0]:
        if chunk.type == "equal":
            continue
        found |= set(range(chunk.ref_start_idx, chunk.ref_end_idx))
        if chunk.hyp_end_idx - chunk.hyp_start_idx > chunk.ref_end_idx - chunk.ref_start_idx:
            found |= {chunk.ref_start_idx - 1, chunk.ref_end_idx}
    return sorted(place for place in found if 0 <= place < len(meant))


def sure(value: Value, text: str, places: Sequence[int]) -> float:
    """Share of a value's characters that are beyond doubt, 0 to 1; the half of the day counts as one."""
    meant = text[value.start : value.end]
    end = _end(value.kind, meant)
    doubt = sum(place < end for place in places) + any(place >= end for place in places)
    return 1 - doubt / (end + (end < len(meant)))


def rivals(value: Value, text: str, places: Sequence[int]) -> Iterator[Pieces]:
    """What differs from a value in one place of those in doubt, by one step.

    Args:
        value: its kind is of `CLOSED`.
        text: the compared form in which it lies.
        places: of its characters that are in doubt.
    """
    meant = text[value.start : value.end]
    end = _end(value.kind, meant)
    own = [(c, True) for c in meant]
    if any(place >= end for place in places):
        again = _TOLD_AGAIN.match(text, value.end)
        halves = ("am", "pm") if again and again[1] == meant[end:] else ("am", "pm", "")
        yield from ([*own[:end], *((c, True) for c in other)] for other in halves if other != meant[end:])
    for place in places:
        if place >= end:
            continue
        before, after = own[:place], own[place + 1 :]
        others = next((s for s in _CHARACTERS if meant[place] in s), "")
        yield from ([*before, (c, False), *after] for c in others if c != meant[place])
        yield [*before, *after]
        for first in (place - 1, place):
            if 0 <= first < end - 1 and meant[first] != meant[first + 1]:
                yield [*own[:first], own[first + 1], own[first], *own[first + 2 :]]


def _end(kind: str, meant: str) -> int:
    """Where the characters of a value end and the half of the day begins, if it has one."""
    half = _HALF_DAY.search(meant) if kind == "time" else None
    return half.start() if half else len(meant)
