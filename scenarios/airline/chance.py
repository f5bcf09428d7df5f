"""Draws of the airline pack: codes, fares and gates."""

from __future__ import annotations

from scenarios import chance

SEED = "callbench-airline-1"
"""Change it and every drawn value of the airline pack changes."""


class Draw(chance.Draw):
    """A stream of draws of this pack.

    Args:
        name: what is drawn, for example ``"flight/SK327/2026-04-28"``.
    """

    def __init__(self, name: str) -> None:
        super().__init__(SEED, name)


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
