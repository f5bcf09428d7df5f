"""A voice of your own in an agent file: ``tts: {provider: examples/my_tts.py:unhurried, pace: 0.9}``."""

import asyncio

from pipecat.frames.frames import TTSAudioRawFrame
from pipecat.services.tts_service import TTSService, TTSSettings

from agents.embedded.voices import synthesize  # in its place, whatever makes sound out of text
from agents.services.base import Options, provider


class UnhurriedOptions(Options):
    pace: float = 0.9


class Unhurried(TTSService):
    async def run_tts(self, text, context_id):
        samples = await asyncio.to_thread(synthesize, text, "heart", self._settings.extra["pace"])
        yield TTSAudioRawFrame(samples.tobytes(), self.sample_rate, 1, context_id=context_id)


@provider("tts", "unhurried", UnhurriedOptions, local=True)
def unhurried(options, site):
    settings = TTSSettings(model="mine", voice="heart", language=None, extra={"pace": options.pace})
    return Unhurried(sample_rate=8000, push_start_frame=True, push_stop_frames=True, settings=settings)
