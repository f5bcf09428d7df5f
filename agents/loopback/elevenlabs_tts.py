"""ElevenLabs' speech: a socket with contexts, the one for expressive models, and the one with a single text."""

from __future__ import annotations

import json
from typing import Any

from aiohttp import web

from agents.loopback._eleven_contexts import Dialect, serve
from agents.loopback._elevenlabs import letters, rate_of, refuse
from agents.loopback._sound import encoded, seconds_of
from agents.loopback._wire import Socket, meets, socket
from agents.loopback.faults import Fault
from agents.loopback.server import House

DEFAULT_RATE = 24000


def add(house: House) -> None:
    """Put the routes in."""
    name, speech = "elevenlabs.tts", "/v1/text-to-speech/{voice}"
    house.app.add_routes(
        [
            web.get(f"{speech}/multi-stream-input", socket(house, name, "tts", refuse, contexts)),
            web.get(f"{speech}/stream-input", socket(house, name, "tts", refuse, single)),
            web.get("/v1/text-to-dialogue/multi-stream-input", socket(house, name, "tts", refuse, dialogue)),
        ]
    )


async def contexts(wire: Socket) -> None:
    """Several contexts; the voice stands in the path."""
    voice, eager = wire.request.match_info["voice"], wire.request.query.get("auto_mode") == "true"
    dialect = Dialect(lambda order: str(order.get("text") or ""), lambda order: voice, snake=False, eager=eager)
    await serve(wire, _rate(wire), dialect)


async def dialogue(wire: Socket) -> None:
    """Several contexts of models that act; each input names its voice."""

    def inputs(order: dict[str, Any]) -> list[dict[str, Any]]:
        return list(order.get("inputs") or [])

    dialect = Dialect(
        lambda order: "".join(str(part.get("text", "")) for part in inputs(order)),
        lambda order: next((str(part.get("voice_id", "")) for part in inputs(order)), ""),
        snake=True,
        eager=False,
    )
    await serve(wire, _rate(wire), dialect)


async def single(wire: Socket) -> None:
    """One text: an empty one ends it, and the server closes."""
    rate, voice, held = _rate(wire), wire.request.match_info["voice"], ""
    fault: Fault | None = None
    async for message in wire.messages():
        order = json.loads(message)
        text = str(order.get("text", ""))
        wire.note("text", text=text)
        held += text
        if held.strip() and (text == "" or order.get("flush") or order.get("try_trigger_generation")):
            fault = wire.utterance()
            if not await _say(wire, held.lstrip(), rate, voice, fault):
                return
            held = ""
        if text == "":
            if meets(fault, "no_end"):
                continue
            await wire.send({"audio": None, "isFinal": True})
            await wire.close()
            return


async def _say(wire: Socket, text: str, rate: int, voice: str, fault: Fault | None) -> bool:
    pcm = await wire.session.speak(text, rate, voice)
    times: dict[str, Any] | None = letters(text, seconds_of(pcm, rate))

    async def emit(piece: bytes) -> None:
        nonlocal times
        await wire.send({"audio": encoded(piece), "isFinal": None, "alignment": times, "normalizedAlignment": None})
        times = None

    return await wire.sound(pcm, rate, fault, emit)


def _rate(wire: Socket) -> int:
    return rate_of(wire.request.query.get("output_format", ""), DEFAULT_RATE)
