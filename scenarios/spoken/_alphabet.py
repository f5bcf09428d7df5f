"""How characters are spoken and what recognisers make of them.

The homophones, confusable spellings and the phonetic key were collected from narrow-band (8 kHz mu-law)
speech through a small English recogniser.
"""

from __future__ import annotations

import itertools
import re
import unicodedata
from functools import lru_cache

from scenarios.spoken._numbers import DIGIT_WORDS, TEENS, TENS
from scenarios.spoken._tokens import listed

NATO_WORDS = listed(
    "Alfa Bravo Charlie Delta Echo Foxtrot Golf Hotel India Juliet Kilo Lima Mike November Oscar Papa "
    "Quebec Romeo Sierra Tango Uniform Victor Whiskey X-ray Yankee Zulu"
)
"""The code words as given to a voice, A to Z."""

NATO = {w.lower().replace("-", ""): w[0] for w in NATO_WORDS} | {
    "alpha": "A",
    "juliett": "J",
    "juliette": "J",
    "whisky": "W",
}
"""Code words, in lower case and without hyphens, to letters; other spellings of them too."""

LETTER_NAMES = {
    "A": "ay eh hey aye",
    "B": "bee be",
    "C": "see sea cee",
    "D": "dee the",
    "E": "he ee",
    "F": "ef eff if",
    "G": "gee jee",
    "H": "aitch age each",
    "I": "eye aye",
    "J": "jay",
    "K": "kay okay ok",
    "L": "el ell",
    "M": "em am um",
    "N": "en and an in end",
    "O": "oh owe",
    "P": "pee pea",
    "Q": "queue cue key",
    "R": "are ar our",
    "S": "es ess as yes",
    "T": "tee tea",
    "U": "you yew",
    "V": "vee",
    "W": "double-u",
    "X": "ex eggs",
    "Y": "why wye",
    "Z": "zee zed",
}
DIGIT_SOUNDS = {
    "0": "oh o",
    "1": "won",
    "2": "to too till tip",
    "3": "tree",
    "4": "for far fore fur",
    "5": "",
    "6": "sex seeks seek seex",
    "7": "",
    "8": "ate",
    "9": "niner",
}
ROMAN = {"II": "2", "III": "3", "IV": "4", "VI": "6", "VII": "7", "VIII": "8", "IX": "9"}

DIGIT_OF = {w: str(i) for i, w in enumerate(DIGIT_WORDS)}
"""Digit words to digits."""
DIGIT_LIKE = {w: d for d, ws in DIGIT_SOUNDS.items() for w in ws.split()}
"""Words that sound like a digit word."""

LETTER_LIKE: dict[str, tuple[str, ...]] = {}
"""Words that sound like a letter's name, with the letters."""
for _c, _ws in LETTER_NAMES.items():
    for _w in _ws.split():
        LETTER_LIKE[_w] = (*LETTER_LIKE.get(_w, ()), _c)

# what a recogniser was seen to write for a code word, where the phonetic key alone does not find it
_NATO_SEEN = {
    "might": "M",
    "mite": "M",
    "mic": "M",
    "mikes": "M",
    "withguy": "W",
    "withgi": "W",
    "withkey": "W",
    "withe": "W",
    "alto": "A",
    "rubble": "B",
    "revel": "B",
    "trolley": "C",
    "leana": "L",
    "linda": "L",
    "zool": "Z",
}
_NUMBERS = TEENS.keys() | TENS.keys()
_NEVER_NATO = frozenset(listed("and like for the that this with"))


def key(word: str) -> str:
    """A phonetic key: equal sounds fall together, vowels become one, doubled letters one."""
    w = word.lower().replace("ph", "f").replace("sh", "k").replace("ch", "k").replace("x", "ks")
    w = w.replace("h", "").translate(str.maketrans("cqzyw", "kksuu"))
    return re.sub(r"(.)\1", r"\1", re.sub("[aeiou]+", "a", w))


def edits(a: str, b: str) -> int:
    """Levenshtein distance."""
    row = list(range(len(b) + 1))
    for i, x in enumerate(a):
        new = [i + 1]
        for j, y in enumerate(b):
            new.append(min(row[j] + (x != y), row[j + 1] + 1, new[-1] + 1))
        row = new
    return row[-1]


_KEYS = {w: key(w) for w in NATO}


