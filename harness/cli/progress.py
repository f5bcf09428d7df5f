"""How a run goes on, on stderr: a bar on a terminal, plain lines elsewhere."""

from __future__ import annotations

import sys

from harness.job import AttemptJob, AttemptOutcome
from harness.run import Observer
from harness.tally import Tally


def say(text: str) -> None:
    """One line on stderr, where progress goes."""
    print(text, file=sys.stderr, flush=True)


def observer() -> Observer:
    """The observer that suits where stderr goes."""
    return Bar() if sys.stderr.isatty() else Lines()


class Lines:
    """One plain line for each attempt that ends."""

    def begin(self, tally: Tally) -> None:
        """Say what was there already."""
        if tally.done or tally.given_up:
            say(f"{tally.done + tally.given_up} of {tally.total} trials were finished before")

    def started(self, job: AttemptJob) -> None:
        """Say nothing: the end says enough."""

    def ended(self, job: AttemptJob, outcome: AttemptOutcome, tally: Tally) -> None:
        """Say how it ended."""
        width = len(str(tally.total))
        say(f"[{tally.done + tally.given_up:{width}}/{tally.total}] {line(job, outcome)}")

    def close(self) -> None:
        """Say nothing: every line stands for itself."""


class Bar:
    """A progress bar below the lines of calls that did not go well."""

    def __init__(self) -> None:
        """Show nothing yet."""
        from rich.console import Console
        from rich.progress import (
            BarColumn,
            MofNCompleteColumn,
            Progress,
            SpinnerColumn,
            TextColumn,
            TimeElapsedColumn,
        )

        self._progress = Progress(
            SpinnerColumn(),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            TextColumn("{task.description}", markup=False),
            console=Console(stderr=True),
            transient=True,
        )
        self._under_way: dict[str, None] = {}

    def begin(self, tally: Tally) -> None:
        """Show the bar."""
        self._task = self._progress.add_task("", total=tally.total, completed=tally.done + tally.given_up)
        self._progress.start()

    def started(self, job: AttemptJob) -> None:
        """Name the call under way."""
        self._under_way[_name(job)] = None
        self._update()

    def ended(self, job: AttemptJob, outcome: AttemptOutcome, tally: Tally) -> None:
        """Move on; keep a line for whatever needs attention."""
        self._under_way.pop(_name(job), None)
        if not outcome.valid or outcome.status != "completed":
            self._progress.console.print(line(job, outcome), markup=False, highlight=False)
        self._progress.update(self._task, completed=tally.done + tally.given_up)
        self._update()

    def close(self) -> None:
        """Take the bar away."""
        self._progress.stop()

    def _update(self) -> None:
        self._progress.update(self._task, description=", ".join(self._under_way))


def line(job: AttemptJob, outcome: AttemptOutcome) -> str:
    """An attempt in one line."""
    took = f"{outcome.seconds:.0f} s in {outcome.wall_s:.0f} s"
    rehearsal = ", a rehearsal" if job.options.rehearsal else ""
    text = f"{_name(job)}: {outcome.status}, {outcome.end_reason}, {took}{rehearsal}"
    if outcome.valid:
        return text
    return f"{text}; does not count ({outcome.why or outcome.status})"


def _name(job: AttemptJob) -> str:
    return f"{job.domain}/{job.scenario} t{job.trial}" + (f" a{job.attempt}" if job.attempt > 1 else "")
