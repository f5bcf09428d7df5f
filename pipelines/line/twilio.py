"""Twilio Media Streams on a port of the line: we play Twilio, the agent at the other end of the socket is under test.

What travels, in order (JSON text frames): ``connected``; ``start`` with ``streamSid`` and the custom parameters; then
``media`` every tick, 8 kHz mu-law in base64; ``stop`` at the end. From the agent: ``media`` of any length, ``clear``
(drop what is queued) and ``mark`` (sent back once everything before it has been played).
Source: notes/pipecat.md 1.2 and 5, notes/vendor_protocols.md.
"""

from __future__ import annotations

import asyncio
import base64
import binascii
import contextlib
import json
from collections.abc import AsyncIterator, Callable
from typing import Any, Protocol

from pipelines import g711
from pipelines.line.line import Line
from pipelines.line.port import Port
from pipelines.record import RATE
from pipelines.tap import EventLog

PLAYOUT_MS = 60  # constant playout buffer towards a socket; published in call.json
BACKLOG = 250  # ticks that may wait for a slow socket before the agent counts as lost


class Socket(Protocol):
    """The part of a WebSocket connection that is used."""

    async def send(self, message: str) -> None:
        """Send a text frame."""

    async def close(self) -> None:
        """Close the connection."""

    def __aiter__(self) -> AsyncIterator[str | bytes]:
        """Received frames, until the peer closes."""


class TwilioStream:
    """One media stream between a port and a socket.

    Args:
        line: the line; its sample counter stamps the media.
        port: the agent's port.
        socket: an open connection.
        parameters: custom parameters of the ``start`` message; all values are strings.
        call_id: names the call in ``callSid`` and ``streamSid``.
        log: notes ``clear`` and broken messages.
        closed: called once, when the peer closes or the socket breaks, with a cause (empty when orderly).
    """

    def __init__(
        self,
        line: Line,
        port: Port,
        socket: Socket,
        parameters: dict[str, str],
        call_id: str,
        log: EventLog,
        closed: Callable[[str], None],
    ) -> None:
        self._line, self._port, self._socket, self._log, self._closed = line, port, socket, log, closed
        self._parameters = parameters
        self.stream_sid, self.call_sid = f"MZ{call_id}", f"CA{call_id}"
        self._sequence = 0
        self._outgoing: asyncio.Queue[str] = asyncio.Queue(BACKLOG)
        self._tasks: list[asyncio.Task[None]] = []
        self._over = False
        self._utterances = 0
        port.prebuffer = RATE * PLAYOUT_MS // 1000

    async def start(self) -> None:
        """Send the opening messages and begin to carry sound."""
        await self._socket.send(json.dumps({"event": "connected", "protocol": "Call", "version": "1.0.0"}))
        start = {
            "accountSid": "AC" + "0" * 32,
            "streamSid": self.stream_sid,
            "callSid": self.call_sid,
            "tracks": ["inbound"],
            "mediaFormat": {"encoding": "audio/x-mulaw", "sampleRate": RATE, "channels": 1},
            "customParameters": self._parameters,
        }
        await self._socket.send(self._message("start", start=start))
        self._tasks = [asyncio.create_task(self._send()), asyncio.create_task(self._receive())]
        self._port.receive = self._tick

    async def stop(self) -> None:
        """Say that the call is over and close the socket."""
        self._over = True
        self._port.receive = None
        with contextlib.suppress(Exception):  # the peer may have gone already
            async with asyncio.timeout(2):
                stop = {"accountSid": "AC" + "0" * 32, "callSid": self.call_sid}
                await self._socket.send(self._message("stop", stop=stop))
                await self._socket.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _message(self, event: str, **body: Any) -> str:
        self._sequence += 1
        return json.dumps(
            {"event": event, "sequenceNumber": str(self._sequence), "streamSid": self.stream_sid, **body}
        )

    def _tick(self, ulaw: bytes, sample: int, silent: bool) -> None:
        media = {
            "track": "inbound",
            "chunk": str(sample // len(ulaw) + 1),
            "timestamp": str(sample * 1000 // RATE),
            "payload": base64.b64encode(ulaw).decode(),
        }
        try:
            self._outgoing.put_nowait(self._message("media", media=media))
        except asyncio.QueueFull:
            self._lost(f"the agent took no sound for {BACKLOG * len(ulaw) / RATE:.0f} s")

    async def _send(self) -> None:
        try:
            while True:
                await self._socket.send(await self._outgoing.get())
        except Exception as error:
            self._lost(_cause(error))

    async def _receive(self) -> None:
        try:
            async for frame in self._socket:
                self._handle(frame)
        except Exception as error:
            self._lost(_cause(error))
        else:
            self._lost("")

    def _handle(self, frame: str | bytes) -> None:
        try:
            message = json.loads(frame)
            event = message["event"]
            if event == "media":
                pcm = g711.decode(base64.b64decode(message["media"]["payload"], validate=True))
                if not self._port.queued and not (self._port.ledger and self._port.last_sound >= self._line.sample):
                    self._utterances += 1
                    self._port.begin(f"agent-{self._utterances}", self._line.sample)
                self._port.write(pcm.tobytes())
            elif event == "clear":
                self._log.add(self._line.sample, "agent", "clear", dropped=self._port.queued)
                self._port.clear(self._line.sample)
            elif event == "mark":
                name = str(message["mark"]["name"])
                self._port.mark(lambda: self._echo(name))
        except (ValueError, KeyError, TypeError, binascii.Error) as error:
            # One broken message is noted and skipped: the call goes on, and the record shows it.
            self._log.add(self._line.sample, "agent", "bad_message", cause=_cause(error))

    def _echo(self, name: str) -> None:
        if not self._over:
            with contextlib.suppress(asyncio.QueueFull):
                self._outgoing.put_nowait(self._message("mark", mark={"name": name}))

    def _lost(self, cause: str) -> None:
        if not self._over:
            self._over = True
            self._port.receive = None
            self._closed(cause)


def _cause(error: BaseException) -> str:
    """An error's text, or its type where the text is empty."""
    return str(error) or type(error).__name__
