"""Pipecat's ElevenLabs services: transcription able to trust a rehearsal's certificate, accountable voices."""

from __future__ import annotations

import ssl
from pathlib import Path
from typing import Any, ClassVar

from pipecat.services.elevenlabs.dialogue.tts import ElevenLabsDialogueTTSService
from pipecat.services.elevenlabs.stt import CommitStrategy, ElevenLabsRealtimeSTTService
from pipecat.services.elevenlabs.tts import ElevenLabsTTSService

from agents.services._unfinished import Accountable

__all__ = ["CommitStrategy", "Dialogue", "Eleven", "Scribe"]


class Scribe(ElevenLabsRealtimeSTTService):
    """ElevenLabs' realtime transcription.

    Args:
        cafile: a certificate authority to trust instead of the system's.
    """

    def __init__(self, *, cafile: Path | None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._trust = None if cafile is None else ssl.create_default_context(cafile=str(cafile))

    async def _websocket_connect(self, uri: str, **kwargs: Any) -> Any:
        return await super()._websocket_connect(uri, ssl=self._trust, **kwargs)


class Eleven(Accountable, ElevenLabsTTSService):
    """ElevenLabs' voices."""

    VENDOR: ClassVar[str] = "ElevenLabs"


class Dialogue(Accountable, ElevenLabsDialogueTTSService):
    """ElevenLabs' expressive voices, by text to dialogue."""

    VENDOR: ClassVar[str] = "ElevenLabs"
