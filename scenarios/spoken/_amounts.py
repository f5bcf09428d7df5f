"""Money in dollars: ``120.50`` and "one hundred twenty dollars and fifty cents"."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation

from scenarios.spoken._numbers import ONES, SCALES, TEENS, TENS, below_hundred, cardinal, cardinal_words, numeral
from scenarios.spoken._quantities import half, quantity
from scenarios.spoken._tokens import Reading, Rule, Tokens, joined, low, phrase

_DOLLARS = frozenset({"dollar", "dollars", "bucks", "usd"})
_CENTS = frozenset({"cent", "cents"})
_SCALES = SCALES | {"billion": 1_000_000_000}
_FREE = (
    ("no", "charge"),
    ("no", "cost"),
    ("no", "fee"),
    ("no", "fees"),
    ("no", "extra", "charge"),
    ("no", "extra", "cost"),
    ("no", "additional", "cost"),
    ("no", "additional", "charge"),
    ("free", "of", "charge"),
)


def canonical_amount(value: str) -> str | None:
    """``$1,285.0`` -> ``1285``, ``342.5`` -> ``342.50``; ``None`` if it is no amount."""
    try:
        amount = Decimal(value.strip().lstrip("$").replace(",", ""))
        if not amount.is_finite():
            return None
        amount = amount.quantize(Decimal("0.01"))
    except InvalidOperation:
        return None
    whole = amount.to_integral_value()
    return str(whole) if whole == amount else str(amount)


def say_amount(value: str) -> str:
    """``115`` -> "one hundred fifteen dollars"; cents follow as "and fifty cents".

    Raises:
        ValueError: `value` is no amount.
    """
    canonical = canonical_amount(value)
    if canonical is None:
        raise ValueError(f"not an amount in dollars: {value!r}")
    sign = "minus " if canonical.startswith("-") else ""
    whole, _, part = canonical.lstrip("-").partition(".")
    dollars, cents = int(whole), int(part or 0)
    said = []
    if dollars or not cents:
        said.append(f"{cardinal_words(dollars)} dollar{'' if dollars == 1 else 's'}")
    if cents:
        said.append(f"{cardinal_words(cents)} cent{'' if cents == 1 else 's'}")
    return sign + " and ".join(said)


def _value(dollars: int, cents: int) -> str:
    return f"{dollars}.{cents:02d}" if cents else str(dollars)


def _decimal(toks: Tokens, i: int) -> tuple[int, int, int] | None:
    """Dollars, cents and the index past a number in digits: ``1,249.95``."""
    n = numeral(toks, i)
    if n is None:
        return None
    dollars, j = n
    if low(toks, j) == "." and joined(toks, j) and joined(toks, j + 1):
        part = low(toks, j + 1)
        if toks[j + 1].numeral and len(part) <= 2:
            return dollars, int(part.ljust(2, "0")), j + 2
    return dollars, 0, j


def _short(toks: Tokens, i: int) -> tuple[int, int] | None:
    """The clipped hundred: ``two forty-nine`` for 249."""
    w = low(toks, i)
    hundreds = ONES.get(w, 0) or TEENS.get(w, 0)
    if not hundreds:
        return None
    rest = below_hundred(toks, i + 1)
    if rest is None or low(toks, i + 1) not in TENS.keys() | TEENS.keys():
        return None
    return hundreds * 100 + rest[0], rest[1]


def _cents(toks: Tokens, j: int) -> tuple[int, int]:
    """Cents after dollars: ``and fifty cents``, ``fifty``; 0 and `j` when there are none."""
    k = j
    while low(toks, k) in ("and", ",", "a"):
        k += 1
    n = below_hundred(toks, k, pauses=True) or numeral(toks, k)
    if n is not None and n[0] < 100 and low(toks, n[1]) in _CENTS:
        return n[0], n[1] + 1
    return 0, j


def _under(toks: Tokens, i: int) -> Reading | None:
    """``seven, under $67`` is 767: an accent without h."""
    hundreds = ONES.get(low(toks, i))
    k = i + 2 if low(toks, i + 1) == "," else i + 1
    if hundreds is None or low(toks, k) != "under":
        return None
    for rest in marked(toks, k + 1):
        dollars, _, cents = rest.value.partition(".")
        if int(dollars) < 100:
            return Reading(_value(hundreds * 100 + int(dollars), int(cents or 0)), 0.2, rest.end)
    return None


def _scaled(toks: Tokens, i: int) -> tuple[str, int] | None:
    """``1.5 million``, ``one and a half million``, ``half a million`` and the index past it."""
    for part in (*quantity(toks, i), *half(toks, i)):
        k = part.end + 1 if low(toks, part.end) == "a" else part.end
        scale = _SCALES.get(low(toks, k))
        if scale is not None and "." in part.value:
            value = canonical_amount(str(Decimal(part.value) * scale))
            return None if value is None else (value, k + 1)
    return None


def _scaled_dollars(toks: Tokens, i: int) -> list[Reading]:
    sign = low(toks, i) == "$"
    found = _scaled(toks, i + 1 if sign else i)
    if found is None:
        return []
    value, j = found
    if low(toks, j) in _DOLLARS:
        return [Reading(value, 0.0, j + 1)]
    return [Reading(value, 0.0, j)] if sign else []


def marked(toks: Tokens, i: int) -> list[Reading]:
    """``$120``, ``$249.95``, ``120 dollars and 50 cents``, ``fifty cents``."""
    out = _scaled_dollars(toks, i)
    if out:
        return out
    if low(toks, i) == "$":
        n = _decimal(toks, i + 1)
        if n is not None:
            dollars, cents, j = n
            whole = cardinal(toks, i + 1)
            if whole is not None and whole[1] > j:
                dollars, cents, j = whole[0], 0, whole[1]
            if low(toks, j) in _DOLLARS:
                j += 1
            if not cents:
                cents, j = _cents(toks, j)
            if not cents and low(toks, j) == "and" and low(toks, j + 1) == "$":
                part = _decimal(toks, j + 2)  # "$260 and $0.40"
                if part is not None and part[0] == 0 and part[1]:
                    cents, j = part[1], part[2]
            return [Reading(_value(dollars, cents), 0.0, j)]
        word = cardinal(toks, i + 1)
        return [] if word is None else [Reading(str(word[0]), 0.1, word[1])]
    hundred = _under(toks, i)
    if hundred is not None:
        return [hundred]
    decimal = _decimal(toks, i)
    if decimal is not None and low(toks, decimal[2]) in _DOLLARS:
        dollars, cents, j = decimal
        if not cents:
            cents, j = _cents(toks, j + 1)
            return [Reading(_value(dollars, cents), 0.0, j)]
        return [Reading(_value(dollars, cents), 0.0, j + 1)]
    readings = (
        (cardinal(toks, i), 0.0),
        (cardinal(toks, i, pauses=True), 0.05),
        (_short(toks, i), 0.1),
    )
    for said, cost in readings:
        if said is None:
            continue
        if low(toks, said[1]) in _DOLLARS:
            cents, j = _cents(toks, said[1] + 1)
            out.append(Reading(_value(said[0], cents), cost, j))
        elif low(toks, said[1]) in _CENTS and said[0] < 100:
            out.append(Reading(_value(0, said[0]), cost, said[1] + 1))
    return out


def cents_lost(toks: Tokens, i: int) -> list[Reading]:
    """``$310 and $99``: where one amount is wanted, rather dollars and cents than two amounts."""
    for first in marked(toks, i):
        k = first.end
        while low(toks, k) in (",", "and"):
            k += 1
        part = _decimal(toks, k + 1) if low(toks, k) == "$" else None
        if k > first.end and part is not None and 10 <= part[0] <= 99 and not part[1] and "." not in first.value:
            return [Reading(f"{first.value}.{part[0]}", 0.1, part[2]), Reading(first.value, 0.2, part[2])]
    return []


def free(toks: Tokens, i: int) -> list[Reading]:
    """``no charge``, ``free of charge``: an amount of 0."""
    return [Reading("0", 0.3, i + len(p)) for p in _FREE if phrase(toks, i, *p)]


def plain(toks: Tokens, i: int) -> list[Reading]:
    """A number with no unit: ``120``, ``one fifteen``."""
    out: list[Reading] = []
    scaled = _scaled(toks, i)
    if scaled is not None:
        out.append(Reading(scaled[0], 0.5, scaled[1]))
    decimal = _decimal(toks, i)
    if decimal is not None:
        out.append(Reading(_value(decimal[0], decimal[1]), 0.6, decimal[2]))
    short = _short(toks, i)
    if short is not None:
        out.append(Reading(str(short[0]), 0.7, short[1]))
    n = cardinal(toks, i)
    if n is not None:
        out.append(Reading(str(n[0]), 0.6, n[1]))
    return out


CERTAIN_AMOUNTS: list[Rule] = [marked]
ONE_AMOUNT: list[Rule] = [marked, cents_lost]
LOOSE_AMOUNTS: list[Rule] = [free, plain]
