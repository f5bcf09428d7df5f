"""Pipecat's Deepgram service, kept to the address that it is given and to a bounded wait."""

from __future__ import annotations

import asyncio
from typing import Any

from pipecat.services.deepgram.stt import DeepgramSTTService
from pipecat.utils.errors import ErrorCategory

from scenarios.errors import UsageError

OPEN_SECS = 10.0
"""How long a call waits for the connection; the SDK alone would hold the pipeline's start for a minute and more."""


class Nova(DeepgramSTTService):
    """Deepgram's streaming transcription.

    Raises:
        UsageError: the installed SDK does not take the address, so that the service would dial Deepgram instead.
    """

    def __init__(self, *, base_url: str, **kwargs: Any) -> None:
        super().__init__(base_url=base_url, **kwargs)
        dialled = self._client._client_wrapper.get_environment().production
        if dialled.rstrip("/") != base_url.rstrip("/"):
            raise UsageError(f"deepgram-sdk would connect to {dialled}, not to {base_url}; install another version")

    async def _connect(self) -> None:
        try:
            async with asyncio.timeout(OPEN_SECS):
                await super()._connect()  # type: ignore[no-untyped-call]
        except TimeoutError as error:  # it goes on trying by itself
            message = f"Deepgram has not answered for {OPEN_SECS:g} s"
            await self.push_error(error_msg=message, exception=error, category=ErrorCategory.CONNECTIVITY)
