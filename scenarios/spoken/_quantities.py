"""Numbers that may have a fraction: ``7.5`` and "seven and a half"."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation

from scenarios.spoken._alphabet import DIGIT_OF
from scenarios.spoken._numbers import DIGIT_WORDS, cardinal, cardinal_words, numeral
from scenarios.spoken._tokens import Reading, Rule, Tokens, joined, listed, low

_PARTS = {"half": "5", "quarter": "25", "quarters": "25"}
_UNITS = frozenset(
    listed(
        "hour hours day days week weeks month months year years minute minutes percent point points mile miles "
        "credit credits unit units inch inches gigabyte gigabytes people"
    )
)
_LIKE = {"to": "2", "too": "2", "for": "4", "ate": "8", "won": "1", "tree": "3"}


def canonical_number(value: str) -> str | None:
    """``7.50`` -> ``7.5``, ``08`` -> ``8``; ``None`` if it is no number of 0 or more."""
    try:
        number = Decimal(value.strip().replace(",", ""))
    except InvalidOperation:
        return None
    if not number.is_finite() or number < 0 or number >= 10**12 or number != round(number, 6):
        return None
    text = f"{number:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text.lstrip("0") or "0"


def say_number(value: str) -> str:
    """``12`` -> "twelve", ``7.5`` -> "seven and a half", ``7.25`` -> "seven point two five".

    Raises:
        ValueError: `value` is no number.
    """
    canonical = canonical_number(value)
    if canonical is None:
        raise ValueError(f"not a number: {value!r}")
    whole, _, part = canonical.partition(".")
    said = cardinal_words(int(whole))
    if not part:
        return said
    if part == "5" and int(whole):
        return f"{said} and a half"
    return f"{said} point {' '.join(DIGIT_WORDS[int(c)] for c in part)}"


def _digits(toks: Tokens, i: int) -> tuple[str, int]:
    """The digits said or written after "point"."""
    out, j = "", i
    while j < len(toks) and len(out) < 6:
        w = low(toks, j)
        if w in ("oh", "o"):
            out += "0"
        elif w in DIGIT_OF:
            out += DIGIT_OF[w]
        elif toks[j].numeral and len(w) <= 6:
            out += w
        else:
            break
        j += 1
    if out:
        return out, j
    n = cardinal(toks, i)  # "point twenty-five"
    return (str(n[0]), n[1]) if n is not None and n[0] < 100 else ("", i)


def _fraction(toks: Tokens, i: int) -> tuple[str, int] | None:
    """``a half``, ``three quarters``, ``1/2`` at `i`: the digits behind the point."""
    w = low(toks, i)
    if w == "½":
        return "5", i + 1
    if w in ("1", "3") and low(toks, i + 1) == "/" and low(toks, i + 2) in ("2", "4"):
        over = low(toks, i + 2)
        return {"12": "5", "14": "25", "34": "75"}.get(w + over, ""), i + 3
    if w in ("a", "one") and low(toks, i + 1) in _PARTS:
        return _PARTS[low(toks, i + 1)], i + 2
    if w in ("three", "3") and low(toks, i + 1) in ("quarters", "quarter"):
        return "75", i + 2
    if w in ("half", "quarter"):
        return _PARTS[w], i + 1
    return None


def quantity(toks: Tokens, i: int) -> list[Reading]:
    """``7.5``, ``seven point five``, ``seven and a half``, ``twelve``."""
    n = cardinal(toks, i)
    if low(toks, i) == "a" and n is None:
        return []
    if n is None:
        if low(toks, i) in ("point", ".") and not (i and toks[i - 1].numeral):
            part, j = _digits(toks, i + 1)
            if part and (low(toks, i) == "point" or joined(toks, i + 1)):
                return [_reading("0", part, 0.1, j, toks)]
        return []
    whole, j = str(n[0]), n[1]
    first = numeral(toks, i)
    if first is not None and low(toks, j) == "." and joined(toks, j) and joined(toks, j + 1) and toks[j + 1].numeral:
        return [_reading(whole, toks[j + 1].low, 0.0, j + 2, toks)]
    if low(toks, j) in ("point", "dot"):
        part, k = _digits(toks, j + 1)
        if part:
            return [_reading(whole, part, 0.0, k, toks)]
    k = j + 1 if low(toks, j) in ("and", "&") else j
    if low(toks, j) in ("hours", "hour", "days", "day") and low(toks, j + 1) == "and":
        k = j + 2  # "seven hours and a half"
    part_of = _fraction(toks, k)
    if part_of is not None and part_of[0] and (k > j or low(toks, k) in ("½", "1", "3")):
        return [_reading(whole, part_of[0], 0.0, part_of[1], toks)]
    return [_reading(whole, "", 0.1, j, toks)]


def half(toks: Tokens, i: int) -> list[Reading]:
    """``half an hour``, ``a quarter``, ``three quarters of an hour``."""
    part = _fraction(toks, i)
    if part is None or not part[0]:
        return []
    return [_reading("0", part[0], 0.2, part[1], toks)]


def misheard(toks: Tokens, i: int) -> list[Reading]:
    """``for hours`` is 4: only before what is counted."""
    like = _LIKE.get(low(toks, i))
    if like is None or low(toks, i + 1) not in _UNITS:
        return []
    return [Reading(like, 0.3, i + 1)]


def _reading(whole: str, part: str, cost: float, end: int, toks: Tokens) -> Reading:
    value = canonical_number(f"{whole}.{part}" if part else whole) or whole
    return Reading(value, 0.0 if low(toks, end) in _UNITS else cost, end)


QUANTITIES: list[Rule] = [half, quantity]
LOOSE_QUANTITIES: list[Rule] = [misheard]
