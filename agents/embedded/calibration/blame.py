"""Which heard value a refused call is to blame on."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from agents.embedded.calibration.slots import Slot

DOUBT = 3  # refusals after which the key is in doubt, too

_COMMON = frozenset(("invalid", "not", "found", "format", "id", "code", "number", "record", "name", "failed", "date"))


def blamed(error: str, slots: Sequence[Slot], proven: Callable[[Slot], bool], times: int = 1) -> list[Slot]:
    """The slots to ask for again.

    Args:
        error: the code of the refusal: ``license_not_found``, ``authentication_failed``, ``invalid_pin_format``.
        slots: what the call took from the caller, its key first.
        proven: whether a value was part of a call that succeeded.
        times: how often the step was refused; whoever is refused again and again has perhaps another key.
    """
    if not slots:
        return []
    named = _named(error, slots)
    if named:
        return named
    doubtful = [slot for slot in slots if not proven(slot)] or list(slots)
    if error == "not_found":
        return doubtful[:1]
    if error == "authentication_failed" and len(doubtful) > 1 and times < DOUBT:
        # The key was known, or it would not have been found; what is to go with it was wrong.
        return doubtful[1:] if doubtful[0] == slots[0] else doubtful
    return doubtful


def _named(error: str, slots: Sequence[Slot]) -> list[Slot]:
    """The slots whose name shares the most telling words with the error."""
    words = set(re.findall(r"[a-z0-9]+", error.lower())) - _COMMON
    score = {slot: len(words & set(slot.name.split("_"))) for slot in slots}
    most = max(score.values())
    return [slot for slot in slots if score[slot] == most] if most else []
