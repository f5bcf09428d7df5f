"""A WebRTC peer on a port of the line: we play the browser that a Pipecat SmallWebRTC bot expects (extra ``webrtc``).

The caller's sound goes out as one Opus stream, silence included, paced by the line's tick. What comes back is
continuous as well: most bots send silence between their words. Only what can be heard, and the pauses within it, is
played; between utterances the line fills in silence itself, so that a drifting clock at the other end or a packet
that came late is forgotten in the next pause instead of being carried through the call.

Constant on the way to the caller's ear: aiortc's jitter buffer of four packets, 2 ms of the resampler, and the
playout buffer of the port. There is nothing like Twilio's ``clear`` and ``mark``: a bot that is broken in on stops
sending. A data channel carries what a browser would send, and brings the peer's goodbye.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections import deque
from collections.abc import Awaitable, Callable
from fractions import Fraction
from typing import Any

import numpy as np
from aiortc import MediaStreamTrack, RTCConfiguration, RTCPeerConnection, RTCSessionDescription
from aiortc.mediastreams import MediaStreamError
from av import AudioFrame, AudioResampler
from numpy.typing import NDArray

from pipelines import g711
from pipelines.line.line import Line
from pipelines.line.port import AUDIBLE, JOIN_GAP, Port
from pipelines.line.rtvi import CLIENT_READY, Words
from pipelines.record import RATE
from pipelines.tap import EventLog

BUFFER_MS = 60  # playout buffer of the port, as towards any socket
JITTER_MS = 80  # aiortc hands a packet on when the fourth after it has begun to arrive
PLAYOUT_MS = BUFFER_MS + JITTER_MS  # published in call.json
CONNECT_S = 15.0  # how long ICE and DTLS may take
STOP_S = 2.0  # how long closing may take
PING_S = 1.0  # a browser's keep-alive on the data channel
GONE_S = 5.0  # without a packet from a peer that used to send silence too
QUIET = 8  # largest sample of a frame without sound: below mu-law's second step, above a codec's idea of silence
STEADY = RATE  # silent samples received, after which a peer is known to send silence
GAP_LIMIT = RATE  # a hole in the timestamps longer than this is a new beginning, not lost packets

Pcm = NDArray[np.int16]
Answer = Callable[[str, str], Awaitable[tuple[str, str]]]
"""Takes an offer (SDP and its type) to the peer and brings the answer."""


class CallerTrack(MediaStreamTrack):
    """The caller's sound, a frame for every tick of the line."""

    kind = "audio"

    def __init__(self) -> None:
        super().__init__()
        self._frames: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._sent = 0

    def put(self, ulaw: bytes | None) -> None:
        """Queue a tick's mu-law bytes; ``None`` ends the track."""
        self._frames.put_nowait(ulaw)

    async def recv(self) -> AudioFrame:
        """The next frame."""
        ulaw = await self._frames.get()
        if ulaw is None:
            raise MediaStreamError
        frame = AudioFrame.from_ndarray(g711.decode(ulaw)[None, :], format="s16", layout="mono")
        frame.sample_rate, frame.pts, frame.time_base = RATE, self._sent, Fraction(1, RATE)
        self._sent += len(ulaw)
        return frame


