"""Pipecat's OpenAI Realtime, whose session cannot end unnoticed."""

from __future__ import annotations

from typing import Any

from pipecat.processors.frame_processor import FrameProcessorSetup
from pipecat.services.openai.realtime.events import (
    AudioConfiguration,
    AudioInput,
    AudioOutput,
    InputAudioNoiseReduction,
    InputAudioTranscription,
    Reasoning,
    SemanticTurnDetection,
    SessionProperties,
    TurnDetection,
)
from pipecat.services.openai.realtime.llm import OpenAIRealtimeLLMService

from agents.services._realtime import Watched

__all__ = [
    "AudioConfiguration",
    "AudioInput",
    "AudioOutput",
    "InputAudioNoiseReduction",
    "InputAudioTranscription",
    "OpenAIRealtime",
    "Reasoning",
    "SemanticTurnDetection",
    "SessionProperties",
    "TurnDetection",
]


class OpenAIRealtime(Watched, OpenAIRealtimeLLMService):
    """A session of OpenAI Realtime; it is not taken up again when it is lost, as the vendor keeps nothing of it."""

    VENDOR = "OpenAI Realtime"

    async def setup(self, setup: FrameProcessorSetup) -> None:  # type: ignore[override]
        """Connect, and see that the session comes up."""
        await super().setup(setup)
        self.watch_opening(lambda: self._api_session_ready)

    async def _create_response(self, *args: Any, **kwargs: Any) -> None:
        await super()._create_response(*args, **kwargs)
        if self._api_session_ready:
            self.wait()

    async def _receive_task_handler(self) -> None:
        """Pipecat's loop dies of the first message that it cannot read, and ends with the connection, silently."""
        socket = self._websocket
        try:
            await super()._receive_task_handler()  # type: ignore[no-untyped-call]
        except Exception as error:
            await self.fail("the session was lost", error)
        else:
            if not self._disconnecting:
                code, reason = getattr(socket, "close_code", None), getattr(socket, "close_reason", "")
                await self.fail(f"the session was closed ({code or 'no code'}{' ' if reason else ''}{reason or ''})")
        finally:
            self._websocket = None if socket is self._websocket else self._websocket
