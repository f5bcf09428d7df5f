"""Whether a caller asks for something new: words that open a matter, about things that nobody has spoken of."""

from __future__ import annotations

import re
from collections.abc import Iterable

_OPENS = re.compile(
    r"\bone more thing\b|\banother thing\b|\bone last thing\b|\bsomething else\b|\bby the way\b"
    r"|\bwhile (?:i have|you are)\b"
    r"|\b(?:can|could|would) you also\b|\bplease also\b|\balso (?:please|need|want|like|have|put|book|order|change)\b"
    r"|\bi(?:'d| would)? also\b|\bin addition\b|\bon top of that\b|\bas well\b"
)
_WORD = re.compile(r"[a-z']{3,}")
_COMMON = frozenset(
    """
    the and for you your yours with that this these those have has had need needs want wants would could can
    will shall please also more thing things another last else one two three four five six seven eight nine
    ten zero yes thank thanks okay sure not don't i'd i'll i'm it's that's there here what which when where
    how who why was were are been being get got give make made let put take like know tell say said see just
    only very much well now then than too all any some something anything everything nothing about into from
    out off over under again after before while because but could you're they them their our ours his her him
    she he its does did done doing goodbye bye hello sorry look go
    """.split()  # noqa: SIM905
)
_LEAST = 2  # words that nobody has used before
_SHARE = 0.5  # of the words that tell what it is about


def invented(said: str, known: Iterable[str]) -> str:
    """The sentence that asks for something new; empty if there is none.

    Args:
        said: the caller's turn.
        known: everything that the caller was told, and what the agent has said.
    """
    low = said.lower().replace("’", "'")
    opening = _OPENS.search(low)
    if opening is None:
        return ""
    vocabulary = {_stem(word) for text in known for word in _WORD.findall(text.lower())}
    start = max(low.rfind(mark, 0, opening.start()) for mark in ".?!") + 1
    matter = low[start:]
    words = [word for word in _WORD.findall(matter) if word not in _COMMON and not _letter(word)]
    new = [word for word in words if _stem(word) not in vocabulary]
    if len(new) >= _LEAST and len(new) >= _SHARE * len(words):
        return said[start:].strip()
    return ""


def _letter(word: str) -> bool:
    """Whether it is a word of the international alphabet, which spells and means nothing."""
    return word in _ALPHABET


def _stem(word: str) -> str:
    return re.sub(r"(?:ing|ed|es|s|'s|ly)$", "", word)[:6]


_ALPHABET = frozenset(
    """
    alfa alpha bravo charlie delta echo foxtrot golf hotel india juliett juliet kilo lima mike november oscar
    papa quebec romeo sierra tango uniform victor whiskey xray yankee zulu digit letter
    """.split()  # noqa: SIM905
)
