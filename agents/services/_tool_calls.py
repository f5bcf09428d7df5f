"""Tool calls of a streamed chat completion, put together before Pipecat sees them.

Servers differ in how they cut calls into pieces. Pipecat reads only the first piece of a chunk, tells calls apart by
an index that not every server counts up, and drops a call whose arguments are not JSON, after which nobody says
anything any more. So pieces are held back here, and every call is handed on whole, once, at the end of the answer.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import AsyncGenerator
from dataclasses import dataclass

from loguru import logger
from openai.types.chat import ChatCompletionChunk
from openai.types.chat.chat_completion_chunk import (
    Choice,
    ChoiceDelta,
    ChoiceDeltaToolCall,
    ChoiceDeltaToolCallFunction,
)


@dataclass
class _Call:
    id: str = ""
    name: str = ""
    arguments: str = ""


async def whole_calls(chunks: AsyncGenerator[ChatCompletionChunk, None]) -> AsyncGenerator[ChatCompletionChunk, None]:
    """The chunks without their pieces of tool calls, then one chunk for each call.

    A call whose arguments are not a JSON object goes on without arguments: the tool then says what it lacks.
    """
    calls: list[_Call] = []
    at: dict[int | None, _Call] = {}
    try:
        async for chunk in chunks:
            for choice in chunk.choices or ():
                if choice.delta and choice.delta.tool_calls:
                    for piece in choice.delta.tool_calls:
                        _add(piece, at, calls)
                    choice.delta.tool_calls = None
            yield chunk
    finally:
        await chunks.aclose()
    for index, call in enumerate(calls):
        yield _chunk(index, call)


def _add(piece: ChoiceDeltaToolCall, at: dict[int | None, _Call], calls: list[_Call]) -> None:
    """Give a piece to its call: the one at its index, unless it brings an id of its own."""
    call = at.get(piece.index)
    if call is None or (piece.id and call.id and piece.id != call.id):
        call = at[piece.index] = _Call()
        calls.append(call)
    call.id = call.id or piece.id or ""
    if piece.function is not None:
        call.name = call.name or piece.function.name or ""
        call.arguments += piece.function.arguments or ""


def _chunk(index: int, call: _Call) -> ChatCompletionChunk:
    function = ChoiceDeltaToolCallFunction(name=call.name, arguments=_arguments(call))
    piece = ChoiceDeltaToolCall(
        index=index, id=call.id or f"call_{uuid.uuid4().hex[:12]}", type="function", function=function
    )
    choice = Choice(index=0, delta=ChoiceDelta(tool_calls=[piece]), finish_reason=None)
    return ChatCompletionChunk(id="", choices=[choice], created=0, model="", object="chat.completion.chunk")


def _arguments(call: _Call) -> str:
    try:
        if isinstance(json.loads(call.arguments or "{}"), dict):
            return call.arguments or "{}"
    except json.JSONDecodeError:
        pass
    logger.warning(f"tool call {call.name}: arguments are not a JSON object: {call.arguments[:200]}")
    return "{}"
