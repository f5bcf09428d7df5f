"""Twilio Media Streams over real sockets on the loopback interface, at wall-clock speed."""

import asyncio
import base64
import contextlib
import json
import sys
import time

import numpy as np
import pytest
import websockets
from pipecat.frames.frames import EndFrame, InterruptionFrame, TTSSpeakFrame

from pipelines import g711
from pipelines.line.io_thread import IoThread
from pipelines.line.line import Line
from pipelines.line.twilio import BACKLOG, PLAYOUT_MS, TwilioStream
from pipelines.record import RATE
from pipelines.tap import EventLog
from tests.pipelines.line.pipecat_peer import pipecat_peer
from tests.pipelines.sounds import burst

PLAYOUT = RATE * PLAYOUT_MS // 1000
PARAMETERS = {"call_url": "http://127.0.0.1:1/calls/x", "domain": "airline", "greeting": "Hello! Ça va?"}


class Peer:
    """The agent's end: a WebSocket server that notes what it receives."""

    def __init__(self):
        self.messages, self.arrived, self.connection = [], [], None
        self.connected = asyncio.Event()
        self.reading = True

    async def handle(self, connection):
        self.connection = connection
        self.connected.set()
        with contextlib.suppress(websockets.ConnectionClosed):
            async for frame in connection:
                self.messages.append(json.loads(frame))
                self.arrived.append(time.monotonic())

    def of(self, event):
        return [m for m in self.messages if m["event"] == event]

    def sound(self):
        return b"".join(base64.b64decode(m["media"]["payload"]) for m in self.of("media"))

    async def send(self, event, **body):
        await self.connection.send(json.dumps({"event": event, "streamSid": "MZx", **body}))

    async def play(self, ulaw):
        await self.send("media", media={"payload": base64.b64encode(ulaw).decode()})

    async def play_paced(self, ulaw, chunk=160):
        """Send as a well-behaved agent does: in real time."""
        started = asyncio.get_running_loop().time()
        for k in range(0, len(ulaw), chunk):
            await asyncio.sleep(started + k / RATE - asyncio.get_running_loop().time())
            await self.play(ulaw[k : k + chunk])


class Carried:
    """A line, a stream and a peer that are connected."""

    def __init__(self, peer):
        self.peer, self.line, self.log, self.closed = peer, Line(), EventLog(), []

    @property
    def wire(self):
        return np.asarray(g711.decode(self.line.agent.wire))

    def noted(self, kind):
        return [e.data for e in self.log.events if e.kind == kind]


@contextlib.asynccontextmanager
async def carried(url=None):
    """A call with a peer in this process, or with whoever serves at `url`."""
    peer = Peer()
    async with websockets.serve(peer.handle, "127.0.0.1", 0) as server:

        async def dial():
            return await websockets.connect(url or f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}")

        io = IoThread()
        call = Carried(peer)
        socket = await io.call(dial())
        stream = TwilioStream(
            call.line, call.line.agent, socket, PARAMETERS, "0123", call.log, call.closed.append, io.loop
        )
        await stream.start()
        ticks = asyncio.create_task(call.line.run())
        try:
            yield call
        finally:
            await stream.stop()
            call.line.stop()
            await ticks
            await io.stop()


async def until(condition, seconds=5.0):
    async with asyncio.timeout(seconds):
        while not condition():  # noqa: ASYNC110
            await asyncio.sleep(0.005)


def first_sound(wire):
    return int(np.flatnonzero(wire)[0])


# What the agent gets ----------------------------------------------------------------------------------------


