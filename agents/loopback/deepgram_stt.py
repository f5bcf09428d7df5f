"""Deepgram's live recognition, v1 (nova): binary sound in, ``Results`` out, finals by pauses or ``Finalize``."""

from __future__ import annotations

import json
from typing import Any

from aiohttp import web

from agents.loopback._deepgram import refuse
from agents.loopback._hearing import Heard, Hearer
from agents.loopback._wire import Socket, identifier, socket
from agents.loopback.server import House

ENDPOINTING = 0.5  # seconds; longer than a client's own detector takes, so that its Finalize gets the words


def add(house: House) -> None:
    """Put the routes in."""
    house.app.add_routes([web.get("/v1/listen", socket(house, "deepgram.stt", "stt", refuse, listen))])


async def listen(wire: Socket) -> None:
    """Recognise one stream."""
    query = wire.request.query
    hearer = Hearer(wire, int(query.get("sample_rate", 16000)), ENDPOINTING)
    interim, request = query.get("interim_results") == "true", identifier()

    async def tell(finalize: bool) -> None:
        heard = await hearer.take(over=finalize)
        if heard is None:
            return
        if heard.text and (interim or not heard.final):
            await wire.send(_results(heard, request, query.get("model", ""), is_final=False))
        if heard.final and (heard.text or finalize):
            flags = {"is_final": True, "speech_final": not finalize, "from_finalize": finalize}
            await wire.send(_results(heard, request, query.get("model", ""), **flags))

    async for message in wire.messages():
        if isinstance(message, bytes):
            for change in await hearer.feed(message):
                if change == "started" and query.get("vad_events") == "true":
                    await wire.send({"type": "SpeechStarted", "channel": [0], "timestamp": hearer.ear.seconds})
                elif change == "stopped":
                    await tell(finalize=False)
            continue
        kind = json.loads(message).get("type")
        wire.note(str(kind))
        if kind == "Finalize":
            await tell(finalize=True)
        elif kind == "CloseStream":
            await tell(finalize=False)
            await wire.send(
                {
                    "type": "Metadata",
                    "transaction_key": "deprecated",
                    "request_id": request,
                    "sha256": "0" * 64,
                    "created": wire.session.today.isoformat() + "T00:00:00.000Z",
                    "duration": hearer.ear.seconds,
                    "channels": 1,
                }
            )
            await wire.close()


def _results(heard: Heard, request: str, model: str, is_final: bool, **flags: bool) -> dict[str, Any]:
    words = [
        {"word": word.lower().strip(".,?!"), "start": a, "end": b, "confidence": 0.99, "punctuated_word": word}
        for word, a, b in heard.words
    ]
    return {
        "type": "Results",
        "channel_index": [0, 1],
        "start": heard.start,
        "duration": heard.seconds,
        "is_final": is_final,
        "speech_final": False,
        "from_finalize": False,
        **flags,
        "channel": {"alternatives": [{"transcript": heard.text, "confidence": 0.99, "words": words}]},
        "metadata": {
            "request_id": request,
            "model_uuid": request,
            "model_info": {"name": model, "version": "rehearsal", "arch": "nova"},
        },
    }
