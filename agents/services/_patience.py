"""Bounded waits and few retries, the same for every service that is asked over HTTP.

The vendors' own clients wait ten minutes for a first byte and for ever between two, and each retries in its own way;
agents would then differ by their clients' patience. So the clients' retries are turned off and these used instead.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from contextvars import ContextVar
from typing import TypeVar

from pipecat.utils.errors import extract_http_status_code
from pipecat.utils.http import TIMEOUT_EXCEPTIONS

from pipelines.record import WAIT
from pipelines.tap import EventLog

T = TypeVar("T")

FIRST_PAUSE_SECS = 0.5
LONGEST_PAUSE_SECS = 8.0
_told: ContextVar[Callable[[Exception, float], None] | None] = ContextVar("told", default=None)

_WORTH_RETRYING = (408, 409, 429)
_STALLED: tuple[type[Exception], ...] = (TimeoutError, *TIMEOUT_EXCEPTIONS)


def note_waits(log: EventLog, side: str, now: Callable[[], int]) -> None:
    """Have it noted when a call waits for a vendor: in the present task, and in those that it will start.

    An event tells whose client it was (``openai``), the HTTP status (``None`` for a connection that failed), and the
    seconds, by which the agent answers later.
    """

    def note(error: Exception, pause: float) -> None:
        client, status = type(error).__module__.partition(".")[0], extract_http_status_code(error)
        log.add(now(), side, WAIT, client=client, status=status, seconds=round(pause, 3))

    _told.set(note)


async def patiently(
    ask: Callable[[], Awaitable[T]], secs: float, retries: int, lost: tuple[type[Exception], ...] = ()
) -> T:
    """Await `ask`, again after a refusal that may pass: 408, 409, 429, 5xx, or a connection that failed.

    Waits between attempts for what the answer's ``retry-after`` says, else 0.5 s and twice as long each time.

    Args:
        ask: makes a new attempt.
        secs: for all attempts and pauses together.
        retries: further attempts after the first.
        lost: the client's exceptions for a connection that failed.

    Raises:
        TimeoutError: no answer in time.
        Exception: what the last attempt raised, once no attempt is left or the pause would not fit in.
    """
    loop = asyncio.get_running_loop()
    deadline = loop.time() + secs
    attempt = 0
    while True:
        try:
            async with asyncio.timeout_at(deadline):
                return await ask()
        except _STALLED as error:
            raise TimeoutError(f"no answer within {secs:g} s") from error
        except Exception as error:
            pause = _pause(error, attempt, lost)
            if pause is None or attempt >= retries or loop.time() + pause >= deadline:
                raise
            if tell := _told.get():
                tell(error, pause)
            await asyncio.sleep(pause)
        attempt += 1


async def bounded(stream: AsyncIterator[T], secs: float) -> AsyncGenerator[T, None]:
    """The items of a stream, which is closed at the end whatever happens.

    Raises:
        TimeoutError: the next item did not come within `secs`.
    """
    try:
        while True:
            try:
                async with asyncio.timeout(secs):
                    item = await anext(stream)
            except StopAsyncIteration:
                return
            except _STALLED as error:
                raise TimeoutError(f"the answer stopped for {secs:g} s") from error
            yield item
    finally:
        close = getattr(stream, "aclose", None) or getattr(stream, "close", None)
        if close is not None:
            await close()


def _pause(error: Exception, attempt: int, lost: tuple[type[Exception], ...]) -> float | None:
    """Seconds until the next attempt; ``None`` if another one is no use."""
    status = extract_http_status_code(error)
    if status is None:
        if not isinstance(error, (ConnectionError, *lost)):
            return None
    elif status not in _WORTH_RETRYING and status < 500:
        return None
    headers = getattr(getattr(error, "response", None), "headers", {})
    try:
        return max(0.0, float(headers["retry-after"]))
    except (KeyError, ValueError):  # absent, or a date
        return float(min(LONGEST_PAUSE_SECS, FIRST_PAUSE_SECS * 2**attempt))
