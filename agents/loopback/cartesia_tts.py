"""Cartesia's speech (sonic): sentences of several contexts over one socket, samples in base64, words with times."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from aiohttp import web

from agents.loopback._cartesia import refuse, says
from agents.loopback._sound import encoded, seconds_of, word_times
from agents.loopback._wire import Socket, meets, socket
from agents.loopback.faults import Fault
from agents.loopback.server import House


def add(house: House) -> None:
    """Put the routes in."""
    house.app.add_routes([web.get("/tts/websocket", socket(house, "cartesia.tts", "tts", refuse, speak))])


class _Context:
    """One context: says its sentences in order, until one says that nothing follows."""

    def __init__(self, wire: Socket, name: str, ended: dict[str, _Context]) -> None:
        self._wire, self._name, self._contexts = wire, name, ended
        self._said = 0.0  # seconds
        self.orders: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.work = wire.spawn(self._run())

    async def _run(self) -> None:
        fault: Fault | None = None
        while True:
            order = await self.orders.get()
            if str(order.get("transcript", "")).strip():
                fault = self._wire.utterance()
                if not await self._say(order, fault):
                    return
            if order.get("flush"):
                await self._wire.send({"type": "flush_done", **self._frame(), "flush_done": True, "flush_id": 1})
            if not order.get("continue"):
                if not meets(fault, "no_end"):
                    await self._wire.send({"type": "done", **self._frame(done=True)})
                self._contexts.pop(self._name, None)
                return

    async def _say(self, order: dict[str, Any], fault: Fault | None) -> bool:
        text, rate = str(order["transcript"]), int(order["output_format"]["sample_rate"])
        pcm = await self._wire.session.speak(text, rate, str((order.get("voice") or {}).get("id", "")))
        length = seconds_of(pcm, rate)
        if order.get("add_timestamps"):
            times = word_times(text, length)
            words = {
                "words": [word for word, _, _ in times],
                "start": [self._said + a for _, a, _ in times],
                "end": [self._said + b for _, _, b in times],
            }
            await self._wire.send({"type": "timestamps", **self._frame(), "word_timestamps": words})
        self._said += length

        async def emit(piece: bytes) -> None:
            await self._wire.send({"type": "chunk", **self._frame(), "data": encoded(piece), "step_time": 20.0})

        return await self._wire.sound(pcm, rate, fault, emit)

    def _frame(self, done: bool = False) -> dict[str, Any]:
        return {"context_id": self._name, "done": done, "status_code": 200 if done else 206}


async def speak(wire: Socket) -> None:
    """Say what is ordered, context by context."""
    contexts: dict[str, _Context] = {}
    async for message in wire.messages():
        if isinstance(message, bytes):
            continue
        order = json.loads(message)
        name = str(order.get("context_id", ""))
        wire.note("cancel" if order.get("cancel") else "text", context=name, text=order.get("transcript", ""))
        if order.get("cancel"):
            if context := contexts.pop(name, None):
                context.work.cancel()
            continue
        if not order.get("voice") or not order.get("output_format"):
            await wire.send({"type": "error", **says(400), "context_id": name, "status_code": 400, "done": True})
            continue
        if name not in contexts:
            contexts[name] = _Context(wire, name, contexts)
        contexts[name].orders.put_nowait(order)
