"""Carries attempts in worker processes of this machine.

Processes, not threads: a call is compute-bound, models keep state, and a crash or a leak must cost one
attempt and no more. Workers are spawned (forking a process with threads and models is unsafe), recycled after
a number of calls because model runtimes creep in memory, and end with their parent, however that ends.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import signal
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path

from harness.executors.base import Done, Work
from harness.executors.serve import serve
from harness.job import AttemptJob, AttemptOutcome
from harness.redact import Redactor

CALLS_PER_WORKER = 20
GRACE_S = 3.0  # between asking a worker to end and ending it


@dataclass
class _Worker:
    process: BaseProcess
    connection: Connection
    calls: int = 0
    job: AttemptJob | None = None
    deadline: float = field(default=float("inf"))


class LocalExecutor:
    """Worker processes on this machine."""

    def __init__(
        self,
        work: Work,
        concurrency: int,
        *,
        logs: Path,
        redactor: Redactor | None = None,
        calls_per_worker: int = CALLS_PER_WORKER,
        deadline_s: Callable[[AttemptJob], float] = lambda job: 240 + 1.5 * job.options.time_limit_s,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Start no process yet.

        Args:
            work: does one attempt; importable, as it is sent to the workers.
            concurrency: workers at most.
            logs: folder for what the workers print.
            redactor: masks secrets in what the workers print.
            calls_per_worker: a worker ends after so many.
            deadline_s: wall time after which a silent worker is ended; far beyond any healthy call.
            clock: monotonic seconds.
        """
        self._work, self._size = work, concurrency
        self._logs, self._redactor = logs, redactor or Redactor()
        self._calls_per_worker, self._deadline_s, self._clock = calls_per_worker, deadline_s, clock
        self._context = multiprocessing.get_context("spawn")
        self._workers: list[_Worker] = []
        self._ending: list[BaseProcess] = []
        self._started = 0

    @property
    def free(self) -> int:
        """Workers without a job, started or not."""
        return self._size - sum(w.job is not None for w in self._workers)

    @property
    def pids(self) -> list[int]:
        """Process ids of the live workers."""
        return [w.process.pid for w in self._workers if w.process.pid and w.process.is_alive()]

    def submit(self, job: AttemptJob) -> None:
        """Hand a job to an idle worker, or to a new one."""
        if self.free <= 0:
            raise RuntimeError("no worker is free")
        for worker in [w for w in self._workers if w.job is None]:
            if self._hand(worker, job):
                return
            self._drop(worker)  # it died while idle
        worker = self._start()
        if not self._hand(worker, job):
            # Dead on arrival; `wait` finds out and reports it.
            worker.job, worker.deadline = job, self._clock()

    def wait(self, timeout_s: float | None = None) -> list[Done]:
        """Block until a worker answers, dies or overruns its deadline, or for so many seconds."""
        until = float("inf") if timeout_s is None else self._clock() + timeout_s
        while busy := [w for w in self._workers if w.job is not None]:
            timeout = max(0.0, min(until, *(w.deadline for w in busy)) - self._clock())
            handles = [w.connection for w in busy] + [w.process.sentinel for w in busy]
            wait(handles, None if timeout == float("inf") else timeout)
            done = [result for worker in busy if (result := self._collect(worker))]
            self._reap()
            if done or self._clock() >= until:
                return done
        return []

    def close(self) -> None:
        """Let the workers end; those that do not are ended."""
        for worker in list(self._workers):
            self._retire(worker)
        self._end(self._ending)

    def kill(self) -> None:
        """End every worker now."""
        processes = [*self._ending, *(w.process for w in self._workers)]
        for process in processes:
            process.terminate()
        for worker in self._workers:
            worker.connection.close()
        self._workers.clear()
        self._end(processes)

    def _start(self) -> _Worker:
        self._started += 1
        ours, theirs = self._context.Pipe()
        self._logs.mkdir(parents=True, exist_ok=True)
        log = self._logs / f"worker-{self._started}.log"
        process = self._context.Process(
            target=serve,
            args=(theirs, self._work, log, self._redactor),
            name=f"callbench-worker-{self._started}",
        )
        with _interrupts_held():
            process.start()
        theirs.close()
        worker = _Worker(process, ours)
        self._workers.append(worker)
        return worker

    def _hand(self, worker: _Worker, job: AttemptJob) -> bool:
        try:
            worker.connection.send_bytes(job.model_dump_json().encode())
        except OSError:
            return False
        worker.job, worker.deadline = job, self._clock() + self._deadline_s(job)
        return True

    def _collect(self, worker: _Worker) -> Done | None:
        """The worker's answer; a stand-in when it died or is overdue; ``None`` while it is at work."""
        job = worker.job
        assert job is not None  # only busy workers are asked
        try:
            answer = worker.connection.recv_bytes() if worker.connection.poll() else None
        except (EOFError, OSError):
            answer = None
        if answer is not None:
            worker.job, worker.calls = None, worker.calls + 1
            if worker.calls >= self._calls_per_worker:
                self._retire(worker)
            return job, AttemptOutcome.model_validate_json(answer)
        if self._clock() >= worker.deadline and worker.process.is_alive():
            self._drop(worker)
            return job, _lost(f"the worker process gave no answer in {self._deadline_s(job):.0f} s")
        if not worker.process.is_alive():
            self._drop(worker)
            return job, _lost(f"the worker process died ({_ended(worker.process.exitcode)})")
        return None

    def _retire(self, worker: _Worker) -> None:
        """Let a worker end by itself: it stops when its connection closes."""
        self._workers.remove(worker)
        worker.connection.close()
        self._ending.append(worker.process)

    def _drop(self, worker: _Worker) -> None:
        self._workers.remove(worker)
        worker.connection.close()
        worker.process.kill()
        worker.process.join()

    def _reap(self) -> None:
        self._ending = [p for p in self._ending if p.is_alive()]

    def _end(self, processes: list[BaseProcess]) -> None:
        until = self._clock() + GRACE_S
        for process in processes:
            process.join(max(0.0, until - self._clock()))
            if process.is_alive():
                process.kill()
                process.join()
        self._ending = []
        for log in self._logs.glob("worker-*.log"):
            with contextlib.suppress(OSError):
                if log.stat().st_size == 0:
                    log.unlink()
        with contextlib.suppress(OSError):
            self._logs.rmdir()  # if nothing was printed at all


@contextlib.contextmanager
def _interrupts_held() -> Iterator[None]:
    """Start a process with SIGINT blocked.

    Ctrl-C reaches every process of the terminal; only the parent may act on it. The mask is inherited, so
    that not even an interpreter that is still starting up dies with a traceback.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _lost(why: str) -> AttemptOutcome:
    return AttemptOutcome(status="infrastructure", end_reason="pipeline_error", valid=False, error=why)


def _ended(code: int | None) -> str:
    if code is not None and code < 0:
        with contextlib.suppress(ValueError):
            name = signal.Signals(-code).name
            return f"{name}{', perhaps out of memory' if name == 'SIGKILL' else ''}"
    return f"exit status {code}"
