"""A brain behind a language model's interface that takes sound: it hears for itself and then reads."""

from __future__ import annotations

from pipecat.processors.aggregators.llm_context import LLMContext

from agents.embedded.listening import Listener
from pipelines.brain import Brain, BrainService
from pipelines.latency import Sampler


class HearingBrainService(BrainService):
    """Runs a brain in the place of a model that takes ``input_audio``; hearing is part of its latency."""

    def __init__(self, brain: Brain, latency: Sampler, listener: Listener, model: str = "plan") -> None:
        super().__init__(brain, latency, model)
        self._listener = listener

    async def understand(self, context: LLMContext) -> LLMContext:
        """The conversation in words."""
        return LLMContext(await self._listener.in_words(context.get_messages()))  # type: ignore[arg-type]
