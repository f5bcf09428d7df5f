"""Voices that may begin as late as other services may answer.

Pipecat takes an utterance whose sound does not begin within three seconds for one that is over: what comes later is
dropped, and the agent has failed with a voice that was only slow.
"""

from __future__ import annotations

import asyncio
from typing import Any

from pipecat.frames.frames import ErrorFrame, TTSAudioRawFrame
from pipecat.services.tts_service import TTSService
from pipecat.utils.errors import ErrorCategory

FIRST_SECS = 10.0
"""How long an utterance may take to its first sound; ends of turns are found by Pipecat's own three seconds."""

LOOK_SECS = 1.0
"""How often it is looked whether there is still something to wait for."""


class Awaited(TTSService):
    """A voice whose first sound is waited for; goes before Pipecat's class among the bases.

    Args:
        first_secs: how long; `FIRST_SECS` by default.
    """

    def __init__(self, *, first_secs: float | None = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._first_secs = FIRST_SECS if first_secs is None else first_secs
        self._sounding: str | None = None
        self._failed = False

    async def push_error_frame(self, error: ErrorFrame, force_treat_as_permanent: bool = False) -> None:
        """Wait no longer for a sound whose failure is told."""
        self._failed = True
        await super().push_error_frame(error, force_treat_as_permanent)

    async def _next_audio_context_item(self, context_id: str) -> Any:
        if context_id == self._sounding:
            return await super()._next_audio_context_item(context_id)
        loop = asyncio.get_running_loop()
        deadline = loop.time() + self._first_secs
        while (left := deadline - loop.time()) > 0:
            try:
                return await self._audio_context_manager.get(context_id, timeout=min(left, LOOK_SECS))
            except TimeoutError:
                if self._failed:
                    return None
        what = f"the voice has sent no sound for {self._first_secs:g} s"
        await self.push_error(error_msg=what, category=ErrorCategory.CONNECTIVITY)
        return None

    async def _push_audio_context_item(self, context_id: str, item: Any, playback: Any) -> None:
        if isinstance(item, TTSAudioRawFrame):
            self._sounding, self._failed = context_id, False
        await super()._push_audio_context_item(context_id, item, playback)
