"""Hosted callers speak their vendors' protocols, through the vendors' own clients, to servers of this machine."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator

import numpy as np
import pytest
import soxr

from agents.callers.hosts import hosted
from agents.callers.registry import find
from agents.embedded.ear import recognise
from agents.embedded.voices import synthesize
from agents.loopback._timing import Timing
from agents.loopback.server import LoopbackServer
from agents.loopback.session import Session, SessionOrder
from agents.services import registry
from agents.services.base import Rehearsal, Site
from pipelines.caller.guard import Guard
from pipelines.caller.hosted import HostedCaller, Role
from pipelines.caller.prompt import caller_prompt
from pipelines.record import RATE
from pipelines.tap import EventLog
from scenarios.packs import load_pack

pytestmark = pytest.mark.realtime

SCENARIO = load_pack("builtin", "airline").scenarios["week-later"]
KEY = "call-1"
SPEED = 5  # times faster than life
KINDS = {"openai-realtime": 24000, "elevenlabs-agent": 16000}
HELLO = "Silver Kite Airlines, hello. How can I help you?"
OFFER = "Flight 327 on April twenty-eighth leaves at nine forty. The total cost is 106 dollars. Shall I go ahead?"
MORE = "You are booked. Is there anything else I can help you with?"


@pytest.fixture
async def server() -> AsyncIterator[LoopbackServer]:
    running = LoopbackServer(Timing(first=0.0, speed=50.0, token=0.0, last=0.0))
    await running.start()
    yield running
    await running.stop()


def announce(server: LoopbackServer, fault: str = "") -> None:
    faults = (fault,) if fault else ()
    order = SessionOrder(
        key=KEY, pack="builtin", domain="airline", scenario=SCENARIO.id, seed=1, role="caller", brain_faults=faults
    )
    server.house.sessions[KEY] = Session(order)


class Line:
    """Stands for the call: speaks to the caller and hears what it says."""

    def __init__(self, kind: str, server: LoopbackServer, key: str = KEY) -> None:
        spec = find(kind)
        _, options = registry.resolve("realtime", spec.played("woman")["realtime"])
        site = Site(rehearsal=Rehearsal(server.plain, server.tls, server.cafile, key))
        self.caller: HostedCaller = hosted(spec.brain, options, site)
        self.log, self.rate = EventLog(), KINDS[kind]
        self.left: list[int] = []
        self._started, self._spoke = time.monotonic(), 0.0
        self.sound = b""
        guard = Guard(SCENARIO, 80, 6, 12.0)
        self.caller._played = Role(caller_prompt(SCENARIO), guard, self.log, self.now, self.quiet)
        self.caller.on_hang_up = self.left.append
        self.caller.push_frame = self._take  # no pipeline: what it says is counted here

    def now(self) -> int:
        return round((time.monotonic() - self._started) * RATE)

    def quiet(self) -> float:
        return (time.monotonic() - self._spoke) * SPEED

    async def _take(self, frame, direction=None) -> None:
        self.sound += getattr(frame, "audio", b"")

    async def say(self, text: str) -> str:
        """Say something to the caller; its answer, in words."""
        before = len(self.caller.said)
        speech = synthesize(text, "heart").astype(np.float32)
        pcm = np.clip(soxr.resample(speech, RATE, self.rate), -32768, 32767).astype("<i2").tobytes()
        step = 2 * self.rate // 10
        tape = pcm + bytes(40 * step)
        for at in range(0, len(tape), step):
            if at < len(pcm):
                self._spoke = time.monotonic()
            await self.caller.hear(tape[at : at + step])
            await asyncio.sleep(0.1 / SPEED)
        async with asyncio.timeout(30):
            while len(self.caller.said) == before and not self.errors:
                await self.caller.hear(bytes(step))
                await asyncio.sleep(0.05)
        await asyncio.sleep(1.5)
        return list(self.caller.said.values())[-1]

    @property
    def errors(self) -> list:
        return self.log.of("caller", "error")


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
async def test_a_conversation_from_the_opening_to_the_farewell(server, kind):
    announce(server)
    line = Line(kind, server)
    await line.caller.open()
    assert not line.errors
    assert await line.say(HELLO) == SCENARIO.opening
    assert "San Diego" in recognise(np.frombuffer(line.sound, "<i2").copy(), line.rate)  # heard, and not only read
    assert "Echo, Mike" in await line.say("May I have your confirmation number, please?")
    assert not line.left
    assert "oodbye" in await line.say(MORE)
    for _ in range(300):
        await asyncio.sleep(0 if line.left else 0.1)
    assert line.caller.hung_up
    await line.caller.disconnect()
    assert await line.caller.confirmed() == ""
    await line.caller.release()
    assert [e.kind for e in line.log.events if e.kind in ("end_call", "error")] == ["end_call"]
    heard = [e.data["text"] for e in line.log.of("caller", "stt_final")]
    assert "confirmation" in " ".join(heard).lower()


@pytest.mark.slow
async def test_openai_realtime_may_not_hang_up_in_the_turn_that_agrees(server):
    announce(server, "restless")
    line = Line("openai-realtime", server)
    await line.caller.open()
    await line.say(HELLO)
    said = await line.say(OFFER)
    assert said.startswith("Yes")
    refused = line.log.of("caller", "end_call_refused")
    assert refused
    assert "an approval" in refused[0].data["why"]
    assert not line.left
    told = [str(data) for _, data in server.house.log[KEY] if "function_call_output" in str(data)]
    assert '"status": "error"' in told[0]
    assert "oodbye" in await line.say(MORE)
    await line.caller.disconnect()
    assert line.left


@pytest.mark.slow
async def test_openai_realtime_breaks_a_silence_with_its_opening_and_later_with_a_reminder(server):
    announce(server)
    line = Line("openai-realtime", server)
    await line.caller.open()
    for words in (1, 2):
        assert line.caller.nudge(owed_by_agent=True) is None
        for _ in range(300):
            await asyncio.sleep(0 if len(line.caller.said) == words else 0.1)
        assert len(line.caller.said) == words
        await asyncio.sleep(1)
    first, second = line.caller.said.values()
    assert first == SCENARIO.opening
    assert line.caller.nudges == [second]
    asked = [str(data) for what, data in server.house.log[KEY] if "response.create" in what]
    assert "Say now exactly this" in asked[0]
    assert "whether anybody is still there" in asked[1]
    await line.caller.disconnect()


@pytest.mark.slow
async def test_an_agent_of_elevenlabs_that_lingers_is_not_taken_for_one_that_hung_up(server):
    announce(server, "lingers")
    line = Line("elevenlabs-agent", server)
    await line.caller.open()
    await line.say(HELLO)
    assert "oodbye" in await line.say(MORE)
    await asyncio.sleep(1)
    assert not line.left
    assert line.caller.role.guard.took_leave
    await line.caller.disconnect()
    assert "not by its tool end_call" in await line.caller.confirmed()
    await line.caller.release()


@pytest.mark.parametrize("kind", KINDS)
async def test_a_wrong_key_is_the_services_failure_in_its_own_words(server, kind):
    line = Line(kind, server, key="wrong")
    await line.caller.open()
    assert len(line.errors) == 1
    told = line.errors[0].data
    assert told["part"] == "realtime"
    assert told["category"] == "authentication"
    assert told["status"] == 401
    assert "cannot connect" in told["error"]
    await line.caller.disconnect()
    await line.caller.release()
