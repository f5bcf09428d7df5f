"""What a spelled value can look like: which characters, how many, and which tokens say each of them."""

from __future__ import annotations

import string
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from scenarios.spoken import Shape, shape

LETTERS = string.ascii_uppercase
DIGITS = string.digits

_SPELLING_WORDS = (
    "alpha/alfa bravo charlie delta echo foxtrot/foxdrot golf/gulf hotel india juliet/juliett kilo/kielo/keelo "
    "lima/lena mike november oscar papa/pappa quebec romeo sierra tango uniform victor/vector whiskey/whisky "
    "x-ray/xray yankee/yanky/anky zulu/tulu/sulu/dulu"
)
NATO: dict[str, tuple[str, ...]] = {entry[0].upper(): tuple(entry.split("/")) for entry in _SPELLING_WORDS.split()}
"""The words of the ICAO spelling alphabet per letter: first as they are spelled, then as the recogniser writes them
when a telephone has taken their consonants: a decoder that may not write "Tulu" takes the digit two instead."""

WORDS = frozenset(word for words in NATO.values() for word in words)
"""All of them."""

NUMBERS: dict[str, str] = dict(
    zip(DIGITS, ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"), strict=True)
)

SIGNS = {"-": ("dash", "Dash"), "_": ("underscore",)}
"""What is said for the signs of codes."""

LEAD = "^"
"""What the words before a value say: no character."""

LEADS = ("code is", "number is", "ID is", "tag is", "four are", "is")
"""Words before a value, with which its first letters are easily heard as one: "code is Sierra" as "codicier"."""

SEPARATORS = (",", "-", ".")
"""Marks that may stand between two characters."""

Kind = Literal["code", "name", "digits"]
"""What may be spelled."""

Style = Literal["nato", "letters"]
"""How letters are spelled: by words, or by their own names."""


@dataclass(frozen=True)
class Grammar:
    """The shape of a spelled value.

    Attributes:
        alphabet: characters that may occur.
        shortest: least number of characters.
        longest: greatest number of characters.
        shape: where the value has a known pattern: which character may follow which, and what is not said.
    """

    alphabet: str
    shortest: int
    longest: int
    shape: Shape | None = None

    def onward(self, value: str, character: str) -> list[tuple[str, float]]:
        """What a value becomes by another spoken character, with the log-probability that this costs.

        Without a shape any character may follow. With one there may be several ways or none.
        """
        if self.shape is None:
            return [(value + character, 0.0)] if len(value) < self.longest else []
        return [(way.text, -_UNSAID * way.cost) for way in self.shape.after(value, character)]

    def whole(self, value: str) -> list[tuple[str, float]]:
        """The finished values that the characters so far stand for; none as long as some are missing."""
        if self.shape is None:
            return [(value, 0.0)] if len(value) >= self.shortest else []
        return [(way.text, -_UNSAID * way.cost) for way in self.shape.ends(value)]

    def follows(self, value: str) -> frozenset[str]:
        """The characters that may be said next."""
        if self.shape is None:
            return frozenset(self.alphabet) if len(value) < self.longest else frozenset()
        return self.shape.follows(value)


_UNSAID = 5.0  # natural log per unit of a shape's costs: fixed letters are said more often than left out
MOST = 24
"""Characters of the longest value; what a pattern allows beyond is not looked for."""


def grammar(kind: Kind, length: int | None = None, pattern: str | None = None) -> Grammar:
    """The grammar of a kind of value.

    Args:
        kind: ``code`` is 6 letters or digits, ``name`` 2 to 14 letters, ``digits`` 1 to 16 digits.
        length: the exact number of characters, where it is known.
        pattern: the regular expression of the value as a tool's schema has it, see `scenarios.spoken.Shape`.

    Raises:
        ValueError: the pattern cannot be understood.
    """
    if pattern is not None:
        form = shape(pattern)
        return Grammar(form.alphabet, form.shortest, min(form.longest, MOST), form)
    alphabet, shortest, longest = {
        "code": (LETTERS + DIGITS, 6, 6),
        "name": (LETTERS, 2, 14),
        "digits": (DIGITS, 1, 16),
    }[kind]
    return Grammar(alphabet, length or shortest, length or longest)


@dataclass(eq=False)
class Node:
    """A place in a trie of token sequences; `character` is set where one of them ends.

    Attributes:
        children: by the next token.
        character: what the tokens up to here say; empty inside a sequence.
        reach: characters that can be said from here on, this place's own included.
    """

    children: dict[int, Node] = field(default_factory=dict)
    character: str = ""
    reach: set[str] = field(default_factory=set)

    def add(self, tokens: tuple[int, ...], character: str) -> None:
        """Let `tokens` say `character`. A sequence that already says something keeps its meaning."""
        path = [self]
        for token in tokens:
            path.append(path[-1].children.setdefault(token, Node()))
        if not path[-1].character:
            path[-1].character = character
            for node in path:
                node.reach.add(character)


def splits(word: str, ids: Mapping[str, int], most: int = 4, keep: int = 3) -> list[tuple[int, ...]]:
    """The ways to write `word` in at most `most` tokens, shortest first, at most `keep` of them."""
    found: list[tuple[int, ...]] = []

    def extend(at: int, tokens: tuple[int, ...]) -> None:
        if at == len(word):
            found.append(tokens)
            return
        if len(tokens) < most:
            for end in range(len(word), at, -1):
                token = ids.get(word[at:end])
                if token is not None:
                    extend(end, (*tokens, token))

    extend(0, ())
    return sorted(found, key=len)[:keep]


def trie(
    alphabet: str,
    style: Style,
    ids: Mapping[str, int],
    marked: bool = False,
    signs: str = "",
    leads: Sequence[str] = (),
) -> Node:
    """Token sequences for every character of `alphabet`.

    Args:
        alphabet: upper-case letters and digits.
        style: how letters are spelled.
        ids: tokens by their written form.
        marked: whether "digit" precedes each digit, as careful speakers put it.
        signs: signs that may be said between characters, such as ``-``.
        leads: words that may be said before the first character.
    """
    root = Node()
    for lead in leads:
        for first in splits("▁" + lead.split()[0], ids, most=2, keep=1):
            for rest in splits("▁" + lead.split()[1], ids, most=2, keep=1) if " " in lead else [()]:
                root.add((*first, *rest), LEAD)
    for sign in signs:
        for word in SIGNS.get(sign, ()):
            for tokens in splits("▁" + word, ids, most=2, keep=1):
                root.add(tokens, sign)
    for character in alphabet:
        if character in DIGITS:
            forms = _digit(character, style, ids)
            if marked:
                marks = [t for m in ("▁digit", "▁Digit") for t in splits(m, ids, most=2, keep=1)]
                forms = [(*mark, *form) for mark in marks for form in forms]
        elif style == "nato":
            words = [form for word in NATO[character] for form in (word.capitalize(), word)]
            forms = [tokens for word in words for tokens in splits("▁" + word, ids)]
        else:
            names = ("▁" + character, "▁" + character.lower(), character, character.lower())
            forms = [(ids[name],) for name in names if name in ids]
        for tokens in forms:
            root.add(tokens, character)
    return root


def _digit(digit: str, style: Style, ids: Mapping[str, int]) -> list[tuple[int, ...]]:
    """A digit as a word and as a figure; among bare letters also without a space before it."""
    word = NUMBERS[digit]
    forms = ["▁" + word, "▁" + word.capitalize(), "▁" + digit] + ([digit] if style == "letters" else [])
    return [tokens for form in forms for tokens in splits(form, ids, most=2, keep=1)]
