"""Codes that were nearly said: what speech without a known text is held against."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from metrics.judges.offline._speech_text import form

FOREIGN = 0.3  # share of a code's characters that may differ for speech to count as an attempt at it


def nearest(heard: str, codes: Iterable[str]) -> dict[str, int]:
    """The codes that a text holds or nearly holds, with the characters in which it departs from each.

    A stretch that is one code exactly is no attempt at another.

    Args:
        heard: what a recogniser wrote.
        codes: in compared form.
    """
    text = form(heard).text
    whole = {code for code in codes if code in text}
    for code in whole:
        text = text.replace(code, "\n")
    found = dict.fromkeys(whole, 0)
    for code in codes:
        if code not in whole and (off := distance(code, text)) <= FOREIGN * len(code):
            found[code] = off
    return found


def distance(code: str, text: str) -> int:
    """Least number of edits that turn `code` into some stretch of `text` (Sellers 1980)."""
    row: Sequence[int] = [0] * (len(text) + 1)
    for i, wanted in enumerate(code, 1):
        above, row = row, [i]
        for j, got in enumerate(text, 1):
            row.append(min(above[j - 1] + (wanted != got), above[j] + 1, row[j - 1] + 1))
    return min(row)
