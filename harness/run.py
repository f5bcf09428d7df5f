"""Carry a run: every trial until an attempt of it counts, or its attempts are used up."""

from __future__ import annotations

import contextlib
import itertools
import signal
import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from harness import calls
from harness.budget import Budget
from harness.executors.base import Executor
from harness.failures import Failure
from harness.job import AttemptJob, AttemptOutcome
from harness.journal import Journal, read
from harness.pace import Pace
from harness.plan import Trial
from harness.settings import RunSettings
from harness.store import JOURNAL, Store
from harness.tally import Stop, Tally
from harness.worker import settle

CARRIED = ("completed", "agent_timeout", "time_limit", "caller_invalid")
"""Statuses of calls that every service bore to the end."""

OUTAGE = 12
"""Calls in a row that a service, an agent that is gone or this machine cuts short, after which a run is stopped: the
trials that are left would only be given up one after the other."""


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


def execute(
    store: Store,
    executor: Executor,
    journal: Journal,
    observer: Observer | None = None,
    *,
    budget: Budget | None = None,
    now: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], None] = time.sleep,
) -> Tally:
    """Carry every trial that has no result yet.

    An attempt that counts is never repeated. One that the caller or a defect spoiled is, until `max_attempts` are used
    up; one that a service, the line or this machine spoiled is, up to `max_retries` times more, and again when the run
    is gone on with. Attempts that a crash cut short have left no gate.json and are done again under the same number
    and seed. A vendor that refuses ends the run, and so does a budget that the next call would exceed.

    Args:
        store: the run.
        executor: carries attempts.
        journal: is told everything.
        observer: is told how far the run is.
        budget: what the run may cost; what earlier attempts cost is taken down here.
        now: monotonic seconds.
        sleep: lets vendors rest.

    Raises:
        Interrupted: by Ctrl-C or a request to end; the workers are gone, finished calls are kept.
    """
    observer = observer or Silent()
    course = _Course(store, executor, journal, observer, budget, now)
    tally = course.tally
    journal.write("run_began", trials=tally.total, done=tally.done, given_up=tally.given_up)
    observer.begin(tally)
    try:
        while course.ready or course.under_way:
            pause = course.begin_calls()
            if course.under_way:
                for job, outcome in executor.wait() if pause is None else executor.wait(pause):
                    course.take(job, outcome)
            elif tally.stopped:
                break
            elif pause:
                sleep(pause)
        if tally.stopped:
            journal.write("stopped", by=tally.stopped.by, why=tally.stopped.why, left=tally.left)
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


