"""The embedded ears as Pipecat STT services: Moonshine, and a perfect ear for calls that test something else."""

from __future__ import annotations

import asyncio
from abc import abstractmethod
from collections import deque
from collections.abc import AsyncGenerator, Callable
from typing import Any

import numpy as np
import soxr
from numpy.typing import NDArray
from pipecat.frames.frames import Frame, InputAudioRawFrame, TranscriptionFrame, VADUserStoppedSpeakingFrame
from pipecat.processors.frame_processor import FrameDirection
from pipecat.services.settings import STTSettings
from pipecat.services.stt_service import SegmentedSTTService
from pipecat.utils.time import time_now_iso8601

from agents.embedded import level
from agents.embedded.moonshine import Moonshine, from_line
from agents.embedded.segments import Segment, SegmentKeeper
from pipelines.latency import Sampler, charge

STAMP = "line_sample"
"""Key in an audio frame's metadata: the line's number of its first sample."""

_PADDING = 0.5  # seconds of silence appended to each segment, so that the last word is heard to its end
_MARGIN = 0.3  # seconds that turn strategies wait for a transcript beyond the latency's bound
_AHEAD = 64  # latencies drawn in advance to learn their bound


class _Ears(SegmentedSTTService):
    """What all embedded ears share: one transcript per speech segment, its latency charged, its sound kept."""

    def __init__(
        self,
        model: str,
        latency: Sampler,
        keep: SegmentKeeper | None,
        on_text: Callable[[str], str] | None,
        **options: Any,
    ) -> None:
        self._drawn = deque(latency() for _ in range(_AHEAD))
        super().__init__(
            settings=STTSettings(model=model, language=None),
            ttfs_p99_latency=max(self._drawn) + _MARGIN,
            trailing_silence_secs=_PADDING,
            **options,
        )
        self._latency = latency
        self._keep = keep
        self._on_text = on_text
        self._next_sample: int | None = None
        self._ends: deque[int | None] = deque()  # per waiting segment: the line's sample after its last

    @property
    def wants_wav_segments(self) -> bool:
        """Segments come as plain 16-bit samples."""
        return False

    def can_generate_metrics(self) -> bool:
        """Time to the final transcript, processing time and usage are reported."""
        return True

    @abstractmethod
    async def hear(self, samples: NDArray[np.int16]) -> str:
        """The words of one segment at the pipeline's rate."""

    async def process_frame(self, frame: Frame, direction: FrameDirection) -> None:
        """Note where on the line a segment ends, before the base class cuts it."""
        if isinstance(frame, VADUserStoppedSpeakingFrame) and self.is_usable:
            self._ends.append(self._next_sample)
        await super().process_frame(frame, direction)

    async def process_audio_frame(self, frame: Any, direction: FrameDirection) -> None:
        """Buffer audio and follow its stamps."""
        if isinstance(frame, InputAudioRawFrame):
            first = frame.metadata.get(STAMP)
            self._next_sample = None if first is None else int(first) + frame.num_frames
            if self._keep is not None and first is not None and frame.sample_rate == level.RATE:
                self._keep.record(int(first), frame.audio)
        await super().process_audio_frame(frame, direction)

    async def run_stt(self, audio: bytes) -> AsyncGenerator[Frame | None, None]:
        """Yield the final transcript of one segment; nothing if nothing was heard."""
        loop = asyncio.get_running_loop()
        started = loop.time()
        end = self._ends.popleft() if self._ends else None
        samples = np.frombuffer(audio, "<i2").astype(np.int16)
        await self.start_processing_metrics()
        heard = await self.hear(samples)
        text = self._on_text(heard) if self._on_text else heard
        await charge(self._drawn.popleft() if self._drawn else self._latency(), started)
        await self.stop_processing_metrics()
        if self._keep is not None:
            sound = samples[: max(0, len(samples) - round(_PADDING * self.sample_rate))]
            first = None if end is None else end - len(sound)
            self._keep.add(Segment(text, _at_line_rate(sound, self.sample_rate), first))
        if text.strip():
            yield TranscriptionFrame(text, self._user_id, time_now_iso8601(), finalized=True)


class EmbeddedSTT(_Ears):
    """Hears with Moonshine tiny-en.

    Args:
        latency: seconds from the end of a segment to its transcript; recognition itself is part of it.
        keep: gets the segments of the current user turn; whoever takes them begins a new turn.
        on_text: changes what was heard (a seeded fault, or a correction).
        options: further options of Pipecat's `SegmentedSTTService`.

    Raises:
        MissingPackageError: the weights are not installed.
    """

    def __init__(
        self,
        latency: Sampler,
        keep: SegmentKeeper | None = None,
        on_text: Callable[[str], str] | None = None,
        **options: Any,
    ) -> None:
        super().__init__("moonshine-tiny-en", latency, keep, on_text, **options)
        self._model = Moonshine.shared()

    async def hear(self, samples: NDArray[np.int16]) -> str:
        """Recognise off the event loop."""
        return await asyncio.get_running_loop().run_in_executor(None, self._recognise, samples)

    def _recognise(self, samples: NDArray[np.int16]) -> str:
        return self._model.transcribe(from_line(samples, self.sample_rate)).text


class PerfectSTT(_Ears):
    """Hears exactly what the other side meant to say; no model is involved.

    Args:
        latency: seconds from the end of a segment to its transcript.
        oracle: the other side's intended text of the segment that has just ended; may be empty.
        keep: as for `EmbeddedSTT`.
        on_text: as for `EmbeddedSTT`.
        options: further options of Pipecat's `SegmentedSTTService`.
    """

    def __init__(
        self,
        latency: Sampler,
        oracle: Callable[[], str],
        keep: SegmentKeeper | None = None,
        on_text: Callable[[str], str] | None = None,
        **options: Any,
    ) -> None:
        super().__init__("perfect", latency, keep, on_text, **options)
        self._oracle = oracle

    async def hear(self, samples: NDArray[np.int16]) -> str:
        """Ask the oracle."""
        return self._oracle()


def _at_line_rate(samples: NDArray[np.int16], rate: int) -> NDArray[np.int16]:
    if rate == level.RATE or not len(samples):
        return samples
    narrow: NDArray[np.float32] = soxr.resample(samples.astype(np.float32), rate, level.RATE, quality="HQ")
    return np.clip(np.round(narrow), -32768, 32767).astype(np.int16)
