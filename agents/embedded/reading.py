"""Reading spelled characters off a free transcript: each word is a character, part of one, or something else."""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence
from dataclasses import dataclass

from agents.embedded.grammar import DIGITS, NATO, NUMBERS

_NEAR = 0.34  # edit distance over length up to which a word passes for a spelling word

_NUMBER_WORDS = {word: digit for digit, word in NUMBERS.items()} | {
    "oh": "0",
    "won": "1",
    "to": "2",
    "too": "2",
    "tree": "3",
    "for": "4",
    "fore": "4",
    "sex": "6",
    "seeks": "6",
    "ate": "8",
    "niner": "9",
}
_SPELLING_WORDS = {word: letter for letter, words in NATO.items() for word in words}
_LETTER_WORDS = dict(
    pair.split("=")
    for pair in (
        "ay=A bee=B be=B see=C sea=C dee=D ef=F gee=G aitch=H eye=I jay=J kay=K el=L ell=L em=M en=N oh=O pee=P pea=P "
        "cue=Q queue=Q are=R es=S ess=S tea=T tee=T you=U vee=V ex=X why=Y zee=Z zed=Z"
    ).split()
)
_GLUE = frozenset(("and", "then", "as", "in", "like", "uh", "um", "dash", "capital", "letter", "number"))


@dataclass(frozen=True)
class Word:
    """A word of a transcript.

    Attributes:
        text: lower case, without punctuation.
        first: index of its first token.
        spelled: the characters that it stands for; empty if it is not spelled.
        sure: whether it is a spelling word or a number word, which nobody says by accident.
    """

    text: str
    first: int
    spelled: str = ""
    sure: bool = False


def key(word: str) -> str:
    """How a word sounds, roughly: like consonants are one, vowels are one, doubles are single."""
    word = word.lower().replace("ph", "f").replace("sh", "k").replace("ch", "k").replace("x", "ks")
    word = word.replace("h", "").translate(str.maketrans("cqzyw", "kksuu"))
    return re.sub(r"(.)\1", r"\1", re.sub("[aeiou]+", "a", word))


def distance(one: str, two: str) -> int:
    """Edit distance: insertions, deletions, substitutions."""
    row = list(range(len(two) + 1))
    for i, a in enumerate(one, 1):
        above, row[0] = row[0], i
        for j, b in enumerate(two, 1):
            above, row[j] = row[j], min(above + (a != b), row[j] + 1, row[j - 1] + 1)
    return row[-1]


@functools.lru_cache(maxsize=4096)
def spelling_word(word: str) -> str:
    """The letter of the spelling word that `word` is or sounds like; empty if it is like none."""
    if word in _SPELLING_WORDS:
        return _SPELLING_WORDS[word]
    if len(word) < 4 or word in _NUMBER_WORDS or word in _GLUE:
        return ""
    sound = key(word)
    best, letter = min(
        (distance(sound, key(known)) / len(key(known)) + 0.05 * distance(word, known) / len(known), letter)
        for known, letter in _SPELLING_WORDS.items()
    )
    return letter if best <= _NEAR else ""


def words(pieces: Sequence[str]) -> list[Word]:
    """The words of a transcript given as token texts, in which ``▁`` marks the start of a word."""
    found: list[tuple[str, int]] = []
    for number, piece in enumerate(pieces):
        for part in re.findall(r"▁|[A-Za-z']+|\d|[^A-Za-z'\d▁]+", piece):
            starts = not found or found[-1][0] == "" or part.isdigit() or found[-1][0].isdigit()
            if part == "▁" or not re.match(r"[A-Za-z'\d]", part):
                found.append(("", number))
            elif starts:
                found.append((part, number))
            else:
                found[-1] = (found[-1][0] + part, found[-1][1])
    plain = [(text.lower().replace("'", ""), first) for text, first in found if text.strip("'")]
    out = []
    skip = False
    for index, (text, first) in enumerate(plain):
        if skip:
            skip = False
            continue
        following = plain[index + 1][0] if index + 1 < len(plain) else ""
        joined = text + following
        if text == "x" and re.match(r"r(?:ay|ight|ate|e)", following):
            out.append(Word("x-ray", first, "X", True))
            skip = True
        elif text == "double" and following in ("u", "you"):
            out.append(Word("w", first, "W"))
            skip = True
        elif (
            2 <= len(text) <= 4
            and not spelling_word(text)
            and 2 <= len(following) <= 6
            and joined in ("foxtrot", "november", "uniform", "whiskey", "quebec", "juliet")
        ):
            out.append(Word(joined, first, spelling_word(joined), True))
            skip = True
        else:
            out.append(_word(text, first))
    return out


def _word(text: str, first: int) -> Word:
    if text in DIGITS:
        return Word(text, first, text, True)
    if text in _NUMBER_WORDS:
        return Word(text, first, _NUMBER_WORDS[text], text in NUMBERS.values())
    letter = spelling_word(text)
    if letter:
        return Word(text, first, letter, True)
    if len(text) == 1:
        return Word(text, first, text.upper())
    return Word(text, first, _LETTER_WORDS.get(text, ""))


def spelled(found: Sequence[Word]) -> str:
    """The characters of words, where spelling words occur only those and digits: single letters are then noise."""
    nato = sum(w.sure and not w.spelled.isdigit() for w in found)
    return "".join(w.spelled for w in found if w.sure or (nato < 3 and w.spelled))
