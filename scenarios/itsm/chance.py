"""Draws of the itsm pack: numbers, secrets, devices, and who else works there."""

from __future__ import annotations

from scenarios import chance

SEED = "callbench-itsm-1"
"""Change it and every drawn value of the itsm pack changes."""


class Draw(chance.Draw):
    """A stream of draws of this pack.

    Args:
        name: what is drawn, for example ``"person/night-shift"``.
    """

    def __init__(self, name: str) -> None:
        super().__init__(SEED, name)