async def test_the_stream_opens_as_twilios_does():
    async with carried() as call:
        await until(lambda: len(call.peer.of("media")) >= 3)
    connected, start = call.peer.messages[:2]
    assert connected == {"event": "connected", "protocol": "Call", "version": "1.0.0"}
    body = start["start"]
    assert start["event"] == "start"
    assert start["streamSid"] == body["streamSid"] == "MZ0123"
    assert body["callSid"] == "CA0123"
    assert body["accountSid"].startswith("AC")
    assert body["tracks"] == ["inbound"]
    assert body["mediaFormat"] == {"encoding": "audio/x-mulaw", "sampleRate": 8000, "channels": 1}
    assert body["customParameters"] == PARAMETERS
    assert all(isinstance(v, str) for v in body["customParameters"].values())
    assert [m["sequenceNumber"] for m in call.peer.messages[1:]] == [
        str(k + 1) for k in range(len(call.peer.messages) - 1)
    ]
    assert all(m["streamSid"] == "MZ0123" for m in call.peer.messages[1:])


async def test_the_stream_closes_with_stop_and_an_orderly_close():
    async with carried() as call:
        await until(lambda: len(call.peer.of("media")) >= 2)
    await call.peer.connection.wait_closed()
    assert call.peer.messages[-1]["event"] == "stop"
    assert call.peer.messages[-1]["stop"]["callSid"] == "CA0123"
    assert call.peer.connection.close_code == 1000
    assert call.closed == []  # our own hanging up is not the agent's


async def test_media_comes_every_20_ms_numbered_and_is_the_line_to_the_byte():
    async with carried() as call:
        call.line.caller.write(burst(0.4).tobytes())
        started = time.monotonic()
        await until(lambda: len(call.peer.of("media")) >= 75)
        elapsed = time.monotonic() - started
        media = [m["media"] for m in call.peer.of("media")][:75]
        sound = call.peer.sound()[: 75 * 160]
    assert 1.4 <= elapsed < 3
    assert {len(base64.b64decode(m["payload"])) for m in media} == {160}
    assert [m["timestamp"] for m in media] == [str(20 * k) for k in range(75)]
    assert [m["chunk"] for m in media] == [str(k + 1) for k in range(75)]
    assert {m["track"] for m in media} == {"inbound"}
    assert sound == bytes(call.line.caller.wire[: 75 * 160])
    assert sound[:3200] == g711.encode(burst(0.4))


async def test_bytes_sent_over_time_are_those_of_real_time():
    async with carried() as call:
        await until(lambda: len(call.peer.of("media")) >= 20)
        begun, started = len(call.peer.sound()), call.line.now()
        await asyncio.sleep(1.5)
        sent, elapsed = len(call.peer.sound()) - begun, call.line.now() - started
    assert abs(sent - elapsed) <= 320  # two ticks


# What the agent sends ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("chunk", [160, 320, 640, 8000])
async def test_the_agents_speech_is_on_the_wire_whole_and_after_the_playout_buffer(chunk):
    said = burst(0.6, seed=3)
    async with carried() as call:
        await until(lambda: call.line.sample > 800)
        begun = call.line.now()
        await call.peer.play_paced(g711.encode(said), chunk)
        await until(lambda: call.line.agent.last_sound >= 0 and call.line.agent.queued == 0)
        await asyncio.sleep(0.04)
        wire = call.wire
    onset = first_sound(wire)
    assert PLAYOUT <= onset - begun <= PLAYOUT + 2 * 160 + 160  # the buffer, the tick, and a busy machine
    assert np.array_equal(wire[onset : onset + len(said)], g711.decode(g711.encode(said)))
    assert not wire[onset + len(said) :].any()
    assert call.line.agent.underruns == 0


async def test_two_utterances_are_two_entries_and_the_pause_survives():
    async with carried() as call:
        await call.peer.play(g711.encode(burst(0.2)))
        await until(lambda: call.line.agent.last_sound >= 0 and call.line.agent.queued == 0)
        await asyncio.sleep(0.5)
        await call.peer.play(g711.encode(burst(0.2)))
        await until(lambda: len(call.line.agent.ledger) == 2 and call.line.agent.queued == 0)
    first, second = call.line.agent.ledger
    pause = second.final_spans[0].start - first.final_spans[0].end
    assert [e.utterance for e in (first, second)] == ["agent-1", "agent-2"]
    assert pause / RATE == pytest.approx(0.5 + PLAYOUT_MS / 1000, abs=0.1)


