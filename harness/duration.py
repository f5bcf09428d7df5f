"""How long calls are expected to take, before one has been carried."""

from __future__ import annotations

from harness.budget import MINUTES
from harness.settings import cores

VIRTUAL_S = 35.0
"""Seconds of one core that a call takes in virtual time, with embedded speech on both sides: measured calls of the
built-in pack took 25 to 54 s each on a slow, busy machine."""


def hours(count: int, clock: str, concurrency: int) -> float:
    """Hours that so many calls take.

    Args:
        count: calls.
        clock: ``real`` or ``virtual``.
        concurrency: calls carried at the same time.
    """
    if clock == "virtual":
        return VIRTUAL_S * count / min(concurrency, cores()) / 3600
    return 60.0 * MINUTES * count / min(concurrency, max(count, 1)) / 3600


def basis(clock: str, concurrency: int) -> str:
    """What that is based on, in words."""
    if clock == "virtual":
        many = min(concurrency, cores())
        where = f"one of {many} cores" if many > 1 else "one core"
        return f"assuming {VIRTUAL_S:g} s of {where} for each call in virtual time"
    return f"assuming {MINUTES} minutes a call, {concurrency} at a time"
