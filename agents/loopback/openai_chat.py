"""OpenAI's chat completions, as its servers and those that look like them speak it: streamed, with tools and sound."""

from __future__ import annotations

import asyncio
import base64
import json
from typing import Any

from aiohttp import web

from agents.loopback._chat import Answer, answer
from agents.loopback._openai import refuse
from agents.loopback._wav import samples_of
from agents.loopback._wire import Visit, http
from agents.loopback.mind import Message
from agents.loopback.server import House
from agents.loopback.session import Session

JUNK = b'data: {"id": "chatcmpl", "choices": [\n\n'
ARGUMENTS = 12  # letters of a call's arguments in one piece


def add(house: House) -> None:
    """Put the routes in."""
    house.app.add_routes([web.post("/v1/chat/completions", http(house, "openai.chat", "llm", refuse, complete))])


async def complete(visit: Visit) -> web.StreamResponse:
    """Answer a conversation."""
    order = await visit.request.json()
    tools = [tool["function"] for tool in order.get("tools") or []]
    visit.note(
        "post",
        model=order.get("model"),
        messages=len(order["messages"]),
        tools=[tool["name"] for tool in tools],
        sound=sum(part["type"] == "input_audio" for m in order["messages"] for part in _parts(m)),
    )
    said = await answer(visit.session, [await _worded(visit.session, m) for m in order["messages"]], tools)
    head = {"id": f"chatcmpl-{id(visit):x}", "created": 0, "model": order.get("model", "")}
    if not order.get("stream"):
        return await visit.whole({**head, "object": "chat.completion", **_whole(said)})
    usage = bool((order.get("stream_options") or {}).get("include_usage"))
    return await _stream(visit, {**head, "object": "chat.completion.chunk"}, said, usage)


async def _worded(session: Session, message: Message) -> Message:
    """The message with words in the place of sound; what is written beside sound only introduces it."""
    recordings = [part["input_audio"]["data"] for part in _parts(message) if part["type"] == "input_audio"]
    if not recordings:
        return message
    heard = [await session.hear(*samples_of(base64.b64decode(recording))) for recording in recordings]
    return {**message, "content": " ".join(heard)}


def _parts(message: Message) -> list[dict[str, Any]]:
    content = message.get("content")
    return content if isinstance(content, list) else []


def _usage(said: Answer) -> dict[str, Any]:
    return {
        "prompt_tokens": said.read,
        "completion_tokens": said.written,
        "total_tokens": said.read + said.written,
        "prompt_tokens_details": {"cached_tokens": 0, "audio_tokens": 0},
        "completion_tokens_details": {"reasoning_tokens": 0, "audio_tokens": 0},
    }


def _whole(said: Answer) -> dict[str, Any]:
    message: dict[str, Any] = {"role": "assistant", "content": said.text or None}
    if said.calls:
        message["tool_calls"] = [
            {"id": c.id, "type": "function", "function": {"name": c.name, "arguments": json.dumps(c.arguments)}}
            for c in said.calls
        ]
    reason = "tool_calls" if said.calls else "stop"
    return {"choices": [{"index": 0, "message": message, "finish_reason": reason}], "usage": _usage(said)}


async def _stream(visit: Visit, head: dict[str, Any], said: Answer, usage: bool) -> web.StreamResponse:
    body = await visit.stream("text/event-stream", JUNK)

    async def tell(delta: dict[str, Any], reason: str | None = None) -> None:
        choice = {"index": 0, "delta": delta, "finish_reason": reason}
        await body.write(_event({**head, "choices": [choice]}))

    await tell({"role": "assistant", "content": ""})
    for piece in said.pieces:
        await tell({"content": piece})
        await asyncio.sleep(visit.timing.token)
    for index, call in enumerate(said.calls):  # one call after the other, in chunks of their own
        function: dict[str, Any] = {"name": call.name, "arguments": ""}
        await tell({"tool_calls": [{"index": index, "id": call.id, "type": "function", "function": function}]})
        text = json.dumps(call.arguments)
        for at in range(0, len(text), ARGUMENTS):
            function = {"arguments": text[at : at + ARGUMENTS]}
            await tell({"tool_calls": [{"index": index, "function": function}]})
    await body.ending()
    await tell({}, "tool_calls" if said.calls else "stop")
    if usage:
        await body.write(_event({**head, "choices": [], "usage": _usage(said)}))
    await body.write(b"data: [DONE]\n\n")
    return body.response


def _event(data: dict[str, Any]) -> bytes:
    return f"data: {json.dumps(data)}\n\n".encode()
