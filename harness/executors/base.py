"""Where attempts are carried. The unit of work is one attempt, idempotent; see `harness.job`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from harness.job import AttemptJob, AttemptOutcome

Work = Callable[[AttemptJob], AttemptOutcome]
"""Does one attempt and never raises for a fault of the call; can be sent to another process."""

Done = tuple[AttemptJob, AttemptOutcome]


class Executor(Protocol):
    """Carries attempts, several at a time. A worker that dies ends its attempt, never the run."""

    @property
    def free(self) -> int:
        """How many jobs may be submitted now."""
        ...

    def submit(self, job: AttemptJob) -> None:
        """Begin an attempt. Only while `free` is positive."""
        ...

    def wait(self, timeout_s: float | None = None) -> list[Done]:
        """Block until at least one attempt has ended; empty when none is under way, or none has ended in time.

        The outcome of an attempt whose worker died is ``infrastructure``; its call folder may be unfinished.
        """
        ...

    def close(self) -> None:
        """End all workers in good order; no attempt is under way."""
        ...

    def kill(self) -> None:
        """End all workers now, with whatever they are doing."""
        ...
