"""A telephone at wall-clock speed for a pipeline under test: what is said into it is heard, what comes out is kept."""

from __future__ import annotations

import asyncio
from collections import deque

import numpy as np
from pipecat.frames.frames import CancelFrame, EndFrame, InputAudioRawFrame, OutputAudioRawFrame, StartFrame
from pipecat.transports.base_input import BaseInputTransport
from pipecat.transports.base_output import BaseOutputTransport
from pipecat.transports.base_transport import BaseTransport, TransportParams

from agents.embedded.ear import recognise
from pipelines.record import RATE

CHUNK = RATE // 25
LOUD = 300  # of a 16-bit sample, root mean square


class _Microphone(BaseInputTransport):
    def __init__(self, params: TransportParams, phone: Phone) -> None:
        super().__init__(params)
        self._phone = phone
        self._task: asyncio.Task[None] | None = None

    async def start(self, frame: StartFrame) -> None:
        await super().start(frame)
        await self.set_transport_ready(frame)
        self._task = self.create_task(self._run())

    async def stop(self, frame: EndFrame) -> None:
        await self._hang_up()
        await super().stop(frame)

    async def cancel(self, frame: CancelFrame) -> None:
        await self._hang_up()
        await super().cancel(frame)

    async def _hang_up(self) -> None:
        if self._task is not None:
            await self.cancel_task(self._task)
            self._task = None

    async def _run(self) -> None:
        loop = asyncio.get_running_loop()
        began, sent = loop.time(), 0
        while True:
            await asyncio.sleep(max(0.0, began + sent * CHUNK / RATE - loop.time()))
            pcm = self._phone.next()
            await self.push_audio_frame(InputAudioRawFrame(audio=pcm, sample_rate=RATE, num_channels=1))
            sent += 1


class _Speaker(BaseOutputTransport):
    def __init__(self, params: TransportParams, phone: Phone) -> None:
        super().__init__(params)
        self._phone = phone
        self._free = 0.0

    async def start(self, frame: StartFrame) -> None:
        await super().start(frame)
        await self.set_transport_ready(frame)

    async def write_audio_frame(self, frame: OutputAudioRawFrame) -> bool:
        loop = asyncio.get_running_loop()
        self._free = max(self._free, loop.time()) + frame.num_frames / frame.sample_rate
        self._phone.heard.append((loop.time(), frame.audio))
        await asyncio.sleep(self._free - loop.time())
        return True


class Phone(BaseTransport):
    """The transport of a pipeline, and the person at its other end.

    Attributes:
        heard: sound that came out, with the time at which it was played.
    """

    def __init__(self) -> None:
        super().__init__()
        params = TransportParams(
            audio_in_enabled=True, audio_out_enabled=True, audio_out_10ms_chunks=2, audio_out_end_silence_secs=0
        )
        self._in, self._out = _Microphone(params, self), _Speaker(params, self)
        self._line: deque[bytes] = deque()
        self.heard: list[tuple[float, bytes]] = []

    def input(self) -> _Microphone:
        return self._in

    def output(self) -> _Speaker:
        return self._out

    def say(self, pcm: bytes) -> None:
        """Speak 16-bit samples at the line's rate."""
        size = 2 * CHUNK
        self._line.extend(pcm[at : at + size].ljust(size, b"\0") for at in range(0, len(pcm), size))

    def next(self) -> bytes:
        """What goes into the microphone now."""
        return self._line.popleft() if self._line else bytes(2 * CHUNK)

    @property
    def speaking(self) -> bool:
        """Whether words are still to be said."""
        return bool(self._line)

    def loud_since(self, moment: float) -> float:
        """Seconds of sound that was played after a moment."""
        return sum(
            len(pcm) / 2 / RATE
            for at, pcm in self.heard
            if at >= moment and float(np.sqrt(np.mean(np.frombuffer(pcm, "<i2").astype(float) ** 2))) > LOUD
        )

    def words(self) -> str:
        """What was played, as recognised."""
        return recognise(np.frombuffer(b"".join(pcm for _, pcm in self.heard), "<i2").astype(np.int16), RATE)


async def until(what, secs: float, why=lambda: "it did not happen in time") -> None:
    """Wait for something to be true.

    Raises:
        AssertionError: it was not in time.
    """
    try:
        async with asyncio.timeout(secs):
            while not what():  # noqa: ASYNC110  (anything can be waited for)
                await asyncio.sleep(0.01)
    except TimeoutError:
        raise AssertionError(why()) from None
