"""Waiting lists of desks and parking: who waits already, and the step that adds the caller."""

from __future__ import annotations

from scenarios.authoring import call, ruled
from scenarios.itsm.chance import Draw
from scenarios.itsm.draft import Draft
from scenarios.model import Arg, Step


def queue(d: Draft, kind: str, where: str, others: int) -> None:
    """Puts so many others on a waiting list.

    Args:
        d: the call.
        kind: ``desk`` or ``parking``.
        where: code of the building or zone.
        others: how many.
    """
    draw = Draw(f"queue/{d.id}/{kind}")
    line = d.world["waitlists"][kind]
    for at in range(others):
        line.append(
            {
                "waitlist_id": f"WL-{kind[:3].upper()}-{len(line) + 1:04d}",
                "employee_id": f"EMP{draw.integer(100_000, 999_999)}",
                "resource_type": kind,
                "zone_or_building": where,
                "position": at + 1,
                "added_date": d.on(-9 * (others - at)),
            }
        )


def wait(d: Draft, kind: str, where: Arg, offer: str) -> Step:
    """Add the caller to a waiting list."""
    return call(
        "submit_waitlist", offer=offer, employee_id=d.employee_id, resource_type=ruled(kind), zone_or_building=where
    )
