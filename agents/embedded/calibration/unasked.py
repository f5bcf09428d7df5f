"""Values that the caller gives without being asked: when it opens a request, and when it objects."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from agents.embedded.calibration.hearing import Hearing
from agents.embedded.calibration.slots import Slot
from agents.embedded.calibration.state import SlotKey

_SAFE = ("choice", "date", "count", "flight", "time")
_NEVER = re.compile(r"birth|expir|purchase")
"""Dates that are not the one of which a caller speaks first."""


def volunteered(hearing: Hearing, slots: Sequence[Slot], heard: str) -> dict[Slot, str]:
    """What the caller said unasked: only kinds that are safe to pick up, where one slot and one value can be meant."""
    found = {}
    stated = hearing.stated(heard)
    for kind in ("date", "flight"):
        meant = [slot for slot in slots if slot.kind == kind and slot.request is not None]
        values = {mention.value for mention in stated if mention.kind == kind}
        if len(meant) == 1 and len(values) == 1 and not _NEVER.search(meant[0].name):
            found[meant[0]] = values.pop()
    return found


def corrected(hearing: Hearing, slots: Sequence[Slot], values: Mapping[SlotKey, str], heard: str) -> dict[Slot, str]:
    """Other values that the caller's objection names.

    They count for slots that it names too, else for kinds that tell by themselves.

    Args:
        hearing: the agent's ears.
        slots: those of the request.
        values: what was heard before.
        heard: the objection.
    """
    mine = [slot for slot in slots if slot.request is not None and slot.key in values]
    named = hearing.named(mine, heard)
    changed = {slot: value for slot, value in hearing.values(named, heard).items() if value != values[slot.key]}
    if changed or named:
        return changed
    for slot in mine:
        if slot.kind not in _SAFE or (sum(other.kind == slot.kind for other in mine) > 1 and slot.kind == "date"):
            continue
        if slot.kind == "count" and not re.search(
            r"\bbags?\b|\bdays?\b|\bpeople\b|\bhours?\b|attendees", heard.lower()
        ):
            continue  # a number in an objection is mostly a price
        value = hearing.value(slot, heard)
        if value is not None and value != values[slot.key]:
            changed[slot] = value
    return changed
