"""Anthropic's messages: streamed events with blocks of text and of tool use."""

from __future__ import annotations

import asyncio
import json
import uuid
from collections.abc import Iterator
from typing import Any

from aiohttp import web

from agents.loopback._chat import Answer, answer, asked
from agents.loopback._wire import Visit, http, refusal
from agents.loopback.mind import Message
from agents.loopback.server import House

JUNK = b'event: content_block_delta\ndata: {"type": "content_block_delta", "index": 0, "delta": {\n\n'
ARGUMENTS = 12  # letters of a call's arguments in one piece

_SAYS = {
    400: ("invalid_request_error", "The request could not be understood."),
    401: ("authentication_error", "invalid x-api-key"),
    403: ("permission_error", "Your API key does not have permission to use the specified resource."),
    404: ("not_found_error", "The requested resource could not be found."),
    429: ("rate_limit_error", "This request would exceed your account's rate limit. Please try again later."),
    529: ("overloaded_error", "Overloaded"),
}


def refuse(status: int, retry_after: float | None = None) -> web.Response:
    """A refusal in Anthropic's form."""
    kind, message = _SAYS.get(status, ("api_error", "Internal server error"))
    body = {"type": "error", "error": {"type": kind, "message": message}, "request_id": _id("req")}
    return refusal(body, status, retry_after)


def add(house: House) -> None:
    """Put the routes in."""
    house.app.add_routes([web.post("/v1/messages", http(house, "anthropic", "llm", refuse, reply))])


async def reply(visit: Visit) -> web.StreamResponse:
    """Answer a conversation."""
    order = await visit.request.json()
    tools = [{"name": t["name"], "parameters": t.get("input_schema")} for t in order.get("tools") or []]
    visit.note(
        "post",
        model=order.get("model"),
        messages=len(order["messages"]),
        tools=[tool["name"] for tool in tools],
        system=bool(order.get("system")),
    )
    said = await answer(visit.session, list(_messages(order["messages"])), tools)
    head = {"id": _id("msg"), "type": "message", "role": "assistant", "model": order.get("model", "")}
    blocks: list[dict[str, Any]] = [{"type": "text", "text": said.text}] if said.text else []
    blocks += [{"type": "tool_use", "id": f"toolu_{c.id}", "name": c.name, "input": c.arguments} for c in said.calls]
    reason = "tool_use" if said.calls else "end_turn"
    if not order.get("stream"):
        usage = {"input_tokens": said.read, "output_tokens": said.written}
        ending = {"stop_reason": reason, "stop_sequence": None, "usage": usage}
        return await visit.whole({**head, "content": blocks, **ending})
    return await _stream(visit, head, blocks, said, reason)


async def _stream(
    visit: Visit, head: dict[str, Any], blocks: list[dict[str, Any]], said: Answer, reason: str
) -> web.StreamResponse:
    body = await visit.stream("text/event-stream", JUNK)

    async def tell(kind: str, **fields: Any) -> None:
        await body.write(f"event: {kind}\ndata: {json.dumps({'type': kind, **fields})}\n\n".encode())

    usage = {"input_tokens": said.read, "output_tokens": 1}
    empty = {**head, "content": [], "stop_reason": None, "stop_sequence": None, "usage": usage}
    await tell("message_start", message=empty)
    for index, block in enumerate(blocks):
        if block["type"] == "text":
            await tell("content_block_start", index=index, content_block={**block, "text": ""})
            for piece in said.pieces:
                await tell("content_block_delta", index=index, delta={"type": "text_delta", "text": piece})
                await asyncio.sleep(visit.timing.token)
        else:
            await tell("content_block_start", index=index, content_block={**block, "input": {}})
            text = json.dumps(block["input"])
            for at in range(0, len(text), ARGUMENTS):
                delta = {"type": "input_json_delta", "partial_json": text[at : at + ARGUMENTS]}
                await tell("content_block_delta", index=index, delta=delta)
        await tell("content_block_stop", index=index)
    await body.ending()
    usage = {"output_tokens": said.written}
    await tell("message_delta", delta={"stop_reason": reason, "stop_sequence": None}, usage=usage)
    await tell("message_stop")
    return body.response


def _messages(messages: list[dict[str, Any]]) -> Iterator[Message]:
    """In OpenAI's form. Clients join what one side said in a row: each block is a message of its own again."""
    for message in messages:
        role, content = message["role"], message["content"]
        for block in [{"type": "text", "text": content}] if isinstance(content, str) else content:
            if block["type"] == "text":
                yield {"role": role, "content": block["text"]}
            elif block["type"] == "tool_use":
                yield asked(block["id"], block["name"], block["input"])
            elif block["type"] == "tool_result":
                yield {"role": "tool", "tool_call_id": block["tool_use_id"], "content": block.get("content", "")}


def _id(kind: str) -> str:
    return f"{kind}_{uuid.uuid4().hex[:24]}"
