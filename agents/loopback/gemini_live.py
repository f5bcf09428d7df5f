"""Gemini Live as its clients speak it: keys of messages in both styles, sound in base64 for addresses, two setups."""

from __future__ import annotations

import json
import re
import uuid
import weakref
from typing import Any

from aiohttp import WSCloseCode, web

from agents.loopback._duplex import Duplex
from agents.loopback._sound import decoded, encoded
from agents.loopback._talk import Talk, Utterance
from agents.loopback._tokens import Spent, Tokens
from agents.loopback._wire import Socket, refusal, socket
from agents.loopback.server import House
from agents.loopback.session import Session

SOUND_RATE = 24000
TOKENS_PER_SEC = 25  # of sound, in and out
WRONG_KEY = "API key not valid. Please pass a valid API key."
_RATE = re.compile(r"rate=(\d+)")
_STATUSES = {400: "INVALID_ARGUMENT", 401: "UNAUTHENTICATED", 403: "PERMISSION_DENIED", 429: "RESOURCE_EXHAUSTED"}


class _Memory:
    """What outlives a connection: the conversation of a call, and the handles to take it up again."""

    def __init__(self) -> None:
        self.last: Talk | None = None
        self.handles: dict[str, Talk] = {}


_memories: weakref.WeakKeyDictionary[Session, _Memory] = weakref.WeakKeyDictionary()


def add(house: House) -> None:
    """Put the routes in."""
    known = socket(house, "google.live", "realtime", refuse, _converse)

    async def live(request: web.Request) -> web.StreamResponse:
        if house.session(request) is not None:
            return await known(request)
        ws = web.WebSocketResponse()  # the vendor lets everybody in, and then says why not
        await ws.prepare(request)
        await ws.close(code=WSCloseCode.INVALID_TEXT, message=WRONG_KEY.encode())
        return ws

    method = r"{method:google\.ai\.generativelanguage\.\w+\.GenerativeService\.BidiGenerateContent}"
    house.app.router.add_get(f"/ws/{method}", live)
    house.app.router.add_get(f"//ws/{method}", live)


def refuse(status: int, retry_after: float | None) -> web.Response:
    """As the vendor says no."""
    message = WRONG_KEY if status == 401 else f"The service answers {status}."
    error = {"code": status, "message": message, "status": _STATUSES.get(status, "UNAVAILABLE")}
    return refusal({"error": error}, status, retry_after)


async def _converse(wire: Socket) -> None:
    async for message in wire.messages():
        setup = pick(_object(message), "setup")
        if not isinstance(setup, dict):
            await wire.close(WSCloseCode.INVALID_TEXT, "setup must be the first message and only the first.")
            return
        wire.note("setup", setup=setup)
        await Connection(wire, setup).run()
        return


