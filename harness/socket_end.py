"""The agent at the other end of a WebSocket: dialled by us as Twilio would, or dialling us."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol
from urllib.parse import urlsplit

import websockets

from agents.registry import shown
from agents.services.base import Rehearsal
from harness.agent_process import AgentProcess
from harness.desk_server import DeskServer
from harness.rehearsal import announce, forget
from pipelines.driver import Driver
from pipelines.line.io_thread import IoThread
from pipelines.line.twilio import PLAYOUT_MS, TwilioStream
from pipelines.record import Event, Span
from pipelines.segments import speech_spans
from pipelines.timeline import Speech
from pipelines.wiring import Wired
from scenarios.errors import InfrastructureError, UsageError
from scenarios.model import Scenario

if TYPE_CHECKING:
    from harness.call import Call

CONNECT_S = 10.0
LISTEN_S = 60.0  # how long an agent may take to dial us
STOP_S = 2.0  # how long closing a listening socket may take
NUMBERS = ("caller_number", "phone_number")  # slots of facts that are the caller's number
LAST_EVENTS_S = 12.0  # how long we wait for an agent's last events after the call: sessions of vendors close slowly


class Stream(Protocol):
    """What carries sound between the line and an agent."""

    async def stop(self) -> None:
        """Say that the call is over and disconnect."""


class SocketEnd:
    """An agent reached by Twilio Media Streams."""

    playout_ms = PLAYOUT_MS
    last_text: Callable[[], str] | None = None
    wired: tuple[Wired, ...] = ()

    def __init__(self, call: Call) -> None:
        self._call = call
        self._id = f"{call.job.seed:016x}"
        self._desk = DeskServer(self._id, self._about(), call.desk, call.writer.events)
        self._io: IoThread | None = None
        self._stream: Stream | None = None
        self._server: websockets.Server | None = None
        self._driver: Driver | None = None
        self._lost: str | None = None
        self._rehearsal: Rehearsal | None = None
        self._process: AgentProcess | None = None

    def _about(self) -> dict[str, Any]:
        call = self._call
        return {
            "domain": call.job.domain,
            "now": call.scenario.now,
            "greeting": call.pack.greeting,
            "instructions": call.pack.instructions,
            "tools": call.toolbox.schemas(),
        }

    async def open(self) -> None:
        """Connect and start the stream."""
        await self._desk.start()
        parameters = self._desk.addresses | {
            "call_id": self._id,
            "domain": self._call.job.domain,
            "greeting": self._call.pack.greeting,
            "from_number": caller_number(self._call.scenario),
        }
        spec = self._call.job.agent
        if spec.architecture == "external":
            url = spec.url
        else:
            if self._call.job.options.rehearsal:
                self._rehearsal = await asyncio.to_thread(announce, self._call.job, "agent")
                parameters["rehearsal"] = self._rehearsal.write()
            self._process = process = await asyncio.to_thread(AgentProcess.shared, spec, self._rehearsal is not None)
            url = process.url
            parameters |= {
                "pack": self._call.job.pack,
                "scenario": self._call.job.scenario,
                "seed": str(self._call.job.seed),
            }
        self._io = IoThread()
        await self._carry(url, parameters)

    async def _carry(self, url: str, parameters: dict[str, str]) -> None:
        """Connect to the agent and begin to carry sound."""
        assert self._io is not None
        socket = await self._io.call(self._listen(url) if url.startswith("listen://") else self._dial(url))
        self._stream = stream = TwilioStream(
            self._call.line,
            self._call.line.agent,
            socket,
            parameters,
            self._id,
            self._call.writer.events,
            self._closed,
            self._io.loop,
        )
        try:
            await stream.start()
        except websockets.ConnectionClosed as error:
            cause = self._desk.clean(str(error))
            raise InfrastructureError(f"the agent at {shown(url)} closed before the call began: {cause}") from error

    async def _dial(self, url: str) -> Any:
        try:
            return await websockets.connect(url, open_timeout=CONNECT_S, max_size=2**22)
        except (OSError, TimeoutError, websockets.WebSocketException) as error:
            why = str(error).replace(url, shown(url)) or type(error).__name__
            raise InfrastructureError(f"cannot reach the agent at {shown(url)}: {why}") from error

    async def _listen(self, url: str) -> Any:
        address = urlsplit(url)
        arrived: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

        async def accept(connection: websockets.ServerConnection) -> None:
            if arrived.done():
                await connection.close(1013, "one call at a time")
                return
            arrived.set_result(connection)
            await connection.wait_closed()

        try:
            self._server = await websockets.serve(accept, address.hostname, address.port)
        except OSError as error:
            raise UsageError(
                f"cannot listen at {url}: {error.strerror or error}; choose another port or end who holds it"
            ) from error
        try:
            async with asyncio.timeout(LISTEN_S):
                return await arrived
        except TimeoutError as error:
            raise InfrastructureError(f"no agent dialled {url} within {LISTEN_S:.0f} s") from error

    @staticmethod
    async def _stop_listening(server: websockets.Server) -> None:
        server.close()
        async with asyncio.timeout(STOP_S):
            await server.wait_closed()

    async def greet(self) -> None:
        """An agent at a socket greets by itself."""

    def watch(self, driver: Driver) -> None:
        """Hear when the agent closes the socket."""
        self._driver = driver
        if self._lost is not None:
            self._closed(self._lost)

    def _closed(self, cause: str) -> None:
        cause = self._desk.clean(cause)  # a peer may close with any words
        if self._process is not None and not self._process.alive:
            cause = f"the process of agent {self._call.job.agent.name} ended in the middle of the call ({cause})"
        self._lost = cause
        if self._driver is None:
            return
        if cause:
            self._driver.agent_lost(cause)
        else:
            self._driver.agent_hangs_up(gone=True)

    async def close(self) -> None:
        """End the stream, take the agent's last events, stop listening."""
        if self._stream:
            await self._stream.stop()
        if self._call.job.agent.architecture != "external":
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LAST_EVENTS_S):
                    while not self._call.writer.events.of("agent", "agent_done"):  # noqa: ASYNC110
                        await asyncio.sleep(0.05)
        if self._io:
            if self._server:
                with contextlib.suppress(TimeoutError):
                    await self._io.call(self._stop_listening(self._server))
            await self._io.stop()
        await self._desk.stop()
        if self._rehearsal:
            await asyncio.to_thread(forget, self._rehearsal)

    def speech(self, end: int) -> list[Speech]:
        """The agent's utterances: sound from the wire, words from the events it sent, joined by time."""
        spans, _ = speech_spans(self._call.line.agent.wire[:end])
        texts = [e for e in sorted(self._call.writer.events.events, key=lambda e: e.sample) if e.kind == "spoken"]
        return join_words(spans, texts)


def caller_number(scenario: Scenario) -> str:
    """The number that a scenario's caller phones from; empty where it says nothing of one."""
    return next((f.value for f in scenario.facts if f.slot in NUMBERS), "")


def join_words(spans: tuple[Span, ...], texts: list[Event]) -> list[Speech]:
    """Give each stretch of speech the words whose reported interval it falls into.

    An event ``spoken`` carries the sample at which its speech began and is stamped with its end.
    """
    groups: dict[int, list[Span]] = {}
    loose: list[Speech] = []
    for span in spans:
        owner = next(
            (k for k, e in enumerate(texts) if span.start < e.sample and span.end > int(e.data.get("begun", 0))),
            None,
        )
        if owner is None:
            loose.append(Speech("agent", (span,)))
        else:
            groups.setdefault(owner, []).append(span)
    said = [
        Speech("agent", tuple(parts), str(texts[k].data.get("text", "")), bool(texts[k].data.get("cut")))
        for k, parts in groups.items()
    ]
    return sorted(said + loose, key=lambda s: s.spans[0].start)
