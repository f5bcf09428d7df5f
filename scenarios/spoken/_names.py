"""Names, said as a word and spelled; the spelling wins because recognisers rewrite rare names.

The word is still a witness: of several readings of a spelling the one that sounds like it is taken, and where
a letter of the spelling is one of those that a telephone confuses (M and N, S and F, C and Z) it decides.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from scenarios.spoken._alphabet import LETTER_LIKE, edits, key, nato_near, plain_ascii
from scenarios.spoken._codes import STRONG, nato_arcs, nato_skip
from scenarios.spoken._lattice import Arc, Path, Piece, best, pieces, with_repeats
from scenarios.spoken._tokens import listed
from scenarios.spoken._types import Guess

_LAST = r"\b(?:last|list|las|blast|lost|glass)[, -]+(?:name|names|named|maim|maims|may|man|mane|main)\b"
_FIRST = r"\bfirst[, ]+(?:name|names|named|maim|maims)\b"
_ANY = r"\b(?:name|names|surname)(?:'s)?\b"
_NOT_NAMES = frozenset(
    listed(
        "is it its the my last first name that this and a an i im yes sure okay ok of course so um uh please "
        "spelled spell spelling thats would be you hi hello thanks thank under for in on with his her their "
        "again well no not"
    )
)
_NO_LETTER = frozenset(listed("the he yes in and an if as our age each"))
_CONFUSED = listed("MN SFX CZ BDPTVEGCZ AHJK IY LM QU BV")
_MAX_PIECES = 60
_EDGE_LOSS = 0.25
_WITNESS = 0.4
_PLAIN = 0.66
# more than leaving out a first word costs, so that "Victor. Victor, India, ..." has one V
_NO_WITNESS = 0.8


def _region(text: str) -> tuple[int, bool]:
    """Where the name begins, and whether a cue such as "last name" was heard."""
    for cue in (_LAST, _FIRST, _ANY):
        for m in reversed(list(re.finditer(cue, text, re.I))):
            if sum(c.isalpha() for c in text[m.end() :]) >= 2:
                return m.end(), True
    return 0, False


def _nato_only(ps: Sequence[Piece], i: int) -> list[Arc]:
    return [a for a in nato_arcs(ps, i) if a.text.isalpha()]


@dataclass(frozen=True, slots=True)
class _LetterArcs:
    """Readings of bare letters: ``o k o``, ``O-K-O``, ``see`` for C, ``im`` for I M inside a spelling."""

    text: str

    def __call__(self, ps: Sequence[Piece], i: int) -> list[Arc]:
        p = ps[i]
        if p.low == "double-u":
            return [Arc(i + 1, "W", 0.0)]
        if not (p.low.isascii() and p.low.isalpha()):
            return [Arc(i + 1, "O", 0.1)] if p.low == "0" else []
        if len(p.low) == 1:
            return [Arc(i + 1, p.low.upper(), 0.0)]
        chained = self.text[p.start - 1 : p.start] == "-" or self.text[p.end : p.end + 1] == "-"
        out = []
        if chained and len(p.low) <= 4:
            out.append(Arc(i + 1, p.low.upper(), 0.05))
        elif p.raw.isupper() and len(p.low) <= 14:
            out.append(Arc(i + 1, p.low.upper(), 0.0))
        elif i and len(p.low) <= 4 and p.low not in _NOT_NAMES:
            out.append(Arc(i + 1, p.low.upper(), 0.31))
        if p.low not in _NO_LETTER or (i and (p.low in ("and", "an", "our", "age"))):
            out += [Arc(i + 1, c, 0.15 if p.low not in _NO_LETTER else 0.25) for c in LETTER_LIKE.get(p.low, ())]
        return out


def _letter_skip(p: Piece) -> float:
    return 1.0


def _sure_letters(ps: Sequence[Piece], path: Path) -> bool:
    """Whether a reading rests on real letters and not on everyday words."""
    span = ps[path.first : path.last + 1]
    single = sum(len(p.low) == 1 for p in span)
    return single >= 2 or any(p.raw.isupper() and len(p.raw) >= 3 for p in span) or (single == 1 and len(span) == 2)


def _away(spelled: str, plain: str) -> float:
    """How little a spelling sounds like the word, 0 to 1; much when there is no word."""
    if not plain:
        return _NO_WITNESS
    a, b = key(spelled), key(plain)
    sound = edits(a, b) / max(len(a), len(b), 1)
    first = 0.0 if a[:1] == b[:1] else 0.3
    return min(1.0, sound + first)


def say_like(name: str) -> str:
    """A spelled name in its usual case: ``OKAFOR`` -> ``Okafor``."""
    return name[:1].upper() + name[1:].lower()


def _confusable(spelled: str, plain: Piece) -> bool:
    """Whether the word differs from letters as heard only where a telephone confuses them.

    A word in capitals is one that the recogniser knows as a name; any other is a witness only for the two
    letters that the telephone band nearly always turns into their neighbours (S and Z).
    """
    word = plain_ascii(plain.low).upper()
    known = plain.raw[0].isupper()
    if len(spelled) < 4 or spelled == word:
        return False
    if word[1:] == spelled and len(word) >= 5:
        return known  # the first letter ran into the pause
    if len(spelled) != len(word):
        return False
    wrong = [a + b for a, b in zip(spelled, word, strict=True) if a != b]
    return len(wrong) <= max(1, len(spelled) // 4) and all(
        w in ("CZ", "FS") or (known and any(w[0] in g and w[1] in g for g in _CONFUSED)) for w in wrong
    )


def _spelled(text: str, ps: Sequence[Piece]) -> list[tuple[Path, bool]]:
    """Readings of the spelling, whichever alphabet it is in; true with those in bare letters."""
    near = [nato_near(p.low) for p in ps]
    hits = sum(1 for n in near if n is not None and n[1] <= STRONG)
    exact = sum(1 for n in near if n is not None and n[1] == 0.0)
    out: list[tuple[Path, bool]] = []
    if exact >= 2 or hits >= 3 or (hits >= 2 and len(ps) <= 4):
        nato = best(ps, with_repeats(_nato_only), nato_skip, length=None, shortest=2, n=6, edge_loss=_EDGE_LOSS)
        out += [(p, False) for p in nato]
    if hits < 4:
        letters = best(
            ps,
            with_repeats(_LetterArcs(text)),
            _letter_skip,
            length=None,
            shortest=2,
            n=8,
            edge_loss=_EDGE_LOSS,
        )
        out += [(p, True) for p in letters if _sure_letters(ps, p)]
    return out


def hear_name(text: str) -> list[Guess]:
    """Names in a text, best first: spelled forms, then the plain word."""
    start, cued = _region(text)
    # a possessive is no letter S
    tail = re.sub(r"['’]s\b", "  ", text[start:])
    ps = pieces(tail)[:_MAX_PIECES]
    words = [p for p in ps if p.low not in _NOT_NAMES and p.low.isalpha()]
    guesses: list[Guess] = []
    for path, letters in _spelled(tail, ps):
        before = [p for p in ps[: path.first] if p.low not in _NOT_NAMES and len(p.low) > 1]
        said = plain_ascii("".join(p.low for p in before[-2:]))
        last = plain_ascii(before[-1].low) if before else ""
        away = min(_away(path.text, said), _away(path.text, last))
        cost = round(path.cost + _WITNESS * away, 3)
        a, b = start + ps[path.first].start, start + ps[path.last].end
        guesses.append(Guess(say_like(path.text), cost, a, b))
        if len(last) > 1 and letters and _confusable(path.text, before[-1]):
            guesses.append(Guess(say_like(last), round(cost - 0.01, 3), a, b))
    guesses.sort(key=lambda g: g.cost)
    plain = _plain(tail, words, guesses[0].start - start if guesses else len(tail))
    if plain is not None:
        word, a, b = plain
        cost = (_PLAIN if guesses else 0.5) if cued else _PLAIN
        guesses.append(Guess(word, cost, start + a, start + b))
    seen: dict[str, Guess] = {}
    for g in sorted(guesses, key=lambda g: g.cost):
        seen.setdefault(g.value.lower(), g)
    return list(seen.values())


def _plain(tail: str, words: Sequence[Piece], before: int) -> tuple[str, int, int] | None:
    """The name as a word: the first one that can be, ahead of the spelling."""
    for m in re.finditer(r"[^\W\d_]{2,}(?:['’-][^\W\d_]{2,})*|[^\W\d_]['’][^\W\d_]{2,}", tail[:before]):
        if m.group().lower().replace("'", "") not in _NOT_NAMES and words:
            word = m.group()
            return (word if word[0].isupper() else say_like(word)), m.start(), m.end()
    return None