async def test_clear_drops_what_is_queued_and_is_noted():
    async with carried() as call:
        await call.peer.play(g711.encode(burst(3.0)))
        await until(lambda: call.line.agent.last_sound > 0)
        await asyncio.sleep(0.2)
        await call.peer.send("clear")
        await until(lambda: call.noted("clear"))
        cleared_at = call.line.sample
        await asyncio.sleep(0.2)
        wire = call.wire
    (note,) = call.noted("clear")
    assert note["dropped"] > RATE
    assert call.line.agent.clears[0][1] == note["dropped"]
    assert not wire[cleared_at + 160 :].any()
    played = int((wire != 0).sum())
    assert played + note["dropped"] == 3 * RATE
    assert call.line.agent.ledger[0].cut_at is not None


async def test_a_clear_in_silence_cuts_nothing():
    """Pipecat clears at every turn of the caller, mostly when nothing sounds."""
    async with carried() as call:
        await call.peer.play(g711.encode(burst(0.1)))
        await until(lambda: call.line.agent.last_sound > 0 and call.line.agent.queued == 0)
        await asyncio.sleep(0.05)
        await call.peer.send("clear")
        await until(lambda: call.noted("clear"))
    assert call.noted("clear") == [{"dropped": 0}]
    assert call.line.agent.clears == []
    assert call.line.agent.ledger[0].cut_at is None


async def test_a_mark_comes_back_once_everything_before_it_has_been_played():
    async with carried() as call:
        sent = time.monotonic()
        await call.peer.play(g711.encode(burst(0.5)))
        await call.peer.send("mark", mark={"name": "greeting over"})
        await until(lambda: call.peer.of("mark"))
        elapsed = time.monotonic() - sent
        (mark,) = call.peer.of("mark")
        played = call.line.agent.last_sound
    assert mark["mark"] == {"name": "greeting over"}
    assert mark["streamSid"] == "MZ0123"
    assert 0.5 + PLAYOUT_MS / 1000 <= elapsed < 2
    assert played >= 0.5 * RATE


async def test_a_mark_in_silence_comes_back_at_once_and_a_cleared_one_with_the_clear():
    async with carried() as call:
        await call.peer.send("mark", mark={"name": "now"})
        await until(lambda: call.peer.of("mark"))
        await call.peer.play(g711.encode(burst(5.0)))
        await call.peer.send("mark", mark={"name": "cleared"})
        await asyncio.sleep(0.1)
        assert len(call.peer.of("mark")) == 1
        await call.peer.send("clear")
        await until(lambda: len(call.peer.of("mark")) == 2, 1.0)
    assert [m["mark"]["name"] for m in call.peer.of("mark")] == ["now", "cleared"]


async def test_an_agent_that_marks_every_packet_and_clears_them_all_is_not_lost():
    async with carried() as call:
        await call.peer.play(g711.encode(burst(12.0)))
        for k in range(3 * BACKLOG):
            await call.peer.send("mark", mark={"name": str(k)})
        await call.peer.send("clear")
        await until(lambda: len(call.peer.of("mark")) == 3 * BACKLOG)
        heard = len(call.peer.of("media"))
        await until(lambda: len(call.peer.of("media")) > heard)
    assert [m["mark"]["name"] for m in call.peer.of("mark")] == [str(k) for k in range(3 * BACKLOG)]
    assert call.closed == []


BROKEN = [
    "not json",
    "",
    "null",
    "[]",
    "7",
    '"media"',
    "{}",
    '{"event": "media"}',
    '{"event": "media", "media": {}}',
    '{"event": "media", "media": {"payload": 5}}',
    '{"event": "media", "media": {"payload": "=not base64="}}',
    '{"event": "media", "media": {"payload": "ÄÖÜ="}}',
    '{"event": "media", "media": null}',
    '{"event": "mark"}',
    '{"event": "mark", "mark": {}}',
    b"\xff\xfe\x00",
    "[" * 100_000,
]


