"""Gemini over HTTP: a language model with tools and ears, and a voice, whole or streamed."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

from aiohttp import web

from agents.loopback._chat import answer, asked
from agents.loopback._google import refuse, refuse_key
from agents.loopback._sound import decoded, encoded
from agents.loopback._wav import samples_of
from agents.loopback._wire import Visit, http
from agents.loopback.mind import Message
from agents.loopback.server import House
from agents.loopback.session import Session

RATE = 24000
JUNK = b'data: {"candidates": [{"content": {\r\n\r\n'
SPOKEN_PER_SECOND = 25  # tokens of a second of speech


def add(house: House) -> None:
    """Put the routes in."""
    model = http(house, "gemini.llm", "llm", refuse, think, refuse_key)
    voice = http(house, "gemini.tts", "tts", refuse, speak, refuse_key)

    async def either(request: web.Request) -> web.StreamResponse:
        order = await request.json()
        wants = (order.get("generationConfig") or {}).get("responseModalities") or []
        return await (voice if "AUDIO" in [str(w).upper() for w in wants] else model)(request)

    house.app.add_routes([web.post("/{version:v1beta|v1alpha|v1}/models/{call:[^/]+:[a-zA-Z]+}", either)])


async def think(visit: Visit) -> web.StreamResponse:
    """Answer a conversation."""
    order = await visit.request.json()
    tools = [
        {"name": f["name"], "parameters": f.get("parameters") or f.get("parametersJsonSchema")}
        for tool in order.get("tools") or []
        for f in tool.get("functionDeclarations") or []
    ]
    visit.note(
        "post",
        model=_model(visit),
        messages=len(order["contents"]),
        tools=[tool["name"] for tool in tools],
        system=bool(order.get("systemInstruction")),
        sound=sum("inlineData" in part for content in order["contents"] for part in content.get("parts") or []),
    )
    said = await answer(visit.session, await _messages(visit.session, order["contents"]), tools)
    usage = _usage(said.read, said.written)
    parts = [{"text": piece} for piece in said.pieces]
    calls = [{"functionCall": {"id": c.id, "name": c.name, "args": c.arguments}} for c in said.calls]
    if not _streams(visit):
        whole = ([{"text": said.text}] if said.text else []) + calls
        return await visit.whole(_chunk(visit, whole, usage, last=True))
    body = await visit.stream("text/event-stream", JUNK)
    await body.write(_event(_chunk(visit, [{"text": ""}], usage)))
    for part in parts:
        await body.write(_event(_chunk(visit, [part], usage)))
        await asyncio.sleep(visit.timing.token)
    await body.ending()
    await body.write(_event(_chunk(visit, calls or [{"text": ""}], usage, last=True)))
    return body.response


async def speak(visit: Visit) -> web.StreamResponse:
    """Say the last text of a conversation."""
    order = await visit.request.json()
    text = "".join(str(part.get("text", "")) for part in order["contents"][-1]["parts"])
    config = (order.get("generationConfig") or {}).get("speechConfig") or {}
    voice = _first(config, "prebuiltVoiceConfig", "prebuilt_voice_config") or {}
    name = str(voice.get("voiceName") or voice.get("voice_name") or "")
    visit.note("post", model=_model(visit), voice=name, text=text)
    pcm = await visit.session.speak(text, RATE, name)
    usage = _usage(len(text) // 4, round(len(pcm) / 2 / RATE * SPOKEN_PER_SECOND))

    def chunk(piece: bytes, last: bool = False) -> dict[str, Any]:
        data = {"mimeType": f"audio/L16;codec=pcm;rate={RATE}", "data": encoded(piece)}
        return _chunk(visit, [{"inlineData": data}], usage, last)

    if not _streams(visit):
        return await visit.whole(chunk(pcm, last=True))
    body = await visit.stream("text/event-stream", JUNK)
    await body.sound(pcm, RATE, lambda piece: _event(chunk(piece)))
    await body.ending()
    await body.write(_event(_chunk(visit, [], usage, last=True)))
    return body.response


def _model(visit: Visit) -> str:
    return visit.request.match_info["call"].rpartition(":")[0]


def _streams(visit: Visit) -> bool:
    return visit.request.match_info["call"].endswith(":streamGenerateContent")


async def _messages(session: Session, contents: list[dict[str, Any]]) -> list[Message]:
    """In OpenAI's form, sound in words; each part is a message of its own."""
    return [message for content in contents async for message in _of_content(session, content)]


async def _of_content(session: Session, content: dict[str, Any]) -> AsyncIterator[Message]:
    role = "assistant" if content.get("role") == "model" else "user"
    parts = content.get("parts") or []
    sounds = any("inlineData" in part for part in parts)
    for part in parts:
        if sound := part.get("inlineData"):
            yield {"role": role, "content": await session.hear(*samples_of(decoded(sound["data"])))}
        elif call := part.get("functionCall"):
            yield asked(_call_id(call), call["name"], call.get("args") or {})
        elif result := part.get("functionResponse"):
            response = json.dumps(result.get("response") or {})
            yield {"role": "tool", "tool_call_id": _call_id(result), "content": response}
        elif part.get("text") and not part.get("thought") and not sounds:  # beside sound it only introduces it
            yield {"role": role, "content": part["text"]}


def _call_id(part: dict[str, Any]) -> str:
    return str(part.get("id") or part["name"])


def _usage(read: int, written: int) -> dict[str, Any]:
    return {"promptTokenCount": read, "candidatesTokenCount": written, "totalTokenCount": read + written}


def _chunk(visit: Visit, parts: list[dict[str, Any]], usage: dict[str, Any], last: bool = False) -> dict[str, Any]:
    candidate: dict[str, Any] = {"content": {"role": "model", "parts": parts}, "index": 0}
    if last:
        candidate["finishReason"] = "STOP"
    return {"candidates": [candidate], "usageMetadata": usage, "modelVersion": _model(visit)}


def _event(data: dict[str, Any]) -> bytes:
    return f"data: {json.dumps(data)}\r\n\r\n".encode()


def _first(tree: Any, *names: str) -> Any:
    """The first value under one of these names, however deep."""
    if not isinstance(tree, dict):
        return None
    for name in names:
        if name in tree:
            return tree[name]
    return next((found for value in tree.values() if (found := _first(value, *names)) is not None), None)
