"""How fast a rehearsed vendor is."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Timing:
    """Seconds besides what recognition, speech and thinking take by themselves.

    Attributes:
        first: before the first byte of an answer.
        speed: how many times faster than real time sound is sent; vendors send well ahead of what is played.
        token: between two pieces of text.
        last: between the last sound and the message that says so.
    """

    first: float = 0.05
    speed: float = 3.0
    token: float = 0.01
    last: float = 0.02
