"""Conditions in anybody's Pipecat pipeline: a frame processor for sound that passes, a mixer for what a bot plays.

The stages see continuous sound. A transport's input is that: put `Perturbed` right behind ``transport.input()``, before
voice activity detection and recognition. What a pipeline plays is not: between utterances there are no frames, so
noise would stop with the words. `PerturbedOutput` goes into the output transport instead, which then plays without a
pause::

    TransportParams(audio_out_mixer=PerturbedOutput("noise-coffee=10+loss=3", seed=1), ...)
"""

from __future__ import annotations

import copy
from typing import Literal

import numpy as np
from pipecat.audio.mixers.base_audio_mixer import BaseAudioMixer
from pipecat.frames.frames import AudioRawFrame, Frame, InputAudioRawFrame, MixerControlFrame, OutputAudioRawFrame
from pipecat.processors.frame_processor import FrameDirection, FrameProcessor, FrameProcessorSetup

from pipelines.perturb.base import Talk
from pipelines.perturb.condition import Condition, parse
from pipelines.perturb.stack import Stack, open_stack
from scenarios.errors import UsageError

Side = Literal["input", "output"]
KINDS: dict[Side, type[Frame]] = {"input": InputAudioRawFrame, "output": OutputAudioRawFrame}


class _Opened:
    """A condition and the stack that it has at each rate."""

    def __init__(self, condition: Condition | str, seed: int, speech_db: float | None, talk: Talk | None) -> None:
        self._condition = parse(condition) if isinstance(condition, str) else condition
        if others := [e.kind for e in self._condition.elements if e.declared.acts != "line"]:
            raise UsageError(
                f"condition {self._condition.name!r}: {others[0]} is not done to sound but to who speaks; leave it out"
            )
        self._seed, self._speech_db, self._talk = seed, speech_db, talk
        self._stacks: dict[int, Stack | None] = {}

    def at(self, rate: int) -> Stack | None:
        """The stack for a rate; ``None`` where nothing is done."""
        if rate not in self._stacks:
            self._stacks[rate] = open_stack(
                self._condition, self._seed, rate=rate, speech_db=self._speech_db, talk=self._talk
            )
        return self._stacks[rate]

    def change(self, audio: bytes, rate: int) -> bytes:
        """The next 16-bit samples, changed."""
        stack = self.at(rate)
        return stack(np.frombuffer(audio, "<i2")).astype("<i2").tobytes() if stack else audio


class Perturbed(FrameProcessor):
    """Does a condition to the frames of sound that pass downstream; all else passes as it is.

    A frame goes on with its id, time, metadata and length, and with other samples; it is a copy, because in branched
    pipelines others hold the same frame. Sound is held back by `delay` samples and played with later frames.
    """

    def __init__(
        self,
        condition: Condition | str,
        seed: int,
        *,
        side: Side = "input",
        speech_db: float | None = None,
        talk: Talk | None = None,
    ) -> None:
        """Read the condition.

        Args:
            condition: one, or its text.
            seed: what is drawn by chance depends on it alone.
            side: which frames: those that a transport brings in, or those that are to be played.
            speech_db: see `pipelines.perturb.base.Site`.
            talk: see `pipelines.perturb.base.Site`.

        Raises:
            UsageError: the condition cannot be read, or holds what is not done to sound.
        """
        super().__init__()
        self._opened = _Opened(condition, seed, speech_db, talk)
        self._side = side

    async def setup(self, setup: FrameProcessorSetup) -> None:  # type: ignore[override]
        """Open the stack for the pipeline's rate, so that what it cannot do is said before there is sound."""
        await super().setup(setup)
        self._opened.at(setup.audio_in_sample_rate if self._side == "input" else setup.audio_out_sample_rate)

    def delay(self, rate: int) -> int:
        """Samples by which sound of `rate` samples a second is held back."""
        stack = self._opened.at(rate)
        return stack.delay if stack else 0

    async def process_frame(self, frame: Frame, direction: FrameDirection) -> None:
        """Change a frame of sound and pass it on."""
        await super().process_frame(frame, direction)
        passes = direction == FrameDirection.DOWNSTREAM and isinstance(frame, KINDS[self._side])
        if passes and isinstance(frame, AudioRawFrame):
            frame = self._changed(frame)
        await self.push_frame(frame, direction)

    def _changed(self, frame: AudioRawFrame) -> Frame:
        if frame.num_channels != 1:
            raise UsageError(
                f"{self}: sound of {frame.num_channels} channels; perturbations take one: mix it down first"
            )
        changed = copy.copy(frame)
        changed.audio = self._opened.change(frame.audio, frame.sample_rate)
        assert isinstance(changed, Frame)
        return changed


class PerturbedOutput(BaseAudioMixer):
    """Does a condition to all that an output transport plays, silence between utterances included."""

    def __init__(
        self, condition: Condition | str, seed: int, *, speech_db: float | None = None, talk: Talk | None = None
    ) -> None:
        """Read the condition; see `Perturbed`."""
        self._opened = _Opened(condition, seed, speech_db, talk)
        self._rate = 0

    async def start(self, sample_rate: int) -> None:
        """Open the stack for the transport's rate."""
        self._rate = sample_rate
        self._opened.at(sample_rate)

    async def stop(self) -> None:
        """Nothing is held."""

    async def process_frame(self, frame: MixerControlFrame) -> None:
        """A condition holds for the whole call: there is nothing to control."""

    async def mix(self, audio: bytes) -> bytes:
        """The next sound of the transport, changed."""
        return self._opened.change(audio, self._rate)
