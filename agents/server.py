"""An agent as a Twilio Media Streams server, in a process of its own.

``python -m agents.server`` reads an agent (JSON, one line) from standard input, prints ``{"url": ...}`` and serves
calls until standard input closes. It uses Pipecat's production transport and serializer, tools over HTTP, and
reports its frame events to the call's desk, stamped with the line's sample taken from the media timestamps.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import sys
from collections.abc import Iterable
from typing import Any

import httpx2
import numpy as np
import uvicorn
from fastapi import FastAPI, WebSocket
from pipecat.frames.frames import Frame
from pipecat.processors.aggregators.llm_response_universal import AssistantTurnStoppedMessage
from pipecat.serializers.twilio import TwilioFrameSerializer
from pipecat.transports.websocket.fastapi import FastAPIWebsocketParams, FastAPIWebsocketTransport
from pipecat.workers.runner import WorkerRunner

from agents import egress
from agents.build import Agent, build_agent
from agents.services._patience import note_waits
from agents.services.base import Rehearsal
from agents.spec import AgentSpec
from pipelines.record import RATE, Event
from pipelines.tap import EventLog
from scenarios.errors import UsageError
from scenarios.packs import load_pack
from scenarios.toolbox import Toolbox

TEARDOWN = ("error", "llm_ended", "tts_stopped", "interruption")
"""Events that closing a pipeline brings about, and that would look like a service's answer."""

INTERNAL_ERROR = 1011  # of RFC 6455, section 7.4.1
REPORT_S = 0.5  # between two reports of events
CHUNK_10MS = 4  # 40 ms chunks: Pipecat's pacing leads by one chunk, and 20 ms runs dry at the first late wake-up


class StampedSerializer(TwilioFrameSerializer):
    """Reads the line's sample from each packet's timestamp."""

    def __init__(self, stream_sid: str) -> None:
        super().__init__(stream_sid, params=TwilioFrameSerializer.InputParams(auto_hang_up=False))
        self._sample, self._received = 0, 0.0

    async def deserialize(self, data: str | bytes) -> Frame | None:
        message = json.loads(data)
        frame = await super().deserialize(data)
        if frame is not None and message.get("event") == "media":
            first = int(message["media"]["timestamp"]) * RATE // 1000
            frame.metadata["line_sample"] = first
            self._sample, self._received = first + RATE // 50, asyncio.get_running_loop().time()
        return frame

    def now(self) -> int:
        """The line's sample at this moment, as seen from here."""
        if not self._received:
            return 0
        return self._sample + round((asyncio.get_running_loop().time() - self._received) * RATE)


def create_app(spec: AgentSpec) -> FastAPI:
    """The server of one agent; a call per connection to ``/ws``."""
    app = FastAPI(docs_url=None, redoc_url=None, openapi_url=None)

    @app.websocket("/ws")
    async def media_stream(websocket: WebSocket) -> None:
        await websocket.accept()
        start: dict[str, Any] = {}
        while not start:
            message = json.loads(await websocket.receive_text())
            if message["event"] == "start":
                start = message["start"]
        token = start["customParameters"]["tools_token"]
        async with httpx2.AsyncClient(timeout=10, headers={"Authorization": f"Bearer {token}"}) as http:
            desk = _Desk(http, start["customParameters"]["call_url"])
            try:
                await _serve_call(spec, websocket, start, desk)
            except Exception as error:  # the call ends by it, and must not look like an agent that hung up
                await desk.tell([Event(0, "agent", "error", {"error": f"{type(error).__name__}: {error}"})])
                with contextlib.suppress(RuntimeError):  # it is closed already
                    await websocket.close(INTERNAL_ERROR)
                if not isinstance(error, UsageError):
                    raise

    return app


JSON = {"Content-Type": "application/json"}


class _Desk:
    """The call's desk, at the harness."""

    def __init__(self, http: httpx2.AsyncClient, url: str) -> None:
        self._http, self._url = http, url

    async def run(self, name: str, params: dict[str, Any], asked: int) -> dict[str, Any]:
        """Run a tool."""
        response = await self._post(f"tools/{name}", params)
        response.raise_for_status()
        result: dict[str, Any] = response.json()
        return result

    async def tell(self, events: Iterable[Event]) -> None:
        """Report events."""
        told = [{"sample": e.sample, "kind": e.kind, "data": e.data} for e in events]
        with contextlib.suppress(httpx2.HTTPError):  # the desk closes when the call is over
            await self._post("events", told)

    async def _post(self, path: str, data: Any) -> httpx2.Response:
        """Send data as it is: a model may write half a character, or a number that is none, into its arguments."""
        content = json.dumps(data)  # in ASCII; the client's own way of writing JSON fails on both
        return await self._http.post(f"{self._url}/{path}", content=content, headers=JSON)


