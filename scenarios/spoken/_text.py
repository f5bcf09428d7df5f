"""Free text for a voice: figures, money, times and signs in words."""

from __future__ import annotations

import re

from scenarios.spoken._alphabet import spell
from scenarios.spoken._amounts import say_amount
from scenarios.spoken._dates import say_date
from scenarios.spoken._numbers import DIGIT_WORDS, ordinal_words
from scenarios.spoken._times import canonical_time, say_time

_SIGNS = {
    "&": " and ",
    "@": " at ",
    "+": " plus ",
    "=": " equals ",
    "°": " degrees ",
    "→": " to ",
    "#": " number ",
    "%": " percent",
    "~": " about ",
    "*": " ",
    "_": " ",
    "≤": " at most ",
    "≥": " at least ",
    "<": " less than ",
    ">": " more than ",
    "|": " ",
    "\\": " ",
    "{": " ",
    "}": " ",
    "[": " ",
    "]": " ",
    "`": "",
    "–": ", ",
    "—": ", ",
}


def _date(m: re.Match[str]) -> str:
    try:
        return say_date(m.group(), year=True)
    except ValueError:
        return m.group()


def _clock(m: re.Match[str]) -> str:
    hour, minute, half = int(m.group(1)), m.group(2), (m.group(3) or "").lower()[:1]
    if half and 1 <= hour <= 12:
        hour = hour % 12 + (12 if half == "p" else 0)
    value = canonical_time(f"{hour}:{minute}")
    return say_time(value) if value is not None else m.group()


def say_text(text: str) -> str:
    """The text with what voices read badly put in words; anything else stays as it is."""
    out = re.sub(r"\b[0-9]{4}-[0-9]{2}-[0-9]{2}\b", _date, text)
    out = re.sub(r"\$[ ]?([0-9][0-9,]*(?:\.[0-9]{1,2})?)(?![0-9])", lambda m: say_amount(m.group(1)), out)
    out = re.sub(r"\b([01]?[0-9]|2[0-3]):([0-5][0-9])(?: ?([AaPp])(?:\.[Mm]\.|[Mm]\b))?", _clock, out)
    out = re.sub(r"\b([0-9]{1,2})(?:st|nd|rd|th)\b", lambda m: ordinal_words(int(m.group(1))), out)
    out = re.sub(r"(?<![\w.,:-])0[0-9]+(?![\w:-]|[.,][0-9])", lambda m: spell(m.group(), "letters"), out)
    out = re.sub(
        r"\b([A-Z]{2})([0-9]{2,4})\b",
        lambda m: " ".join([*m.group(1), *(DIGIT_WORDS[int(c)] for c in m.group(2))]),
        out,
    )
    out = re.sub(
        r"\b(?=[A-Z-]*[0-9])(?=[0-9-]*[A-Z])[A-Z0-9]+(?:-[A-Z0-9]+)*\b",
        lambda m: spell(m.group(), "letters") if sum(c.isalnum() for c in m.group()) >= 5 else m.group(),
        out,
    )
    out = re.sub(r"(?<=[A-Za-z])/(?=[A-Za-z])", " or ", out)
    for sign, words in _SIGNS.items():
        out = out.replace(sign, words)
    return re.sub(r" +([,.;!?])", r"\1", re.sub(r"\s+", " ", out)).strip()
