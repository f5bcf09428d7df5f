"""How far a run is, and why it ended before its last call."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from harness.plan import Trial


@dataclass(frozen=True)
class Stop:
    """Why a run ended before its last call.

    Attributes:
        by: a ``budget`` that the next call would exceed, a vendor that ``refused``, or an ``outage``: calls failed one
            after the other.
        why: one line.
    """

    by: Literal["budget", "refused", "outage"]
    why: str


@dataclass
class Tally:
    """How far a run is.

    Attributes:
        total: trials planned.
        done: trials with an attempt that counts.
        reruns: spoiled attempts that were or will be run again.
        exhausted: the trials whose attempts are used up.
        resumable: how many of them are carried again when the run is gone on with.
        stopped: why the run ended early, if it did.
    """

    total: int
    done: int = 0
    reruns: int = 0
    exhausted: list[Trial] = field(default_factory=list)
    resumable: int = 0
    stopped: Stop | None = None

    @property
    def given_up(self) -> int:
        """Trials at which no further attempt is made."""
        return len(self.exhausted)

    @property
    def left(self) -> int:
        """Trials without a result."""
        return self.total - self.done - self.given_up
