"""Deepgram Flux, v2: recognition that finds the turns itself."""

from __future__ import annotations

import json
from typing import Any

from aiohttp import web

from agents.loopback._deepgram import refuse
from agents.loopback._hearing import Hearer
from agents.loopback._wire import Socket, identifier, socket
from agents.loopback.server import House

PAUSE = 0.3  # seconds of silence after which a turn may have ended
PATIENCE = 0.4  # seconds more of it until it has


def add(house: House) -> None:
    """Put the routes in."""
    house.app.add_routes([web.get("/v2/listen", socket(house, "deepgram.flux", "stt", refuse, listen))])


class _Turns:
    """The turns of a stream, as ``TurnInfo`` events."""

    def __init__(self, wire: Socket, rate: int, eager: bool) -> None:
        self._wire, self._hearer, self._eager = wire, Hearer(wire, rate, PAUSE), eager
        self._piece = rate // 10 * 2  # bytes: silences are measured in steps, however much comes at once
        self._request, self._sequence, self._turn = identifier(), 0, 0
        self._open = False
        self._paused: float | None = None  # where the silence was noticed that may end the turn
        self._began = 0.0
        self._text: list[str] = []
        self._told = False  # an eager end stands

    async def hello(self) -> None:
        """What comes first."""
        await self._wire.send({"type": "Connected", "request_id": self._request, "sequence_id": 0})

    async def hear(self, pcm: bytes) -> None:
        """Hear samples, and tell what they change."""
        for at in range(0, len(pcm), self._piece):
            await self._hear(pcm[at : at + self._piece])

    async def _hear(self, pcm: bytes) -> None:
        ear = self._hearer.ear
        for change in await self._hearer.feed(pcm):
            if change == "started":
                await self._speech()
            else:
                self._paused = ear.seconds
                if self._eager and await self._take():
                    self._told = True
                    await self._tell("EagerEndOfTurn")
        if self._open and self._paused is not None and ear.seconds - self._paused >= PATIENCE:
            await self._end()

    async def _speech(self) -> None:
        self._paused = None
        if self._told:
            self._told = False
            await self._tell("TurnResumed")
        if not self._open:
            self._open, self._began, self._text = True, self._hearer.ear.seconds, []
            await self._tell("StartOfTurn")

    async def _take(self) -> bool:
        heard = await self._hearer.take()
        if heard is None:
            return False
        if heard.text:
            self._text.append(heard.text)
            await self._tell("Update")
        if not heard.final:  # the fault: the turn never ends
            self._paused = None
        return heard.final

    async def _end(self) -> None:
        if not await self._take():
            return
        if self._text:
            await self._tell("EndOfTurn")
        self._open, self._paused, self._told, self._text = False, None, False, []
        self._turn += 1

    async def _tell(self, event: str) -> None:
        self._sequence += 1
        text = " ".join(self._text)
        ended = event in ("EagerEndOfTurn", "EndOfTurn")
        await self._wire.send(
            {
                "type": "TurnInfo",
                "request_id": self._request,
                "sequence_id": self._sequence,
                "event": event,
                "turn_index": self._turn,
                "audio_window_start": self._began,
                "audio_window_end": self._hearer.ear.seconds,
                "transcript": text,
                "words": [{"word": word, "confidence": 0.95} for word in text.split()],
                "end_of_turn_confidence": 0.85 if ended else 0.1,
            }
        )


async def listen(wire: Socket) -> None:
    """Recognise one stream."""
    query = wire.request.query
    turns = _Turns(wire, int(query.get("sample_rate", 16000)), "eager_eot_threshold" in query)
    await turns.hello()
    async for message in wire.messages():
        if isinstance(message, bytes):
            await turns.hear(message)
            continue
        order: dict[str, Any] = json.loads(message)
        wire.note(str(order.get("type")))
        if order.get("type") == "Configure":
            await wire.send({"type": "ConfigureSuccess", "request_id": identifier(), **_settings(order)})
        elif order.get("type") == "CloseStream":
            await wire.close()


def _settings(order: dict[str, Any]) -> dict[str, Any]:
    return {name: order[name] for name in ("thresholds", "keyterms") if name in order}
