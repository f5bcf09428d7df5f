"""Pipecat's Gemini services, with retries, bounded waits and errors of a known kind."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator
from typing import Any

import aiohttp
from google.genai.types import GenerateContentResponse, HttpOptions, HttpRetryOptions
from pipecat.adapters.llm.services.gemini_adapter import GeminiLLMAdapter
from pipecat.frames.frames import Frame
from pipecat.processors.aggregators.llm_context import LLMContext
from pipecat.services.google.llm import GoogleLLMService
from pipecat.services.google.llm import GoogleThinkingConfig as ThinkingConfig
from pipecat.services.google.tts import GeminiTTSService

from agents.services._first_sound import Awaited
from agents.services._patience import FIRST_PAUSE_SECS, LONGEST_PAUSE_SECS, bounded, patiently

__all__ = ["Gemini", "GeminiVoice", "ThinkingConfig", "http"]

SENT_RATE = 24000  # samples per second, whatever is asked for


def http(base_url: str, retries: int = 0) -> HttpOptions:
    """How the SDK connects, and how often it retries by itself."""
    again = HttpRetryOptions(
        attempts=retries + 1, initial_delay=FIRST_PAUSE_SECS, max_delay=LONGEST_PAUSE_SECS, jitter=0.1
    )
    return HttpOptions(base_url=base_url, retry_options=again)


class _Adapter(GeminiLLMAdapter):  # type: ignore[no-untyped-call]
    """Does not repeat the instructions as the caller's words after a turn that holds sound and no text."""

    def _from_universal_context_messages(
        self, messages: list[Any], *, system_instruction: str | None = None
    ) -> GeminiLLMAdapter.ConvertedMessages:
        converted = super()._from_universal_context_messages(messages, system_instruction=system_instruction)
        instructions = converted.system_instruction or system_instruction
        heard = any(part.inline_data for message in converted.messages for part in message.parts or ())
        last = converted.messages[-1].parts if converted.messages else None
        if heard and last and instructions and last[0].text == instructions:
            converted.messages.pop()
        return converted


class Gemini(GoogleLLMService):
    """A Gemini model.

    Args:
        timeout_secs: see `agents.services._patience`.
        retries: as well.
    """

    adapter_class = _Adapter

    def __init__(self, *, timeout_secs: float, retries: int, **kwargs: Any) -> None:
        super().__init__(stream_idle_timeout_secs=timeout_secs, **kwargs)
        self._secs, self._retries = timeout_secs, retries

    async def _stream_content(self, context: LLMContext) -> AsyncIterator[GenerateContentResponse]:
        ask = super()._stream_content

        async def begin() -> AsyncIterator[GenerateContentResponse]:
            pieces = aiter(await ask(context))
            first = await anext(pieces, None)  # the client sends its request only when it is wanted
            return _again(first, pieces)

        return await patiently(begin, self._secs, self._retries, (aiohttp.ClientConnectionError,))


async def _again(
    first: GenerateContentResponse | None, others: AsyncIterator[GenerateContentResponse]
) -> AsyncIterator[GenerateContentResponse]:
    if first is not None:
        yield first
    async for piece in others:
        yield piece


class GeminiVoice(Awaited, GeminiTTSService):
    """A Gemini voice.

    Args:
        timeout_secs: until the sound of a sentence begins, and then between two pieces of it.
    """

    def __init__(self, *, timeout_secs: float, **kwargs: Any) -> None:
        super().__init__(sample_rate=SENT_RATE, first_secs=timeout_secs + 1, **kwargs)
        self._secs = timeout_secs

    async def _stream_audio_frames_from_iterator(
        self, iterator: AsyncIterator[bytes], **kwargs: Any
    ) -> AsyncGenerator[Frame, None]:
        try:
            async for frame in super()._stream_audio_frames_from_iterator(bounded(iterator, self._secs), **kwargs):
                yield frame
        except Exception as error:  # Pipecat would report it as an error of an unknown kind
            await self.push_error(error_msg=f"Speech failed: {error}", exception=error)
