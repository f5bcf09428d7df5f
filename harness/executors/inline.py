"""Carries attempts in this process, one after the other: the plainest executor, for debugging and tests."""

from __future__ import annotations

from harness.executors.base import Done, Work
from harness.job import AttemptJob


class InlineExecutor:
    """Runs each job when it is waited for."""

    def __init__(self, work: Work) -> None:
        """Take what does the work."""
        self._work = work
        self._job: AttemptJob | None = None

    @property
    def free(self) -> int:
        """One job at a time."""
        return 0 if self._job else 1

    def submit(self, job: AttemptJob) -> None:
        """Remember the job."""
        self._job = job

    def wait(self, timeout_s: float | None = None) -> list[Done]:
        """Do the remembered job, however long it takes."""
        if self._job is None:
            return []
        job, self._job = self._job, None
        return [(job, self._work(job))]

    def close(self) -> None:
        """Nothing to end."""

    def kill(self) -> None:
        """Forget the job."""
        self._job = None