class WebRtcStream:
    """One media stream between a port and a WebRTC peer.

    Args:
        line: the line; its sample counter stamps what arrives.
        port: the agent's port.
        answer: takes our offer to the peer.
        log: notes the peer's own words.
        closed: called once, when the peer goes or the connection breaks, with a cause (empty when orderly).
        loop: the loop that the connection lives on, on the same clock as the line's.
        clean: takes secrets out of what the peer sends as text.
    """

    def __init__(
        self,
        line: Line,
        port: Port,
        answer: Answer,
        log: EventLog,
        closed: Callable[[str], None],
        loop: asyncio.AbstractEventLoop,
        clean: Callable[[str], str] = str,
    ) -> None:
        self._line, self._port, self._answer, self._closed, self._loop = line, port, answer, closed, loop
        self._words, self._clean = Words(log), clean
        self._peer: RTCPeerConnection | None = None
        self._arrived: deque[tuple[float, Pcm | str | None, str]] = deque()  # when; sound, message or end; its cause
        self._tasks: list[asyncio.Task[None]] = []
        self._over = False
        self._utterances = 0
        self._still = JOIN_GAP + 1  # silent samples since the last sound; beyond JOIN_GAP nothing is played
        self._skipped = 0  # silent samples that were not played since
        port.prebuffer = RATE * BUFFER_MS // 1000

    async def start(self) -> None:
        """Connect and begin to carry sound.

        Raises:
            ConnectionError: no media connection came about.
        """
        await self._there(self._open())
        self._port.receive, self._port.inflow = self._tick, self._take_in

    async def stop(self) -> None:
        """Close the connection."""
        self._over = True
        self._port.receive = self._port.inflow = None
        await self._there(self._close())

    # Where the connection lives -----------------------------------------------------------------------------------

    async def _there(self, work: Any) -> None:
        await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(work, self._loop))

    async def _open(self) -> None:
        # No STUN server: aiortc's default would tell a third party of every call.
        self._peer = peer = RTCPeerConnection(RTCConfiguration(iceServers=[]))
        self._track = CallerTrack()
        peer.addTransceiver(self._track, direction="sendrecv")
        self._channel = peer.createDataChannel("callbench")
        self._channel.on("message", self._message)
        settled = asyncio.Event()

        def state() -> None:
            if peer.connectionState in ("connected", "failed", "closed"):
                settled.set()
            if peer.connectionState in ("failed", "closed"):
                self._end("" if peer.connectionState == "closed" else "the media connection failed")

        def track(received: MediaStreamTrack) -> None:
            self._tasks.append(asyncio.create_task(self._receive(received)))

        peer.on("connectionstatechange", state)
        peer.on("track", track)
        await peer.setLocalDescription(await peer.createOffer())
        offer = peer.localDescription
        sdp, kind = await self._answer(offer.sdp, offer.type)
        try:
            await peer.setRemoteDescription(RTCSessionDescription(sdp, kind))
        except Exception as error:  # aiortc has no error of its own for an answer that it cannot use
            raise ConnectionError(f"its answer cannot be used ({type(error).__name__}: {error})") from error
        try:
            async with asyncio.timeout(CONNECT_S):
                await settled.wait()
        except TimeoutError:
            raise ConnectionError(f"no media connection within {CONNECT_S:.0f} s") from None
        if peer.connectionState != "connected":
            raise ConnectionError(f"the media connection {peer.connectionState}")
        self._tasks.append(asyncio.create_task(self._ping()))

    async def _close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._peer is not None:
            self._track.put(None)
            with contextlib.suppress(Exception):  # the peer may have gone already
                async with asyncio.timeout(STOP_S):
                    await self._peer.close()

    async def _ping(self) -> None:
        while self._channel.readyState == "connecting":  # noqa: ASYNC110  (an event would come only to a late listener)
            await asyncio.sleep(0.05)
        with contextlib.suppress(Exception):  # a channel that closes ends this, not the call
            self._channel.send(json.dumps(CLIENT_READY))
            while True:
                self._channel.send(f"ping: {self._loop.time():.3f}")
                await asyncio.sleep(PING_S)

    def _message(self, message: str | bytes) -> None:
        if isinstance(message, str):
            self._arrived.append((self._loop.time(), self._clean(message), ""))

    async def _receive(self, track: MediaStreamTrack) -> None:
        """Take in the peer's sound at any rate, lost packets as silence."""
        resampler = AudioResampler(format="s16", layout="mono", rate=RATE)
        due: int | None = None
        silent = 0
        try:
            while True:
                async with asyncio.timeout(GONE_S if silent > STEADY else None):
                    frame = await track.recv()
                assert isinstance(frame, AudioFrame)
                lost = 0 if due is None or frame.pts is None else (frame.pts - due) * RATE // frame.sample_rate
                due = None if frame.pts is None else frame.pts + frame.samples
                frame.pts = None  # holes are filled here, not by the resampler
                parts = [part.to_ndarray()[0] for part in resampler.resample(frame)]
                pcm = np.concatenate([np.zeros(lost if 0 < lost < GAP_LIMIT else 0, np.int16), *parts])
                silent += len(pcm) if _quiet(pcm) else 0
                self._arrived.append((self._loop.time(), pcm, ""))
        except MediaStreamError:
            self._end("")
        except TimeoutError:
            self._end(f"no sound packet from the agent for {GONE_S:.0f} s")

    def _end(self, cause: str) -> None:
        self._arrived.append((self._loop.time(), None, cause))

    # Where the line lives -----------------------------------------------------------------------------------------

    def _tick(self, ulaw: bytes, sample: int, silent: bool) -> None:
        self._loop.call_soon_threadsafe(self._track.put, ulaw)

    def _take_in(self, end: int) -> None:
        """Handle what had arrived by the line's sample `end`."""
        while self._arrived:
            stamp, what, cause = self._arrived[0]
            sample = self._line.sample_at(stamp)
            if sample >= end:
                return
            self._arrived.popleft()
            sample = max(0, sample)
            if what is None:
                self._lost(cause)
                return
            if isinstance(what, str):
                if self._words.take(what, sample):
                    self._lost("")
                    return
            else:
                self._play(what, sample)

    def _play(self, pcm: Pcm, sample: int) -> None:
        port = self._port
        if _quiet(pcm):
            self._still += len(pcm)
            if self._still > JOIN_GAP:
                self._skipped += len(pcm)
                return
        elif self._still > JOIN_GAP:
            if port.queued:  # the last utterance is still being played: what was skipped belongs in between
                port.write(bytes(2 * self._skipped), sample)
            else:
                port.clear(self._line.sample, cut=False)  # what comes is new speech, not a late packet
                self._utterances += 1
                port.begin(f"agent-{self._utterances}", sample)
            self._still = self._skipped = 0
        else:
            self._still = 0
        if port.queued > 2 * port.prebuffer and _faint(pcm):
            return  # after a stall: make up for it where nobody speaks, or the rest of the call would be late
        port.write(pcm.tobytes(), sample)

    def _lost(self, cause: str) -> None:
        if not self._over:
            self._over = True
            self._port.receive = self._port.inflow = None
            self._closed(cause)


def _quiet(pcm: Pcm) -> bool:
    """Whether nothing of it would be heard on a telephone."""
    return not len(pcm) or int(np.abs(pcm.astype(np.int32)).max()) <= QUIET


def _faint(pcm: Pcm) -> bool:
    """Whether nobody speaks in it."""
    return not len(pcm) or float(np.sqrt(np.mean(pcm.astype(np.float64) ** 2))) < AUDIBLE
