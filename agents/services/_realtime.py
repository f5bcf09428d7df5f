"""What speech to speech services have in common: a session that fails or falls silent is reported, once and in words.

Pipecat's classes leave most of that to a log: a handshake that is refused, a receive loop that dies of a message which
it cannot read, a vendor that accepts everything and answers nothing. Others report one error for each piece of sound
that they cannot send. An agent of theirs would look like one that has nothing to say.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, ClassVar

from pipecat.frames.frames import (
    Frame,
    FunctionCallsStartedFrame,
    InterimTranscriptionFrame,
    LLMTextFrame,
    ProposedUserStartedSpeakingFrame,
    ProposedUserStoppedSpeakingFrame,
    TranscriptionFrame,
    TTSAudioRawFrame,
    UserStartedSpeakingFrame,
    UserStoppedSpeakingFrame,
)
from pipecat.processors.frame_processor import FrameDirection
from pipecat.services.llm_service import LLMService
from pipecat.utils.errors import ErrorCategory
from pydantic import Field

from agents.services.base import Options

OPEN_SECS = 12.0
"""How long a session may take from dialling until it can be used; the clients' own handshakes give up after 10 s."""

_SIGNS = (
    TTSAudioRawFrame,
    LLMTextFrame,
    FunctionCallsStartedFrame,
    TranscriptionFrame,
    InterimTranscriptionFrame,
    ProposedUserStartedSpeakingFrame,
    ProposedUserStoppedSpeakingFrame,
)
"""Frames that a service sends only because its vendor has said something."""


class RealtimeOptions(Options):
    """What every speech to speech service takes.

    Attributes:
        silence_secs: how long the vendor may send nothing at all while the caller waits for an answer; pauses of
            several turns add up until it shows a sign of life. After that the session has failed, and the call with it.
    """

    silence_secs: float = Field(default=20, gt=0, le=120)


class Watched(LLMService[Any]):
    """A service whose session is watched; goes before Pipecat's class among the bases.

    Attributes:
        VENDOR: names it in errors.
    """

    VENDOR: ClassVar[str] = ""

    def __init__(self, *, silence_secs: float, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._silence_secs = self._left = silence_secs
        self._waiting: asyncio.Task[None] | None = None
        self._opening: asyncio.Task[None] | None = None
        self._since = 0.0
        self._failed = False

    async def process_frame(self, frame: Frame, direction: FrameDirection) -> None:
        """Watch for an answer while the caller waits for one."""
        if isinstance(frame, UserStartedSpeakingFrame):
            self._pause()
        elif isinstance(frame, UserStoppedSpeakingFrame):
            self.wait()
        await super().process_frame(frame, direction)

    async def push_frame(self, frame: Frame, direction: FrameDirection = FrameDirection.DOWNSTREAM) -> None:
        """Take what the vendor says for a sign of life."""
        if isinstance(frame, _SIGNS):
            self._pause()
            self._left = self._silence_secs
        await super().push_frame(frame, direction)

    async def push_error(
        self,
        error_msg: str,
        exception: Exception | None = None,
        fatal: bool = False,
        category: ErrorCategory | None = None,
        force_treat_as_permanent: bool = False,
    ) -> None:
        """Report the first failure of the session; what follows from it is not news."""
        self._pause()
        if self._failed:
            return
        self._failed = True
        text = f"{self.VENDOR}: {error_msg}"
        if exception is not None and str(exception) not in text:
            text = f"{text}: {exception or type(exception).__name__}"
        await super().push_error(text, exception, category=category, force_treat_as_permanent=force_treat_as_permanent)

    async def fail(self, why: str, exception: Exception | None = None) -> None:
        """The session is of no use any more."""
        category = ErrorCategory.CONNECTIVITY if exception is None else None
        await self.push_error(why, exception, category=category, force_treat_as_permanent=True)

    def wait(self) -> None:
        """The vendor owes an answer."""
        self._pause()
        self._since = asyncio.get_running_loop().time()
        self._waiting = self.create_task(self._silence(), "silence")

    def watch_opening(self, ready: Callable[[], bool]) -> None:
        """The session must be `ready` soon."""
        if self._opening is None or self._opening.done():
            self._opening = self.create_task(self._opened(ready), "opening")

    async def cleanup(self) -> None:
        """Stop watching."""
        self._pause()
        if self._opening is not None and not self._opening.done():
            await self.cancel_task(self._opening)
        await super().cleanup()  # type: ignore[no-untyped-call]

    def _pause(self) -> None:
        if self._waiting is None:
            return
        if self._waiting is not asyncio.current_task():
            self._waiting.cancel()
        self._waiting = None
        self._left -= asyncio.get_running_loop().time() - self._since

    async def _silence(self) -> None:
        await asyncio.sleep(max(0.0, self._left))
        await self.fail(f"it has sent nothing for {self._silence_secs:g} s while the caller waited for an answer")

    async def _opened(self, ready: Callable[[], bool]) -> None:
        deadline = asyncio.get_running_loop().time() + OPEN_SECS
        while not ready():
            if self._failed:
                return
            if asyncio.get_running_loop().time() > deadline:
                await self.fail(f"the session was not ready within {OPEN_SECS:g} s")
                return
            await asyncio.sleep(0.05)
