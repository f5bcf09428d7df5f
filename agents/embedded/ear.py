"""Ears on a stream: they follow the sound, tell when speech begins and ends, and say what they heard."""

from __future__ import annotations

import asyncio
from typing import Literal

import numpy as np
import soxr
from numpy.typing import NDArray
from pipecat.audio.vad.vad_analyzer import VADState

from agents.embedded.level import RATE
from agents.embedded.moonshine import Moonshine, from_line
from agents.embedded.segments import Segment, SegmentKeeper
from pipelines.vad import LineVAD

PRE_ROLL = RATE // 2  # samples of sound before the detector's start that belong to the utterance
PADDING = RATE // 2  # samples of silence after it, so that the last word is heard to its end
STEP = RATE // 50
START_SECS = 0.1  # of speech before it counts as begun

Change = Literal["started", "stopped"]


class Ear:
    """The ears of one connection.

    Args:
        keeper: gets the sound and the words of what was heard, for the mind's second hearing of spelled codes.
        rate: samples per second of what is fed.
        stop_secs: silence that ends speech.
    """

    def __init__(self, keeper: SegmentKeeper, rate: int, stop_secs: float = 0.3) -> None:
        self._keeper, self._rate = keeper, rate
        self._narrow = None if rate == RATE else soxr.ResampleStream(rate, RATE, 1, dtype="int16", quality="QQ")
        self._vad = LineVAD(start_secs=START_SECS, stop_secs=stop_secs, confidence=0.7)
        self._vad.set_sample_rate(RATE)
        self._rest = b""
        self._odd = b""
        self._sound = bytearray()  # since the last words were asked for
        self._position = 0  # samples heard so far, at the line's rate
        self._begun: int | None = None  # where the words that nobody asked for yet began
        self._ended = 0
        self._told = 0  # what came before was told or dropped
        self.speaking = False
        self.span = (0.0, 0.0)
        """Where the words that were last asked for begin and end, in seconds of the stream."""

    @property
    def seconds(self) -> float:
        """How much was heard so far."""
        return self._position / RATE

    async def feed(self, pcm: bytes) -> list[Change]:
        """Hear 16-bit mono samples of any number; what changed by them, in order."""
        pcm = self._odd + pcm
        self._odd = pcm[len(pcm) // 2 * 2 :]
        samples = np.frombuffer(pcm[: len(pcm) // 2 * 2], "<i2")
        if self._narrow is not None:
            samples = self._narrow.resample_chunk(samples)
        self._rest += samples.astype("<i2").tobytes()
        changes: list[Change] = []
        while len(self._rest) >= 2 * STEP:
            step, self._rest = self._rest[: 2 * STEP], self._rest[2 * STEP :]
            changes += await self._hear(step)
        return changes

    async def text(self, over: bool = False) -> str:
        """The words since this was last asked for; empty if there was no speech. Takes a recogniser's time.

        Args:
            over: whoever listens says that the utterance has ended: speech that follows is another one.
        """
        if self._begun is None:
            return ""
        end = self._position if self.speaking else min(self._position, self._ended)
        offset = self._position - len(self._sound) // 2
        first = max(offset, self._begun - PRE_ROLL, self._told)
        samples = np.frombuffer(bytes(self._sound), "<i2")[first - offset : end - offset].astype(np.int16)
        self.span = (first / RATE, end / RATE)
        self._settle(end, over)
        words = await asyncio.to_thread(recognise, samples, RATE)
        self._keeper.add(Segment(words, samples, first))
        return words

    def forget(self) -> None:
        """Drop what was heard and not asked for."""
        self._settle(self._position, over=False)

    def _settle(self, told: int, over: bool) -> None:
        """Everything up to `told` is done with."""
        if over and self.speaking:
            self.speaking, self._ended = False, self._position
            self._vad.set_params(self._vad.params)  # begins anew
        self._told = told
        self._begun = self._position if self.speaking else None
        del self._sound[: max(0, len(self._sound) - 4 * PRE_ROLL)]

    async def _hear(self, step: bytes) -> list[Change]:
        self._keeper.record(self._position, step)
        self._sound += step
        self._position += STEP
        if self._begun is None and not self.speaking:
            del self._sound[: max(0, len(self._sound) - 2 * RATE * 2)]
        state = await self._vad.analyze_audio(step)
        if state == VADState.SPEAKING and not self.speaking:
            self.speaking = True
            if self._begun is None:
                self._begun = self._position
            return ["started"]
        if state == VADState.QUIET and self.speaking:
            self.speaking, self._ended = False, self._position
            return ["stopped"]
        return []


def recognise(samples: NDArray[np.int16], rate: int) -> str:
    """The words of a recording."""
    padded = np.concatenate([samples, np.zeros(PADDING * rate // RATE, np.int16)])
    return Moonshine.shared().transcribe(from_line(padded, rate)).text
