"""Airports by city, by their own name, or by code: ``AUS`` and "Austin"."""

from __future__ import annotations

from functools import lru_cache

from scenarios.spoken._airport_table import AIRPORTS
from scenarios.spoken._alphabet import edits, key, plain_ascii, spell
from scenarios.spoken._gazetteer import letters
from scenarios.spoken._tokens import Reading, Tokens, listed, scan, tokens
from scenarios.spoken._types import Guess

_LONG = 4  # words in the longest name
_CITY_COST = 0.1
# everyday words that sound like a city
_ORDINARY = frozenset(listed("airport flying flight from going home more like alone long line lima moving change"))


def say_airport(value: str) -> str:
    """``AUS`` -> "Austin", ``JFK`` -> "New York Kennedy"; an unknown code is spelled with bare letters."""
    entry = AIRPORTS.get(value.strip().upper())
    return entry[0] if entry else spell(value, "letters")


def _run(name: str) -> str:
    return "".join(t.low.replace("'", "") for t in tokens(plain_ascii(name)) if t.word)


@lru_cache(maxsize=1)
def _index() -> dict[str, list[tuple[str, float]]]:
    """Name without spaces -> codes with costs. A city of several airports stands for each of them."""
    cities: dict[str, list[str]] = {}
    for code, (_, city, _) in AIRPORTS.items():
        cities.setdefault(city, []).append(code)
    index: dict[str, dict[str, float]] = {}
    for code, (said, city, others) in AIRPORTS.items():
        for name in (said, *others):
            index.setdefault(_run(name), {})[code] = 0.0
        index.setdefault(_run(city), {}).setdefault(code, _CITY_COST if len(cities[city]) > 1 else 0.0)
    return {name: sorted(codes.items(), key=lambda c: c[1]) for name, codes in index.items()}


def _name_words(toks: Tokens, i: int) -> list[tuple[str, int]]:
    """The next words of a possible name, each with the index past it; stops and hyphens are passed over."""
    out: list[tuple[str, int]] = []
    j = i
    while j < len(toks) and len(out) < _LONG:
        if toks[j].word:
            out.append((plain_ascii(toks[j].low).replace("'", ""), j + 1))
        elif toks[j].low not in ("-", ".", ",") or not out:
            break
        j += 1
    return out


def by_name(toks: Tokens, i: int) -> list[Reading]:
    """The city or the airport's own name; a near spelling of it costs more."""
    words = _name_words(toks, i)
    index = _index()
    for n in range(len(words), 0, -1):
        said = "".join(w for w, _ in words[:n])
        if said in index:
            codes = index[said]
            return _own_name(said, codes, words[n:]) or [Reading(c, cost, words[n - 1][1]) for c, cost in codes]
    return []


def _own_name(city: str, codes: list[tuple[str, float]], rest: list[tuple[str, int]]) -> list[Reading]:
    """After a city of several airports: the one whose own name nearly follows (``Washington Dull``)."""
    out: list[Reading] = []
    for n in range(1, len(rest) + 1) if len(codes) > 1 else ():
        said = "".join(w for w, _ in rest[:n])
        for code, _ in codes:
            own = _run(AIRPORTS[code][0]).removeprefix(city)
            away = _away(own, said) if own else 1.0
            if away <= 0.75:
                out.append(Reading(code, round(0.1 + 0.3 * away, 3), rest[n - 1][1]))
    return [min(out, key=lambda r: r.cost)] if out else []


def _away(name: str, said: str) -> float:
    """How far a heard word is from a name: 0 for the same, above 0.75 for another word."""
    a, b = key(name), key(said)
    return edits(a, b) / max(len(a), len(b), 1) + edits(name, said) / max(len(name), len(said), 1)


def by_sound(toks: Tokens, i: int) -> list[Reading]:
    """A name that sounds nearly like one of the table: ``Cona`` for Kona, ``Lows angels`` for Los Angeles."""
    words = _name_words(toks, i)
    found: list[tuple[float, int, str]] = []
    for n in range(1, len(words) + 1):
        near = _nearest("".join(w for w, _ in words[:n]))
        if near is not None:
            found.append((near[1], n, near[0]))
    if not found:
        return []
    away, n, name = min(found)
    return [Reading(code, round(cost + 0.3 + away, 3), words[n - 1][1]) for code, cost in _index()[name]]


@lru_cache(maxsize=1)
def _sounds() -> list[tuple[str, str]]:
    """Names long enough to be told by their sound, with their phonetic keys."""
    return [(name, key(name)) for name in _index() if len(name) >= 4]


@lru_cache(maxsize=4096)
def _nearest(said: str) -> tuple[str, float] | None:
    """The name that sounds most like what was said, and how far it is."""
    if not 4 <= len(said) <= 24 or said in _ORDINARY:
        return None
    sound = key(said)
    best: tuple[float, str] | None = None
    for name, name_sound in _sounds():
        if abs(len(name) - len(said)) > 3 or abs(len(name_sound) - len(sound)) > 2:
            continue
        limit = 0.55 if name_sound[:1] == sound[:1] and len(said) > 4 else 0.3
        if edits(name_sound, sound) <= limit * max(len(name_sound), len(sound)):
            away = _away(name, said)
            if away <= limit and (best is None or away < best[0]):
                best = (away, name)
    return (best[1], best[0]) if best else None


def by_code(toks: Tokens, i: int) -> list[Reading]:
    """``AUS``, ``A U S``, ``A-U-S``, ``Alfa Uniform Sierra``."""
    raw = toks[i].raw
    if toks[i].word and len(raw) == 3 and raw.isascii() and raw.upper() in AIRPORTS:
        if raw.isupper():
            return [Reading(raw, 0.0, i + 1)]
        if sum(t.word for t in toks) == 1:
            return [Reading(raw.upper(), 0.2, i + 1)]
    code = letters(toks, i, 3, 0.34, 0.0)
    return [code] if code is not None and code.value in AIRPORTS else []


def hear_airport(text: str) -> list[Guess]:
    """Airports in a text, best first."""
    toks = tokens(text)[:200]
    return scan(toks, [by_code, by_name], [by_sound])
