"""Numbers in words: from and to integers, cardinals and ordinals."""

from __future__ import annotations

from num2words import num2words

from scenarios.spoken._tokens import Tokens, joined, listed, low

DIGIT_WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
ONES = {w: i for i, w in enumerate(DIGIT_WORDS) if i}
TEENS = {
    w: i
    for i, w in enumerate(listed("ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"), 10)
}
TENS = {w: 10 * i for i, w in enumerate(listed("twenty thirty forty fifty sixty seventy eighty ninety"), 2)}
TENS |= {"fourty": 40, "seexty": 60, "sexty": 60}
_ORDINAL_ONES = {w: i for i, w in enumerate(listed("first second third fourth fifth sixth seventh eighth ninth"), 1)}
_ORDINAL_TEENS = {
    w: i
    for i, w in enumerate(
        listed("tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth"),
        10,
    )
}
_ORDINAL_TENS = {w[:-1] + "ieth": n for w, n in TENS.items()}
_ORDINAL_TENS |= {"twentyeth": 20, "thirtyeth": 30}
MISHEARD = {"seeks": 6, "seex": 6}
"""Words that are no English number and that a recogniser writes for one in accented speech."""
SCALES = {"thousand": 1000, "million": 1_000_000, "grand": 1000}


def cardinal_words(n: int) -> str:
    """115 -> ``one hundred fifteen``: the American form, without "and" and commas."""
    return str(num2words(n)).replace(" and ", " ").replace(",", "")


def ordinal_words(n: int) -> str:
    """25 -> ``twenty-fifth``."""
    return str(num2words(n, to="ordinal")).replace(" and ", " ").replace(",", "")


def year_words(year: int) -> str:
    """2026 -> ``twenty twenty-six``, 2005 -> ``two thousand five``, 1905 -> ``nineteen oh five``."""
    high, rest = divmod(year, 100)
    if year % 1000 < 10 or not 10 <= high <= 99:
        return cardinal_words(year)
    if rest == 0:
        return f"{cardinal_words(high)} hundred"
    return f"{cardinal_words(high)} {'oh ' if rest < 10 else ''}{cardinal_words(rest)}"


def below_hundred(toks: Tokens, i: int, *, pauses: bool = False) -> tuple[int, int] | None:
    """A number of 1 to 99 in words at `i` and the index past it; with `pauses` also ``twenty, five``."""
    w = low(toks, i)
    if w in ONES or w in MISHEARD:
        return ONES.get(w) or MISHEARD[w], i + 1
    if w in TEENS:
        return TEENS[w], i + 1
    if w in TENS:
        k = i + 2 if low(toks, i + 1) == "-" or (pauses and low(toks, i + 1) == ",") else i + 1
        one = ONES.get(low(toks, k)) or MISHEARD.get(low(toks, k))
        if one is not None:
            return TENS[w] + one, k + 1
        return TENS[w], i + 1
    return None


def numeral(toks: Tokens, i: int) -> tuple[int, int] | None:
    """A number in digits at `i`, thousands separated by commas or not."""
    if i >= len(toks) or not toks[i].numeral or len(toks[i].low) > 12:
        return None
    digits, j = toks[i].low, i + 1
    if len(digits) <= 3:
        while (
            low(toks, j) == ","
            and joined(toks, j)
            and joined(toks, j + 1)
            and toks[j + 1].numeral
            and len(toks[j + 1].low) == 3
        ):
            digits, j = digits + toks[j + 1].low, j + 2
    return int(digits), j


def _part(toks: Tokens, i: int, pauses: bool) -> tuple[int, int] | None:
    """A number below 1000, or any number in digits."""
    small = below_hundred(toks, i, pauses=pauses) or numeral(toks, i)
    if small is None:
        if low(toks, i) in ("a", "one") and low(toks, i + 1) in ("hundred", "thousand", "million"):
            small = 1, i + 1
        else:
            return None
    n, j = small
    if low(toks, j) == "-" and low(toks, j + 1) == "hundred":
        j += 1
    if low(toks, j) in ("hundred", "hundreds") and 0 < n < 100:
        n, j = n * 100, j + 1
        k = j + 1 if low(toks, j) in ("and", "-") or (pauses and low(toks, j) == ",") else j
        k = k + 1 if pauses and low(toks, k) == "and" else k
        rest = below_hundred(toks, k, pauses=pauses) or numeral(toks, k)
        if rest is not None and rest[0] < 100:
            n, j = n + rest[0], rest[1]
    return n, j


def cardinal(toks: Tokens, i: int, *, pauses: bool = False) -> tuple[int, int] | None:
    """The longest cardinal at `i` (``2 hundred forty nine``; digits may mix in) and the index past it.

    With `pauses` a comma may follow "hundred" and "twenty".
    """
    if low(toks, i) == "zero":
        return 0, i + 1
    head = _part(toks, i, pauses)
    if head is None:
        return None
    total, last = 0, 10**9
    n, j = head
    while low(toks, j) in SCALES and n < 1000 and SCALES[low(toks, j)] < last:
        last = SCALES[low(toks, j)]
        total, n, j = total + n * last, 0, j + 1
        k = j + 1 if low(toks, j) in ("and", ",") else j
        more = _part(toks, k, pauses)
        if more is None or more[0] >= last:
            break
        n, j = more
    return total + n, j


def ordinal(toks: Tokens, i: int) -> tuple[int, int] | None:
    """An ordinal of 1 to 99 at `i`: ``twenty-fifth``, ``25th``, ``20 fifth``, and the index past it."""
    w = low(toks, i)
    for table in (_ORDINAL_ONES, _ORDINAL_TEENS, _ORDINAL_TENS):
        if w in table:
            return table[w], i + 1
    if i >= len(toks):
        return None
    tens = TENS.get(w) or (int(w) if toks[i].numeral and w in ("20", "30") else 0)
    if tens:
        k = i + 2 if low(toks, i + 1) == "-" else i + 1
        if low(toks, k) in _ORDINAL_ONES:
            return tens + _ORDINAL_ONES[low(toks, k)], k + 1
        one = ordinal(toks, k) if k < len(toks) and toks[k].numeral and len(low(toks, k)) == 1 else None
        if one is not None:
            return tens + one[0], one[1]
    if toks[i].numeral and len(w) <= 2:
        k = i + 2 if low(toks, i + 1) in ("-", "'") else i + 1
        if low(toks, k) in ("st", "nd", "rd", "th"):
            return int(w), k + 1
    return None
