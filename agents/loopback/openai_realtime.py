"""OpenAI Realtime as its clients speak it: conversations (server or client finds turns) and transcription sessions."""

from __future__ import annotations

import binascii
import itertools
import json
from collections import deque
from typing import Any

from aiohttp import web

from agents.loopback._duplex import Duplex
from agents.loopback._sound import decoded, encoded
from agents.loopback._talk import Utterance
from agents.loopback._tokens import Spent, Tokens
from agents.loopback._wire import Socket, refusal, socket
from agents.loopback.server import House

RATE = 24000  # the only rate of PCM that the vendor takes
BYTES_PER_MS = 2 * RATE // 1000
TOKENS_HEARD, TOKENS_SPOKEN = 10, 20  # of a second, as the vendor documents them


def add(house: House) -> None:
    """Put the routes in."""
    converse = socket(house, "openai.realtime", "realtime", refuse, _converse)
    transcribe = socket(house, "openai.realtime.stt", "stt", refuse, _transcribe)

    async def by_intent(request: web.Request) -> web.StreamResponse:
        wanted = transcribe if request.query.get("intent") == "transcription" else converse
        return await wanted(request)

    house.app.router.add_get("/v1/realtime", by_intent)


def refuse(status: int, retry_after: float | None) -> web.Response:
    """As the vendor says no."""
    code = {401: "invalid_api_key", 429: "rate_limit_exceeded"}.get(status)
    message = {401: "Incorrect API key provided.", 429: "Rate limit reached."}.get(status, "The server had an error.")
    kind = "server_error" if status >= 500 else "invalid_request_error"
    return refusal({"error": {"message": message, "type": kind, "param": None, "code": code}}, status, retry_after)


async def _converse(wire: Socket) -> None:
    await Connection(wire).run()


async def _transcribe(wire: Socket) -> None:
    await Connection(wire, listens_only=True).run()


