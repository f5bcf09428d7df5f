"""Stand-ins for a caller's ears and voice, that take no time: what is left of a call is the harness."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from typing import Any

import numpy as np
from pipecat.frames.frames import Frame, TranscriptionFrame, TTSAudioRawFrame
from pipecat.services.settings import STTSettings, TTSSettings
from pipecat.services.stt_service import SegmentedSTTService
from pipecat.services.tts_service import TTSService
from pipecat.utils.time import time_now_iso8601

from agents.services.base import Options, Site, provider
from pipelines.record import RATE

HEARD = "I see. How can I help you?"
SYLLABLES_HZ = 4.0
PITCH_HZ = 150.0
LETTERS_A_SECOND = 15.0
LOUD = 3000


class Ears(SegmentedSTTService):
    """Hears the same in every segment."""

    async def run_stt(self, audio: bytes) -> AsyncGenerator[Frame | None, None]:
        """One transcript."""
        yield TranscriptionFrame(HEARD, self._user_id, time_now_iso8601(), finalized=True)


class Voice(TTSService):
    """Hums for as long as the words would take."""

    async def run_tts(self, text: str, context_id: str) -> AsyncGenerator[Frame | None, None]:
        """The sound of one text."""
        seconds = np.arange(round(len(text) / LETTERS_A_SECOND * RATE)) / RATE
        swell = np.abs(np.sin(np.pi * SYLLABLES_HZ * seconds))
        sound = (LOUD * swell * np.sin(2 * np.pi * PITCH_HZ * seconds)).astype("<i2")
        yield TTSAudioRawFrame(sound.tobytes(), self.sample_rate, 1, context_id=context_id)


@provider("stt", "same", Options, local=True)
def ears(options: Options, site: Site) -> Any:
    """Ears for nothing."""
    return Ears(settings=STTSettings(model="same", language=None), ttfs_p99_latency=0.3)


@provider("tts", "hum", Options, local=True)
def voice(options: Options, site: Site) -> Any:
    """A voice from nothing."""
    settings = TTSSettings(model="hum", voice="hum", language=None)
    return Voice(sample_rate=RATE, push_start_frame=True, push_stop_frames=True, settings=settings)
