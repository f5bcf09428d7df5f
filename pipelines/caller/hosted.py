"""A caller that a vendor plays whole: the agent's sound goes to it, its speech and its words come back.

What is common to such callers. A vendor's client is a `HostedCaller` with the words of its protocol; it connects when
the call begins, not when the pipeline does, and tells of everything that it is told.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import soxr
from pipecat.frames.frames import (
    BotStartedSpeakingFrame,
    BotStoppedSpeakingFrame,
    ErrorFrame,
    Frame,
    InputAudioRawFrame,
    TTSAudioRawFrame,
    TTSStartedFrame,
    TTSStoppedFrame,
)
from pipecat.processors.aggregators.llm_context import LLMContext
from pipecat.processors.aggregators.llm_response_universal import LLMUserAggregatorParams
from pipecat.processors.frame_processor import FrameDirection, FrameProcessor
from pipecat.transports.base_transport import BaseTransport

from pipelines import mishap
from pipelines.caller.guard import Guard
from pipelines.caller.plan import Line
from pipelines.caller.prompt import END_CALL
from pipelines.record import RATE
from pipelines.resample import ToLineRate
from pipelines.tap import EventLog
from pipelines.wiring import Place, Wired, wire

WORD_S = 0.4  # seconds that a word takes


@dataclass(frozen=True)
class Role:
    """What a hosted caller plays, and where.

    Attributes:
        prompt: its instructions.
        guard: keeps it within bounds.
        log: where it is noted what happens.
        now: the line's sample clock.
        quiet: seconds since the agent was last heard.
    """

    prompt: str
    guard: Guard
    log: EventLog
    now: Callable[[], int]
    quiet: Callable[[], float]


class HostedCaller(FrameProcessor, ABC):
    """A vendor's service that hears, thinks and speaks as the caller.

    Args:
        rate: samples per second that the vendor hears.

    Attributes:
        said: its words by utterance, as the utterance's sound is labelled on its way to the line.
        nudges: words that were only to break a silence.
        on_hang_up: told the sample at which its last words began.
    """

    def __init__(self, rate: int) -> None:
        super().__init__(name="HostedCaller")
        self.said: dict[str, str] = {}
        self.nudges: list[str] = []
        self.on_hang_up: Callable[[int], None] = lambda sample: None
        self.speaking = False
        self._stream = soxr.ResampleStream(RATE, rate, 1, dtype="int16", quality="HQ")
        self._played: Role | None = None
        self._utterance = ""
        self._count = 0
        self._begun = 0  # sample at which its last words began
        self.hung_up = False

    @property
    def role(self) -> Role:
        """What it plays."""
        assert self._played is not None
        return self._played

    def build(self, role: Role, transport: BaseTransport, voiced: Sequence[FrameProcessor] = ()) -> Wired:
        """Wire up its pipeline on the caller's end of the line, and what is done to its sound at the line's rate."""
        self._played = role
        return wire(
            Place("caller", "caller", role.log, role.now),
            LLMContext(),
            LLMUserAggregatorParams(),
            lambda user: [transport.input(), self, ToLineRate(), *voiced, transport.output()],
        )

    # What a vendor's client does.

    @abstractmethod
    async def connect(self) -> None:
        """Connect, and wait until the vendor is ready; raises what went wrong."""

    @abstractmethod
    async def disconnect(self) -> None:
        """Disconnect; never raises."""

    @abstractmethod
    async def hear(self, pcm: bytes) -> None:
        """The agent's sound, 16-bit at the vendor's rate."""

    def nudge(self, owed_by_agent: bool) -> Line | None:
        """Break a silence; words to be said for the vendor, or none where it finds its own."""
        return None

    async def confirmed(self) -> str:
        """After the call: why the caller did not hang up as it should have; empty if it did."""
        return ""

    async def release(self) -> None:
        """After everything: let go of what is still held."""

    # What it tells.

    async def open(self) -> None:
        """Connect; a failure is the call's end, told as that of any service."""
        try:
            await self.connect()
        except Exception as error:
            self.fail(f"cannot connect: {error or type(error).__name__}", error)

    async def begin(self) -> None:
        """The caller begins to speak, unless it already does."""
        if not self._utterance:
            self._count += 1
            self._utterance = f"hosted-{self._count}"
            self._begun = self.role.now()
            await self.push_frame(TTSStartedFrame(context_id=self._utterance))

    async def sound(self, pcm: bytes, rate: int) -> None:
        """What it says, as sound."""
        if pcm:
            await self.begin()
            await self.push_frame(TTSAudioRawFrame(pcm, rate, 1, context_id=self._utterance))

    async def words(self, text: str) -> None:
        """What it says, as words; before its sound, with it, or right after it."""
        if not text.strip():
            return
        self.role.guard.says(text, self.role.now() / RATE + WORD_S * len(text.split()))
        await self.begin()
        self.said[self._utterance] = f"{self.said.get(self._utterance, '')} {text.strip()}".strip()

    async def end(self) -> None:
        """The caller has finished its turn."""
        if self._utterance:
            await self.push_frame(TTSStoppedFrame(context_id=self._utterance))
            self._utterance = ""

    def hears(self, text: str, stop_secs: float = 0.0) -> None:
        """What the vendor made of the agent's turn.

        Args:
            text: its transcript.
            stop_secs: silence that the vendor waited for before it took the turn for over.
        """
        role = self.role
        role.guard.hears(text)
        if stop_secs:
            role.log.add(role.now(), "caller", "vad_stopped", stop_secs=stop_secs)
        role.log.add(role.now(), "caller", "stt_final", text=text)

    def hangs_up(self) -> None:
        """The vendor ends the call; what is being said is still heard."""
        if not self.hung_up:
            self.hung_up = True
            self.role.log.add(self.role.now(), "caller", END_CALL)
            self.on_hang_up(self._begun)

    def fail(self, text: str, error: BaseException | None = None, **facts: Any) -> None:
        """The service has failed, and the call with it."""
        known = error if isinstance(error, Exception) else None
        told = mishap.of_frame(ErrorFrame(text, exception=known)) | {"part": "realtime"} | facts
        self.role.log.add(self.role.now(), "caller", "error", **told)

    async def process_frame(self, frame: Frame, direction: FrameDirection) -> None:
        """Take the agent's sound; notice when the caller is heard."""
        await super().process_frame(frame, direction)
        if isinstance(frame, InputAudioRawFrame):
            samples = self._stream.resample_chunk(np.frombuffer(frame.audio, "<i2").astype(np.int16))
            if len(samples) and not self.hung_up:
                await self.hear(samples.astype("<i2").tobytes())
            return
        if isinstance(frame, BotStartedSpeakingFrame):
            self.speaking = True
        elif isinstance(frame, BotStoppedSpeakingFrame):
            self.speaking = False
        await self.push_frame(frame, direction)
