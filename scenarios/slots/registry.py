"""All entries, by domain and name."""

from __future__ import annotations

import functools

from scenarios.slots import airline, common, hr, itsm
from scenarios.slots.derived import from_name, further, numbered
from scenarios.slots.entry import Entry

_DOMAINS = {"airline": airline.ENTRIES, "hr": hr.ENTRIES, "itsm": itsm.ENTRIES}

UNASKED: dict[str, frozenset[str]] = {
    "airline": airline.UNASKED,
    "hr": common.UNASKED | hr.UNASKED,
    "itsm": common.UNASKED | itsm.UNASKED,
}
"""Parameters that no caller is ever asked for: they follow from the rules or stand in a response."""


@functools.cache
def entries(domain: str) -> tuple[Entry, ...]:
    """The slots of a domain: its own, then those that all domains share; an unknown domain has the shared ones."""
    own = _DOMAINS.get(domain, ())
    names = {entry.slot for entry in own}
    return (*own, *(entry for entry in common.ENTRIES if entry.slot not in names))


@functools.lru_cache(maxsize=4096)
def entry(slot: str, domain: str = "") -> Entry:
    """The words of a slot; any name has some.

    Args:
        slot: ``employee_id``, or with a number for a further value of its kind: ``start_date_2``.
        domain: whose tools are used. A slot that only another domain knows is found as well.
    """
    known = next((e for e in entries(domain) if e.slot == slot), None)
    if known is None:
        known = next((e for other in _DOMAINS.values() for e in other if e.slot == slot), None)
    if known is not None:
        return known
    parts = numbered(slot)
    return further(entry(parts[0], domain), slot, parts[1]) if parts else from_name(slot)
