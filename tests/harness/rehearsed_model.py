"""A language model for callers that needs no server: the rehearsed caller, answering like a model with a tool."""

from __future__ import annotations

import asyncio

from pipecat.frames.frames import (
    FunctionCallFromLLM,
    LLMContextFrame,
    LLMFullResponseEndFrame,
    LLMFullResponseStartFrame,
)
from pipecat.services.llm_service import LLMService

from agents.services.base import Options, provider
from pipelines.brain import BrainService, Say
from pipelines.caller.prompt import END_CALL
from pipelines.caller.rehearsed import RehearsedCaller


class RehearsedOptions(Options):
    fault: str = ""


class RehearsedModel(LLMService):
    """Answers with text, and with a call of the tool to hang up."""

    def __init__(self, brain, now):
        super().__init__(settings=BrainService(brain, lambda: 0.0)._settings)
        self._brain, self._now, self._calls = brain, now, 0

    async def process_frame(self, frame, direction):
        await super().process_frame(frame, direction)
        if not isinstance(frame, LLMContextFrame):
            await self.push_frame(frame, direction)
            return
        await self.push_frame(LLMFullResponseStartFrame())
        await asyncio.sleep(0.2)
        action = self._brain.next(frame.context)
        if isinstance(action, Say):
            for word in action.text.split(" "):
                await self._push_llm_text(word + " ")
            if action.hang_up:
                self._calls += 1
                name, key = END_CALL, f"call-{self._calls}"
                call = FunctionCallFromLLM(function_name=name, tool_call_id=key, arguments={}, context=frame.context)
                await self.run_function_calls([call])
        await self.push_frame(LLMFullResponseEndFrame())


@provider("llm", "rehearsed", RehearsedOptions, local=True)
def model(options, site):
    call = site.call
    return RehearsedModel(RehearsedCaller(call.scenario, call.rng, options.fault), call.now)
