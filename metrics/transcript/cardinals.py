"""Number words to digits, in tokens: ``twenty five`` -> ``25``, ``one zero one`` -> ``101``.

A cardinal is read as far as grammar allows ("nineteen | eighty seven"); cardinals that stand side by side
are then written as one string of digits, as years, codes and telephone numbers are spoken.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal


def listed(words: str) -> list[str]:
    """Words written in one line."""
    return words.split()


def numbered(words: str, *, start: int = 0, step: int = 1) -> dict[str, int]:
    """Words in a row with the numbers they name."""
    return {word: start + step * n for n, word in enumerate(listed(words))}


UNITS = numbered("zero one two three four five six seven eight nine")
TEENS = numbered("ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen", start=10)
TENS = numbered("twenty thirty forty fifty sixty seventy eighty ninety", start=20, step=10)
SCALES = {"thousand": 10**3, "million": 10**6, "billion": 10**9}
ORDINALS = {
    **numbered("first second third fourth fifth sixth seventh eighth ninth", start=1),
    **numbered(
        "tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth",
        start=10,
    ),
    **{word.removesuffix("y") + "ieth": value for word, value in TENS.items()},
}
PLURALS = {
    "hundreds": "100s",
    "thousands": "1000s",
    **{word.removesuffix("y") + "ies": f"{value}s" for word, value in TENS.items()},
}
REPEATS = {"double": 2, "triple": 3}

_DECIMAL = re.compile(r"[0-9]+(?:\.[0-9]+)?")


def digits(tokens: list[str]) -> list[str]:
    """The tokens with number words in digits; everything else is kept."""
    return [read.text for read in readings(tokens)]


@dataclass(frozen=True, slots=True)
class Reading:
    """What tokens `start` up to `end` say."""

    text: str
    start: int
    end: int


def readings(tokens: list[str]) -> list[Reading]:
    """As `digits`, with the tokens that each number was read from."""
    out: list[Reading] = []
    i = 0
    while i < len(tokens):
        start = i
        if tokens[i] in PLURALS:
            text, i = PLURALS[tokens[i]], i + 1
        else:
            if tokens[i] in ("a", "an") and tokens[i + 1 : i + 2] in (["hundred"], ["thousand"], ["million"]):
                i += 1
            read = _repeated(tokens, i) or _money(tokens, i) or _cardinal(tokens, i)
            text, i = (tokens[i], i + 1) if read is None else (read.text, read.end)
        out.append(Reading(text, start, i))
    return out


@dataclass(frozen=True, slots=True)
class _Read:
    text: str
    end: int


def _repeated(tokens: list[str], i: int) -> _Read | None:
    """``double zero`` and ``triple five``."""
    times = REPEATS.get(tokens[i])
    digit = _digit(tokens[i + 1]) if times and i + 1 < len(tokens) else None
    return None if times is None or digit is None else _Read(digit * times, i + 2)


def _digit(token: str) -> str | None:
    if token in UNITS:
        return str(UNITS[token])
    return token if re.fullmatch("[0-9]", token) else None


def _cardinal(tokens: list[str], i: int) -> _Read | None:
    """The longest cardinal or ordinal that starts at `i`."""
    if tokens[i] == "point":
        return _fraction("0", tokens, i)
    start = i
    whole, part = 0, 0  # finished thousands, and what is below them
    room = 0  # what may still be added below this: 100 after a hundred, 10 after twenty, 1000 after a thousand
    while i < len(tokens):
        token = tokens[i]
        if token == "and" and i > start and room >= 100 and i + 1 < len(tokens):
            follows = _small(tokens[i + 1]) or ORDINALS.get(tokens[i + 1], 0)
            if not 0 < follows < room:
                break
            i += 1
            continue
        if token in ORDINALS and ((i == start) or ORDINALS[token] < room):
            return _Read(_ordinal(whole + part + ORDINALS[token]), i + 1)
        if token in ("hundredth", "thousandth"):
            scale = 100 if token == "hundredth" else 1000
            return _Read(_ordinal(whole + (part or 1) * scale), i + 1)
        if token == "hundred":
            if i == start:
                part = 100
            elif 0 < part < 100:
                part *= 100
            else:
                break
            room = 100
        elif token in SCALES:
            if i > start and part == 0:
                break
            whole, part, room = whole + (part or 1) * SCALES[token], 0, 1000
        else:
            value = _small(token)
            if value is None or (i > start and not 0 < value < room):
                if i == start and _DECIMAL.fullmatch(token) and tokens[i + 1 : i + 2] and _scales(tokens[i + 1]):
                    return _scaled(tokens, i)
                break
            part += value
            room = 10 if value in TENS.values() and token in TENS else 0
        i += 1
    if i == start:
        return None
    text = str(whole + part)
    if tokens[i : i + 3] == ["and", "a", "half"]:
        return _Read(f"{text}.5", i + 3)
    return _fraction(text, tokens, i) or _Read(text, i)


def _scales(token: str) -> int:
    return 100 if token == "hundred" else SCALES.get(token, 0)


def _money(tokens: list[str], i: int) -> _Read | None:
    """``$5 million``."""
    if tokens[i][0] not in "$€£" or not tokens[i + 1 : i + 2] or not _scales(tokens[i + 1]):
        return None
    return _Read(tokens[i][0] + _scaled([tokens[i][1:], tokens[i + 1]], 0).text, i + 2)


def _scaled(tokens: list[str], i: int) -> _Read:
    """Figures with a scale in words: ``2 hundred``, ``1.5 million``."""
    value = Decimal(tokens[i]) * _scales(tokens[i + 1])
    return _Read(f"{value:f}" if value % 1 else str(int(value)), i + 2)


def _small(token: str) -> int | None:
    for table in (UNITS, TEENS, TENS):
        if token in table:
            return table[token]
    return None


def _fraction(whole: str, tokens: list[str], i: int) -> _Read | None:
    """``point five two`` after a cardinal, or alone."""
    if i >= len(tokens) or tokens[i] != "point":
        return None
    end, decimals = i + 1, ""
    while end < len(tokens) and (tokens[end] in UNITS or (tokens[end].isascii() and tokens[end].isdigit())):
        decimals += str(UNITS.get(tokens[end], tokens[end]))
        end += 1
    if not decimals:
        return None
    read = _Read(f"{whole}.{decimals}", end)
    if end < len(tokens) and _scales(tokens[end]):
        return _Read(_scaled([read.text, tokens[end]], 0).text, end + 1)
    return read


def _ordinal(value: int) -> str:
    ending = "th" if value % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(value % 10, "th")
    return f"{value}{ending}"
