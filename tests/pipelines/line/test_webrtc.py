"""A WebRTC peer over real sockets on the loopback interface, at wall-clock speed; it sends as Pipecat's bots do."""

import asyncio
import contextlib
import fractions
import json
from itertools import pairwise

import numpy as np
import pytest

pytest.importorskip("aiortc", reason="the extra webrtc is not installed")

import aioice.ice
from aiortc import RTCConfiguration, RTCPeerConnection, RTCSessionDescription
from aiortc.mediastreams import MediaStreamError
from av import AudioFrame
from pipecat.transports.smallwebrtc.transport import RawAudioTrack

from pipelines import g711
from pipelines.line import webrtc
from pipelines.line.io_thread import IoThread
from pipelines.line.line import Line
from pipelines.line.port import JOIN_GAP
from pipelines.line.rtvi import CLIENT_READY, Words
from pipelines.line.webrtc import PLAYOUT_MS, WebRtcStream
from pipelines.record import RATE
from pipelines.segments import energy_spans
from pipelines.tap import EventLog
from tests.pipelines.line.test_twilio import until

PEER_RATE = 24000  # what most voices speak at
MS = RATE // 1000


@pytest.fixture(autouse=True)
def on_loopback(monkeypatch):
    """Both ends meet on the loopback interface, which alone is there when the network is cut."""
    monkeypatch.setattr(aioice.ice, "get_host_addresses", lambda **_: ["127.0.0.1"])


def tone(seconds, rate=PEER_RATE, hertz=440.0):
    return (8000 * np.sin(2 * np.pi * hertz * np.arange(round(seconds * rate)) / rate)).astype(np.int16)


class Peer:
    """The bot's end: answers an offer, sends as `RawAudioTrack` does, and keeps what it receives."""

    def __init__(self, track=None):
        self.connection = RTCPeerConnection(RTCConfiguration(iceServers=[]))
        self.track = track or RawAudioTrack(PEER_RATE)
        self.heard, self.rate, self.messages, self.channel = [], 0, [], None
        self.tasks = []

        @self.connection.on("track")
        def on_track(track):
            self.tasks.append(asyncio.create_task(self._listen(track)))

        @self.connection.on("datachannel")
        def on_channel(channel):
            self.channel = channel
            channel.on("message", self.messages.append)

    async def _listen(self, track):
        with contextlib.suppress(MediaStreamError):
            while True:
                frame = await track.recv()
                self.rate = frame.sample_rate
                self.heard.append(frame.to_ndarray().reshape(-1, len(frame.layout.channels)).mean(axis=1))

    async def answer(self, sdp, kind):
        await self.connection.setRemoteDescription(RTCSessionDescription(sdp, kind))
        self.connection.addTrack(self.track)
        await self.connection.setLocalDescription(await self.connection.createAnswer())
        found = self.connection.localDescription
        return found.sdp, found.type

    def say(self, pcm):
        return self.track.add_audio_bytes(pcm.tobytes())

    async def close(self):
        await self.connection.close()
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)


class Carried:
    """A line, a stream and a peer that are connected."""

    def __init__(self, peer):
        self.peer, self.line, self.log, self.closed = peer, Line(), EventLog(), []

    def spans(self):
        return energy_spans(np.asarray(g711.decode(self.line.agent.wire)), threshold=-50.0)


@contextlib.asynccontextmanager
async def carried(track=None):
    """A call with a peer on this loop; the stream's connection lives on a thread, as in a real call."""
    call, here = Carried(Peer(track)), asyncio.get_running_loop()

    async def answer(sdp, kind):
        return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(call.peer.answer(sdp, kind), here))

    io = IoThread()
    stream = WebRtcStream(call.line, call.line.agent, answer, call.log, call.closed.append, io.loop)
    ticks = None
    try:
        await stream.start()
        ticks = asyncio.create_task(call.line.run())
        yield call
    finally:
        await stream.stop()
        call.line.stop()
        if ticks:
            await ticks
        await call.peer.close()
        await io.stop()


