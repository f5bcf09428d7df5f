"""Cartesia's recognition (ink): binary sound in, ``transcript`` out, finals when the client says ``finalize``."""

from __future__ import annotations

from aiohttp import web

from agents.loopback._cartesia import refuse
from agents.loopback._hearing import Hearer
from agents.loopback._wire import Socket, identifier, socket
from agents.loopback.server import House

ENDPOINTING = 3.0  # seconds of silence after which words come without being asked for


def add(house: House) -> None:
    """Put the routes in."""
    house.app.add_routes([web.get("/stt/websocket", socket(house, "cartesia.stt", "stt", refuse, listen))])


async def listen(wire: Socket) -> None:
    """Recognise one stream."""
    query = wire.request.query
    hearer = Hearer(wire, int(query.get("sample_rate", 16000)), ENDPOINTING)
    request = identifier()

    async def tell(finalize: bool) -> None:
        heard = await hearer.take(over=finalize)
        if heard is None or not heard.text:
            return
        for final in (False, True):
            if final and not heard.final:
                return
            await wire.send(
                {
                    "type": "transcript",
                    "is_final": final,
                    "request_id": request,
                    "text": heard.text,
                    "duration": heard.seconds,
                    "language": query.get("language", "en"),
                    "words": [{"word": word, "start": a, "end": b} for word, a, b in heard.words],
                }
            )

    async for message in wire.messages():
        if isinstance(message, bytes):
            if "stopped" in await hearer.feed(message):
                await tell(finalize=False)
            continue
        wire.note(message)
        if message in ("finalize", "done"):  # bare words, not JSON
            await tell(finalize=True)
            await wire.send({"type": "flush_done" if message == "finalize" else "done", "request_id": request})
        if message == "done":
            await wire.close()
