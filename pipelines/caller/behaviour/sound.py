"""Manners that are in the sound of a voice, whatever voice it is: lingering in its pauses, and speaking low."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from pipecat.frames.frames import (
    AggregatedTextFrame,
    Frame,
    TTSAudioRawFrame,
    TTSStartedFrame,
    TTSStoppedFrame,
    TTSTextFrame,
)
from pipecat.processors.frame_processor import FrameDirection, FrameProcessor
from pipecat.utils.text.base_text_aggregator import TextType

from pipelines.caller.behaviour.slow import PAUSE_S
from pipelines.record import RATE

HOP = RATE // 50  # samples: 20 ms
QUIET_RMS = 32768 * 10 ** (-45 / 20)  # a hop below this is a pause of the voice
SHORTEST = 6  # hops of a pause that is made longer: 120 ms
BETWEEN = 30  # hops of speech between two of them: 0.6 s


class Lingering(FrameProcessor):
    """Makes the pauses that a voice makes by itself last 0.4 to 1.2 s.

    For voices that cannot be told where to pause. Sound goes through at the line's rate; silence is added where a
    pause of at least 120 ms ends and speech goes on, so that nothing is added at the end.

    Args:
        rng: draws how long.
    """

    def __init__(self, rng: np.random.Generator) -> None:
        super().__init__(name="Lingering")
        self._rng = rng
        self._quiet = self._spoken = 0

    async def process_frame(self, frame: Frame, direction: FrameDirection) -> None:
        """Make the pauses of speech longer."""
        await super().process_frame(frame, direction)
        if isinstance(frame, TTSStartedFrame):
            self._quiet = self._spoken = 0
        if not isinstance(frame, TTSAudioRawFrame) or frame.sample_rate != RATE:
            await self.push_frame(frame, direction)
            return
        for pcm in self.lengthened(frame.audio):
            await self.push_frame(TTSAudioRawFrame(pcm, RATE, 1, context_id=frame.context_id), direction)

    def lengthened(self, audio: bytes) -> Iterator[bytes]:
        """The next stretch of a voice's sound, 16-bit, with silence where a pause in it ends."""
        sound = np.frombuffer(audio, "<i2")
        begun = 0
        for at in range(0, len(sound), HOP):
            hop = sound[at : at + HOP].astype(np.float64)
            if np.sqrt(np.mean(hop**2)) < QUIET_RMS:
                self._quiet += 1
                continue
            if self._quiet >= SHORTEST and self._spoken >= BETWEEN:
                missing = float(self._rng.uniform(*PAUSE_S)) - self._quiet * HOP / RATE
                if missing > 0:
                    if at > begun:
                        yield sound[begun:at].tobytes()
                    yield bytes(2 * round(missing * RATE))
                    begun, self._spoken = at, 0
            self._quiet = 0
            self._spoken += 1
        if begun < len(sound):
            yield sound[begun:].tobytes()


class Low(FrameProcessor):
    """Says more quietly what is no turn.

    Args:
        level_db: by how much; negative.
    """

    def __init__(self, level_db: float) -> None:
        super().__init__(name="Low")
        self._gain = 10 ** (level_db / 20)
        self._low = False

    async def process_frame(self, frame: Frame, direction: FrameDirection) -> None:
        """Notice whose sound it is."""
        await super().process_frame(frame, direction)
        if isinstance(frame, AggregatedTextFrame) and not isinstance(frame, TTSTextFrame):
            self._low = frame.text_type == TextType.BACKCHANNEL
        elif isinstance(frame, TTSStoppedFrame):
            self._low = False
        elif isinstance(frame, TTSAudioRawFrame) and self._low:
            quiet = np.frombuffer(frame.audio, "<i2") * self._gain
            frame.audio = np.rint(quiet).astype("<i2").tobytes()
        await self.push_frame(frame, direction)
