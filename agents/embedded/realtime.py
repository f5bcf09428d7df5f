"""The calibration brain as a speech to speech service: ears, turns, brain and voice in one, sound in and sound out.

To the pipeline around it it is what vendors' realtime services are: it proposes turns, is interrupted by the pipeline,
calls functions through it, and reports what it heard (upstream) and what it says (with the sound).
"""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any

from pipecat.frames.frames import (
    AggregatedTextFrame,
    Frame,
    FunctionCallResultFrame,
    InputAudioRawFrame,
    InterruptionFrame,
    LLMContextFrame,
    LLMFullResponseEndFrame,
    LLMFullResponseStartFrame,
    LLMServiceMetadataFrame,
    ProposedUserStartedSpeakingFrame,
    ProposedUserStoppedSpeakingFrame,
    TranscriptionFrame,
    TTSAudioRawFrame,
    TTSSpeakFrame,
    TTSStartedFrame,
    TTSStoppedFrame,
    TTSTextFrame,
)
from pipecat.processors.aggregators.llm_context import LLMContext
from pipecat.processors.frame_processor import FrameDirection
from pipecat.services.llm_service import LLMService
from pipecat.turns.user_turn_strategies import ExternalUserTurnStrategies
from pipecat.utils.text.base_text_aggregator import TextType
from pipecat.utils.time import time_now_iso8601

from agents.embedded.level import RATE
from agents.embedded.segments import SegmentKeeper
from agents.embedded.turn_ear import TurnEar
from agents.embedded.voices import find, synthesize
from agents.prompt import greeting_in
from pipelines.brain import Brain, BrainService
from pipelines.latency import Sampler

CHUNK = RATE // 5  # samples per frame of sound: 200 ms
PAUSE = RATE // 4  # samples of silence between two sentences
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+")


