"""ElevenLabs' hosted agents as the client speaks to them: a signed address, a conversation, and its transcript.

The agent here always has ElevenLabs' own tool to end a call; that it was used is told in the transcript, as is what was
said. The socket is then closed in good order, once the last words have been played.
"""

from __future__ import annotations

import asyncio
import itertools
import json
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from aiohttp import web

from agents.loopback._duplex import END_CALL, Duplex
from agents.loopback._elevenlabs import refuse
from agents.loopback._sound import decoded, encoded
from agents.loopback._talk import Utterance
from agents.loopback._wire import Socket, Visit, http, identifier, refusal, socket
from agents.loopback.server import House

RATE = 16000
PING_SECS = 2.0
UNKNOWN = "no-such"
"""Agents whose id begins so do not exist."""


@dataclass
class Told:
    """What the vendor keeps of a conversation."""

    agent: str
    ended: bool = False
    turns: list[dict[str, Any]] = field(default_factory=list)

    def add(self, role: str, message: str | None, secs: float, **more: Any) -> None:
        """Note a turn."""
        self.turns.append({"role": role, "message": message, "time_in_call_secs": int(secs), **more})


def add(house: House) -> None:
    """Put the routes in."""
    known: dict[str, Told] = {}

    async def sign(visit: Visit) -> web.StreamResponse:
        agent = visit.request.query.get("agent_id", "")
        if not agent or agent.startswith(UNKNOWN):
            return refusal({"detail": {"status": "not_found", "message": f"Document with id {agent} not found."}}, 404)
        visit.note("signed", agent=agent)
        scheme = "wss" if visit.request.secure else "ws"
        query = urlencode({"agent_id": agent, "conversation_signature": "signed", "key": visit.session.order.key})
        return web.json_response({"signed_url": f"{scheme}://{visit.request.host}/v1/convai/conversation?{query}"})

    async def converse(wire: Socket) -> None:
        await Connection(wire, known).run()

    async def show(visit: Visit) -> web.StreamResponse:
        name = visit.request.match_info["conversation"]
        if (told := known.get(name)) is None:
            return refusal({"detail": {"status": "not_found", "message": f"Conversation {name} not found."}}, 404)
        return web.json_response(
            {
                "agent_id": told.agent,
                "conversation_id": name,
                "status": "done" if told.ended else "in-progress",
                "metadata": {"start_time_unix_secs": 0, "call_duration_secs": 0},
                "transcript": told.turns,
                "has_audio": False,
                "has_user_audio": False,
                "has_response_audio": False,
                "has_auxiliary_audio": False,
            }
        )

    name = "elevenlabs.agent"
    house.app.add_routes(
        [
            web.get("/v1/convai/conversation/get-signed-url", http(house, f"{name}.sign", "realtime", refuse, sign)),
            web.get("/v1/convai/conversation", socket(house, name, "realtime", refuse, converse)),
            web.get("/v1/convai/conversations/{conversation}", http(house, f"{name}.told", "", refuse, show)),
        ]
    )


class Connection(Duplex):
    """One conversation."""

    PLAYS_OUT = True

    def __init__(self, wire: Socket, known: dict[str, Told]) -> None:
        super().__init__(wire, RATE)
        self.sound_rate = RATE
        self.tools = {END_CALL}
        self.yields = False  # set up so that a caller is not interrupted
        self._events = itertools.count(1)
        self._conversation = f"conv_{identifier().replace('-', '')}"
        self._told = known[self._conversation] = Told(wire.request.query.get("agent_id", ""))
        self._begun = asyncio.get_running_loop().time()

    async def run(self) -> None:
        """Converse until either side closes."""
        try:
            async for message in self.wire.messages():
                await self._message(message)
        finally:
            self._told.ended = True
            await self.close()

    async def _message(self, message: str | bytes) -> None:
        try:
            found = json.loads(message)
            sound = found.get("user_audio_chunk")
        except (ValueError, AttributeError):
            return
        if sound is not None:
            await self.listen(decoded(sound))
            return
        self.wire.note(str(found.get("type")), **{k: v for k, v in found.items() if k != "type"})
        if found.get("type") == "conversation_initiation_client_data":
            await self._open()
        elif found.get("type") == "user_message":
            self.talk.heard(str(found.get("text") or ""))
            self.answer()

    async def _open(self) -> None:
        formats = {"agent_output_audio_format": f"pcm_{RATE}", "user_input_audio_format": f"pcm_{RATE}"}
        await self._event("conversation_initiation_metadata", conversation_id=self._conversation, **formats)
        self.wire.spawn(self._ping())

    async def _ping(self) -> None:
        while True:
            await asyncio.sleep(PING_SECS)
            await self._event("ping", event_id=next(self._events), ping_ms=1)

    # What the conversation tells.

    async def began(self, utterance: Utterance) -> None:
        """The client learns of it by its sound."""

    async def sounded(self, utterance: Utterance, words: str, pcm: bytes) -> None:
        await self._event("audio", audio_base_64=encoded(pcm), event_id=next(self._events))

    async def sent(self) -> None:
        words = self._last_words()
        self._told.add("agent", words, self._secs)
        await self._event("agent_response", agent_response=words, event_id=next(self._events))

    async def ended(self, utterance: Utterance, cut: bool, then: list[tuple[str, str, dict[str, Any]]]) -> None:
        for key, name, _ in then:
            used = {"request_id": key, "tool_name": name, "tool_has_been_called": True}
            self._told.add("agent", None, self._secs, tool_calls=[used | {"params_as_json": "{}"}])
            result = used | {"type": "system", "result_value": "{}", "is_error": False}
            self._told.add("agent", None, self._secs, tool_results=[result])
            told = {"tool_name": name, "tool_call_id": key, "tool_type": "system", "is_error": False}
            await self._event("agent_tool_response", **told)
        if then:
            self._told.ended = True
            await self.wire.close()

    async def called(self, calls: list[tuple[str, str, dict[str, Any]]]) -> None:
        """A caller has no other tools."""

    async def recognised(self, words: str) -> None:
        self._told.add("user", words, self._secs)
        event = {"user_transcript": words, "event_id": next(self._events)}
        await self.wire.send({"type": "user_transcript", "user_transcription_event": event})

    @property
    def _secs(self) -> float:
        return asyncio.get_running_loop().time() - self._begun

    def _last_words(self) -> str:
        said = [m for m in self.talk.messages if m.get("role") == "assistant" and m.get("content")]
        return str(said[-1]["content"]) if said else ""

    async def _event(self, kind: str, **event: Any) -> None:
        """Events stand in a field that is named after their kind."""
        field_name = kind if kind in _BARE else f"{kind}_event"
        await self.wire.send({"type": kind, field_name: event})


_BARE = ("agent_tool_response",)
