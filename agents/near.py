"""What somebody who wrote an unknown name may have meant."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


def near(name: str, known: Iterable[str], cutoff: float = 0.5, most: int = 1) -> str:
    """The end of a message about an unknown name: `` (did you mean NAME?)``; empty if nothing is like it.

    Args:
        name: as it was written.
        known: the names that there are.
        cutoff: how like it a name must be, from 0 to 1; see `difflib.get_close_matches`.
        most: how many may be named.
    """
    close = difflib.get_close_matches(name, list(known), n=most, cutoff=cutoff)
    return f" (did you mean {' or '.join(close)}?)" if close else ""