class Connection(Duplex):
    """One session."""

    PLAYS_OUT = True

    def __init__(self, wire: Socket, setup: dict[str, Any]) -> None:
        config = pick(setup, "generation_config") or {}
        voice = config
        for name in ("speech_config", "voice_config", "prebuilt_voice_config", "voice_name"):
            voice = pick(voice, name) or {}
        detection = pick(pick(setup, "realtime_input_config") or {}, "automatic_activity_detection")
        super().__init__(wire, SOUND_RATE, str(voice or ""))
        self._finds_turns = not pick(detection, "disabled")
        self._setup = setup
        declared = [pick(tool, "function_declarations") or [] for tool in pick(setup, "tools") or []]
        self.tools = {str(one.get("name")) for some in declared for one in some}
        self._tokens = Tokens(TOKENS_PER_SEC, TOKENS_PER_SEC)
        self._tokens.read(json.dumps(setup))
        self._memory = _memories.setdefault(wire.session, _Memory())
        self._rate = 0
        self._window: bytearray | None = None  # what is heard between the client's marks of a turn
        resumed = pick(pick(setup, "session_resumption") or {}, "handle")
        if resumed:
            self.talk = self._memory.handles.get(str(resumed), self.talk)

    async def run(self) -> None:
        """Serve until the client leaves."""
        try:
            await self.wire.send({"setupComplete": {}})
            async for message in self.wire.messages():
                found = _object(message)
                if (content := pick(found, "client_content")) is not None:
                    self.wire.note("client_content", content=content)
                    self._content(content)
                elif (sound := pick(found, "realtime_input")) is not None:
                    await self._realtime(sound)
                elif (response := pick(found, "tool_response")) is not None:
                    self.wire.note("tool_response", response=response)
                    await self._tool_response(response)
                else:
                    await self.wire.close(WSCloseCode.INVALID_TEXT, "Request contains an invalid argument.")
                    return
        finally:
            await self.close()

    # What the client asks.

    def _content(self, content: dict[str, Any]) -> None:
        turns = pick(content, "turns") or []
        turns = turns if isinstance(turns, list) else [turns]
        self._tokens.read(json.dumps(turns))
        last = self._memory.last
        if last is not None and last is not self.talk:  # a connection was lost: what is sent is what came before
            self.talk = last
            self.talk.waiting.clear()
        elif self.talk.begun:  # before, it is what the agent is told
            for turn in turns:
                self.talk.heard(_text(turn))
        self._memory.last = self.talk
        if pick(content, "turn_complete"):
            self.answer()

    async def _realtime(self, sound: dict[str, Any]) -> None:
        if pick(sound, "activity_start") is not None:
            self._window = bytearray()
            self.interrupt()
        if blob := pick(sound, "audio") or next(iter(pick(sound, "media_chunks") or []), None):
            await self._blob(blob)
        if pick(sound, "activity_end") is not None and self._window is not None:
            pcm, self._window = bytes(self._window), None
            self._tokens.hear(len(pcm) / 2 / (self._rate or 1))
            self.take(pcm, then_answer=True)
        if text := str(pick(sound, "text") or "").strip():
            self.talk.heard(text)
            self.answer()

    async def _blob(self, blob: dict[str, Any]) -> None:
        kind = str(pick(blob, "mime_type") or "")
        found = _RATE.search(kind)
        rate = int(found[1]) if found else 16000
        if rate != self._rate:
            await self.ear.close()
            self.ear, self._rate = self.session.turn_ear(rate), rate
        pcm = decoded(str(blob["data"]))
        if self._finds_turns:
            await self.listen(pcm)
        elif self._window is not None:
            self._window += pcm

    async def _tool_response(self, response: dict[str, Any]) -> None:
        for one in pick(response, "function_responses") or []:
            result = {k: v for k, v in (one.get("response") or {}).items() if k != "scheduling"}
            self._tokens.read(json.dumps(result))
            await self.tool_answered(str(one.get("id")), json.dumps(result), then_answer=True)

    # What the conversation tells.

    async def turn_stopped(self) -> None:
        self._tokens.hear(self.ear.turn_secs)

    async def recognised(self, words: str) -> None:
        if words and pick(self._setup, "input_audio_transcription") is not None:
            await self._tell(inputTranscription={"text": f" {words}"})

    async def began(self, utterance: Utterance) -> None:
        """Nothing is told before the first sound."""

    async def sounded(self, utterance: Utterance, words: str, pcm: bytes) -> None:
        if words and pick(self._setup, "output_audio_transcription") is not None:
            await self._tell(outputTranscription={"text": words})
        blob = {"mimeType": f"audio/pcm;rate={SOUND_RATE}", "data": encoded(pcm)}
        await self._tell(modelTurn={"role": "model", "parts": [{"inlineData": blob}]})

    async def sent(self) -> None:
        await self._tell(generationComplete=True)

    async def ended(self, utterance: Utterance, cut: bool, then: list[tuple[str, str, dict[str, Any]]]) -> None:
        if cut:
            await self._tell(interrupted=True)
        spent = self._tokens.respond(str(utterance.message["content"]), utterance.secs)
        if then:
            await self.called(then)
        await self.wire.send({"serverContent": {"turnComplete": True}, "usageMetadata": _usage(spent)})
        if pick(self._setup, "session_resumption") is not None:
            handle = uuid.uuid4().hex
            self._memory.handles[handle] = self.talk
            await self.wire.send({"sessionResumptionUpdate": {"newHandle": handle, "resumable": True}})

    async def called(self, calls: list[tuple[str, str, dict[str, Any]]]) -> None:
        told = [{"id": key, "name": name, "args": arguments} for key, name, arguments in calls]
        await self.wire.send({"toolCall": {"functionCalls": told}})

    async def _tell(self, **content: Any) -> None:
        await self.wire.send({"serverContent": content})


def pick(message: Any, name: str) -> Any:
    """A field by its name in snake case, whichever style it is written in; ``None`` if it is not there."""
    if not isinstance(message, dict):
        return None
    head, *rest = name.split("_")
    camel = head + "".join(part.capitalize() for part in rest)
    return message.get(camel, message.get(name))


def _object(message: str | bytes) -> dict[str, Any]:
    try:
        found = json.loads(message)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _text(turn: dict[str, Any]) -> str:
    return " ".join(str(part.get("text") or "") for part in turn.get("parts") or []).strip()


def _usage(spent: Spent) -> dict[str, Any]:
    def by_kind(text: int, sound: int) -> list[dict[str, Any]]:
        return [{"modality": "TEXT", "tokenCount": text}, {"modality": "AUDIO", "tokenCount": sound}]

    return {
        "promptTokenCount": spent.read,
        "responseTokenCount": spent.written,
        "totalTokenCount": spent.read + spent.written,
        "promptTokensDetails": by_kind(spent.read_text, spent.read_sound),
        "responseTokensDetails": by_kind(spent.text, spent.sound),
    }