class CalibrationRealtime(BrainService):
    """Hears, decides and speaks.

    Args:
        brain: decides.
        latency: seconds from the end of a turn, or from a tool's response, to the first sound.
        ear: hears turns at 8 kHz.
        voice: a name of `agents.embedded.voices.VOICES`.
        spoken_as: changes the words given to the voice, and nothing else.
        interruptible: whether the caller's speech silences it.
    """

    def __init__(
        self,
        brain: Brain,
        latency: Sampler,
        ear: TurnEar,
        voice: str,
        *,
        spoken_as: Callable[[str], str] | None = None,
        interruptible: bool = True,
    ) -> None:
        find(voice)
        super().__init__(brain, latency, model="calibration")
        self._ear, self._voice, self._spoken_as, self._interruptible = ear, voice, spoken_as, interruptible
        self._heard: list[Any] = []  # what the caller said, turn by turn
        self._opened = False
        self._running = 0  # tools that have not answered
        self._owed = False  # tools have answered, and nothing was said since
        self._answering: asyncio.Task[None] | None = None
        self._utterances = 0
        self._pace = 1.0
        self.on_pace = self._set_pace

    def service_metadata_frame(self) -> LLMServiceMetadataFrame:
        """A realtime service that finds turns."""
        turns = ExternalUserTurnStrategies(enable_interruptions=self._interruptible)
        return LLMServiceMetadataFrame(service_name=self.name, is_realtime_service=True, user_turn_strategies=turns)

    async def cleanup(self) -> None:
        """Stop whatever is going on."""
        await self._fall_silent()
        await self._ear.close()
        await super().cleanup()  # type: ignore[no-untyped-call]

    async def process_frame(self, frame: Frame, direction: FrameDirection) -> None:
        """Hear sound; open the call or go on with it when the conversation says so; fall silent when interrupted."""
        if isinstance(frame, LLMContextFrame):
            await LLMService.process_frame(self, frame, direction)  # not the brain's, which would answer here and now
            await self._asked(frame.context, direction)
            return
        await super().process_frame(frame, direction)
        if isinstance(frame, InputAudioRawFrame):
            await self._hear(frame.audio)
        elif isinstance(frame, InterruptionFrame):
            await self._fall_silent()
        elif isinstance(frame, TTSSpeakFrame):
            await self.utter(frame.text)

    async def push_frame(self, frame: Frame, direction: FrameDirection = FrameDirection.DOWNSTREAM) -> None:
        """Count the tools that have answered."""
        if isinstance(frame, FunctionCallResultFrame) and direction == FrameDirection.DOWNSTREAM:
            self._running -= 1
            self._owed = True
        await super().push_frame(frame, direction)

    async def understand(self, context: LLMContext) -> LLMContext:
        """What was heard; the conversation that the pipeline keeps is its own record of it."""
        return LLMContext(list(self._heard))

    async def utter(self, text: str) -> None:
        """Say it, sentence by sentence; each sentence's text follows its sound."""
        self._utterances += 1
        context_id = f"{self.name}-{self._utterances}"
        started = False
        for sentence in filter(None, (part.strip() for part in _SENTENCE_END.split(text))):
            words = self._spoken_as(sentence) if self._spoken_as else sentence
            samples = await asyncio.get_running_loop().run_in_executor(None, synthesize, words, self._voice, self._pace)
            pcm = samples.astype("<i2").tobytes()
            if not pcm:
                continue
            told = AggregatedTextFrame(sentence, TextType.SENTENCE)
            told.append_to_context = False
            await self.push_frame(told)
            if not started:
                await self.push_frame(TTSStartedFrame(context_id=context_id))
            pcm = bytes(2 * PAUSE) + pcm if started else pcm
            started = True
            for at in range(0, len(pcm), 2 * CHUNK):
                await self.push_frame(TTSAudioRawFrame(pcm[at : at + 2 * CHUNK], RATE, 1, context_id=context_id))
            await self.push_frame(TTSTextFrame(sentence, text_type=TextType.SENTENCE))
        if started:
            await self.push_frame(TTSStoppedFrame(context_id=context_id))

    def _set_pace(self, pace: float) -> None:
        self._pace = pace

    async def _hear(self, pcm: bytes) -> None:
        for change in await self._ear.feed(pcm):
            if change == "started":
                await self.broadcast_frame(ProposedUserStartedSpeakingFrame)
            else:
                await self.broadcast_frame(ProposedUserStoppedSpeakingFrame)
                await self._begin(self._answer_turn())

    async def _asked(self, context: LLMContext, direction: FrameDirection) -> None:
        """The pipeline asks to go on: at first for the greeting, later because tools have answered.

        The latter comes from behind, where tools' responses are taken in; from before only news of what was heard.
        """
        if self._opened:
            if self._owed and direction == FrameDirection.UPSTREAM:
                await self._begin(self._reply(context))
            return
        self._opened = True
        texts = [str(m.get("content", "")) for m in context.get_messages() if isinstance(m, dict)]
        if greeting := next(filter(None, map(greeting_in, reversed(texts))), ""):
            await self._begin(self._greet(greeting))

    async def _answer_turn(self) -> None:
        words = await self._ear.words()
        if words:
            self._heard.append({"role": "user", "content": words})
            await self.push_frame(
                TranscriptionFrame(words, "", time_now_iso8601(), finalized=True), FrameDirection.UPSTREAM
            )
        if not self._running:  # else their responses ask for an answer, which then knows of this turn
            await self._reply(LLMContext())

    async def _reply(self, context: LLMContext) -> None:
        self._owed = False
        async with self._response():
            await self.answer(context)

    async def _greet(self, greeting: str) -> None:
        async with self._response():
            await self.utter(greeting)

    @contextlib.asynccontextmanager
    async def _response(self) -> AsyncIterator[None]:
        await self.push_frame(LLMFullResponseStartFrame())
        try:
            yield
        finally:
            await self.push_frame(LLMFullResponseEndFrame())

    async def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        await self._fall_silent()
        self._answering = self.create_task(work)

    async def _fall_silent(self) -> None:
        answering, self._answering = self._answering, None
        if answering is not None and not answering.done():
            await self.cancel_task(answering)

    async def run_function_calls(self, function_calls: Any) -> None:
        """Note how many there are, and run them."""
        self._running += len(function_calls)
        await super().run_function_calls(function_calls)


class _Ear(TurnEar):
    """Ears that are told what was meant, or that take one thing for another."""

    def __init__(
        self, keeper: SegmentKeeper, oracle: Callable[[], str] | None, on_text: Callable[[str], str] | None
    ) -> None:
        super().__init__(keeper, RATE)
        self._oracle, self._on_text = oracle, on_text

    async def text(self, over: bool = False) -> str:
        if self._oracle is None:
            words = await super().text(over)
        else:
            self.forget()
            words = self._oracle()
        return self._on_text(words) if self._on_text else words


def ear_of(
    keeper: SegmentKeeper, oracle: Callable[[], str] | None, on_text: Callable[[str], str] | None = None
) -> TurnEar:
    """The ears of a call.

    Args:
        keeper: gets the sound of the present turn.
        oracle: what the caller meant to say since it was last asked, for perfect ears.
        on_text: changes what was heard (a seeded fault).
    """
    return _Ear(keeper, oracle, on_text)
