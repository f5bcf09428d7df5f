"""Carry a run: every trial until an attempt of it counts, or its attempts are used up."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from harness import calls
from harness.executors.base import Executor
from harness.job import AttemptJob, AttemptOutcome
from harness.journal import Journal
from harness.plan import Trial
from harness.store import Store
from harness.worker import settle


class Observer(Protocol):
    """Is told how a run goes on."""

    def begin(self, tally: Tally) -> None:
        """The run begins or goes on."""
        ...

    def started(self, job: AttemptJob) -> None:
        """An attempt has been handed to a worker."""
        ...

    def ended(self, job: AttemptJob, outcome: AttemptOutcome, tally: Tally) -> None:
        """An attempt has ended."""
        ...

    def close(self) -> None:
        """The run has ended or was interrupted."""
        ...


@dataclass
class Tally:
    """How far a run is.

    Attributes:
        total: trials planned.
        done: trials with an attempt that counts.
        given_up: trials whose attempts are used up.
        reruns: spoiled attempts that were or will be run again.
    """

    total: int
    done: int = 0
    given_up: int = 0
    reruns: int = 0
    exhausted: list[Trial] = field(default_factory=list)

    @property
    def left(self) -> int:
        """Trials without a result."""
        return self.total - self.done - self.given_up


class Interrupted(KeyboardInterrupt):
    """The run was interrupted; finished calls are kept."""

    def __init__(self, tally: Tally) -> None:
        """Keep how far the run was."""
        super().__init__()
        self.tally = tally


class Silent:
    """An observer that shows nothing."""

    def begin(self, tally: Tally) -> None:
        """Show nothing."""

    def started(self, job: AttemptJob) -> None:
        """Show nothing."""

    def ended(self, job: AttemptJob, outcome: AttemptOutcome, tally: Tally) -> None:
        """Show nothing."""

    def close(self) -> None:
        """Show nothing."""


def execute(store: Store, executor: Executor, journal: Journal, observer: Observer | None = None) -> Tally:
    """Carry every trial that has no result yet.

    An attempt that counts is never repeated; a spoiled one is, until `max_attempts` are used up. Attempts
    that a crash cut short have left no gate.json and are done again under the same number and seed.

    Raises:
        Interrupted: by Ctrl-C or a request to end; the workers are gone, finished calls are kept.
    """
    observer = observer or Silent()
    most = store.manifest.settings.max_attempts
    ready, tally = _ready(store, most)
    journal.write("run_began", trials=tally.total, done=tally.done, given_up=tally.given_up)
    observer.begin(tally)
    under_way = 0
    try:
        while ready or under_way:
            while ready and executor.free > 0:
                trial, attempt = ready.popleft()
                job = store.job(trial, attempt)
                journal.write("attempt_started", **_name(job))
                executor.submit(job)
                under_way += 1
                observer.started(job)
            for job, outcome in executor.wait():
                under_way -= 1
                settle(job, outcome)
                trial = Trial(job.domain, job.scenario, job.trial)
                again = not outcome.valid and job.attempt < most
                if outcome.valid:
                    tally.done += 1
                elif again:
                    tally.reruns += 1
                    ready.appendleft((trial, job.attempt + 1))
                else:
                    tally.given_up += 1
                    tally.exhausted.append(trial)
                _note(journal, job, outcome, again)
                observer.ended(job, outcome, tally)
        journal.write("run_ended", done=tally.done, given_up=tally.given_up, reruns=tally.reruns)
    except KeyboardInterrupt:
        with _impatience_ignored():
            executor.kill()
            journal.write("interrupted", done=tally.done, left=tally.left)
        raise Interrupted(tally) from None
    except BaseException:
        executor.kill()
        raise
    finally:
        observer.close()
    executor.close()
    return tally


@contextlib.contextmanager
def _impatience_ignored() -> Iterator[None]:
    """A second Ctrl-C must not cut short the end of the workers, which takes some seconds at most."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.signal(number, signal.SIG_IGN) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _ready(store: Store, most: int) -> tuple[deque[tuple[Trial, int]], Tally]:
    """Trials to carry, each with the number of its next attempt."""
    plan: Sequence[Trial] = store.manifest.plan
    have = calls.by_trial(calls.finished(store.path))
    tally = Tally(len(plan))
    ready: deque[tuple[Trial, int]] = deque()
    for trial in plan:
        attempts = have.get(trial, [])
        used = {a.attempt for a in attempts}
        if calls.counted(attempts):
            tally.done += 1
            continue
        following = next(n for n in range(1, most + 2) if n not in used)
        if following > most:
            tally.given_up += 1
            tally.exhausted.append(trial)
        else:
            ready.append((trial, following))
    return ready, tally


def _name(job: AttemptJob) -> dict[str, str | int]:
    return {"domain": job.domain, "scenario": job.scenario, "trial": job.trial, "attempt": job.attempt}


def _note(journal: Journal, job: AttemptJob, outcome: AttemptOutcome, again: bool) -> None:
    failed = [f"{n}: {c.get('why', '')}" for n, c in outcome.gate.items() if not c.get("passed")]
    journal.write(
        "attempt_ended",
        **_name(job),
        status=outcome.status,
        end_reason=outcome.end_reason,
        valid=outcome.valid,
        again=again,
        why=outcome.error or "; ".join(failed),
        seconds=outcome.seconds,
        wall_s=outcome.wall_s,
    )
