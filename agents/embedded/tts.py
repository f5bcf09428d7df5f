"""The embedded voices as a Pipecat TTS service."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from typing import Any

from pipecat.frames.frames import AggregatedTextFrame, Frame, SystemFrame, TTSAudioRawFrame, TTSSpeakFrame
from pipecat.processors.frame_processor import FrameDirection
from pipecat.services.settings import TTSSettings
from pipecat.services.tts_service import TTSService

from agents.embedded.level import RATE
from agents.embedded.voices import find, synthesize
from agents.embedded.wording import speakable
from pipelines.brain import PACE, PAUSE
from pipelines.latency import Sampler, charge

PATIENCE_S = 30.0  # a context is closed when its last sentence is there, and not because a busy machine took long
_CHUNK = RATE // 5  # samples per audio frame: 200 ms


class EmbeddedTTS(TTSService):
    """Speaks with an embedded voice at 8 kHz, sentence by sentence.

    Sentences come trimmed out of the voice, so `pause` seconds of silence go between those of one context. The
    declared latency counts from the request; synthesis that took time itself is part of it.

    Args:
        voice: a name of `agents.embedded.voices.VOICES`, with ``+french`` for the accent.
        latency: seconds to the first audio of each sentence.
        pause: seconds of silence between two sentences of one context.
        spoken_as: changes the words given to the voice, and nothing else: the text in the context stays as it is.
        options: further options of Pipecat's `TTSService`.

    Raises:
        UsageError: unknown voice.
    """

    def __init__(
        self,
        voice: str,
        latency: Sampler,
        *,
        pause: float = 0.25,
        spoken_as: Callable[[str], str] | None = None,
        **options: Any,
    ) -> None:
        find(voice)
        super().__init__(
            sample_rate=RATE,
            push_start_frame=True,
            push_stop_frames=True,
            stop_frame_timeout_s=PATIENCE_S,
            text_transforms=[("*", self._words)],
            settings=TTSSettings(model="embedded", voice=voice, language=None),
            **options,
        )
        self._voice = voice
        self._latency = latency
        self._pause = pause
        self._told: dict[str, Any] = {}  # how the present text is to be said, where that was told with it
        self.spoken_as = spoken_as
        self.pace = 1.0
        """Pace of what is synthesised from now on; see `synthesize`."""
        self._spoken_in: str | None = None  # the context that already has a sentence

    def can_generate_metrics(self) -> bool:
        """Time to first byte, usage and processing time are reported."""
        return True

    async def process_frame(self, frame: Frame, direction: FrameDirection) -> None:
        """Say texts as they are told to be said: after a pause (`pipelines.brain.PAUSE`), at a pace (``PACE``)."""
        if not isinstance(frame, SystemFrame):  # those overtake the text that is being said
            self._told = frame.metadata if isinstance(frame, AggregatedTextFrame | TTSSpeakFrame) else {}
        await super().process_frame(frame, direction)

    async def _words(self, text: str, _type: str) -> str:
        """The words for the voice; empty where nothing can be said, which Pipecat then passes over in silence.

        An audio context without audio would be reported as a failure of the service.
        """
        words = self.spoken_as(text) if self.spoken_as else text
        return words if speakable(words) else ""

    async def run_tts(self, text: str, context_id: str) -> AsyncGenerator[Frame | None, None]:
        """Yield the speech of one sentence in frames of at most 200 ms.

        Words in a script that the voice cannot say are one silent frame: a context without audio is an error.
        """
        loop = asyncio.get_running_loop()
        started = loop.time()
        told = self._told
        pace = float(told.get(PACE, self.pace))
        samples = await loop.run_in_executor(None, synthesize, text, self._voice, pace)
        await charge(self._latency(), started)
        await self.stop_ttfb_metrics()
        await self.start_tts_usage_metrics(text)
        pcm = samples.astype("<i2").tobytes() or bytes(2 * _CHUNK)
        if context_id == self._spoken_in:
            pcm = bytes(2 * round(float(told.get(PAUSE, self._pause)) * RATE)) + pcm
        self._spoken_in = context_id
        for at in range(0, len(pcm), 2 * _CHUNK):
            yield TTSAudioRawFrame(pcm[at : at + 2 * _CHUNK], RATE, 1, context_id=context_id)
