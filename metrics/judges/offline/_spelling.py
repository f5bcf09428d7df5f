"""The characters that a text spells, whatever stands between them, and how far a code is from them.

Reading is generous on purpose: it is used to find out whether a code may have come from somebody's words.
"""

from __future__ import annotations

import re
from functools import lru_cache

from metrics.transcript.cardinals import TEENS, TENS
from scenarios.spoken import spell

_TOKEN = re.compile(r"x-ray|[a-z]+(?:'[a-z]+)?|[0-9]+")
SPOKEN = {spell(c).lower(): c for c in "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"}
SPOKEN |= {"alpha": "A", "juliet": "J", "oh": "O", "niner": "9", "xray": "X"}
_NUMBERS = {word: str(value) for word, value in (TEENS | TENS).items()}
_SILENT = frozenset({"dash", "hyphen", "and", "then", "slash", "dot", "point", "space", "capital"})
_AS_IN = re.compile(r"\b([a-z]) (?:as in|for|like) [a-z]+")
# Two characters that sound or look the same are one: which of them was meant is for other rules to ask.
_ALIKE = str.maketrans("OI", "01")
BREAK = "|"


@lru_cache(maxsize=4096)
def characters(text: str) -> str:
    """The spelled characters of a text in capitals, words that spell nothing as `BREAK`; O counts as 0, I as 1."""
    low = _AS_IN.sub(r"\1", text.lower().replace("’", "'").replace("-", " ").replace("x ray", "xray"))
    found: list[str] = []
    tokens = _TOKEN.findall(low)
    for i, token in enumerate(tokens):
        if token in _SILENT:
            continue
        times = {"double": 2, "triple": 3}.get(tokens[i - 1], 1) if i else 1
        if token.isdigit() or len(token) == 1:
            found.append(token.upper() * (times if len(token) == 1 else 1))
        elif token in SPOKEN:
            found.append(SPOKEN[token] * times)
        elif token in _NUMBERS:
            after = tokens[i + 1] if i + 1 < len(tokens) else ""
            units = token in TENS and len(SPOKEN.get(after, "")) == 1 and SPOKEN[after].isdigit() and after != "zero"
            found.append(_NUMBERS[token][0] if units else _NUMBERS[token])
        elif token not in ("double", "triple"):
            found.append(BREAK)
    return folded("".join(found))


def folded(code: str) -> str:
    """A code as `characters` writes it: capitals and digits alone, O as 0, I as 1."""
    return "".join(c for c in code.upper() if c.isalnum() or c == BREAK).translate(_ALIKE)


def distance(code: str, stream: str) -> int:
    """The fewest changes that make `code` a part of one stretch of `stream`."""
    wanted = folded(code)
    best = len(wanted)
    for stretch in stream.split(BREAK):
        row = [0] * (len(stretch) + 1)
        for i, a in enumerate(wanted, 1):
            last, row[0] = row[0], i
            for j, b in enumerate(stretch, 1):
                last, row[j] = row[j], min(last + (a != b), row[j] + 1, row[j - 1] + 1)
        best = min(best, *row)
    return best
