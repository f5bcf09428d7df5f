"""The agent's end of a call: a pipeline in this loop, or a socket to somewhere else."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from pipelines.driver import Driver
from pipelines.line.memory import LineTransport
from pipelines.timeline import Speech
from pipelines.wiring import Wired

if TYPE_CHECKING:
    from harness.call import Call


class AgentEnd(Protocol):
    """What a call needs of whoever is on the agent's port.

    Attributes:
        wired: its pipelines, which run in this loop.
        last_text: the agent's present intended text, for perfect ears; ``None`` where it is not known.
        playout_ms: constant playout buffer towards a socket.
    """

    wired: tuple[Wired, ...]
    last_text: Callable[[], str] | None
    playout_ms: int

    async def open(self) -> None:
        """Connect; the line does not tick yet."""

    async def greet(self) -> None:
        """Make the agent say its greeting, unless it does so by itself."""

    def watch(self, driver: Driver) -> None:
        """Tell the driver when the agent hangs up or is lost."""

    async def close(self) -> None:
        """Disconnect and stop."""

    def speech(self, end: int) -> list[Speech]:
        """The agent's utterances with their text, as far as known."""


def open_agent_end(call: Call) -> AgentEnd:
    """The end that suits the job: in memory in virtual time, else over a real socket."""
    if call.job.options.clock == "virtual":
        return MemoryEnd(call)
    if call.job.agent.url.startswith("webrtc+"):
        from harness.webrtc_end import WebRtcEnd

        return WebRtcEnd(call)
    from harness.socket_end import SocketEnd

    return SocketEnd(call)


class MemoryEnd:
    """An agent pipeline in the same event loop."""

    playout_ms = 0

    def __init__(self, call: Call) -> None:
        from agents.build import build_agent
        from harness.call import PerfectEars

        self._call = call
        self._transport = LineTransport(call.line, call.line.agent)
        perfect = call.job.options.ears == "perfect"
        self._agent = build_agent(
            call.job.agent,
            scenario=call.scenario,
            toolbox=call.toolbox,
            transport=self._transport,
            run_tool=call.desk.call,
            log=call.writer.events,
            now=call.line.now,
            rng=call.agent_rng,
            oracle=PerfectEars(call.line.caller, call.caller_port.output()) if perfect else None,
            instructions=call.pack.instructions,
            greeting=call.pack.greeting,
        )
        self.wired: tuple[Wired, ...] = (self._agent.wired,)
        self.last_text: Callable[[], str] | None = PerfectEars(call.line.agent, self._transport.output())

    async def open(self) -> None:
        """Nothing to connect."""

    async def greet(self) -> None:
        """Say the pack's greeting, unless the agent never says a word."""
        await self._agent.greet(self._call.pack.greeting)

    def watch(self, driver: Driver) -> None:
        """Hear when the agent hangs up."""
        self._agent.when_hanging_up(driver.agent_hangs_up)

    async def close(self) -> None:
        """Stop the pipeline."""
        await self._agent.wired.worker.cancel()

    def speech(self, end: int) -> list[Speech]:
        """The agent's utterances from its port's ledger."""
        from harness.call import speech_of

        return speech_of("agent", self._call.line.agent, self._transport.output(), end)
