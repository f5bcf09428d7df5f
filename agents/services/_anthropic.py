"""Pipecat's Anthropic service, with bounded waits and every tool call of an answer."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from anthropic import APIConnectionError, AsyncAnthropic
from pipecat.frames.frames import FunctionCallFromLLM
from pipecat.processors.aggregators.llm_context import LLMContext
from pipecat.services.anthropic.llm import AnthropicLLMService

from agents.services._patience import bounded, patiently


@dataclass
class _Block:
    id: str
    name: str
    pieces: list[str] = field(default_factory=list)


class Claude(AnthropicLLMService):
    """A Claude model.

    Of several tool calls in one answer Pipecat runs the last one only and forgets the others; here they all run, in
    the order in which the model made them.

    Args:
        base_url: where it is asked.
        timeout_secs: see `agents.services._patience`.
        retries: as well.
    """

    def __init__(self, *, api_key: str, base_url: str, timeout_secs: float, retries: int, **kwargs: Any) -> None:
        client = AsyncAnthropic(api_key=api_key, base_url=base_url, max_retries=0, timeout=None)
        super().__init__(api_key=api_key, client=client, **kwargs)
        self._secs, self._retries = timeout_secs, retries
        self._blocks: list[_Block] = []

    async def cleanup(self) -> None:
        """Close the client, which Pipecat leaves open."""
        await super().cleanup()  # type: ignore[no-untyped-call]
        await self._client.close()

    async def _create_message_stream(self, api_call: Callable[..., Any], params: dict[str, Any]) -> Any:
        stream = await patiently(lambda: api_call(**params), self._secs, self._retries, (APIConnectionError,))
        return self._noted(bounded(aiter(stream), self._secs))

    async def _noted(self, events: AsyncGenerator[Any, None]) -> AsyncGenerator[Any, None]:
        """The events as they come; the blocks of tool calls among them are kept."""
        self._blocks = []
        try:
            async for event in events:
                if event.type == "content_block_start" and event.content_block.type == "tool_use":
                    self._blocks.append(_Block(event.content_block.id, event.content_block.name))
                elif event.type == "content_block_delta" and hasattr(event.delta, "partial_json") and self._blocks:
                    self._blocks[-1].pieces.append(event.delta.partial_json)
                yield event
        finally:
            await events.aclose()

    async def run_function_calls(self, function_calls: Sequence[FunctionCallFromLLM]) -> None:
        """Run the calls of an answer, those before the last one too."""
        if function_calls:
            context = function_calls[-1].context
            assert isinstance(context, LLMContext)
            earlier = [_call(block, context) for block in self._blocks[:-1]]
            function_calls = [*earlier, *function_calls]
        await super().run_function_calls(function_calls)


def _call(block: _Block, context: LLMContext) -> FunctionCallFromLLM:
    return FunctionCallFromLLM(
        context=context,
        tool_call_id=block.id,
        function_name=block.name,
        arguments=json.loads("".join(block.pieces) or "{}"),
    )
