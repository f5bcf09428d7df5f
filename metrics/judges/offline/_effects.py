"""What a tool call does, read from its declared type, its name and its response; no tool is known by name."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from metrics.evidence import to_cents
from metrics.judges.case import Case, Entry
from metrics.transcript.cardinals import listed

_READS = frozenset(
    listed(
        "get search find check list lookup look verify fetch retrieve query validate authenticate view show "
        "read count identify initiate describe estimate quote calculate compare browse"
    )
)
_HANDS_OVER = re.compile(r"(?:^|_)(?:transfer|escalate|handoff|hand_over|connect)_.*(?:agent|human|person|supervisor)")
_ENDS = re.compile(r"^(?:end|hang_?up|finish)(?:_call)?$")
# Adds or hands out something that can be taken back or does no harm.
_SOFT = frozenset(listed("add assign issue notify send log note attach record set mark remind"))
_BENEFITS = frozenset(["issue", "notify", "send", "log", "note", "remind", "grant", "award"])
_TOTAL = re.compile(r"(?:^|_)total_?(?:collected|charged?|due|cost|price|paid)?$|^amount_(?:charged|due|collected)$")
_FEE = re.compile(r"(?:^|_)(?:fee|charge|penalty|surcharge)$")
_NOT_NOW = re.compile(r"fare|option|ancillar|original|previous|old_")


def kind(case: Case, entry: Entry) -> str:
    """``read``, ``write``, ``auth`` or ``system``: as declared, else by the verb of the name."""
    if entry.type:
        return entry.type
    declared = next((str(t.get("type") or "") for t in case.tools if t.get("name") == entry.tool), "")
    if declared:
        return declared
    if _HANDS_OVER.search(entry.tool) or _ENDS.search(entry.tool):
        return "system"
    return "read" if verb(entry.tool) in _READS else "write"


def verb(tool: str) -> str:
    """The first word of a tool's name."""
    return tool.lower().split("_")[0]


def soft(tool: str) -> bool:
    """Whether a write does little harm when nobody asked for it."""
    return verb(tool) in _SOFT


def benefit(tool: str) -> bool:
    """Whether a write gives or tells something and takes nothing."""
    return verb(tool) in _BENEFITS


def succeeded(response: Entry | None) -> bool:
    """Whether a call is reported as done; without any status it is when no error is named."""
    if response is None:
        return False
    if "status" in response.data:
        return response.ok
    return not any("error" in str(key) for key in response.data)


def charged(response: Mapping[str, Any]) -> tuple[int, int]:
    """Cents that a write took: the total it names, and the highest single fee in it; 0 where it names none."""
    total = fee = 0
    for path, value in leaves(response):
        if isinstance(value, bool) or not isinstance(value, int | float) or any(_NOT_NOW.search(p) for p in path[:-1]):
            continue
        cents = to_cents(value) or 0
        if _TOTAL.search(path[-1]) and not _NOT_NOW.search(path[-1]):
            total = max(total, cents)
        elif _FEE.search(path[-1]):
            fee = max(fee, cents)
    return total, fee


def leaves(data: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every value of JSON data with the keys that lead to it, in lower case."""
    if isinstance(data, Mapping):
        for key, value in data.items():
            yield from leaves(value, (*path, str(key).lower()))
    elif isinstance(data, list | tuple):
        for value in data:
            yield from leaves(value, path)
    elif path:
        yield path, data
