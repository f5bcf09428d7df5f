"""Draws that come out the same everywhere: codes, fares and gates of the pack.

A pack is proven by building it again and comparing bytes, so its draws must not depend on the version of
Python, NumPy or the platform. `Draw` is a counter hashed with SHA-256: the standard fixes every value.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TypeVar

SEED = "callbench-airline-1"
"""Change it and every drawn value of the airline pack changes."""

LETTERS_AND_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"

Item = TypeVar("Item")


class Draw:
    """A stream of draws named by a text; the same name gives the same stream.

    Args:
        name: what is drawn, for example ``"flight/SK327/2026-04-28"``.
    """

    def __init__(self, name: str) -> None:
        self._name = f"{SEED}/{name}"
        self._count = 0

    def integer(self, low: int, high: int) -> int:
        """An integer from `low` to `high`, both included."""
        digest = hashlib.sha256(f"{self._name}/{self._count}".encode()).digest()
        self._count += 1
        return low + int.from_bytes(digest, "big") % (high - low + 1)

    def choice(self, items: Sequence[Item]) -> Item:
        """One of `items`."""
        return items[self.integer(0, len(items) - 1)]

    def text(self, length: int, alphabet: str = LETTERS_AND_DIGITS) -> str:
        """`length` characters of `alphabet`, drawn with replacement."""
        return "".join(self.choice(alphabet) for _ in range(length))


def confirmation_code(scenario: str) -> str:
    """The booking code of a scenario: six of A-Z and 0-9, at least one of each.

    Letters and digits that sound or look alike (I and 1, O and 0) are left in on purpose: real codes
    hold them.
    """
    draw = Draw(f"code/{scenario}")
    while True:
        code = draw.text(6)
        if any(c.isdigit() for c in code) and any(c.isalpha() for c in code):
            return code
