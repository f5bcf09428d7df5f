"""Pipecat's Gemini Live, whose session cannot fail unnoticed, and is not taken up again for ever."""

from __future__ import annotations

import ssl
from pathlib import Path
from typing import Any

from google.genai.types import (
    EndSensitivity,
    HttpOptions,
    LiveConnectConfig,
    StartSensitivity,
    ThinkingConfig,
)
from pipecat.processors.frame_processor import FrameProcessorSetup
from pipecat.services.google.gemini_live.llm import GeminiLiveLLMService, GeminiVADParams

from agents.services._realtime import Watched

__all__ = ["EndSensitivity", "GeminiLive", "GeminiVADParams", "StartSensitivity", "ThinkingConfig", "http"]

RECONNECTIONS = 3
"""Times that a lost connection is taken up again in a call; Pipecat alone forgets its count every ten seconds."""


def http(base_url: str, cafile: Path | None) -> HttpOptions:
    """How the SDK connects.

    Args:
        base_url: the vendor's address, always with TLS: the SDK knows no other.
        cafile: the authority that its certificate is signed by, if it is none that everybody knows.
    """
    if cafile is None:
        return HttpOptions(base_url=base_url)
    return HttpOptions(base_url=base_url, async_client_args={"ssl": ssl.create_default_context(cafile=str(cafile))})


class GeminiLive(Watched, GeminiLiveLLMService):
    """A session of Gemini Live."""

    VENDOR = "Gemini Live"

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._lost = 0

    async def setup(self, setup: FrameProcessorSetup) -> None:  # type: ignore[override]
        """Connect, and see that the session comes up."""
        await super().setup(setup)
        self.watch_opening(lambda: self._session is not None)

    async def _connection_task_handler(self, config: LiveConnectConfig) -> None:
        """Pipecat leaves it to the log when the vendor refuses the connection or what it is asked for."""
        try:
            await super()._connection_task_handler(config)
        except Exception as error:
            await self.fail("no session", error)

    async def _connect(self, session_resumption_handle: str | None = None) -> None:
        await super()._connect(session_resumption_handle)
        if self._context is not None:
            self.watch_opening(lambda: self._session is not None)

    async def _create_initial_response(self, for_reconnect: bool = False) -> None:
        await super()._create_initial_response(for_reconnect)
        if self._session is not None and not for_reconnect:
            self.wait()

    async def _handle_connection_error(self, error: Exception) -> bool:
        self._lost += 1
        if self._lost <= RECONNECTIONS:
            return bool(await super()._handle_connection_error(error))
        await self.fail(f"the connection was lost {self._lost} times", error)
        return False
