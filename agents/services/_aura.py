"""Pipecat's Deepgram voices, accountable for what they owe."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from typing import ClassVar

from pipecat.frames.frames import Frame
from pipecat.services.deepgram.tts import DeepgramTTSService
from websockets.protocol import State

from agents.services._unfinished import Accountable


class Aura(Accountable, DeepgramTTSService):
    """Deepgram's voices.

    Pipecat says goodbye on a socket that is closed already, and reports that it could not: an error of its own, also
    where the socket was idle and nothing was lost. And over the socket it never tells how many characters were said,
    which is what Deepgram is paid for.
    """

    VENDOR: ClassVar[str] = "Deepgram"

    async def run_tts(self, text: str, context_id: str) -> AsyncGenerator[Frame | None, None]:
        """Have `text` said, and tell its length."""
        await self.start_tts_usage_metrics(text)
        async for frame in super().run_tts(text, context_id):
            yield frame

    async def _disconnect_websocket(self) -> None:
        if self._websocket is not None and self._websocket.state is State.CLOSED:
            self._websocket = None
        await super()._disconnect_websocket()  # type: ignore[no-untyped-call]