@lru_cache(maxsize=4096)
def nato_near(word: str) -> tuple[str, float] | None:
    """The letter of the nearest code word and the distance, 0 to 0.6; ``None`` when it is like none.

    The distance is the edit distance of the phonetic keys over the length of the code word's, plus a little
    for the spelling and for another first letter.
    Below 0.34 it is a code word more often than not.
    """
    w = word.lower()
    if w in NATO:
        return NATO[w], 0.0
    if w in _NATO_SEEN:
        return _NATO_SEEN[w], 0.2
    for ending in ("ed", "s", "'s"):
        if w.removesuffix(ending) in NATO:
            return NATO[w.removesuffix(ending)], 0.1
    if (
        not 3 <= len(w) <= 14
        or w in _NEVER_NATO
        or w in _NUMBERS
        or w in DIGIT_OF
        or w in LETTER_LIKE
        or w in DIGIT_LIKE
    ):
        return None
    k = key(w)
    cost, best = min(
        (edits(k, kk) / len(kk) + 0.05 * edits(w, n) / len(n) + (0.1 if w[0] != n[0] else 0.0), n)
        for n, kk in _KEYS.items()
    )
    return (NATO[best], cost) if cost <= 0.6 else None


@lru_cache(maxsize=4096)
def nato_pair(word: str) -> tuple[str, float] | None:
    """Two code words written as one: ``julietteango``."""
    if not 8 <= len(word) <= 18:
        return None
    found = []
    for cut in range(3, len(word) - 2):
        a, b = nato_near(word[:cut]), nato_near(word[cut:])
        if a is not None and b is not None and a[1] <= 0.2 and b[1] <= 0.36:
            found.append((a[1] + b[1], a[0] + b[0]))
    return (min(found)[1], min(found)[0]) if found else None


def spell(value: str, style: str = "nato", *, group: int | None = None) -> str:
    """A code or a name character by character, with comma pauses; signs and spaces are left out.

    Args:
        value: what is spelled; accents are dropped.
        style: ``nato`` for code words, ``letters`` for bare letters; digits are words in both.
        group: end a sentence after so many characters at most, and where letters and digits of a code meet or a
            sign stands, as people read out long codes; ``None`` for one even row.

    Raises:
        ValueError: unknown style, or groups of less than one.
    """
    if style not in ("nato", "letters"):
        raise ValueError(f"spelling style must be 'nato' or 'letters', not {style!r}")
    if group is not None and group < 1:
        raise ValueError(f"groups have at least one character, not {group}")
    parts = [[_said(c, style) for c in part] for part in _groups(plain_ascii(value).upper(), group)]
    if group is None:
        return ", ".join(c for part in parts for c in part)
    said = [", ".join(part) for part in parts]
    return ". ".join([*said[:1], *(part[0].upper() + part[1:] for part in said[1:])])


def _said(char: str, style: str) -> str:
    if char.isdigit():
        return DIGIT_WORDS[int(char)]
    return NATO_WORDS[ord(char) - 65] if style == "nato" else char


def _groups(value: str, most: int | None) -> list[str]:
    """The characters of a value in even groups: 7 digits in groups of 4 are 4 and 3."""
    if most is None:
        return ["".join(c for c in value if c.isalnum())]
    out: list[str] = []
    for run in re.findall(r"[A-Z]+|[0-9]+", value) if _in_parts(value) else re.findall(r"[A-Z0-9]+", value):
        count = -(-len(run) // most)
        cuts = [round(k * len(run) / count) for k in range(count + 1)]
        out += [run[a:b] for a, b in itertools.pairwise(cuts)]
    return out


def _in_parts(value: str) -> bool:
    """Whether letters and digits are apart, as in ``EMP310582``, and not mixed, as in ``3F9A0C``."""
    return all(len(re.findall(r"[A-Z]+|[0-9]+", part)) <= 2 for part in re.findall(r"[A-Z0-9]+", value))


_LATIN = {
    "ß": "ss",
    "ø": "o",
    "Ø": "O",
    "ł": "l",
    "Ł": "L",
    "đ": "d",
    "Đ": "D",
    "æ": "ae",
    "Æ": "AE",
    "œ": "oe",
}


def plain_ascii(text: str) -> str:
    """The text without accents; what has no Latin base letter is dropped."""
    flat = "".join(_LATIN.get(c, c) for c in text)
    return unicodedata.normalize("NFKD", flat).encode("ascii", "ignore").decode()
