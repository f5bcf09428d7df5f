"""A brain that is not a language model, as an ordinary Pipecat LLM service.

A brain sees the same context as a model and answers with an action: say something, call tools, or stay silent.
Text travels as LLM text frames and tools through Pipecat's own function calling, so everything around a brain is
what a model would meet.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from pipecat.frames.frames import (
    AggregatedTextFrame,
    Frame,
    FunctionCallFromLLM,
    LLMContextFrame,
    LLMFullResponseEndFrame,
    LLMFullResponseStartFrame,
)
from pipecat.processors.aggregators.llm_context import LLMContext
from pipecat.processors.frame_processor import FrameDirection
from pipecat.services.llm_service import LLMService
from pipecat.services.settings import LLMSettings
from pipecat.utils.text.base_text_aggregator import TextType

from pipelines.latency import Sampler, charge

PAUSE, PACE = "callbench_pause_s", "callbench_pace"
"""Metadata of text frames: seconds of silence before the text is said, and the pace at which it is."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """Part of a reply; `pause_s` seconds of silence come before it, or as many as the voice makes between sentences."""

    text: str
    pause_s: float | None = None


@dataclass(frozen=True, slots=True)
class Say:
    """Say `text`; `hang_up` ends the call once it has been heard; `pace` below 1.0 is slow, to be understood.

    `phrases` are the same text in parts, for a voice that is to pause between them.
    """

    text: str
    hang_up: bool = False
    pace: float = 1.0
    phrases: tuple[Phrase, ...] = ()


@dataclass(frozen=True, slots=True)
class CallTools:
    """Call tools, in order, as one batch."""

    calls: tuple[tuple[str, dict[str, Any]], ...] = field(default_factory=tuple)


Action = Say | CallTools | None


class Brain(Protocol):
    """Decides what to do next; asked at the end of each turn of the other side and after tool results."""

    def next(self, context: LLMContext) -> Action:
        """The next action, given the conversation so far. Runs off the event loop; must not act by itself."""

    def begin(self, action: Action) -> None:
        """The action is about to be carried out; not called when the turn went on while the brain was thinking."""


def user_texts(context: LLMContext) -> list[str]:
    """What the other side said, message by message, as heard."""
    texts = []
    for message in context.get_messages():
        if isinstance(message, dict) and message.get("role") == "user":
            content = message.get("content")
            if isinstance(content, str):
                texts.append(content)
            elif isinstance(content, list):
                texts.append(" ".join(str(part.get("text", "")) for part in content if isinstance(part, dict)))
    return texts


class BrainService(LLMService):
    """Runs a brain in the place of a language model; `latency` is the time to its first token."""

    def __init__(self, brain: Brain, latency: Sampler, model: str = "plan") -> None:
        settings = LLMSettings(
            model=model,
            system_instruction=None,
            temperature=None,
            max_tokens=None,
            top_p=None,
            top_k=None,
            frequency_penalty=None,
            presence_penalty=None,
            seed=None,
            filter_incomplete_user_turns=False,
            user_turn_completion_config=None,
        )
        super().__init__(settings=settings)
        self._brain, self._latency, self._calls = brain, latency, 0
        self._thought = 0.0  # seconds that the last decision took
        self.on_hang_up: Callable[[], None] | None = None
        self.on_pace: Callable[[float], None] | None = None
        self.on_result: Callable[[str, dict[str, Any], dict[str, Any]], None] = lambda name, params, response: None
        """Told of each tool's name, arguments and response before the brain is asked again."""
        self.on_spoken: Callable[[str], None] = lambda text: None
        """Told of each reply as it was heard."""

    def can_generate_metrics(self) -> bool:
        """Brains report time to first token like a model."""
        return True

    async def process_frame(self, frame: Frame, direction: FrameDirection) -> None:
        """Answer a context frame; pass everything else on."""
        await super().process_frame(frame, direction)
        if not isinstance(frame, LLMContextFrame):
            await self.push_frame(frame, direction)
            return
        await self.push_frame(LLMFullResponseStartFrame())
        try:
            await self.answer(frame.context)
        finally:
            await self.push_frame(LLMFullResponseEndFrame())

    async def understand(self, context: LLMContext) -> LLMContext:
        """The conversation as the brain reads it; for services that have to hear it first."""
        return context

    async def utter(self, text: str) -> None:
        """Give the words of a reply away, as a model's stream would."""
        for word in text.split(" "):
            await self._push_llm_text(word + " ")

    async def phrase(self, phrases: Sequence[Phrase]) -> None:
        """Give the words of a reply away part by part, each to be said as it is."""
        for part in phrases:
            frame = AggregatedTextFrame(part.text, TextType.SENTENCE)
            if part.pause_s is not None:
                frame.metadata[PAUSE] = part.pause_s
            await self.push_frame(frame)

    async def answer(self, context: LLMContext) -> None:
        """Decide, and carry the decision out."""
        started = asyncio.get_running_loop().time()
        await self.start_ttfb_metrics()
        understood = await self.understand(context)
        # The brain decides after its latency: a turn that goes on meanwhile cancels this task, nothing is decided.
        # In real time its thinking is part of the latency, as far as it was foreseen.
        await charge(max(0.0, self._latency() - min(self._thought, 0.2)), started)
        # Off the loop, since hearing a spelled code again takes a second of computing; inline in virtual time.
        thinking = asyncio.get_running_loop().time()
        action = await asyncio.get_running_loop().run_in_executor(None, self._brain.next, understood)
        self._thought = asyncio.get_running_loop().time() - thinking
        self._brain.begin(action)
        await self.stop_ttfb_metrics()
        match action:
            case Say(text, hang_up, pace, phrases):
                if hang_up and self.on_hang_up:
                    self.on_hang_up()
                if self.on_pace:
                    self.on_pace(pace)
                if phrases:
                    await self.phrase(phrases)
                else:
                    await self.utter(text)
            case CallTools(calls):
                batch = []
                for name, arguments in calls:
                    self._calls += 1
                    call_id = f"call-{self._calls}"
                    batch.append(
                        FunctionCallFromLLM(
                            function_name=name, tool_call_id=call_id, arguments=arguments, context=context
                        )
                    )
                await self.run_function_calls(batch)
