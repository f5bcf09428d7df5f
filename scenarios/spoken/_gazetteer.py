"""Places known by name: the longest name that stands in a text, or one that sounds nearly like it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from scenarios.spoken._alphabet import edits, key, nato_near, plain_ascii
from scenarios.spoken._tokens import Reading, Tokens, low, scan, tokens
from scenarios.spoken._types import Guess

_BETWEEN = frozenset({"-", ".", ",", "the", "of", "and"})


def run(name: str) -> str:
    """A name without spaces, accents, signs and little words, as it is looked up."""
    words = [t.low.replace("'", "") for t in tokens(plain_ascii(name.replace("&", "and"))) if t.word]
    return "".join(w for w in words if w not in _BETWEEN)


def letters(toks: Tokens, i: int, count: int, nearest: float, cost: float) -> Reading | None:
    """So many letters at `i`, bare or by code words: ``A Z``, ``A-Z``, ``Alfa Zulu``.

    Args:
        toks: the text.
        i: where they begin.
        count: how many.
        nearest: the greatest distance of a word from a code word, see `nato_near`.
        cost: what they cost at least; the distances are added.
    """
    said, j = "", i
    while len(said) < count and j < len(toks):
        w = low(toks, j)
        if said and w in (",", "-", "."):
            j += 1
            continue
        if len(w) == 1 and w.isascii() and w.isalpha():
            said += w.upper()
        else:
            near = nato_near(w) if toks[j].word else None
            if near is None or near[1] > nearest:
                return None
            said, cost = said + near[0], cost + near[1]
        j += 1
    return Reading(said, round(cost, 3), j)


class Gazetteer:
    """Names of places with their two-letter codes.

    Args:
        names: code and name pairs, a code may have several names.
        ordinary: everyday words that sound like one of them.
        words: codes that are everyday words in lower case ("in", "or", "me").
    """

    def __init__(self, names: Iterable[tuple[str, str]], ordinary: Iterable[str] = ()) -> None:
        self._index: dict[str, str] = {}
        for code, name in names:
            self._index.setdefault(run(name), code)
        self.codes = frozenset(self._index.values())
        self._ordinary = frozenset(ordinary)
        self._sounds = [(name, key(name)) for name in self._index if len(name) >= 4]
        self._longest = 6
        self._nearest = lru_cache(maxsize=4096)(self._find_nearest)

    def find(self, name: str) -> str | None:
        """The code of a name, whatever its case and accents."""
        return self._index.get(run(name))

    def _words(self, toks: Tokens, i: int) -> list[tuple[str, int]]:
        out: list[tuple[str, int]] = []
        j = i
        while j < len(toks) and len(out) < self._longest:
            w = plain_ascii(toks[j].low).replace("'", "")
            if w in _BETWEEN and (out or w == "the"):
                j += 1
                continue
            if not toks[j].word or w in _BETWEEN:
                break
            out.append((w, j + 1))
            j += 1
        return out

    def by_name(self, toks: Tokens, i: int) -> list[Reading]:
        """The longest name at `i`."""
        words = self._words(toks, i)
        for n in range(len(words), 0, -1):
            said = "".join(w for w, _ in words[:n])
            code = self._index.get(said)
            # "us" and "uk" are initials only as capitals, letter by letter, or behind "the"
            everyday = n == 1 and len(said) <= 3 and not toks[words[0][1] - 1].raw.isupper() and low(toks, i) != "the"
            if code is not None and not (everyday and len(toks) > 1):
                return [Reading(code, 0.0, words[n - 1][1])]
        return []

    def by_sound(self, toks: Tokens, i: int) -> list[Reading]:
        """A name that sounds nearly like one of the table."""
        words = self._words(toks, i)
        found = []
        for n in range(1, len(words) + 1):
            near = self._nearest("".join(w for w, _ in words[:n]))
            if near is not None:
                found.append((near[1], n, near[0]))
        if not found:
            return []
        away, n, name = min(found)
        return [Reading(self._index[name], round(0.3 + away, 3), words[n - 1][1])]

    def _find_nearest(self, said: str) -> tuple[str, float] | None:
        if not 4 <= len(said) <= 30 or said in self._ordinary:
            return None
        sound = key(said)
        best: tuple[float, str] | None = None
        for name, name_sound in self._sounds:
            if abs(len(name) - len(said)) > 3 or abs(len(name_sound) - len(sound)) > 2 or name[0] != said[0]:
                continue
            longest = max(len(name_sound), len(sound))
            away = edits(name_sound, sound) / longest + edits(name, said) / max(len(name), len(said))
            if away <= 0.45 and (best is None or away < best[0]):
                best = away, name
        return (best[1], best[0]) if best else None

    def by_code(self, toks: Tokens, i: int) -> list[Reading]:
        """``AZ``, ``A Z``, ``A-Z.``, ``Alfa Zulu``; small letters only where they are the whole text."""
        raw = toks[i].raw
        if toks[i].word and len(raw) == 2 and raw.upper() in self.codes:
            if raw.isupper():
                return [Reading(raw, 0.05, i + 1)]
            if sum(t.word for t in toks) == 1:
                return [Reading(raw.upper(), 0.2, i + 1)]
        code = letters(toks, i, 2, 0.25, 0.1)
        return [code] if code is not None and code.value in self.codes else []

    def hear(self, text: str) -> list[Guess]:
        """Places in a text."""
        toks = tokens(text)[:200]
        return scan(toks, [self.by_name], [self.by_code], [self.by_sound])
