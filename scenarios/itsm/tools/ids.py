"""Numbers of new rows, which follow from what the rows say.

The same request gets the same number whatever was done before it, so the order of calls does not change the
world, and neither do calls that were refused.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from scenarios.tool import Rejected
from scenarios.world import World

#: Members that name a row: they are null while its number is worked out.
_NUMBERS = frozenset({"ticket_number", "request_id", "case_id", "security_case_id", "removal_case_id"})

#: Members that later calls set or change: they have no part in the number.
_CHANGING = frozenset(
    {
        "status",
        "resolved_date",
        "linked_known_error_id",
        "escalated_to",
        "escalation_sla_deadline",
        "remote_wipe_id",
        "access_review_id",
        "review_date",
    }
)
_CHANGING_PREFIXES = ("sla_", "dispatch_", "diagnostic_", "approval_")


def content_digits(row: Mapping[str, Any]) -> str:
    """Twelve hexadecimal digits that follow from what a new row says.

    They are the first of the SHA-1 of its compact JSON with sorted keys. Members that hold numbers of rows are
    null there; those that later calls change are left out.
    """
    kept = {
        name: None if name in _NUMBERS else value
        for name, value in row.items()
        if name not in _CHANGING and not name.startswith(_CHANGING_PREFIXES)
    }
    text = json.dumps(kept, sort_keys=True, separators=(",", ":"))
    # A short name for a row; nothing is kept secret by it.
    return hashlib.sha1(text.encode(), usedforsecurity=False).hexdigest()[:12]


def content_id(prefix: str, row: Mapping[str, Any]) -> str:
    """The number of a new row: the prefix, such as ``CASE-ACCT``, and `content_digits` of the row."""
    return f"{prefix}-{content_digits(row)}"


def add_request(world: World, category: str, request: Mapping[str, Any], **further: Any) -> str:
    """Adds a request to the table and returns its number.

    Args:
        world: the world.
        category: what it is about, ``SW``, ``HW``, ``FAC`` or ``ACCT``.
        request: its row, from which the number follows; ``request_id`` must be there and is filled in.
        further: members that are set without a part in the number.

    Raises:
        Rejected: ``request_already_pending`` when the very same was asked for on this day already. It would get
            the same number, and what was decided on the first would be lost.
    """
    number = content_id(f"REQ-{category}", request)
    if number in world.table("requests"):
        raise Rejected("request_already_pending", f"The same was asked for already, as {number}.")
    world.table("requests")[number] = {**request, "request_id": number, **further}
    return number


def derived_id(prefix: str, number: str, length: int) -> str:
    """A number that continues another one: its last characters behind another prefix."""
    return f"{prefix}-{number[-length:]}"
