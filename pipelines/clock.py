"""Two clocks for the same pipelines: real, and virtual time that jumps to the next timer.

In virtual time an event loop's clock stands still while anything is runnable and then jumps straight to the next
timer. Executors run inline, so local models cost no virtual time and the order of everything is fixed: same seed,
same code, same bytes.

`install` must run before Pipecat is imported, because Pipecat binds clock functions at import: the default factory
of VAD frame timestamps is ``time.time`` itself, and ``time_now_iso8601`` is copied by name into several modules.
The replaced functions ask the active virtual loop and fall back to the real clock when there is none, so one
process can run both kinds of call, one after the other.
"""

from __future__ import annotations

import asyncio
import contextlib
import datetime
import selectors
import sys
import time as _time
from collections.abc import Callable, Coroutine
from concurrent.futures import Executor
from typing import Any, TypeVar

from scenarios.errors import CallbenchError

T = TypeVar("T")

EPOCH_NS = 1_750_000_000 * 10**9  # what time.time() says at virtual zero; any fixed moment would do
CLEANUP_S = 60.0  # virtual seconds that tasks may take to end once the run is over
_START_NS = 1_000 * 10**9  # loop time of virtual zero; not 0, since some code treats 0 as "never"

LIVELOCK_TURNS = 300_000  # turns of the loop at one moment; a call's busiest moment takes a few hundred

_REAL: dict[str, Callable[[], Any]] = {
    name: getattr(_time, name)
    for name in ("time", "time_ns", "monotonic", "monotonic_ns", "perf_counter", "perf_counter_ns")
}
_active: VirtualLoop | None = None


class VirtualTimeError(CallbenchError):
    """Virtual time cannot go on: nothing is left that could wake a task, or the watchdog's limit was passed."""


def wall() -> float:
    """Seconds of the real monotonic clock, also inside virtual time: for meters, never for a call."""
    return float(_REAL["perf_counter"]())


def install() -> None:
    """Replace the standard clock functions by dispatchers; idempotent.

    Raises:
        RuntimeError: Pipecat was imported before, so part of it would keep the real clock.
    """
    if getattr(_time, "_callbench_virtual", False):
        return
    if "pipecat" in sys.modules:
        raise RuntimeError("pipelines.clock.install() must run before pipecat is imported")
    _time._callbench_virtual = True  # type: ignore[attr-defined]

    def seconds(name: str, epoch: int) -> Callable[[], float]:
        return lambda: (epoch + _active.now_ns) / 1e9 if _active else _REAL[name]()

    def nanoseconds(name: str, epoch: int) -> Callable[[], int]:
        return lambda: epoch + _active.now_ns if _active else _REAL[name]()

    for name, epoch in (("time", EPOCH_NS), ("monotonic", 0), ("perf_counter", 0)):
        setattr(_time, name, seconds(name, epoch))
        setattr(_time, f"{name}_ns", nanoseconds(f"{name}_ns", epoch))

    quiet_logs()
    import pipecat.utils.time as pipecat_time

    def time_now_iso8601() -> str:
        moment = datetime.datetime.fromtimestamp(_time.time(), datetime.UTC)
        return moment.isoformat(timespec="milliseconds")

    pipecat_time.time_now_iso8601 = time_now_iso8601


def quiet_logs(level: str = "ERROR") -> None:
    """Keep Pipecat's logger to errors; it logs at DEBUG by default, from its first import on."""
    from loguru import logger

    logger.remove()
    logger.add(sys.stderr, level=level)


class _Selector(selectors.DefaultSelector):
    """Polls real descriptors without waiting; when nothing is ready, lets the loop jump to its next timer."""

    loop: VirtualLoop

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        self.loop.turns_at_rest += 1
        if self.loop.turns_at_rest > LIVELOCK_TURNS:
            raise VirtualTimeError("time stands still: some task wakes itself again and again without waiting")
        ready = super().select(0)
        if ready or (timeout is not None and timeout <= 0):
            return ready
        if timeout is None:
            raise VirtualTimeError("every task waits for something that never comes")
        self.loop.jump()
        return []


class VirtualLoop(asyncio.SelectorEventLoop):
    """An event loop whose time is an integer count of nanoseconds that only timers move."""

    def __init__(self, limit_s: float) -> None:
        self.now_ns = _START_NS
        self.turns_at_rest = 0
        self.limit_ns = _START_NS + round(limit_s * 1e9)
        selector = _Selector()
        selector.loop = self
        super().__init__(selector)

    def time(self) -> float:
        """Loop time in seconds."""
        return self.now_ns / 1e9

    def jump(self) -> None:
        """Move to the next timer."""
        moment = max(self.now_ns, round(self._scheduled[0]._when * 1e9))  # type: ignore[attr-defined]
        if moment > self.now_ns:
            self.turns_at_rest = 0
        self.now_ns = moment
        if self.now_ns > self.limit_ns:
            raise VirtualTimeError("the call went past the watchdog's limit; nothing ended it")

    def run_in_executor(  # type: ignore[override]
        self, executor: Executor | None, func: Callable[..., T], *args: Any
    ) -> asyncio.Future[T]:
        """Run the function here and now: no virtual time passes, and the order is fixed."""
        future: asyncio.Future[T] = self.create_future()
        try:
            future.set_result(func(*args))
        except Exception as error:
            future.set_exception(error)
        return future


def run_virtual(main: Callable[[], Coroutine[Any, Any, T]], limit_s: float = 3600.0) -> T:
    """Run a coroutine in virtual time. `limit_s` virtual seconds later the watchdog raises `VirtualTimeError`."""
    global _active
    if _active is not None:
        raise RuntimeError("virtual time is already running in this process")
    loop = VirtualLoop(limit_s)
    _active = loop
    asyncio.set_event_loop(loop)
    try:
        return loop.run_until_complete(main())
    finally:
        loop.limit_ns, loop.turns_at_rest = loop.now_ns + round(CLEANUP_S * 1e9), 0
        # A task that will not be cancelled must not hide what ended the run.
        with contextlib.suppress(VirtualTimeError):
            _cancel_leftovers(loop)
        _active = None
        asyncio.set_event_loop(None)
        loop.close()


def run_real(main: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """Run a coroutine on the wall clock."""
    return asyncio.run(main())


def _cancel_leftovers(loop: VirtualLoop) -> None:
    tasks = [task for task in asyncio.all_tasks(loop) if not task.done()]
    for task in tasks:
        task.cancel()
    if tasks:
        loop.run_until_complete(asyncio.gather(*tasks, return_exceptions=True))
    loop.run_until_complete(loop.shutdown_asyncgens())
