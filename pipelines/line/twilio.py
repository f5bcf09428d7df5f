"""Twilio Media Streams on a port of the line: we play Twilio, the agent at the other end of the socket is under test.

What travels, in order (JSON text frames): ``connected``; ``start`` with ``streamSid`` and the custom parameters; then
``media`` every tick, 8 kHz mu-law in base64; ``stop`` at the end. From the agent: ``media`` of any length, ``clear``
(drop what is queued) and ``mark`` (sent back once everything before it has been played).

The socket may live on another loop than the line. What arrives is stamped there and waits for the tick that it arrived
before, so that a line that stands still and catches up handles everything as if it had been punctual.
Source: notes/pipecat.md 1.2 and 5, notes/vendor_protocols.md.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json
from collections import deque
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any, Protocol

from pipelines import g711
from pipelines.line.line import Line
from pipelines.line.port import Port
from pipelines.record import RATE
from pipelines.tap import EventLog

PLAYOUT_MS = 60  # constant playout buffer towards a socket; published in call.json
STOP_S = 2.0  # how long a peer may take to let us go
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
        loop: the loop that the socket lives on, on the same clock as the line's; the running one if not given.
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
        loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        self._line, self._port, self._socket, self._log, self._closed = line, port, socket, log, closed
        self._parameters = parameters
        self.stream_sid, self.call_sid = f"MZ{call_id}", f"CA{call_id}"
        self._loop = loop
        self._sequence = 0
        self._posted = self._sent = 0  # packets of sound handed to the socket's loop, and taken by the socket
        self._outgoing: asyncio.Queue[tuple[str, bool]] = asyncio.Queue()  # messages, and whether each is sound
        self._arrived: deque[tuple[float, str | bytes | None, str]] = deque()  # when, a frame or the end, its cause
        self._tasks: list[asyncio.Task[None]] = []
        self._over = False
        self._utterances = 0
        port.prebuffer = RATE * PLAYOUT_MS // 1000

    async def start(self) -> None:
        """Send the opening messages and begin to carry sound."""
        start = {
            "accountSid": "AC" + "0" * 32,
            "streamSid": self.stream_sid,
            "callSid": self.call_sid,
            "tracks": ["inbound"],
            "mediaFormat": {"encoding": "audio/x-mulaw", "sampleRate": RATE, "channels": 1},
            "customParameters": self._parameters,
        }
        connected = json.dumps({"event": "connected", "protocol": "Call", "version": "1.0.0"})
        await self._there(self._open((connected, self._message("start", start=start))))
        self._port.receive, self._port.inflow = self._tick, self._take_in

    async def stop(self) -> None:
        """Say that the call is over and close the socket."""
        self._over = True
        self._port.receive = self._port.inflow = None
        stop = {"accountSid": "AC" + "0" * 32, "callSid": self.call_sid}
        await self._there(self._close(self._message("stop", stop=stop)))

    # Where the socket lives -------------------------------------------------------------------------------------

    async def _there(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something on the socket's loop."""
        here = asyncio.get_running_loop()
        self._loop = self._loop or here
        if self._loop is here:
            await work
        else:
            await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(work, self._loop))

    async def _open(self, messages: tuple[str, ...]) -> None:
        for message in messages:
            await self._socket.send(message)
        self._tasks = [asyncio.create_task(self._send()), asyncio.create_task(self._receive())]

    async def _close(self, message: str) -> None:
        with contextlib.suppress(Exception):  # the peer may have gone already
            async with asyncio.timeout(STOP_S):
                await self._socket.send(message)
                await self._socket.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _send(self) -> None:
        try:
            while True:
                message, sound = await self._outgoing.get()
                await self._socket.send(message)
                self._sent += sound
        except Exception as error:
            self._arrived.append((asyncio.get_running_loop().time(), None, _cause(error)))

    async def _receive(self) -> None:
        cause = ""
        try:
            async for frame in self._socket:
                self._arrived.append((asyncio.get_running_loop().time(), frame, ""))
        except Exception as error:
            cause = _cause(error)
        self._arrived.append((asyncio.get_running_loop().time(), None, cause))

    # Where the line lives ---------------------------------------------------------------------------------------

    def _post(self, message: str, *, sound: bool) -> None:
        """Hand a message to the socket."""
        assert self._loop is not None  # nothing is posted before `start`
        self._loop.call_soon_threadsafe(self._outgoing.put_nowait, (message, sound))

    def _message(self, event: str, **body: Any) -> str:
        self._sequence += 1
        return json.dumps({"event": event, "sequenceNumber": str(self._sequence), "streamSid": self.stream_sid, **body})

    def _tick(self, ulaw: bytes, sample: int, silent: bool) -> None:
        # Sound alone tells whether an agent listens: a clear sends back all of its marks at once, however many.
        if self._posted - self._sent >= BACKLOG:
            self._lost(f"the agent took no sound for {BACKLOG * self._line.tick_s:.0f} s")
            return
        self._posted += 1
        media = {
            "track": "inbound",
            "chunk": str(sample // len(ulaw) + 1),
            "timestamp": str(sample * 1000 // RATE),
            "payload": base64.b64encode(ulaw).decode(),
        }
        self._post(self._message("media", media=media), sound=True)

    def _take_in(self, end: int) -> None:
        """Handle what had arrived by the line's sample `end`."""
        while self._arrived:
            stamp, frame, cause = self._arrived[0]
            sample = self._line.sample_at(stamp)
            if sample >= end:
                return
            self._arrived.popleft()
            if frame is None:
                self._lost(cause)
                return
            self._handle(frame, max(0, sample))

    def _handle(self, frame: str | bytes, sample: int) -> None:
        try:
            message = json.loads(frame)
            event = message["event"]
            if event == "media":
                pcm = g711.decode(base64.b64decode(message["media"]["payload"], validate=True))
                if not self._port.queued and not (self._port.ledger and self._port.last_sound >= self._line.sample):
                    self._utterances += 1
                    self._port.begin(f"agent-{self._utterances}", sample)
                self._port.write(pcm.tobytes(), sample)
            elif event == "clear":
                # Pipecat clears at every turn of the caller; only a clear that drops something silences anybody.
                self._log.add(sample, "agent", "clear", dropped=self._port.queued)
                self._port.clear(self._line.sample, cut=self._port.queued > 0)
            elif event == "mark":
                name = str(message["mark"]["name"])
                self._port.mark(lambda: self._echo(name))
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            # One broken message is noted and skipped: the call goes on, and the record shows it.
            self._log.add(sample, "agent", "bad_message", cause=_cause(error))

    def _echo(self, name: str) -> None:
        if not self._over:
            self._post(self._message("mark", mark={"name": name}), sound=False)

    def _lost(self, cause: str) -> None:
        if not self._over:
            self._over = True
            self._port.receive = self._port.inflow = None
            self._closed(cause)


def _cause(error: BaseException) -> str:
    """An error's text, or its type where the text is empty."""
    return str(error) or type(error).__name__
