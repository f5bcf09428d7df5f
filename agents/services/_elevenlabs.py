"""Pipecat's ElevenLabs service, able to trust the certificate of a rehearsal."""

from __future__ import annotations

import ssl
from pathlib import Path
from typing import Any

from pipecat.services.elevenlabs.stt import CommitStrategy, ElevenLabsRealtimeSTTService

__all__ = ["CommitStrategy", "Scribe"]


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