# Over the network -------------------------------------------------------------------------------------------


async def test_the_peers_speech_is_on_the_wire_whole_with_its_pauses_and_after_a_constant_delay():
    lengths, pauses = (0.6, 0.4, 0.5), (0.5, 0.7)
    async with carried() as call:
        await until(lambda: call.line.sample > RATE)
        said = np.concatenate(
            [
                tone(0.6),
                np.zeros(PEER_RATE // 2, np.int16),
                tone(0.4),
                np.zeros(PEER_RATE * 7 // 10, np.int16),
                tone(0.5),
            ]
        )
        asked = call.line.now()
        await call.peer.say(said)
        await asyncio.sleep(0.5)
        spans = call.spans()
        underruns = call.line.health().underruns
    assert [round((s.end - s.start) / RATE, 2) for s in spans] == pytest.approx(lengths, abs=0.02)
    assert [(b.start - a.end) / RATE for a, b in pairwise(spans)] == pytest.approx(pauses, abs=0.03)
    assert PLAYOUT_MS * MS - 20 * MS <= spans[0].start - asked <= (PLAYOUT_MS + 80) * MS
    assert underruns == 0


async def test_short_pauses_within_speech_keep_their_length():
    async with carried() as call:
        await until(lambda: call.line.sample > RATE // 2)
        await call.peer.say(np.concatenate([tone(0.3), np.zeros(PEER_RATE * 2 // 10, np.int16), tone(0.3)]))
        await asyncio.sleep(0.5)
        pcm = np.asarray(g711.decode(call.line.agent.wire))
    spans = energy_spans(pcm, threshold=-50.0, hang=20 * MS)
    assert len(spans) == 2
    assert (spans[1].start - spans[0].end) / MS == pytest.approx(200, abs=12)
    assert len(call.line.agent.ledger) == 1  # one utterance


async def test_the_caller_is_heard_by_the_peer_in_real_time():
    async with carried() as call:
        call.line.caller.write(tone(1.0, RATE).tobytes())
        await until(lambda: call.line.sample > 2 * RATE)
        heard, rate = np.concatenate(call.peer.heard), call.peer.rate
    loud = np.abs(heard) > 2000
    assert rate == 48000
    assert loud.sum() / rate == pytest.approx(0.85, abs=0.1)  # a sine is that long above a quarter of its height
    spectrum = np.abs(np.fft.rfft(heard[loud.argmax() :][: rate // 2]))
    assert spectrum.argmax() * 2 == pytest.approx(440, abs=4)


async def test_it_says_hello_and_keeps_alive_as_a_browser_does():
    async with carried() as call:
        await until(lambda: len(call.peer.messages) >= 2)
        first, second = call.peer.messages[:2]
    assert json.loads(first) == CLIENT_READY
    assert second.startswith("ping")
    assert call.closed == []  # our own hanging up is not the agent's


async def test_a_peer_that_leaves_has_hung_up():
    async with carried() as call:
        await until(lambda: call.peer.channel is not None and call.line.sample > 0)
        call.peer.channel.send(json.dumps({"type": "signalling", "message": {"type": "peerLeft"}}))
        await until(lambda: call.closed)
        await asyncio.sleep(0.1)
    assert call.closed == [""]


async def test_a_peer_that_closes_has_hung_up():
    async with carried() as call:
        await until(lambda: call.line.sample > 0)
        await call.peer.connection.close()
        await until(lambda: call.closed)
    assert call.closed == [""]


class Stalls(RawAudioTrack):
    """A bot that is killed: no packet comes any more, and nobody says so."""

    stalled = False

    async def recv(self):
        while self.stalled:  # noqa: ASYNC110
            await asyncio.sleep(0.05)
        return await super().recv()


async def test_a_peer_that_falls_silent_altogether_is_lost_and_not_merely_quiet(monkeypatch):
    monkeypatch.setattr(webrtc, "GONE_S", 0.5)
    track = Stalls(PEER_RATE)
    async with carried(track) as call:
        await until(lambda: call.line.sample > 1.5 * RATE)
        assert call.closed == []  # it said nothing so far, and sent that
        track.stalled = True
        await until(lambda: call.closed)
    assert call.closed == ["no sound packet from the agent for 0 s"]


@pytest.mark.parametrize(
    ("answer", "said"),
    [(("v=0", "answer"), "its answer cannot be used"), ((None, None), "its answer cannot be used")],
)
async def test_an_answer_that_is_none_is_told(answer, said):
    io, line = IoThread(), Line()

    async def give(sdp, kind):
        return answer

    stream = WebRtcStream(line, line.agent, give, EventLog(), [].append, io.loop)
    with pytest.raises(ConnectionError, match=said):
        await stream.start()
    await stream.stop()
    await io.stop()


async def test_a_peer_that_never_connects_is_not_waited_for_for_ever(monkeypatch):
    monkeypatch.setattr(webrtc, "CONNECT_S", 0.5)
    io, line, peer, here = IoThread(), Line(), Peer(), asyncio.get_running_loop()

    async def answer(sdp, kind):
        found = await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(peer.answer(sdp, kind), here))
        await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(peer.close(), here))
        return found

    stream = WebRtcStream(line, line.agent, answer, EventLog(), [].append, io.loop)
    with pytest.raises(ConnectionError, match="no media connection within 0 s"):
        await stream.start()
    await stream.stop()
    await io.stop()


# What is played and what is not -----------------------------------------------------------------------------


class Fed:
    """A stream whose packets are handed in by the test, on a line that the test ticks."""

    def __init__(self):
        self.line = Line()
        self.stream = WebRtcStream(self.line, self.line.agent, None, EventLog(), [].append, None)

    def give(self, pcm):
        """20 ms frames, a tick for each."""
        for k in range(0, len(pcm), 160):
            self.stream._play(pcm[k : k + 160], self.line.sample)
            self.line._exchange()

    def burst(self, pcm):
        """All at once, without a tick."""
        for k in range(0, len(pcm), 160):
            self.stream._play(pcm[k : k + 160], self.line.sample)

    def idle(self, ticks):
        for _ in range(ticks):
            self.line._exchange()

    @property
    def wire(self):
        return np.asarray(g711.decode(self.line.agent.wire))


def silence(seconds):
    return np.zeros(round(seconds * RATE), np.int16)


def test_between_utterances_nothing_is_queued_and_no_underrun_is_counted():
    fed = Fed()
    for _ in range(3):
        fed.give(tone(0.2, RATE))
        fed.give(silence(0.5))
        assert fed.line.agent.queued == 0
    assert len(fed.line.agent.ledger) == 3
    assert fed.line.agent.underruns == 0
    assert [e.utterance for e in fed.line.agent.ledger] == ["agent-1", "agent-2", "agent-3"]


def test_speech_that_resumes_before_the_last_is_played_out_keeps_its_distance():
    fed = Fed()
    pause = JOIN_GAP + 320  # the last two frames of it are not played any more, and yet something is still queued
    fed.give(np.concatenate([tone(0.2, RATE), np.zeros(pause, np.int16), tone(0.2, RATE), silence(0.5)]))
    (first, second) = energy_spans(fed.wire, threshold=-50.0, hang=80)[0], energy_spans(fed.wire, -50.0, 80)[-1]
    assert second.start - first.end == pytest.approx(pause, abs=24)


def test_a_stall_is_made_up_for_where_nobody_speaks():
    fed = Fed()
    said = tone(0.4, RATE)
    fed.give(said[:1600])
    fed.idle(25)  # half a second without a packet, which then come all at once
    fed.burst(np.concatenate([said[1600:], silence(0.2), said]))
    assert fed.line.agent.queued < len(said[1600:]) + len(said) + 4 * fed.line.agent.prebuffer
    fed.idle(200)
    assert np.count_nonzero(np.abs(fed.wire) > 520) == 2 * np.count_nonzero(np.abs(said) > 520)  # no word is lost
    before, after = energy_spans(fed.wire, -50.0, 80)
    assert after.end - after.start == pytest.approx(len(said[1600:]) + len(said), abs=16)  # but the pause is gone
    assert before.end - before.start == pytest.approx(1600, abs=16)


class Packets:
    """A track that gives frames with these timestamps and then ends."""

    def __init__(self, stamps, rate=48000, layout="stereo"):
        self.stamps, self.rate, self.layout = list(stamps), rate, layout

    async def recv(self):
        if not self.stamps:
            raise MediaStreamError
        samples = self.rate // 50
        pcm = np.repeat(tone(0.02, self.rate), 2 if self.layout == "stereo" else 1)[None, :]
        frame = AudioFrame.from_ndarray(np.ascontiguousarray(pcm), format="s16", layout=self.layout)
        frame.sample_rate, frame.pts = self.rate, self.stamps.pop(0) * samples
        frame.time_base = fractions.Fraction(1, self.rate)
        return frame


async def received(packets):
    stream = WebRtcStream(Line(), Line().agent, None, EventLog(), [].append, asyncio.get_running_loop())
    await stream._receive(packets)
    return [what for _, what, _ in stream._arrived]


@pytest.mark.parametrize(("rate", "layout"), [(48000, "stereo"), (48000, "mono"), (16000, "mono"), (8000, "mono")])
async def test_any_rate_becomes_the_lines_without_loss_of_time(rate, layout):
    *sound, end = await received(Packets(range(50), rate, layout))
    assert end is None
    assert sum(map(len, sound)) == pytest.approx(RATE, abs=20)
    assert {len(s) for s in sound[1:]} == {160}


async def test_lost_packets_are_silence_of_their_length():
    *sound, _ = await received(Packets([0, 1, 2, 3, 7, 8, 9]))
    assert sum(map(len, sound)) == pytest.approx(10 * 160, abs=20)
    assert np.count_nonzero(sound[4] == 0) >= 3 * 160


async def test_timestamps_that_begin_anew_are_no_lost_packets():
    *sound, _ = await received(Packets([0, 1, 2, 5000, 5001, 3, 4]))
    assert sum(map(len, sound)) == pytest.approx(7 * 160, abs=20)


# A bot's own words ------------------------------------------------------------------------------------------


def rtvi(kind, **data):
    return json.dumps({"label": "rtvi-ai", "type": kind, "data": data})


def test_a_bots_words_are_noted_as_those_of_any_agent():
    log = EventLog()
    words = Words(log)
    said = [
        (rtvi("bot-started-speaking"), 800),
        (rtvi("bot-tts-text", text="Good "), 900),
        (rtvi("bot-tts-text", text="morning."), 950),
        (rtvi("bot-stopped-speaking"), 8000),
        (rtvi("user-transcription", text="Hel", final=False), 9000),
        (rtvi("user-transcription", text="Hello.", final=True), 9100),
        (rtvi("bot-started-speaking"), 9200),
        (rtvi("bot-stopped-speaking"), 9300),
    ]
    assert not any(words.take(message, sample) for message, sample in said)
    assert [(e.sample, e.side, e.kind, e.data) for e in log.events] == [
        (8000, "agent", "spoken", {"text": "Good morning.", "begun": 800, "cut": False}),
        (9100, "agent", "stt_final", {"text": "Hello."}),
    ]


@pytest.mark.parametrize(
    "message",
    ["", "{", "[]", "7", '{"type": 5}', '{"type": "signalling"}', '{"type": "bot-tts-text", "data": 3}', "null"],
)
def test_messages_that_mean_nothing_to_us_are_passed_over(message):
    log = EventLog()
    assert Words(log).take(message, 0) is False
    assert log.events == []
