"""A rehearsed call with a speech to speech agent, whose vendor follows a script in the place of a mind."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import numpy as np
from pipecat.workers.runner import WorkerRunner

from agents.build import Agent, build_agent
from agents.loopback._timing import Timing
from agents.loopback.faults import Fault, parse
from agents.loopback.server import LoopbackServer
from agents.loopback.session import Session, SessionOrder
from agents.services.base import Rehearsal
from agents.spec import AgentSpec
from pipelines.record import RATE
from pipelines.tap import EventLog
from scenarios.packs import load_pack
from scenarios.toolbox import Toolbox
from tests.agents.loopback.script import scripted
from tests.agents.services.phone import Phone

KEY = "call-1"
ORDER = SessionOrder(key=KEY, pack="builtin", domain="airline", scenario="phantom-cancellation", seed=1)


class Call:
    """A call in progress."""

    def __init__(
        self, server: LoopbackServer, provider: str, faults: tuple[str | Fault, ...], options: dict[str, Any]
    ) -> None:
        self.server, self.phone, self.log = server, Phone(), EventLog()
        self.session = Session(
            ORDER.model_copy(update={"faults": tuple(f if isinstance(f, Fault) else parse(f) for f in faults)})
        )
        self.script = scripted(self.session)
        server.house.sessions[KEY] = self.session
        self.spoken: list[tuple[str, bool]] = []
        self.tools: list[tuple[str, dict[str, Any]]] = []
        self.began = asyncio.get_running_loop().time()
        pack = load_pack(ORDER.pack, ORDER.domain)
        self.greeting = pack.greeting
        spec = AgentSpec.parse(
            {"name": provider, "architecture": "s2s", "realtime": {"provider": provider, **options}}, "test"
        )
        self.agent: Agent = build_agent(
            spec,
            scenario=pack.scenarios[ORDER.scenario],
            toolbox=Toolbox.for_domain(ORDER.domain),
            transport=self.phone,
            run_tool=self._run_tool,
            log=self.log,
            now=lambda: round((asyncio.get_running_loop().time() - self.began) * RATE),
            rng=np.random.default_rng(1),
            instructions="Be brief.",
            greeting=pack.greeting,
            rehearsal=Rehearsal(server.plain, server.tls, server.cafile, KEY),
        )

        @self.agent.wired.assistant.event_handler("on_assistant_turn_stopped")
        async def said(_: Any, message: Any) -> None:
            if message.content.strip():
                self.spoken.append((message.content.strip(), message.interrupted))

    async def _run_tool(self, name: str, params: dict[str, Any], asked: int) -> dict[str, Any]:
        self.tools.append((name, params))
        return {"status": "success", "flight_number": "SK692"}

    async def say(self, words: str) -> None:
        """Speak to the agent, and return when it is said."""
        self.phone.say(await self.session.speak(words, RATE, "caller"))
        while self.phone.speaking:  # noqa: ASYNC110
            await asyncio.sleep(0.01)

    def heard(self) -> list[str]:
        """What the agent's context says the caller said."""
        messages = self.agent.wired.context.get_messages()
        return [str(m["content"]) for m in messages if isinstance(m, dict) and m.get("role") == "user"][1:]

    @property
    def errors(self) -> list[dict[str, Any]]:
        """Errors that were reported."""
        return [e.data for e in self.log.of("agent", "error")]


@asynccontextmanager
async def calling(provider: str, *faults: str | Fault, greet: bool = True, **options: Any) -> AsyncIterator[Call]:
    """A call that has just been put through."""
    server = LoopbackServer(Timing(first=0.02, speed=4.0, token=0.0, last=0.0))
    await server.start()
    try:
        call = Call(server, provider, faults, options)
        runner = WorkerRunner(handle_sigint=False)
        await runner.add_workers(call.agent.wired.worker)
        running = asyncio.create_task(runner.run())
        try:
            if greet:
                await call.agent.greet(call.greeting)
            yield call
        finally:
            await call.agent.wired.worker.cancel()
            await asyncio.wait_for(running, 20)
    finally:
        await server.stop()