class Connection(Duplex):
    """One session."""

    def __init__(self, wire: Socket, listens_only: bool = False) -> None:
        super().__init__(wire, RATE)
        self._listens_only = listens_only
        self.answers = not listens_only
        kind, model = "transcription" if listens_only else "realtime", wire.request.query.get("model", "")
        self._state: dict[str, Any] = {"type": kind, "object": f"{kind}.session", "id": "sess_1", "model": model}
        self._ids = itertools.count(1)
        self._tokens = Tokens(TOKENS_HEARD, TOKENS_SPOKEN)
        self._finds_turns = True
        self._buffer = bytearray()  # of a client that finds turns
        self._turns: deque[str] = deque()  # items of turns that are being recognised
        self._item = ""  # the present turn's
        self._response = ""
        self._said: dict[str, Utterance] = {}
        self._current: dict[str, Any] = {}  # the item of the reply that is being said

    async def run(self) -> None:
        """Serve until the client leaves."""
        try:
            await self._event("session.created", session=self._state)
            async for message in self.wire.messages():
                await self.receive(message)
        finally:
            await self.close()

    async def receive(self, text: str | bytes) -> None:
        """An event of the client."""
        try:
            event = json.loads(text)
            kind = str(event["type"])
        except (ValueError, KeyError, TypeError):
            await self._error("invalid_json", "The event is not a JSON object with a type.")
            return
        if not kind.endswith(".append"):
            self.wire.note(kind, event=event)
        handle = getattr(self, "_on_" + kind.replace(".", "_"), None)
        if handle is None:
            await self._error("invalid_value", f"Invalid value: '{kind}'.", event, param="type")
            return
        try:
            await handle(event)
        except (KeyError, TypeError, AttributeError, binascii.Error) as error:
            await self._error("missing_required_parameter", f"{kind}: {type(error).__name__}: {error}", event)

    # What the client asks.

    async def _on_session_update(self, event: dict[str, Any]) -> None:
        wanted = event["session"]
        sound = wanted.get("audio") or {}
        heard = sound.get("input") or {}
        if "turn_detection" in heard:
            found = heard["turn_detection"]
            self._finds_turns = found is not None
            if found is not None:
                self.answers = found.get("create_response") is not False and not self._listens_only
                self.yields = found.get("interrupt_response") is not False
        self.voice = (sound.get("output") or {}).get("voice") or self.voice
        if "tools" in wanted:
            self.tools = {str(tool.get("name")) for tool in wanted["tools"] or []}
        self._tokens.read(f"{wanted.get('instructions') or ''}{json.dumps(wanted.get('tools') or '')}")
        self._state |= {k: v for k, v in wanted.items() if k not in ("type", "object", "id")}
        await self._event("session.updated", session=self._state)

    async def _on_input_audio_buffer_append(self, event: dict[str, Any]) -> None:
        pcm = decoded(event["audio"])
        if self._finds_turns:
            await self.listen(pcm)
        else:
            self._buffer += pcm

    async def _on_input_audio_buffer_clear(self, event: dict[str, Any]) -> None:
        self._buffer.clear()
        await self._event("input_audio_buffer.cleared")

    async def _on_input_audio_buffer_commit(self, event: dict[str, Any]) -> None:
        if len(self._buffer) < 100 * BYTES_PER_MS:
            held = len(self._buffer) / BYTES_PER_MS
            message = f"Error committing input audio buffer: buffer too small. Expected 100ms, but it has {held:.2f}ms."
            await self._error("input_audio_buffer_commit_empty", message, event)
            return
        pcm = bytes(self._buffer)
        self._buffer.clear()
        await self._committed(self._id("item"), len(pcm) / BYTES_PER_MS / 1000)
        self.take(pcm, then_answer=False)

    async def _on_conversation_item_create(self, event: dict[str, Any]) -> None:
        item = {"id": self._id("item"), "object": "realtime.item", "status": "completed"} | event["item"]
        await self._event("conversation.item.added", item=item)
        await self._event("conversation.item.done", item=item)
        if item["type"] == "function_call_output":
            self._tokens.read(item["output"])
            await self.tool_answered(item["call_id"], item["output"], then_answer=False)
        elif item["type"] == "message":
            text = " ".join(str(part.get("text") or "") for part in item["content"]).strip()
            self._tokens.read(text)
            if item.get("role") == "user" and self.talk.begun:  # before, it is what the agent is told
                self.talk.heard(text)

    async def _on_conversation_item_truncate(self, event: dict[str, Any]) -> None:
        utterance, ends = self._said.get(event["item_id"]), int(event["audio_end_ms"])
        if utterance is None:
            await self._error("item_truncate_invalid_item_id", f"Item {event['item_id']} does not exist.", event)
        elif ends > utterance.secs * 1000 + 1:
            message = f"Audio content of {utterance.secs * 1000:.0f}ms is already shorter than {ends}ms"
            await self._error("invalid_value", message, event)
        else:
            utterance.cut_after(ends / 1000)
            told = {name: event[name] for name in ("item_id", "content_index", "audio_end_ms")}
            await self._event("conversation.item.truncated", **told)

    async def _on_response_create(self, event: dict[str, Any]) -> None:
        if self._response:
            message = f"Conversation already has an active response in progress: {self._response}."
            await self._error("conversation_already_has_active_response", message, event)
            return
        await self.thinks()
        self.answer()

    async def _on_response_cancel(self, event: dict[str, Any]) -> None:
        if not self._response:
            await self._error("response_cancel_not_active", "Cancellation failed: no active response found", event)
            return
        self.interrupt(client=True)

    # What the conversation tells.

    async def turn_started(self) -> None:
        self._item = self._id("item")
        started = max(0, round(self.ear.seconds * 1000) - 300)
        await self._event("input_audio_buffer.speech_started", audio_start_ms=started, item_id=self._item)

    async def turn_stopped(self) -> None:
        ended = round(self.ear.seconds * 1000)
        await self._event("input_audio_buffer.speech_stopped", audio_end_ms=ended, item_id=self._item)
        await self._committed(self._item, self.ear.turn_secs)

    async def recognised(self, words: str) -> None:
        part = {"item_id": self._turns.popleft(), "content_index": 0}
        if words:
            await self._event("conversation.item.input_audio_transcription.delta", delta=words, **part)
        usage = {"type": "tokens", "total_tokens": 0, "input_tokens": 0, "output_tokens": 0}
        await self._event(
            "conversation.item.input_audio_transcription.completed", transcript=words, usage=usage, **part
        )

    async def thinks(self) -> None:
        if not self._response:
            self._response = self._id("resp")
            await self._event("response.created", response=self._told("in_progress"))

    async def withheld(self) -> None:
        if self._response:
            await self._done("cancelled", [], "", 0.0)

    async def began(self, utterance: Utterance) -> None:
        self._current = self._new_item(type="message", role="assistant", status="in_progress", content=[])
        self._said[self._current["id"]] = utterance
        await self._added(self._current, 0)
        part = {"type": "audio", "transcript": ""}
        await self._event("response.content_part.added", part=part, **self._where())

    async def sounded(self, utterance: Utterance, words: str, pcm: bytes) -> None:
        where = self._where()
        if words:
            await self._event("response.output_audio_transcript.delta", delta=words, **where)
        await self._event("response.output_audio.delta", delta=encoded(pcm), **where)

    async def ended(self, utterance: Utterance, cut: bool, then: list[tuple[str, str, dict[str, Any]]]) -> None:
        where, text = self._where(), str(utterance.message["content"])
        status = "incomplete" if cut else "completed"
        item = self._current | {"status": status, "content": [{"type": "output_audio", "transcript": text}]}
        await self._event("response.output_audio.done", **where)
        await self._event("response.output_audio_transcript.done", transcript=text, **where)
        await self._event("response.content_part.done", part={"type": "audio", "transcript": text}, **where)
        await self._finished(item, 0)
        items = [item, *await self._call_items(then, first=1)]
        await self._done("cancelled" if cut else "completed", items, text, utterance.secs)

    async def called(self, calls: list[tuple[str, str, dict[str, Any]]]) -> None:
        items = await self._call_items(calls, first=0)
        await self._done("completed", items, json.dumps([item["arguments"] for item in items]), 0.0)

    async def _call_items(self, calls: list[tuple[str, str, dict[str, Any]]], first: int) -> list[dict[str, Any]]:
        items = []
        for index, (key, name, arguments) in enumerate(calls, first):
            item = self._new_item(type="function_call", status="in_progress", call_id=key, name=name, arguments="")
            await self._added(item, index)
            where = {"response_id": self._response, "item_id": item["id"], "output_index": index, "call_id": key}
            written = json.dumps(arguments)
            await self._event("response.function_call_arguments.delta", delta=written, **where)
            await self._event("response.function_call_arguments.done", name=name, arguments=written, **where)
            items.append(item | {"status": "completed", "arguments": written})
            await self._finished(items[-1], index)
        return items

    async def _added(self, item: dict[str, Any], index: int) -> None:
        await self._event("response.output_item.added", response_id=self._response, output_index=index, item=item)
        await self._event("conversation.item.added", item=item)

    async def _finished(self, item: dict[str, Any], index: int) -> None:
        await self._event("response.output_item.done", response_id=self._response, output_index=index, item=item)
        await self._event("conversation.item.done", item=item)

    async def _done(self, status: str, items: list[dict[str, Any]], text: str, secs: float) -> None:
        told = self._told(status, output=items, usage=_usage(self._tokens.respond(text, secs)))
        if status == "cancelled":
            reason = "turn_detected" if self.ear.open else "client_cancelled"
            told["status_details"] = {"type": "cancelled", "reason": reason}
        self._response = ""
        await self._event("response.done", response=told)

    async def _committed(self, item: str, secs: float) -> None:
        self._turns.append(item)
        self._tokens.hear(secs)
        await self._event("input_audio_buffer.committed", item_id=item)
        told = {"id": item, "object": "realtime.item", "type": "message", "role": "user", "status": "completed"}
        await self._event("conversation.item.added", item=told | {"content": [{"type": "input_audio"}]})

    def _where(self) -> dict[str, Any]:
        return {"response_id": self._response, "item_id": self._current["id"], "output_index": 0, "content_index": 0}

    def _told(self, status: str, **more: Any) -> dict[str, Any]:
        return {"object": "realtime.response", "id": self._response, "status": status, "output": [], **more}

    def _new_item(self, **fields: Any) -> dict[str, Any]:
        return {"id": self._id("item"), "object": "realtime.item", **fields}

    def _id(self, kind: str) -> str:
        return f"{kind}_{next(self._ids)}"

    async def _event(self, kind: str, **fields: Any) -> None:
        await self.wire.send({"event_id": self._id("event"), "type": kind, **fields})

    async def _error(
        self, code: str, message: str, event: dict[str, Any] | None = None, param: str | None = None
    ) -> None:
        asked = (event or {}).get("event_id")
        error = {"type": "invalid_request_error", "code": code, "message": message, "param": param, "event_id": asked}
        await self._event("error", error=error)


def _usage(spent: Spent) -> dict[str, Any]:
    cached = {"text_tokens": spent.cached_text, "audio_tokens": spent.cached_sound}
    return {
        "total_tokens": spent.read + spent.written,
        "input_tokens": spent.read,
        "output_tokens": spent.written,
        "input_token_details": {
            "text_tokens": spent.read_text,
            "audio_tokens": spent.read_sound,
            "cached_tokens": spent.cached_text + spent.cached_sound,
            "cached_tokens_details": cached,
        },
        "output_token_details": {"text_tokens": spent.text, "audio_tokens": spent.sound},
    }
