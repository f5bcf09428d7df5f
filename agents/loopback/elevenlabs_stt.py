"""ElevenLabs' recognition: Scribe over a socket, and whole recordings over HTTP."""

from __future__ import annotations

import json
from typing import Any

from aiohttp import web

from agents.loopback._elevenlabs import rate_of, refuse
from agents.loopback._hearing import Heard, Hearer
from agents.loopback._sound import decoded
from agents.loopback._wav import uploaded
from agents.loopback._wire import Socket, Visit, http, identifier, socket
from agents.loopback.server import House

ENDPOINTING = 0.6  # seconds of silence after which Scribe commits by itself, if it may


def add(house: House) -> None:
    """Put the routes in."""
    name = "elevenlabs.stt"
    house.app.add_routes(
        [
            web.get("/v1/speech-to-text/realtime", socket(house, name, "stt", refuse, listen)),
            web.post("/v1/speech-to-text", http(house, name, "stt", refuse, transcribe)),
        ]
    )


async def listen(wire: Socket) -> None:
    """Recognise one stream."""
    query = wire.request.query
    by_hand = query.get("commit_strategy", "manual") == "manual"
    timed = query.get("include_timestamps") == "true" or query.get("include_language_detection") == "true"
    hearer = Hearer(wire, rate_of(query.get("audio_format", ""), 16000), ENDPOINTING)
    await wire.send({"message_type": "session_started", "session_id": identifier(), "config": dict(query)})
    parts: list[Heard] = []  # heard, and not committed yet

    async def hear(over: bool) -> None:
        heard = await hearer.take(over)
        if heard is not None and heard.text:
            parts.append(heard)
            await wire.send({"message_type": "partial_transcript", "text": _text(parts)})

    async def commit(over: bool) -> None:
        await hear(over)
        said, final = list(parts), all(part.final for part in parts)
        parts.clear()
        if not said or not final:
            return
        await wire.send({"message_type": "committed_transcript", "text": _text(said)})
        if timed:
            words = [{"text": word, "start": a, "end": b, "type": "word"} for part in said for word, a, b in part.words]
            both = {"text": _text(said), "language_code": "en", "words": words}
            await wire.send({"message_type": "committed_transcript_with_timestamps", **both})

    async for message in wire.messages():
        if isinstance(message, bytes):
            continue
        order: dict[str, Any] = json.loads(message)
        if (sound := order.get("audio_base_64")) and "stopped" in await hearer.feed(decoded(sound)):
            await (hear(over=False) if by_hand else commit(over=False))
        if order.get("commit"):
            wire.note("commit")
            await commit(over=True)


def _text(parts: list[Heard]) -> str:
    return " ".join(part.text for part in parts)


async def transcribe(visit: Visit) -> web.StreamResponse:
    """Recognise a recording."""
    fields, samples, rate = await uploaded(visit.request)
    visit.note("post", **fields)
    text = await visit.session.hear(samples, rate)
    return await visit.whole({"language_code": "eng", "language_probability": 0.99, "text": text, "words": []})