class _Course:
    """A run under way: what is left to carry, what is being carried, and what may be."""

    def __init__(
        self,
        store: Store,
        executor: Executor,
        journal: Journal,
        observer: Observer,
        budget: Budget | None,
        now: Callable[[], float],
    ) -> None:
        self._store, self._executor, self._journal, self._observer = store, executor, journal, observer
        self._budget = budget
        self._pace = Pace(store.manifest.billing.providers, executor.free, now)
        self._cut_short = 0
        self._tries: dict[Trial, _Tries] = {}
        self.under_way = 0
        self.ready: deque[Trial] = deque()
        self.tally = self._look()

    def _look(self) -> Tally:
        """What the folder holds: trials with a result, with attempts used up, and to carry."""
        settings = self._store.manifest.settings
        failed = _failed(self._store.path / JOURNAL)
        have = calls.by_trial(calls.finished(self._store.path))
        tally = Tally(len(self._store.manifest.plan))
        for trial in self._store.manifest.plan:
            attempts = have.get(trial, [])
            tries = self._tries[trial] = _Tries(
                {a.attempt for a in attempts},
                sum(not a.valid and a.status != "infrastructure" for a in attempts),
                failed[trial],
            )
            if calls.counted(attempts):
                tally.done += 1
            elif tries.spoiled >= settings.max_attempts:
                tally.exhausted.append(trial)
            elif tries.failed > settings.max_retries:
                tally.exhausted.append(trial)
                tally.resumable += 1
            else:
                self.ready.append(trial)
            for attempt in attempts:
                self._spend(attempt.folder, attempt.status)
        return tally

    def begin_calls(self) -> float | None:
        """Hand out what may be carried now; answers the seconds after which to ask again, if it is a matter of time."""
        while self.ready and self._executor.free > 0 and self.tally.stopped is None:
            pause = self._pace.wait_s()
            if pause is None or pause > 0:
                return pause
            if self._budget is not None and not self._budget.allows(self.under_way):
                if self.under_way:  # it may turn out to be cheaper than expected
                    return None
                self.tally.stopped = Stop("budget", self._budget.line)
                return None
            self._begin(self.ready.popleft())
        return None

    def _begin(self, trial: Trial) -> None:
        job = self._store.job(trial, self._tries[trial].following())
        self._journal.write("attempt_started", **_name(job))
        self._executor.submit(job)
        self._pace.began(job.folder)
        self.under_way += 1
        self._observer.started(job)

    def take(self, job: AttemptJob, outcome: AttemptOutcome) -> None:
        """Take in the outcome of an attempt."""
        failure = outcome.failure
        self.under_way -= 1
        settle(job, outcome)
        self._spend(job.folder, outcome.status)
        self._pace.ended(job.folder, failure, outcome.limited, fine=outcome.status in CARRIED)
        # What the gate finds out afterwards, such as a line that ran late, had its call.
        self._cut_short = self._cut_short + 1 if outcome.status == "infrastructure" and not outcome.gate else 0
        trial, tally = Trial(job.domain, job.scenario, job.trial), self.tally
        again = False
        if outcome.valid:
            tally.done += 1
        elif failure is not None and self._final(failure):
            self.ready.appendleft(trial)
            tally.stopped = tally.stopped or Stop("refused", failure.line)
        elif again := self._tries[trial].again(outcome.status, self._store.manifest.settings):
            tally.reruns += 1
            self.ready.appendleft(trial)
        else:
            tally.exhausted.append(trial)
            tally.resumable += outcome.status == "infrastructure"
        if self._cut_short >= OUTAGE and self.ready and tally.stopped is None:
            why = failure.line if failure else outcome.error
            tally.stopped = Stop("outage", f"{self._cut_short} calls in a row; the last: {why}")
        _note(self._journal, job, outcome, again)
        if failure is not None:
            self._journal.write(
                "vendor_failed",
                provider=failure.provider,
                category=failure.category,
                calls_at_a_time=self._pace.allowed.get(failure.provider),
                rests_s=round(self._pace.rest_s(failure.provider), 3),
            )
        self._observer.ended(job, outcome, tally)

    def _final(self, failure: Failure) -> bool:
        """Whether every further call would be refused too; a request may be refused for what one call put into it."""
        return failure.refusal and (failure.category != "invalid_request" or self.tally.done == 0)

    def _spend(self, folder: Path, status: str) -> None:
        if self._budget is not None:
            self._budget.note(calls.cost(folder), whole=status in CARRIED)


@dataclass
class _Tries:
    """Attempts at a trial.

    Attributes:
        used: their numbers.
        spoiled: how many the caller or a defect spoiled.
        failed: how many a service, the line or this machine spoiled since the run was begun or gone on with.
    """

    used: set[int]
    spoiled: int
    failed: int

    def following(self) -> int:
        """The number of the next attempt, which is in use from now on."""
        number = next(n for n in itertools.count(1) if n not in self.used)
        self.used.add(number)
        return number

    def again(self, status: str, settings: RunSettings) -> bool:
        """Whether the trial is carried again after an attempt that did not count."""
        if status == "infrastructure":
            self.failed += 1
            return self.failed <= settings.max_retries
        self.spoiled += 1
        return self.spoiled < settings.max_attempts


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


def _failed(journal: Path) -> Counter[Trial]:
    """Attempts by trial that a service, the line or this machine spoiled since the run last came to an end.

    One that was cut short and goes on counts as one that never stopped; one that ended and goes on begins anew.
    """
    found: Counter[Trial] = Counter()
    for event in read(journal):
        if event["event"] == "run_ended":
            found.clear()
        elif event["event"] == "attempt_ended" and event["status"] == "infrastructure":
            found[Trial(event["domain"], event["scenario"], event["trial"])] += 1
    return found


def _name(job: AttemptJob) -> dict[str, str | int]:
    return {"domain": job.domain, "scenario": job.scenario, "trial": job.trial, "attempt": job.attempt}


def _note(journal: Journal, job: AttemptJob, outcome: AttemptOutcome, again: bool) -> None:
    journal.write(
        "attempt_ended",
        **_name(job),
        status=outcome.status,
        end_reason=outcome.end_reason,
        valid=outcome.valid,
        again=again,
        why=outcome.why,
        seconds=outcome.seconds,
        wall_s=outcome.wall_s,
    )
