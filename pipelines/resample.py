"""Speech at a vendor's rate, brought to the line's without loss at its end.

Pipecat's output would resample too, but its resampler is never flushed: the last 40 ms of every utterance would be
missing, and begin the next one (notes/pipecat.md 5).
"""

from __future__ import annotations

import numpy as np
import soxr
from pipecat.frames.frames import Frame, InterruptionFrame, TTSAudioRawFrame, TTSStartedFrame, TTSStoppedFrame
from pipecat.processors.frame_processor import FrameDirection, FrameProcessor

from pipelines.record import RATE


class ToLineRate(FrameProcessor):
    """Resamples synthesised speech (16-bit mono, any rate) to 8 kHz; what has that rate passes untouched."""

    def __init__(self) -> None:
        super().__init__()
        self._stream: soxr.ResampleStream | None = None
        self._from = 0
        self._last: TTSAudioRawFrame | None = None

    async def process_frame(self, frame: Frame, direction: FrameDirection) -> None:
        """Resample sound, and flush at the end of an utterance."""
        await super().process_frame(frame, direction)
        if direction == FrameDirection.DOWNSTREAM:
            if isinstance(frame, TTSAudioRawFrame) and frame.sample_rate != RATE:
                await self._resample(frame)
                return
            if isinstance(frame, InterruptionFrame | TTSStartedFrame):
                self._stream = None  # what was held back belongs to speech that is over
            elif isinstance(frame, TTSStoppedFrame):
                await self._flush()
        await self.push_frame(frame, direction)

    async def _resample(self, frame: TTSAudioRawFrame) -> None:
        if self._stream is None or frame.sample_rate != self._from:
            self._from = frame.sample_rate
            self._stream = soxr.ResampleStream(self._from, RATE, 1, dtype="int16", quality="HQ")
        self._last = frame
        await self._send(self._stream.resample_chunk(np.frombuffer(frame.audio, "<i2").astype(np.int16)))

    async def _flush(self) -> None:
        if self._stream is not None:
            rest = self._stream.resample_chunk(np.zeros(0, np.int16), last=True)
            self._stream = None
            await self._send(rest)

    async def _send(self, samples: np.ndarray) -> None:
        if len(samples) and self._last is not None:
            sound = TTSAudioRawFrame(samples.astype("<i2").tobytes(), RATE, 1, context_id=self._last.context_id)
            sound.metadata.update(self._last.metadata)
            await self.push_frame(sound)
