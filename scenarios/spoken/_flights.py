"""Flight numbers: ``SK621`` and "flight six two one"."""

from __future__ import annotations

import re

from scenarios.spoken._alphabet import DIGIT_OF, nato_near
from scenarios.spoken._amounts import CERTAIN_AMOUNTS
from scenarios.spoken._numbers import DIGIT_WORDS, below_hundred, cardinal
from scenarios.spoken._times import CERTAIN_TIMES
from scenarios.spoken._tokens import Reading, Rule, Tokens, joined, listed, low

_FLIGHT = re.compile(r"([A-Za-z]{2})?\s*0*([0-9]{1,5})")
_LIKE = {
    "to": "2",
    "too": "2",
    "for": "4",
    "ate": "8",
    "won": "1",
    "seeks": "6",
    "seek": "6",
    "seats": "6",
    "force": "4",
    "fourth": "4",
    "fifth": "5",
    "sixth": "6",
    "free": "3",
}
_UNITS = frozenset(
    listed(
        "am pm a p dollars dollar cents hours hour minutes bags bag percent people passengers person "
        "passenger nights hundred o'clock"
    )
)
_WORDS = frozenset(listed("flight flights fight light lights slight white fright skyway"))
_LEADS = frozenset({"number", "numbers", "is", ",", ":", "#", ".", "-"})


def say_flight(value: str) -> str:
    """``SK621`` -> "flight six two one"; the airline is not said."""
    digits = [DIGIT_WORDS[int(c)] for c in value if c in "0123456789"]
    return "flight " + " ".join(digits) if digits else f"flight {value}"


def split_flight(value: str) -> tuple[str, str] | None:
    """Airline code (may be empty) and number without leading zeros."""
    m = _FLIGHT.fullmatch(value.strip().replace("-", ""))
    return ((m.group(1) or "").upper(), m.group(2)) if m else None


def _chunk(toks: Tokens, i: int) -> list[tuple[str, int]]:
    """Digits that one group of words at `i` gives: ``6``, ``21``, ``oh``, ``twenty-one``, ``six hundred``."""
    if i >= len(toks):
        return []
    w = low(toks, i)
    if toks[i].numeral:
        return [(w, i + 1)] if len(w) <= 4 else []
    if w in ("oh", "o"):
        return [("0", i + 1)]
    out = []
    if w in DIGIT_OF:
        out.append((DIGIT_OF[w], i + 1))
    n = cardinal(toks, i)
    if n is not None and 10 <= n[0] <= 9999 and (n[1] > i + 1 or w not in DIGIT_OF):
        out.append((str(n[0]), n[1]))
    two = below_hundred(toks, i)
    if two is not None and two[0] >= 10:
        out.append((str(two[0]), two[1]))
    return sorted(set(out), key=lambda c: -c[1])


def _stops(toks: Tokens, i: int, j: int) -> bool:
    """Whether the number at `i`..`j` belongs to what follows: a time, money, a count."""
    if any(rule(toks, i) for rule in (*CERTAIN_AMOUNTS, *CERTAIN_TIMES)):
        return True
    w = low(toks, j)
    if w in _UNITS:
        return w not in ("a", "p") or low(toks, j + 1) in (".", "m")
    return (w in (":", "/") and joined(toks, j)) or (low(toks, i - 1) == "$")


def number(toks: Tokens, i: int, *, after_word: bool = False) -> tuple[str, int] | None:
    """A flight number of at most four digits at `i` and the index past it.

    Args:
        toks: the text.
        i: where it begins.
        after_word: the word "flight" stands before it, so that "to eight zero" may be 280.
    """
    digits, j = "", i
    between: str | None = None
    singles = True
    while len(digits) < 4:
        k, sign = j, ""
        while digits and low(toks, k) in (",", "-") and singles:
            sign, k = sign if sign == "," else low(toks, k), k + 1
        # a pause between three digits is a pause; after them it ends the number, unless all had one
        if len(digits) >= 3 and (sign == ",") != (between == ","):
            break
        choice = next((c for c in _chunk(toks, k) if len(digits) + len(c[0]) <= 4), None)
        if choice is not None and _stops(toks, k, choice[1]):
            break
        if choice is None and singles and len(digits) < 3:
            choice = _like(toks, k, len(digits), after_word, pause=sign == ",")
        if choice is None or (sign == "," and len(choice[0]) > 1 and len(digits) != 1):
            break
        if digits and between is None:
            between = sign
        elif sign != between and digits:
            between = ""
        singles = singles and len(choice[0]) == 1
        digits, j = digits + choice[0], choice[1]
    return (digits, j) if digits else None