async def _serve_call(spec: AgentSpec, websocket: WebSocket, start: dict[str, Any], desk: _Desk) -> None:
    parameters = start["customParameters"]
    pack = load_pack(parameters["pack"], parameters["domain"])
    serializer = StampedSerializer(start["streamSid"])
    transport = FastAPIWebsocketTransport(
        websocket,
        FastAPIWebsocketParams(
            audio_in_enabled=True,
            audio_out_enabled=True,
            audio_in_sample_rate=RATE,
            audio_out_sample_rate=RATE,
            serializer=serializer,
            audio_out_10ms_chunks=CHUNK_10MS,
            audio_out_end_silence_secs=0,
        ),
    )
    log = EventLog()
    note_waits(log, "agent", serializer.now)
    # The same spawn as in the harness: the agent's half of the call's seed.
    rng = np.random.default_rng(np.random.SeedSequence(int(parameters["seed"])).spawn(2)[1])
    agent = build_agent(
        spec,
        scenario=pack.scenarios[parameters["scenario"]],
        toolbox=Toolbox.for_domain(parameters["domain"]),
        transport=transport,
        run_tool=desk.run,
        log=log,
        now=serializer.now,
        rng=rng,
        instructions=pack.instructions,
        greeting=pack.greeting,
        rehearsal=Rehearsal.read(parameters["rehearsal"]) if "rehearsal" in parameters else None,
    )
    _report_words(agent, log, serializer)
    worker = agent.wired.worker

    report = _Report(log, desk)
    reporting = asyncio.create_task(report.keep())

    @transport.event_handler("on_client_connected")  # type: ignore[untyped-decorator]
    async def connected(*_: Any) -> None:
        await agent.greet(pack.greeting)

    @transport.event_handler("on_client_disconnected")  # type: ignore[untyped-decorator]
    async def disconnected(*_: Any) -> None:
        report.over = True
        await worker.cancel()

    def hang_up() -> None:
        async def later() -> None:
            await asyncio.sleep(4)  # long enough for the last words
            report.over = True
            await worker.cancel()

        tasks.append(asyncio.create_task(later()))

    tasks: list[asyncio.Task[None]] = []
    agent.when_hanging_up(hang_up)
    runner = WorkerRunner(handle_sigint=False)
    await runner.add_workers(worker)
    await runner.run()
    reporting.cancel()
    log.add(serializer.now(), "agent", "agent_done")
    await report.send()


class _Report:
    """Tells the desk what happens, as it happens: an error ends the call, and a call that breaks has its events.

    Attributes:
        over: the call has ended; what a service does because it is torn down (`TEARDOWN`) is no part of it.
    """

    def __init__(self, log: EventLog, desk: _Desk) -> None:
        self._log, self._desk = log, desk
        self._sent = 0
        self._sending = asyncio.Lock()
        self.over = False

    async def keep(self) -> None:
        """Tell what is new, again and again."""
        while True:
            await asyncio.sleep(REPORT_S)
            await asyncio.shield(self.send())

    async def send(self) -> None:
        """Tell what is new."""
        async with self._sending:
            new = self._log.events[self._sent :]
            self._sent += len(new)
            if told := [e for e in new if not (self.over and e.kind in TEARDOWN)]:
                await self._desk.tell(told)


def _report_words(agent: Agent, log: EventLog, serializer: StampedSerializer) -> None:
    """Note what was spoken, from where to where."""

    @agent.wired.assistant.event_handler("on_assistant_turn_stopped")  # type: ignore[untyped-decorator]
    async def spoken(_: Any, message: AssistantTurnStoppedMessage) -> None:
        if message.content.strip():
            begun = [e.sample for e in log.events if e.kind == "speaking_started"]
            now = serializer.now()
            text, cut = message.content.strip(), message.interrupted
            log.add(now, "agent", "spoken", text=text, begun=begun[-1] if begun else now, cut=cut)


async def serve(spec: AgentSpec) -> None:
    """Serve until standard input closes."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.bind(("127.0.0.1", 0))
    listener.listen(16)  # whoever reads the address below may connect at once
    server = uvicorn.Server(uvicorn.Config(create_app(spec), log_level="error", lifespan="off"))
    print(json.dumps({"url": f"ws://127.0.0.1:{listener.getsockname()[1]}/ws"}), flush=True)
    serving = asyncio.create_task(server.serve([listener]))
    await asyncio.to_thread(sys.stdin.read)
    server.should_exit = True
    server.force_exit = True
    await asyncio.wait([serving], timeout=2)


def main() -> None:
    """Entry point; ``--rehearse`` keeps everything on this machine."""
    from pipelines.clock import quiet_logs

    quiet_logs()
    if "--rehearse" in sys.argv[1:]:
        egress.close()
    spec = AgentSpec.model_validate(json.loads(sys.stdin.readline()))
    asyncio.run(serve(spec))


if __name__ == "__main__":
    main()