async def test_broken_messages_are_noted_and_survived():
    async with carried() as call:
        for frame in BROKEN:
            await call.peer.connection.send(frame)
        await call.peer.send("dtmf", dtmf={"digit": "5"})  # known to Twilio, of no use here
        await call.peer.play(g711.encode(burst(0.1)))
        await until(lambda: call.line.agent.last_sound > 0)
    notes = call.noted("bad_message")
    assert len(notes) == len(BROKEN)
    assert all(note["cause"] for note in notes)
    assert call.closed == []


# How it ends ------------------------------------------------------------------------------------------------


async def test_an_agent_that_closes_in_order_has_hung_up():
    async with carried() as call:
        await call.peer.play(g711.encode(burst(0.2)))
        await call.peer.connection.close()
        await until(lambda: call.closed)
        await until(lambda: call.line.agent.last_sound > 0 and not call.line.agent.queued)  # it is heard out
    assert call.closed == [""]


@pytest.mark.parametrize("how", ["aborted", "internal error"])
async def test_an_agent_whose_connection_breaks_is_lost_with_a_cause(how):
    async with carried() as call:
        await until(lambda: call.line.sample > 480)
        if how == "aborted":
            call.peer.connection.transport.abort()
        else:
            await call.peer.connection.close(1011, "out of memory")
        await until(lambda: call.closed)
        await asyncio.sleep(0.1)
    (cause,) = call.closed
    assert cause
    if how == "internal error":
        assert "out of memory" in cause


class StuckSocket:
    """A connection whose peer takes nothing any more."""

    def __init__(self, after=2):
        self.sent, self.after = [], after

    async def send(self, message):
        if len(self.sent) >= self.after:
            await asyncio.get_running_loop().create_future()
        self.sent.append(message)

    async def close(self):
        await asyncio.get_running_loop().create_future()

    async def __aiter__(self):
        await asyncio.get_running_loop().create_future()
        yield ""


async def test_an_agent_that_takes_no_sound_is_lost_and_stopping_does_not_hang():
    line, closed = Line(), []
    stream = TwilioStream(line, line.agent, StuckSocket(), {}, "1", EventLog(), closed.append)
    await stream.start()
    for k in range(BACKLOG + 3):
        if line.agent.receive:
            line.agent.receive(bytes(160), k * 160, False)
        if k < 3:
            await asyncio.sleep(0)
    assert closed == ["the agent took no sound for 5 s"]
    assert line.agent.receive is None  # and nothing more is queued for it
    started = time.monotonic()
    await stream.stop()
    assert time.monotonic() - started < 4


# Stalls -----------------------------------------------------------------------------------------------------


SAID = burst(1.5, seed=5)


@pytest.mark.parametrize(
    ("begins", "seconds"), [(0.3, 0.5), (0.8, 2.0)], ids=["while the agent speaks", "before it speaks"]
)
async def test_a_stall_moves_no_sample_of_the_agent(begins, seconds):
    """The agent sends on while the call's loop stands still: recorded is what was sent, when it was sent."""
    async with speaking_process(begins) as url, carried(url) as call:
        await asyncio.sleep(0.6)
        time.sleep(seconds)  # noqa: ASYNC251
        await until(lambda: call.line.sample > 3.2 * RATE)
        length, elapsed = call.line.sample, call.line.now()
    onset = first_sound(call.wire)
    assert np.array_equal(call.wire[onset : onset + len(SAID)], g711.decode(g711.encode(SAID)))
    assert onset / RATE == pytest.approx(begins + PLAYOUT_MS / 1000, abs=0.05)
    assert call.line.agent.underruns == 0
    assert abs(elapsed - length) <= 320
    assert call.line.health().lateness_max_ms > 1000 * seconds - 30
    assert not call.line.health().fit