def _like(toks: Tokens, k: int, have: int, after_word: bool, *, pause: bool) -> tuple[str, int] | None:
    """A digit written as the word that it sounds like: inside a number, before one, or as its third digit."""
    like = _LIKE.get(low(toks, k))
    if like is None:
        return None
    after = k + 2 if low(toks, k + 1) in ("-", ",") else k + 1
    follows = _chunk(toks, after)
    joined_up = after_word if not have else not pause
    if follows and joined_up and not any(_stops(toks, after, c[1]) for c in follows):
        return like, k + 1
    if have == 2 and after_word and (k + 1 >= len(toks) or not (toks[k + 1].word or toks[k + 1].numeral)):
        return like, k + 1
    return None


def _carrier(toks: Tokens, i: int, airline: str) -> tuple[str, int] | None:
    """A two-letter airline code at `i`: ``SK``, ``S K``, ``Sierra Kilo``."""
    if i < len(toks) and toks[i].word and len(toks[i].low) == 2 and toks[i].raw.isascii():
        code = toks[i].raw.upper()
        if toks[i].raw.isupper() or code == airline:
            return code, i + 1
    letters, j = "", i
    while len(letters) < 2:
        while letters and low(toks, j) in (",", "-", ".", "and"):
            j += 1
        if j >= len(toks) or not toks[j].word or not toks[j].raw.isascii():
            return None
        if len(toks[j].low) == 1:
            letters, j = letters + toks[j].low.upper(), j + 1
            continue
        near = nato_near(toks[j].low)
        if near is None or near[1] > 0.25:
            return None
        letters, j = letters + near[0], j + 1
    return letters, j


def _keyword(airline: str) -> Rule:
    def rule(toks: Tokens, i: int) -> list[Reading]:
        w = low(toks, i)
        if w not in _WORDS and not (w == "sky" and low(toks, i + 1) == "way"):
            return []
        j = i + 2 if w == "sky" else i + 1
        if low(toks, j) in ("flight", "flights"):
            j += 1
        while low(toks, j) in _LEADS:
            j += 1
        carrier = _carrier(toks, j, airline)
        code = airline
        if carrier is not None:
            code, j = carrier
            while low(toks, j) in (",", "-", "."):
                j += 1
        n = number(toks, j, after_word=True)
        cost = 0.0 if w.startswith("flight") else 0.2
        return [] if n is None else [Reading(code + n[0], cost, n[1])]

    return rule


def _coded(airline: str) -> Rule:
    def rule(toks: Tokens, i: int) -> list[Reading]:
        carrier = _carrier(toks, i, airline)
        if carrier is None or carrier[0] != airline:
            return []
        j = carrier[1]
        while low(toks, j) in (",", "-", "."):
            j += 1
        n = number(toks, j)
        # "SK3FFW" is the start of a code, no flight
        if n is None or (n[1] < len(toks) and joined(toks, n[1]) and toks[n[1]].word):
            return []
        return [Reading(airline + n[0], 0.1, n[1])]

    return rule


def _bare(airline: str) -> Rule:
    def rule(toks: Tokens, i: int) -> list[Reading]:
        n = number(toks, i)
        return [Reading(airline + n[0], 0.5 if len(n[0]) >= 3 else 0.8, n[1])] if n is not None else []

    return rule


def flight_rules(airline: str) -> list[Rule]:
    """The ways to say a flight."""
    return [_keyword(airline), _coded(airline)]


def loose_flights(airline: str) -> list[Rule]:
    """Any number of up to four digits."""
    return [_bare(airline)]
