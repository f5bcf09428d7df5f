"""Voices over sockets that are lost in the middle of an utterance: reported, not only dialled again.

Pipecat connects anew without a word, and half a sentence is all that was said: the caller would answer to that, and
the agent would seem to have spoken badly. A socket that is lost between utterances costs nothing and stays a log.
"""

from __future__ import annotations

from typing import Any, ClassVar

from pipecat.frames.frames import ErrorFrame
from pipecat.services.tts_service import WebsocketTTSService
from pipecat.services.websocket_service import ReportErrorCallback
from pipecat.utils.errors import ErrorCategory
from websockets.exceptions import ConnectionClosed

from agents.services._first_sound import Awaited


class Accountable(Awaited, WebsocketTTSService):
    """A voice whose vendor owes what was asked of it; goes before Pipecat's class among the bases.

    Attributes:
        VENDOR: names it in errors.
    """

    VENDOR: ClassVar[str] = ""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._owed: set[str] = set()

    async def create_audio_context(self, context_id: str) -> None:
        """Sound is asked for."""
        self._owed.add(context_id)
        await super().create_audio_context(context_id)

    async def remove_audio_context(self, context_id: str | None) -> None:
        """The vendor has said that all of it has come."""
        self._owed.discard(context_id or "")
        await super().remove_audio_context(context_id)

    async def _maybe_try_reconnect(
        self, error_message: str, report_error: ReportErrorCallback, error: Exception | None = None
    ) -> bool:
        # a context that was interrupted, or has fallen silent for too long, is no longer among the open ones
        lost = self._owed.intersection(self.get_audio_contexts())
        self._owed.clear()
        if lost and not self._disconnecting:
            closed = error is None or isinstance(error, ConnectionClosed)
            what = "closed the connection" if closed else "sent something that cannot be read"
            text = f"{self.VENDOR} {what} in the middle of an utterance{f': {error}' if error else ''}"
            category = ErrorCategory.CONNECTIVITY if closed else None
            await report_error(ErrorFrame(text, exception=error, category=category))
        return await super()._maybe_try_reconnect(error_message, report_error, error)