SPEAKER = """
import asyncio, base64, json, sys
import websockets
from pipelines import g711
from tests.pipelines.sounds import burst
async def handle(connection):
    said = g711.encode(burst(1.5, seed=5))
    loop = asyncio.get_running_loop()
    await connection.recv(), await connection.recv()
    started = loop.time() + float(sys.argv[1])
    reading = asyncio.create_task(read(connection))
    for k in range(0, len(said), 160):
        await asyncio.sleep(started + k / 8000 - loop.time())
        payload = base64.b64encode(said[k:k + 160]).decode()
        await connection.send(json.dumps({"event": "media", "media": {"payload": payload}}))
    await reading
async def read(connection):
    async for _ in connection:
        pass
async def main():
    async with websockets.serve(handle, "127.0.0.1", 0) as server:
        print(server.sockets[0].getsockname()[1], flush=True)
        await asyncio.to_thread(sys.stdin.read)
asyncio.run(main())
"""


@contextlib.asynccontextmanager
async def speaking_process(begins):
    """A process of its own that speaks a known sound in real time, `begins` seconds into the call."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        SPEAKER,
        str(begins),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    try:
        yield f"ws://127.0.0.1:{int(await process.stdout.readline())}"
    finally:
        process.stdin.close()
        await process.wait()


# The production server ------------------------------------------------------------------------------


async def test_a_pipecat_agent_on_its_production_transport_is_heard_and_hears():
    said, asked = burst(0.8, seed=7), burst(0.5, seed=8)
    async with pipecat_peer({"Hello.": said}) as (peer, url):
        async with carried(url) as call:
            await until(lambda: peer.worker is not None and len(peer.ear.heard) > 3200)
            call.line.caller.write(asked.tobytes())
            await peer.send(TTSSpeakFrame("Hello."))
            await until(lambda: call.line.agent.last_sound > 0 and not call.line.agent.queued)
            await until(lambda: len(peer.ear.heard) > 16000)
            parameters = peer.start["customParameters"]
        await until(lambda: peer.over)  # our `stop` and close end its pipeline
    onset = first_sound(call.wire)
    assert parameters == PARAMETERS
    assert np.array_equal(call.wire[onset : onset + len(said)], g711.decode(g711.encode(said)))
    assert not call.wire[onset + len(said) :].any()
    assert call.line.agent.underruns == 0
    heard = np.frombuffer(bytes(peer.ear.heard), np.int16)
    first = first_sound(heard)
    assert np.array_equal(heard[first : first + len(asked)], g711.decode(g711.encode(asked)))
    assert call.noted("bad_message") == []
    assert call.closed == []


async def test_a_pipecat_agent_that_is_interrupted_falls_silent_at_the_callers_ear():
    async with pipecat_peer({"A long story.": burst(5.0, seed=7)}) as (peer, url), carried(url) as call:
        await until(lambda: peer.worker is not None and len(peer.ear.heard) > 3200)
        await peer.send(TTSSpeakFrame("A long story."))
        await until(lambda: call.line.agent.last_sound > 4000)
        interrupted = call.line.now()
        await peer.send(InterruptionFrame())
        await until(lambda: call.noted("clear"))
        await asyncio.sleep(0.5)
    spans = [s for e in call.line.agent.ledger for s in e.final_spans]
    assert spans[-1].end - interrupted < 0.25 * RATE
    assert call.line.agent.clears[0][1] > 0
    assert call.line.agent.ledger[0].cut_at is not None


async def test_a_pipecat_agent_that_hangs_up_closes_in_order():
    async with pipecat_peer({}) as (peer, url), carried(url) as call:
        await until(lambda: peer.worker is not None and len(peer.ear.heard) > 1600)
        await peer.send(EndFrame())
        await until(lambda: call.closed)
    assert call.closed == [""]
