"""Where our normal form is meant to differ from the reference's: rules on the pair, each with its reason.

`MERGES` are ways of writing that the reference holds apart and we do not; `PARTS` are things that it loses
and we keep. Each rule is listed by name in design/differences.md.
"""

from __future__ import annotations

import re

_NUMBER_WORD = (
    r"(?:zero|oh|o|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty|thirty|forty"
    r"|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|double|triple)"
)


def _any(pattern: str):
    found = re.compile(pattern, re.IGNORECASE)
    return lambda a, b: bool(found.search(a) or found.search(b))


def _differ(pattern: str):
    """One side has it and the other has not."""
    found = re.compile(pattern, re.IGNORECASE)
    return lambda a, b: bool(found.search(a)) != bool(found.search(b))


MERGES = {
    "spelled characters": _any(rf"\b\w\b[\s,.-]+(?:\b\w\b|\b{_NUMBER_WORD}\b)|\b(?=\w*\d)(?=\w*[a-z])\w+\b"),
    "digits in groups": _any(rf"\d[-.,\s]+\d|\b{_NUMBER_WORD}\b[,.]?\s+\b{_NUMBER_WORD}\b|\b(?:plus|\+)"),
    "clock times": _any(r"\d:\d\d|\bo.clock\b|\b[ap]\.?m\b"),
    "money and decimals": _any(r"[$€£%]|\d\.\d|\bpoint\b|\b(?:dollars?|cents?|euros?|pounds?|per ?cent)\b"),
    "days of a month": _any(
        r"\b(?:january|february|march|april|may|june|july|august|september|october|november|december)\b"
    ),
    "ordinals": _any(r"\d(?:st|nd|rd|th)\b|\b(?:first|second|third|fifth|\w+th|\w+ieth)\b"),
    "apostrophes": _any(r"[‘’´`]"),
    "addresses": _any(r"@|\w\.\w|\bdot\b"),
    "a hundred": _any(r"\ba (?:hundred|thousand|million)\b"),
    "hyphens spoken": _any(r"\b(?:dash|hyphen)\b"),
    "signs as words": _any(r"[&+]"),
    "code words": _any(r"\b(?:alfa|juliett|whisky)\b"),
}

PARTS = {
    "decimal point": _any(r"\d\.\d|\bpoint\b|\bcents?\b|\band a half\b"),
    "minus": _differ(r"(?:^|\s)-\d|\bminus\b|\bnegative\b"),
    "percent": _differ(r"%|\bper ?cent\b"),
    "leading zeros": _any(rf"\b0\d|\b(?:zero|oh|o|double zero) {_NUMBER_WORD}\b"),
    "oh": _any(r"\boh?\b"),
}

_PLAIN = re.compile(r"[a-z' .,!?]*", re.IGNORECASE)
_SPECIAL = re.compile(
    rf"\b(?:{_NUMBER_WORD}|first|second|third|\w+th|point|half|dot|dash|minus|negative|plus|percent|dollars?"
    r"|cents?|and|hundreds|thousands|per)\b",
    re.IGNORECASE,
)


def plain(a: str, b: str) -> bool:
    """Whether both sides are mere words, so that even the count of errors must agree."""
    spelled = MERGES["spelled characters"](a, b)
    return not spelled and all(_PLAIN.fullmatch(t) and not _SPECIAL.search(t) for t in (a, b))
