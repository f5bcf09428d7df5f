"""Pipecat's OpenAI services, with bounded waits, whole tool calls, voices of any name and errors of a known kind."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack
from typing import Any

from openai import APIConnectionError, AsyncOpenAI
from openai.types.audio import Transcription as Heard
from pipecat.frames.frames import ErrorFrame, Frame, TTSAudioRawFrame
from pipecat.processors.aggregators.llm_context import LLMContext
from pipecat.processors.frame_processor import FrameProcessor
from pipecat.services.openai.llm import OpenAILLMService
from pipecat.services.openai.stt import OpenAISTTService
from pipecat.services.openai.tts import OpenAITTSService

from agents.services._first_sound import Awaited
from agents.services._patience import bounded, patiently
from agents.services._tool_calls import whole_calls

_LOST = (APIConnectionError,)


class _Asked(FrameProcessor):
    """What is asked through OpenAI's client: as patiently as all others, and closed when the call is over.

    Args:
        timeout_secs: see `agents.services._patience`.
        retries: as well.
    """

    _client: AsyncOpenAI

    def __init__(self, *, timeout_secs: float, retries: int, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._client = self._client.with_options(max_retries=0, timeout=None)
        self._secs, self._retries = timeout_secs, retries

    async def cleanup(self) -> None:
        """Close the client, which Pipecat leaves open."""
        await super().cleanup()  # type: ignore[no-untyped-call]
        await self._client.close()


class Chat(_Asked, OpenAILLMService):
    """A chat model.

    Args:
        body: further fields of every request.
    """

    def __init__(self, *, model: str, body: dict[str, Any], **kwargs: Any) -> None:
        super().__init__(settings=self.Settings(model=model, extra={"extra_body": body}), **kwargs)

    async def get_chat_completions(self, context: LLMContext) -> Any:
        """The chunks of an answer, tool calls whole and last."""
        ask = super().get_chat_completions
        stream = await patiently(lambda: ask(context), self._secs, self._retries, _LOST)
        return whole_calls(bounded(aiter(stream), self._secs))


class OwnChat(Chat):
    """A chat model on a server of one's own, which seldom knows OpenAI's role ``developer``."""

    supports_developer_role = False


class Transcription(_Asked, OpenAISTTService):
    """Transcription of whole utterances; `body` as of `Chat`."""

    def __init__(self, *, body: dict[str, Any], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._body = body
        self._failed: Exception | None = None

    async def run_stt(self, audio: bytes) -> AsyncGenerator[Frame, None]:
        """A transcript of a WAV file; an error that says whether it will last."""
        self._failed = None
        async for frame in super().run_stt(audio):
            if isinstance(frame, ErrorFrame) and self._failed is not None:
                await self.push_error(error_msg=f"Transcription failed: {self._failed}", exception=self._failed)
            else:
                yield frame

    async def _transcribe(self, audio: bytes) -> Heard:
        settings: Any = self._settings
        fields = {"language": settings.language, "prompt": settings.prompt, "temperature": settings.temperature}
        request: dict[str, Any] = {name: value for name, value in fields.items() if value is not None}
        request |= {"file": ("audio.wav", audio, "audio/wav"), "model": settings.model, "extra_body": self._body}
        try:
            return await patiently(
                lambda: self._client.audio.transcriptions.create(**request), self._secs, self._retries, _LOST
            )
        except Exception as error:
            self._failed = error
            raise


class Speech(_Asked, Awaited, OpenAITTSService):
    """A voice; `body` as of `Chat`. Pipecat's own refuses voices that OpenAI does not have."""

    def __init__(self, *, body: dict[str, Any], timeout_secs: float, **kwargs: Any) -> None:
        super().__init__(timeout_secs=timeout_secs, first_secs=timeout_secs + 1, **kwargs)
        self._body = body

    async def run_tts(self, text: str, context_id: str) -> AsyncGenerator[Frame, None]:
        """The raw samples of a sentence as they come."""
        settings: Any = self._settings
        fields = {"instructions": settings.instructions, "speed": settings.speed}
        request: dict[str, Any] = {name: value for name, value in fields.items() if value is not None}
        request |= {"input": text, "model": settings.model, "voice": settings.voice}
        create = self._client.audio.speech.with_streaming_response.create
        try:
            async with AsyncExitStack() as stack:
                answer = await patiently(
                    lambda: stack.enter_async_context(create(response_format="pcm", extra_body=self._body, **request)),
                    self._secs,
                    self._retries,
                    _LOST,
                )
                await self.start_tts_usage_metrics(text)
                async for chunk in bounded(aiter(answer.iter_bytes(self.chunk_size)), self._secs):
                    await self.stop_ttfb_metrics()
                    whole = chunk[: len(chunk) // 2 * 2]  # the last one of a cut answer may be odd
                    yield TTSAudioRawFrame(whole, self.sample_rate, 1, context_id=context_id)
        except Exception as error:
            await self.push_error(error_msg=f"Speech failed: {error}", exception=error)
