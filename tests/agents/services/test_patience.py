"""How long services are waited for, and how often they are asked again: in virtual time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from types import SimpleNamespace
from typing import Any

import pytest

from agents.services._patience import bounded, note_waits, patiently
from pipelines import clock
from pipelines.tap import EventLog


class RefusedError(Exception):
    """An answer with a status."""

    def __init__(self, status: int, **headers: str) -> None:
        super().__init__(f"the vendor said {status}")
        names = {name.replace("_", "-"): value for name, value in headers.items()}
        self.response = SimpleNamespace(status_code=status, headers=names)


class LostError(Exception):
    """A connection that failed."""


class Vendor:
    """Answers as it is told, and notes when it was asked."""

    def __init__(self, *answers: Any) -> None:
        self._answers, self.asked = list(answers), []

    async def __call__(self) -> Any:
        self.asked.append(round(asyncio.get_running_loop().time(), 3))
        answer = self._answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        if isinstance(answer, float):
            await asyncio.sleep(answer)
        return answer


def timed(act: Callable[[], Awaitable[Any]]) -> tuple[Any, float]:
    """What comes of it, and after how many seconds."""

    async def run() -> tuple[Any, float]:
        start = asyncio.get_running_loop().time()
        try:
            made = await act()
        except Exception as error:
            made = error
        return made, round(asyncio.get_running_loop().time() - start, 3)

    return clock.run_virtual(run, limit_s=300)


@pytest.mark.parametrize("status", [408, 409, 429, 500, 503, 529])
def test_what_may_pass_is_asked_again_after_a_pause_that_grows(status: int) -> None:
    vendor = Vendor(RefusedError(status), RefusedError(status), "fine")
    assert timed(lambda: patiently(vendor, 20, 2)) == ("fine", 1.5)
    assert [moment - vendor.asked[0] for moment in vendor.asked] == [0, 0.5, 1.5]


@pytest.mark.parametrize("error", [RefusedError(400), RefusedError(401), RefusedError(404), ValueError("odd")])
def test_what_will_last_is_not(error: Exception) -> None:
    vendor = Vendor(error, "fine")
    assert timed(lambda: patiently(vendor, 20, 2)) == (error, 0)
    assert len(vendor.asked) == 1


def test_a_failed_connection_is_tried_again_if_it_is_known_as_one() -> None:
    assert timed(lambda: patiently(Vendor(LostError(), "fine"), 20, 2, (LostError,)))[0] == "fine"
    assert timed(lambda: patiently(Vendor(ConnectionResetError(), "fine"), 20, 2))[0] == "fine"
    assert isinstance(timed(lambda: patiently(Vendor(LostError(), "fine"), 20, 2))[0], LostError)


def test_the_vendor_says_how_long_to_wait_unless_that_is_too_long() -> None:
    vendor = Vendor(RefusedError(429, retry_after="3"), "fine")
    assert timed(lambda: patiently(vendor, 20, 2)) == ("fine", 3)
    late = RefusedError(429, retry_after="30")
    assert timed(lambda: patiently(Vendor(late, "fine"), 20, 2)) == (late, 0)
    dated = Vendor(RefusedError(429, retry_after="Wed, 21 Oct 2026 07:28:00 GMT"), "fine")
    assert timed(lambda: patiently(dated, 20, 2)) == ("fine", 0.5)


def test_attempts_are_counted_and_the_last_error_is_the_one_that_is_told() -> None:
    last = RefusedError(503)
    vendor = Vendor(RefusedError(429), last, "fine")
    assert timed(lambda: patiently(vendor, 20, 1)) == (last, 0.5)


def test_all_attempts_together_take_no_longer_than_they_may() -> None:
    error, took = timed(lambda: patiently(Vendor(600.0), 20, 2))
    assert (str(error), took) == ("no answer within 20 s", 20)
    error, took = timed(lambda: patiently(Vendor(RefusedError(500), 600.0), 20, 2))
    assert (type(error), took) == (TimeoutError, 20)


async def _pieces(*gaps: float) -> AsyncIterator[float]:
    for gap in gaps:
        await asyncio.sleep(gap)
        yield gap


def test_a_stream_may_be_long_but_must_not_stop() -> None:
    async def read(*gaps: float) -> list[float]:
        return [piece async for piece in bounded(_pieces(*gaps), 5)]

    assert timed(lambda: read(*[4.0] * 10)) == ([4.0] * 10, 40)
    error, took = timed(lambda: read(1.0, 600.0))
    assert (str(error), took) == ("the answer stopped for 5 s", 6)


def test_a_stream_is_closed_however_it_ends() -> None:
    closed: list[str] = []

    class Stream:
        def __init__(self, name: str) -> None:
            self._name, self._left = name, 2

        async def __anext__(self) -> int:
            if not self._left:
                raise StopAsyncIteration
            self._left -= 1
            return self._left

        async def close(self) -> None:
            closed.append(self._name)

    async def whole() -> None:
        async for _ in bounded(Stream("whole"), 5):  # type: ignore[arg-type]
            pass

    async def left() -> None:
        stream = bounded(Stream("left"), 5)  # type: ignore[arg-type]
        await anext(stream)
        await stream.aclose()

    timed(whole)
    timed(left)
    assert closed == ["whole", "left"]


def test_waits_are_noted_in_the_call_s_log_by_the_tasks_that_it_starts() -> None:
    log = EventLog()
    vendor = Vendor(RefusedError(429, retry_after="1.5"), LostError(), 1.0)

    async def call() -> None:
        note_waits(log, "agent", lambda: 80)
        await asyncio.create_task(patiently(vendor, 20, 2, (LostError,)))

    clock.run_virtual(call)
    client = RefusedError.__module__.partition(".")[0]
    assert [(e.sample, e.side, e.kind, e.data) for e in log.events] == [
        (80, "agent", "vendor_wait", {"client": client, "status": 429, "seconds": 1.5}),
        (80, "agent", "vendor_wait", {"client": client, "status": None, "seconds": 1.0}),
    ]
