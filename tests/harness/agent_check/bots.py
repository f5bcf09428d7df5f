"""Small agents behind a WebSocket, each wrong in one way."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json

import numpy as np
import websockets

from agents.embedded.voices import synthesize
from pipelines import g711
from pipelines.line.io_thread import IoThread

LOUD = 150.0  # RMS of a packet
TURN_OVER = 40  # packets of silence after which the caller has finished

GREETING = "Hello, this is the airline. How can I help you?"
LONG = (
    "Thank you very much for your question. I am happy to look into this for you today, and while I do that let me "
    "tell you something about our airline, our aircraft, and all the places that we fly to."
)
SHORT = "I see. I will look into that for you as soon as I can."


class Bot:
    """Greets, says `reply` when the caller has finished, and drops what is queued when it is spoken over.

    What it must not do is switched off by attributes.
    """

    reply = SHORT
    greets = answers = yields = True
    breaks = False

    def __init__(self):
        self.sounds = {text: base64.b64encode(g711.encode(synthesize(text, "joe"))).decode() for text in self.texts()}
        self.io = IoThread()

    def texts(self):
        return {GREETING, self.reply}

    async def call(self, socket):
        self.quiet, self.talking, self.speaking = 0, False, False
        with contextlib.suppress(websockets.ConnectionClosed):
            async for frame in socket:
                message = json.loads(frame)
                if message["event"] == "start" and self.greets:
                    await self.say(socket, GREETING)
                elif message["event"] == "media":
                    await self.listen(socket, base64.b64decode(message["media"]["payload"]))
                elif message["event"] == "mark":
                    self.speaking = False
                elif message["event"] == "stop":
                    break

    async def listen(self, socket, ulaw):
        loud = float(np.sqrt(np.mean(g711.decode(ulaw).astype(np.float64) ** 2))) > LOUD
        self.quiet = 0 if loud else self.quiet + 1
        if loud and not self.talking:
            self.talking = True
            if self.speaking and self.breaks:
                socket.transport.abort()
            if self.speaking and self.yields:
                await socket.send(json.dumps({"event": "clear"}))
        if self.talking and self.quiet >= TURN_OVER:
            self.talking = False
            if self.answers:
                await self.say(socket, self.reply)

    async def say(self, socket, text):
        self.speaking = True
        await socket.send(json.dumps({"event": "media", "media": {"payload": self.sounds[text]}}))
        await socket.send(json.dumps({"event": "mark", "mark": {"name": "said"}}))

    async def _serve(self):
        self.server = await websockets.serve(self.call, "127.0.0.1", 0)
        return self.server.sockets[0].getsockname()[1]

    async def _stop(self):
        self.server.close()
        await self.server.wait_closed()

    def __enter__(self):
        self.url = f"ws://127.0.0.1:{asyncio.run_coroutine_threadsafe(self._serve(), self.io.loop).result(5)}"
        return self

    def __exit__(self, *_):
        asyncio.run_coroutine_threadsafe(self._stop(), self.io.loop).result(5)
        asyncio.run(self.io.stop())


class NoTool(Bot):
    """Polite, quick, and never calls a tool."""


class Deaf(Bot):
    """Greets, and does not hear a word."""

    answers = yields = False


class NeverYields(Bot):
    """Says its piece to the end, whoever speaks."""

    reply = LONG
    yields = False


class Breaks(Bot):
    """Dies when it is broken in on."""

    reply = LONG
    breaks = True
