"""Deepgram's speech, v1 (aura): text in by ``Speak``, samples out as they are, ``Flushed`` when a turn was said."""

from __future__ import annotations

import asyncio
import json

from aiohttp import web

from agents.loopback._deepgram import refuse
from agents.loopback._wire import Socket, identifier, meets, socket
from agents.loopback.server import House


def add(house: House) -> None:
    """Put the routes in."""
    house.app.add_routes([web.get("/v1/speak", socket(house, "deepgram.tts", "tts", refuse, speak))])


class _Voice:
    """Says sentences one after the other, until it is told to be quiet."""

    def __init__(self, wire: Socket, model: str, rate: int) -> None:
        self._wire, self._model, self._rate, self._flushes = wire, model, rate, 0
        self._orders: asyncio.Queue[str | None] = asyncio.Queue()
        self._work = wire.spawn(self._run())

    def order(self, text: str | None) -> None:
        """Say `text`, or tell that everything before was said."""
        self._orders.put_nowait(text)

    async def clear(self) -> None:
        """Drop everything that was not sent."""
        self._work.cancel()
        self._orders = asyncio.Queue()
        self._work = self._wire.spawn(self._run())
        await self._wire.send({"type": "Cleared", "sequence_id": self._flushes})

    async def _run(self) -> None:
        orders, fault = self._orders, None
        while True:
            text = await orders.get()
            if text is None:
                self._flushes += 1
                if not meets(fault, "no_end"):
                    await self._wire.send({"type": "Flushed", "sequence_id": self._flushes})
                continue
            fault = self._wire.utterance()
            pcm = await self._wire.session.speak(text, self._rate, self._model)
            if not await self._wire.sound(pcm, self._rate, fault, self._wire.send):
                return


async def speak(wire: Socket) -> None:
    """Say what is ordered."""
    query = wire.request.query
    model = query.get("model", "")
    voice = _Voice(wire, model, int(query.get("sample_rate", 24000)))
    await wire.send(
        {
            "type": "Metadata",
            "request_id": identifier(),
            "model_name": model,
            "model_version": "rehearsal",
            "model_uuid": identifier(),
        }
    )
    async for message in wire.messages():
        if isinstance(message, bytes):
            continue
        order = json.loads(message)
        kind = order.get("type")
        wire.note(str(kind), text=order.get("text", ""))
        if kind == "Speak":
            voice.order(str(order["text"]))
        elif kind == "Flush":
            voice.order(None)
        elif kind == "Clear":
            await voice.clear()
        elif kind == "Close":
            await wire.close()
