"""Draws that come out the same everywhere: codes, numbers and names of the built-in packs.

A pack is proven by building it again and comparing bytes, so its draws must not depend on the version of
Python, NumPy or the platform. `Draw` is a counter hashed with SHA-256: the standard fixes every value.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TypeVar

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
DIGITS = "0123456789"
HEX = "0123456789abcdef"
LETTERS_AND_DIGITS = LETTERS + DIGITS

Item = TypeVar("Item")


class Draw:
    """A stream of draws named by a text; the same seed and name give the same stream.

    Args:
        seed: of the pack; change it and every drawn value of the pack changes.
        name: what is drawn, for example ``"employee/night-nurse"``.
    """

    def __init__(self, seed: str, name: str) -> None:
        self._name = f"{seed}/{name}"
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
