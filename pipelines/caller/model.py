"""A caller whose brain is a language model: the caller's pipeline, the scenario's prompt, and a tool to hang up.

The model's first line is said for it, word for word. Whether it may hang up is decided here and not in its prompt
alone: in a turn that gives the agent something to answer the tool says no, and the call goes on.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

from pipecat.frames.frames import (
    Frame,
    FunctionCallResultProperties,
    LLMContextFrame,
    LLMFullResponseEndFrame,
    LLMFullResponseStartFrame,
    LLMTextFrame,
    TTSSpeakFrame,
)
from pipecat.processors.aggregators.llm_context import LLMContext
from pipecat.processors.frame_processor import FrameDirection, FrameProcessor
from pipecat.services.llm_service import FunctionCallParams, LLMService
from pipecat.transports.base_transport import BaseTransport
from pipecat.utils.text.base_text_aggregator import TextType

from pipelines.brain import PACE, user_texts
from pipelines.caller.guard import FAREWELL, Guard
from pipelines.caller.plan import Line
from pipelines.caller.prompt import END_CALL, END_CALL_TOOL
from pipelines.record import RATE
from pipelines.resample import ToLineRate
from pipelines.tap import EventLog
from pipelines.turns import user_params
from pipelines.wiring import Place, Wired, context_of, wire

WORD_S = 0.4  # seconds that a word takes, for when a line will have been heard
RESPONSE_S = 2.0  # how long the words of a response may take to pass, once its tool is called
STILL_THERE = "Hello? Are you still there?"
AGAIN = "Sorry, could you say that again, please?"


class ModelCaller:
    """Plays a scenario's caller by a language model.

    Args:
        guard: keeps it within bounds.
        prompt: what the model is told.
        log: where it is noted what was refused.
        now: the line's sample clock.

    Attributes:
        nudges: what was said to break a silence.
        asides: what was said and is no turn.
        nothing_to_answer: whether the agent's turn that has just ended needs no answer: the caller broke it off, or
            spoke on.
        complains: its words to break a silence; the usual ones where there are none.
        hung_up: it has said goodbye and the call is to end once that was heard.
        on_hang_up: told the sample at which its last words began.
    """

    def __init__(self, guard: Guard, prompt: str, log: EventLog, now: Callable[[], int]) -> None:
        self.guard, self._log, self._now = guard, log, now
        self.nudges: list[str] = []
        self.asides: list[str] = []
        self.nothing_to_answer: Callable[[], bool] = lambda: False
        self.complains: Callable[[], str] = lambda: ""
        self.hung_up = False
        self.on_hang_up: Callable[[int], None] = lambda sample: None
        self._prompt = prompt
        self.context = context_of([END_CALL_TOOL])
        self._opened = False
        self._begun = 0  # sample at which its last words were decided
        self._words = ""
        self._worded = asyncio.Event()
        self._wired: Wired | None = None

    def build(
        self,
        transport: BaseTransport,
        stt: FrameProcessor,
        llm: LLMService[Any],
        tts: FrameProcessor,
        timeout_s: float,
        voiced: Sequence[FrameProcessor] = (),
    ) -> Wired:
        """Wire up its pipeline.

        Args:
            transport: the caller's end of the line.
            stt: its ears.
            llm: its model, which may call tools.
            tts: its voice, at any rate.
            timeout_s: silence after which it takes its turn.
            voiced: what is done to its voice's sound, at the line's rate.
        """
        llm.append_system_instruction(self._prompt)
        llm.register_function(END_CALL, self._end_call)
        params = user_params(
            stop="timeout",
            vad_start_secs=0.2,
            vad_stop_secs=0.2,
            vad_confidence=0.7,
            timeout_secs=timeout_s,
            interruptible=False,
        )
        self._wired = wire(
            Place("caller", "caller", self._log, self._now),
            self.context,
            params,
            lambda user: [
                transport.input(),
                stt,
                user,
                _Before(self),
                llm,
                _After(self),
                tts,
                ToLineRate(),
                *voiced,
                transport.output(),
            ],
        )
        return self._wired

    async def say(self, text: str) -> None:
        """Speak without the model, which learns of it by the conversation."""
        assert self._wired is not None
        self.context.add_message({"role": "assistant", "content": text})
        await self._wired.worker.queue_frame(TTSSpeakFrame(text, append_to_context=False))

    async def mumble(self, text: str, pace: float) -> None:
        """Say something that the model need not know of."""
        assert self._wired is not None
        self.asides.append(text)
        await self._wired.worker.queue_frame(aside(text, pace))

    @property
    def may_act(self) -> bool:
        """Whether it is in the middle of its call."""
        return self._opened and not (self.hung_up or self.guard.took_leave or self.guard.stopped)

    def nudge(self, owed_by_agent: bool) -> Line | None:
        """Something to break a silence; ``None`` once it has taken its leave."""
        if self.hung_up or self.guard.took_leave:
            return None
        if not self._opened:
            return Line(self._open())
        words = self.complains() or (STILL_THERE if owed_by_agent else AGAIN)
        self.nudges.append(words)
        return Line(words, nudge=True)

    def asked(self, context: LLMContext) -> str | None:
        """The agent's turn is over: what is said without the model, ``None`` to let the model answer.

        Nothing at all is said, an empty text, once the call is over for the caller.
        """
        texts = user_texts(context)
        self.guard.hears(texts[-1] if texts else "")
        if self.hung_up or self.guard.stopped or self.nothing_to_answer():
            return ""
        return None if self._opened else self._open()

    def begins(self) -> None:
        """The model begins to answer."""
        self._words = ""
        self._worded.clear()

    def adds(self, text: str) -> None:
        """The model has thought of further words."""
        if not self._words.strip() and text.strip():
            self._begun = self._now()
        self._words += text

    def ends(self) -> None:
        """The model has answered."""
        self._says(self._words.strip())
        self._worded.set()

    def _open(self) -> str:
        self._opened = True
        self._begun = self._now()
        self._says(self.guard.scenario.opening)
        return self.guard.scenario.opening

    def _says(self, text: str) -> None:
        self.guard.says(text, self._now() / RATE + WORD_S * len(text.split()))

    async def _end_call(self, params: FunctionCallParams) -> None:
        """The model wants to hang up."""
        try:
            async with asyncio.timeout(RESPONSE_S):
                await self._worded.wait()
        except TimeoutError:
            pass  # the response never ended; what has come of it counts
        words = self._words.strip()
        why = self.guard.refusal(words)
        if why:
            self._log.add(self._now(), "caller", "end_call_refused", why=why)
            answer = {"status": "error", "message": f"The call goes on: {why}. Wait for the agent's next turn."}
        else:
            await self._leave(words)
            answer = {"status": "success"}
        await params.result_callback(answer, properties=FunctionCallResultProperties(run_llm=False))

    async def _leave(self, words: str) -> None:
        self.hung_up = True
        self._log.add(self._now(), "caller", END_CALL)
        if not words and not self.guard.took_leave:
            self._begun = self._now()
            await self.say(FAREWELL)
            self._says(FAREWELL)
        self.on_hang_up(self._begun)


def aside(text: str, pace: float) -> TTSSpeakFrame:
    """Words that are no turn, for a voice to say."""
    frame = TTSSpeakFrame(text, append_to_context=False, text_type=TextType.BACKCHANNEL)
    frame.metadata[PACE] = pace
    return frame


class _Before(FrameProcessor):
    """Between the agent's turn and the model."""

    def __init__(self, caller: ModelCaller) -> None:
        super().__init__(name="CallerScript")
        self._caller = caller

    async def process_frame(self, frame: Frame, direction: FrameDirection) -> None:
        """Let the model answer, or answer for it."""
        await super().process_frame(frame, direction)
        if not isinstance(frame, LLMContextFrame) or direction != FrameDirection.DOWNSTREAM:
            await self.push_frame(frame, direction)
            return
        words = self._caller.asked(frame.context)
        if words is None:
            await self.push_frame(frame, direction)
        elif words:
            frame.context.add_message({"role": "assistant", "content": words})
            await self.push_frame(TTSSpeakFrame(words, append_to_context=False))


class _After(FrameProcessor):
    """Between the model and its voice."""

    def __init__(self, caller: ModelCaller) -> None:
        super().__init__(name="CallerWords")
        self._caller = caller

    async def process_frame(self, frame: Frame, direction: FrameDirection) -> None:
        """Tell the caller what its model says."""
        await super().process_frame(frame, direction)
        if direction == FrameDirection.DOWNSTREAM:
            if isinstance(frame, LLMFullResponseStartFrame):
                self._caller.begins()
            elif isinstance(frame, LLMTextFrame):
                self._caller.adds(frame.text)
            elif isinstance(frame, LLMFullResponseEndFrame):
                self._caller.ends()
        await self.push_frame(frame, direction)
