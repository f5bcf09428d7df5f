"""How long calls are expected to take, before one has been carried."""

from __future__ import annotations

from harness.budget import MINUTES
from harness.settings import cores

SPEED = 7.0
"""Seconds of a call that one core carries in a second in virtual time, with embedded speech on both sides."""


def hours(count: int, clock: str, concurrency: int) -> float:
    """Hours that so many calls take.

    Args:
        count: calls.
        clock: ``real`` or ``virtual``.
        concurrency: calls carried at the same time.
    """
    seconds = 60.0 * MINUTES * count
    if clock == "virtual":
        return seconds / (SPEED * min(concurrency, cores())) / 3600
    return seconds / min(concurrency, max(count, 1)) / 3600


def basis(clock: str, concurrency: int) -> str:
    """What that is based on, in words."""
    if clock == "virtual":
        many = min(concurrency, cores())
        return f"{MINUTES} minutes a call, {SPEED:g} times as fast in virtual time on each of {many} cores"
    return f"{MINUTES} minutes a call, {concurrency} at a time"
