"""OpenAI's speech and transcriptions over HTTP, as its servers and those that look like them speak it."""

from __future__ import annotations

import struct

from aiohttp import web

from agents.loopback._openai import refuse
from agents.loopback._wav import uploaded
from agents.loopback._wire import LOST, Visit, http
from agents.loopback.server import House

RATE = 24000


def add(house: House) -> None:
    """Put the routes in."""
    house.app.add_routes(
        [
            web.post("/v1/audio/speech", http(house, "openai.speech", "tts", refuse, speak)),
            web.post("/v1/audio/transcriptions", http(house, "openai.transcription", "stt", refuse, transcribe)),
        ]
    )


async def speak(visit: Visit) -> web.StreamResponse:
    """Say a text: raw samples, or a WAV file; any other form is refused."""
    order = await visit.request.json()
    form = order.get("response_format", "mp3")
    visit.note("post", model=order.get("model"), voice=order.get("voice"), text=order.get("input"), form=form)
    if form not in ("pcm", "wav"):
        return refuse(400, None)
    pcm = await visit.session.speak(order["input"], RATE, str(order.get("voice", "")))
    body = await visit.stream("audio/pcm" if form == "pcm" else "audio/wav", LOST)
    if form == "wav":
        await body.write(_header(len(pcm)))
    await body.sound(pcm, RATE)
    await body.ending()
    return body.response


async def transcribe(visit: Visit) -> web.StreamResponse:
    """Recognise a recording."""
    fields, samples, rate = await uploaded(visit.request)
    visit.note("post", **fields)
    text = await visit.session.hear(samples, rate)
    if fields.get("response_format") == "text":
        return web.Response(text=text + "\n")
    seconds = round(len(samples) / rate)
    return await visit.whole({"text": text, "usage": {"type": "duration", "seconds": seconds}})


def _header(length: int) -> bytes:
    riff = (b"RIFF", 36 + length, b"WAVE", b"fmt ", 16)
    return struct.pack("<4sI4s4sIHHIIHH4sI", *riff, 1, 1, RATE, 2 * RATE, 2, 16, b"data", length)
