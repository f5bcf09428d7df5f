"""Words, numerals and signs of a text with their places, and the scan that rules run on.

A *rule* looks at one position of a token list and gives the readings that begin there. Rules are small
functions, one per way of saying something, so that each kind is a list of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from scenarios.spoken._types import Guess

CORRECTION = re.compile(
    r"\b(?:i mean|i meant|sorry|no wait|wait|actually|rather|correction|scratch that|make that|not that)\b", re.I
)
"""Words that take back what was said before them."""
_TOKEN = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*|[0-9]+|[^\s]")


@dataclass(frozen=True, slots=True)
class Token:
    """A word, a run of digits, or one sign.

    Attributes:
        raw: as written.
        low: lower case, with a straight apostrophe.
        start: offset of the first character.
        end: offset past the last one.
    """

    raw: str
    low: str
    start: int
    end: int

    @property
    def numeral(self) -> bool:
        """Whether it is a run of the digits 0 to 9."""
        return self.low.isascii() and self.low.isdigit()

    @property
    def word(self) -> bool:
        """Whether it begins with a letter."""
        return self.low[:1].isalpha()


@dataclass(frozen=True, slots=True)
class Reading:
    """A value that begins at a known token: `end` is the index past its last token."""

    value: str
    cost: float
    end: int


Tokens = Sequence[Token]
Rule = Callable[[Tokens, int], list[Reading]]


def listed(words: str) -> list[str]:
    """The words of a table that is written as one string."""
    return words.split()


def tokens(text: str) -> list[Token]:
    """Cut a text into words, digit runs and signs; letters and digits always part (``4pm``, ``25th``)."""
    return [Token(m.group(), m.group().lower().replace("’", "'"), m.start(), m.end()) for m in _TOKEN.finditer(text)]


def low(toks: Tokens, i: int) -> str:
    """The lower-case text of a token; empty outside the list."""
    return toks[i].low if 0 <= i < len(toks) else ""


def joined(toks: Tokens, i: int) -> bool:
    """Whether token `i` follows its predecessor without a space."""
    return 0 < i < len(toks) and toks[i - 1].end == toks[i].start


def skip(toks: Tokens, i: int, words: frozenset[str] | set[str]) -> int:
    """The index of the first token at or after `i` that is none of `words`."""
    while i < len(toks) and toks[i].low in words:
        i += 1
    return i


def phrase(toks: Tokens, i: int, *words: str) -> bool:
    """Whether these words stand at `i`."""
    return all(low(toks, i + k) == w for k, w in enumerate(words))


def scan(toks: Tokens, *tiers: Sequence[Rule]) -> list[Guess]:
    """All readings; at one place the longest wins and nothing is read twice.

    Args:
        toks: the text.
        tiers: rules by trust; those of a later tier see only what the tiers before left over.
    """
    if not tiers:
        return []
    found = _scan(toks, tiers[0])
    taken = [(g.start, g.end) for g in found]
    rest: list[list[Token]] = [[]]
    for t in toks:
        if any(a <= t.start < b for a, b in taken):
            rest.append([])
        else:
            rest[-1].append(t)
    for stretch in rest:
        if stretch:
            found = found + scan(stretch, *tiers[1:])
    return sorted(found, key=lambda g: g.start)


def _scan(toks: Tokens, rules: Sequence[Rule]) -> list[Guess]:
    found: list[Guess] = []
    i = 0
    while i < len(toks):
        readings = [r for rule in rules for r in rule(toks, i) if r.end > i]
        if not readings:
            i += 1
            continue
        end = max(r.end for r in readings)
        best: dict[str, float] = {}
        for r in readings:
            if r.end == end:
                best[r.value] = min(r.cost, best.get(r.value, r.cost))
        found += [Guess(v, c, toks[i].start, toks[end - 1].end) for v, c in best.items()]
        i = end
    return found


def ranked(guesses: Sequence[Guess]) -> list[Guess]:
    """Cheapest first, each value once; equal costs keep the order of the text."""
    seen: dict[str, Guess] = {}
    for g in sorted(guesses, key=lambda g: g.cost):
        seen.setdefault(g.value, g)
    return list(seen.values())
