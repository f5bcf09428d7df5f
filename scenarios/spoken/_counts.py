"""Small numbers of things: ``2`` and "two"."""

from __future__ import annotations

from scenarios.spoken._numbers import cardinal, cardinal_words
from scenarios.spoken._tokens import Reading, Rule, Tokens, listed, low

_THINGS = frozenset(
    listed(
        "bag bags suitcase suitcases luggage piece pieces item items passenger passengers person people "
        "traveler travelers adult adults child children night nights seat seats day days week weeks month "
        "months hour hours attendee attendees monitor monitors ticket tickets guest guests"
    )
)
_BETWEEN = frozenset(listed("checked check carry on more extra additional of my other"))
_LIKE = {"to": 2, "too": 2, "tu": 2, "for": 4, "fore": 4, "ate": 8, "won": 1, "tree": 3, "sex": 6, "tan": 10}


def say_count(value: str) -> str:
    """``2`` -> "two".

    Raises:
        ValueError: `value` is no whole number.
    """
    return cardinal_words(int(value))


def _thing_after(toks: Tokens, j: int) -> bool:
    for k in range(j, min(j + 3, len(toks))):
        if toks[k].low in _THINGS:
            return True
        if toks[k].low not in _BETWEEN:
            return False
    return False


def numbered(toks: Tokens, i: int) -> list[Reading]:
    """``two bags``, ``2``, ``a couple of bags``."""
    n = cardinal(toks, i)
    if n is not None:
        return [Reading(str(n[0]), 0.0 if _thing_after(toks, n[1]) else 0.1, n[1])]
    w = low(toks, i)
    if w in ("couple", "pair", "both", "twice"):
        return [Reading("2", 0.2, i + 1)]
    if w == "dozen":
        return [Reading("12", 0.2, i + 1)]
    return []


def vague(toks: Tokens, i: int) -> list[Reading]:
    """``a bag`` is 1, ``no bags`` and ``none`` are 0, ``to bags`` is 2."""
    w = low(toks, i)
    if w in ("a", "an", "single", "another", "once"):
        if w == "a" and low(toks, i + 1) in ("couple", "pair", "dozen"):
            return []
        return [Reading("1", 0.2, i + 1)] if w == "single" or _thing_after(toks, i + 1) else []
    if w in ("none", "nothing"):
        return [Reading("0", 0.2, i + 1)]
    if w in ("no", "any", "without", "zero") and _thing_after(toks, i + 1):
        return [Reading("0", 0.2, i + 1)]
    if w in _LIKE and (_thing_after(toks, i + 1) or len([t for t in toks if t.word]) == 1):
        return [Reading(str(_LIKE[w]), 0.3, i + 1)]
    if w in _LIKE and low(toks, i - 1) == "just" and not (i + 1 < len(toks) and toks[i + 1].word):
        return [Reading(str(_LIKE[w]), 0.4, i + 1)]
    if w == "myself" or (w == "me" and low(toks, i - 1) == "just"):
        return [Reading("1", 0.4, i + 1)]
    return []


COUNTS: list[Rule] = [numbered, vague]
