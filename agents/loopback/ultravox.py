"""Ultravox as its clients speak it: a call is made by a request, then joined over a socket of its own."""

from __future__ import annotations

import itertools
import json
import re
import uuid
from typing import Any

from aiohttp import web

from agents.loopback._duplex import Duplex
from agents.loopback._talk import Utterance
from agents.loopback._wire import Socket, refusal, socket
from agents.loopback.faults import Kind
from agents.loopback.server import House

_AT_THE_DOOR: tuple[Kind, ...] = ("status",)
_LATE_RESULT = re.compile(r"\[Async tool result for tool_call_id=(\S+)\]\s*(.*)", re.DOTALL)


def add(house: House) -> None:
    """Put the routes in."""
    calls: dict[str, dict[str, Any]] = {}

    async def create(request: web.Request) -> web.StreamResponse:
        session = house.session(request)
        if session is None:
            return refuse(401, None)
        fault = session.faults.strike("realtime", _AT_THE_DOOR)
        if fault is not None:
            return refuse(fault.status, fault.retry_after)
        try:
            order = await request.json()
            rate = int(order["medium"]["serverWebSocket"]["inputSampleRate"])
        except (ValueError, KeyError, TypeError):
            return refusal({"medium": ["serverWebSocket.inputSampleRate is required."]}, 400)
        house.note(session, "ultravox create", order=order)
        call = str(uuid.uuid4())
        calls[call] = order
        scheme = "wss" if request.secure else "ws"
        joins = f"{scheme}://{request.host}/ultravox/calls/{call}/{session.order.key}"
        return web.json_response({"callId": call, "joinUrl": joins, "inputSampleRate": rate}, status=201)

    async def join(wire: Socket) -> None:
        order = calls.pop(wire.request.match_info["call"], None)
        if order is None:
            await wire.close(1008, "the call is not known or was joined already")
        else:
            await Connection(wire, wire.request.match_info["call"], order).run()

    house.app.add_routes(
        [
            web.post("/api/calls", create),
            web.post("/api/agents/{agent}/calls", create),
            web.get("/ultravox/calls/{call}/{key}", socket(house, "ultravox", "realtime", refuse, join)),
        ]
    )


def refuse(status: int, retry_after: float | None) -> web.Response:
    """As the vendor says no."""
    details = {401: "Invalid API key.", 402: "The account has no minutes left.", 429: "Too many concurrent calls."}
    return refusal({"detail": details.get(status, f"The service answers {status}.")}, status, retry_after)


class Connection(Duplex):
    """One call."""

    LEAD = 0.3
    PLAYS_OUT = True

    def __init__(self, wire: Socket, call: str, order: dict[str, Any]) -> None:
        medium = order["medium"]["serverWebSocket"]
        rate = int(medium["inputSampleRate"])
        super().__init__(wire, rate, str(order.get("voice") or ""))
        self.sound_rate = int(medium.get("outputSampleRate") or rate)
        self._call_id, self._order = call, order
        self._ordinals = itertools.count(1)
        self._ordinal = 0
        self.tools = {
            str((t.get("temporaryTool") or {}).get("modelToolName")) for t in order.get("selectedTools") or []
        }

    async def run(self) -> None:
        """Serve until the client leaves."""
        try:
            await self.wire.send({"type": "call_started", "callId": self._call_id})
            first = self._order.get("firstSpeakerSettings") or {}
            if "user" not in first:
                self.open_with(str((first.get("agent") or {}).get("text") or ""))
            async for message in self.wire.messages():
                if isinstance(message, bytes):
                    await self.listen(message)
                else:
                    await self._data(message)
        finally:
            await self.close()

    async def _data(self, text: str) -> None:
        try:
            found = json.loads(text)
            kind = found["type"]
        except (ValueError, KeyError, TypeError):
            return
        self.wire.note(str(kind), data=found)
        match kind:
            case "client_tool_result":
                await self._result(str(found.get("invocationId")), str(found.get("result")))
            case "user_text_message":
                if late := _LATE_RESULT.match(str(found.get("text"))):
                    await self._result(late[1], late[2])
                else:
                    self.talk.heard(str(found.get("text")).strip())
                    if found.get("urgency") != "later":
                        self.answer()
            case "ping":
                await self.wire.send({"type": "pong", "timestamp": found.get("timestamp")})

    async def _result(self, call: str, result: str) -> None:
        """A tool's answer; words in the place of JSON say that it will come later."""
        try:
            json.loads(result)
        except ValueError:
            return
        await self.tool_answered(call, result, then_answer=True)

    # What the conversation tells.

    async def recognised(self, words: str) -> None:
        if words:
            await self._transcript("user", text=words, final=True)

    async def thinks(self) -> None:
        await self._state("thinking")

    async def withheld(self) -> None:
        await self._state("listening")

    async def began(self, utterance: Utterance) -> None:
        self._ordinal = next(self._ordinals)
        await self._state("speaking")

    async def sounded(self, utterance: Utterance, words: str, pcm: bytes) -> None:
        if words:
            await self._transcript("agent", delta=words, final=False, ordinal=self._ordinal)
        await self.wire.send(pcm)

    async def ended(self, utterance: Utterance, cut: bool, then: list[tuple[str, str, dict[str, Any]]]) -> None:
        if cut:
            await self.wire.send({"type": "playback_clear_buffer"})
        await self._transcript("agent", text=utterance.message["content"], final=True, ordinal=self._ordinal)
        if then:
            await self.called(then)
        await self._state("listening")

    async def called(self, calls: list[tuple[str, str, dict[str, Any]]]) -> None:
        for key, name, arguments in calls:
            asked = {"toolName": name, "invocationId": key, "parameters": arguments}
            await self.wire.send({"type": "client_tool_invocation", **asked})

    async def _state(self, state: str) -> None:
        await self.wire.send({"type": "state", "state": state})

    async def _transcript(self, role: str, **fields: Any) -> None:
        await self.wire.send({"type": "transcript", "role": role, "medium": "voice", **fields})
