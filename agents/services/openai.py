"""OpenAI, and every server that speaks its HTTP interface: language models, transcription, speech.

``openai`` is the vendor's own; ``openai-compatible`` is a server of one's own (vLLM, llama.cpp, Ollama, NIM,
Kokoro-FastAPI) whose address stands in an environment variable that the agent file names.
"""

from __future__ import annotations

from typing import Any, Literal

from pipecat.processors.frame_processor import FrameProcessor
from pydantic import Field

from agents.services.base import Options, Site, Variable, provider

KEY = "OPENAI_API_KEY"
_HOST = "https://api.openai.com/v1"
EXAMPLE = "http://localhost:8000/v1"
"""What the address of a server of one's own looks like."""


class _Asked(Options):
    """Options of everything that is asked over HTTP.

    Attributes:
        timeout_secs: until an answer begins, all attempts together, and then between two pieces of it.
        retries: further attempts after 408, 409, 429, 5xx or a failed connection.
        extra: further fields of the request, as the server knows them.
    """

    timeout_secs: float = Field(default=20, gt=0, le=120)
    retries: int = Field(default=2, ge=0, le=10)
    extra: dict[str, Any] = Field(default_factory=dict)


class _Own(Options):
    """Options of a server of one's own.

    Attributes:
        base_url_env: the environment variable that holds its address, up to and including ``/v1``.
        api_key_env: the one that holds its key, if it wants any.
    """

    base_url_env: Variable = Field(min_length=1)
    api_key_env: Variable = ""


class _Chat(_Asked):
    """Options of a chat model. What is ``None`` is not sent, and the model's own default holds.

    Attributes:
        effort: how much a reasoning model thinks (``none``, ``minimal``, ``low``, ``medium``, ``high``).
        max_tokens: of an answer, thinking included.
    """

    temperature: float | None = Field(default=None, ge=0, le=2)
    top_p: float | None = Field(default=None, gt=0, le=1)
    max_tokens: int | None = Field(default=None, ge=1)
    effort: str | None = None

    def body(self, limit: str, **fields: Any) -> dict[str, Any]:
        """The fields of a request, the limit of tokens by its name."""
        given = {"temperature": self.temperature, "top_p": self.top_p, "reasoning_effort": self.effort}
        given |= {limit: self.max_tokens, **fields}
        return {name: value for name, value in given.items() if value is not None} | self.extra


class ChatOptions(_Chat):
    """Options of a chat model of OpenAI's."""

    model: str = "gpt-5.4"
    service_tier: Literal["auto", "default", "flex", "priority"] | None = None


class OwnChatOptions(_Own, _Chat):
    """Options of a chat model on a server of one's own."""

    model: str = Field(min_length=1)


class TranscriptionOptions(_Asked):
    """Options of a transcription, which takes whole utterances.

    Attributes:
        final_wait_secs: how long a turn waits for the transcript.
    """

    model: str = "gpt-4o-transcribe"
    language: str = "en"
    prompt: str | None = None
    temperature: float | None = Field(default=None, ge=0, le=1)
    final_wait_secs: float = Field(default=2.01, gt=0, le=10)


class OwnTranscriptionOptions(_Own, TranscriptionOptions):
    """Options of a transcription on a server of one's own."""

    model: str = Field(min_length=1)


class SpeechOptions(_Asked):
    """Options of a voice. OpenAI sends 24000 samples per second, of which the line takes what it needs."""

    model: str = "gpt-4o-mini-tts"
    voice: str = "marin"
    instructions: str | None = None
    speed: float | None = Field(default=None, ge=0.25, le=4)


class OwnSpeechOptions(_Own, SpeechOptions):
    """Options of a voice on a server of one's own.

    Attributes:
        sample_rate: of the raw samples that the server sends; the protocol does not tell.
    """

    model: str = Field(min_length=1)
    voice: str = Field(min_length=1)
    sample_rate: int = Field(default=24000, ge=8000, le=48000)


@provider("llm", "openai", ChatOptions, keys=(KEY,), hears_sound=True)
def chat(options: ChatOptions, site: Site) -> FrameProcessor:
    """A chat model of OpenAI's; the ``gpt-audio`` ones take sound."""
    from agents.services._openai import Chat

    body = options.body("max_completion_tokens", service_tier=options.service_tier)
    return Chat(model=options.model, body=body, **_there(options, site))


@provider(
    "llm",
    "openai-compatible",
    OwnChatOptions,
    own_url="base_url_env",
    own_key="api_key_env",
    hears_sound=True,
)
def own_chat(options: OwnChatOptions, site: Site) -> FrameProcessor:
    """A chat model of one's own."""
    from agents.services._openai import OwnChat

    return OwnChat(model=options.model, body=options.body("max_tokens"), **_own(options, site))


@provider("stt", "openai", TranscriptionOptions, keys=(KEY,))
def transcription(options: TranscriptionOptions, site: Site) -> FrameProcessor:
    """OpenAI's transcription of whole utterances."""
    return _transcription(options, _there(options, site), site)


@provider("stt", "openai-compatible", OwnTranscriptionOptions, own_url="base_url_env", own_key="api_key_env")
def own_transcription(options: OwnTranscriptionOptions, site: Site) -> FrameProcessor:
    """A transcription of one's own."""
    return _transcription(options, _own(options, site), site)


@provider("tts", "openai", SpeechOptions, keys=(KEY,))
def speech(options: SpeechOptions, site: Site) -> FrameProcessor:
    """A voice of OpenAI's."""
    return _speech(options, _there(options, site), 24000)


@provider("tts", "openai-compatible", OwnSpeechOptions, own_url="base_url_env", own_key="api_key_env")
def own_speech(options: OwnSpeechOptions, site: Site) -> FrameProcessor:
    """A voice of one's own."""
    return _speech(options, _own(options, site), options.sample_rate)


def _there(options: _Asked, site: Site) -> dict[str, Any]:
    """Where OpenAI is, and how patiently it is asked."""
    return {"api_key": site.key(KEY), "base_url": site.url(_HOST), **_patience(options)}


def _own(options: OwnChatOptions | OwnTranscriptionOptions | OwnSpeechOptions, site: Site) -> dict[str, Any]:
    """Where a server of one's own is; servers that want no key get a word, for the client insists on one."""
    wants_key = options.api_key_env or site.rehearsal
    return {
        "api_key": site.key(options.api_key_env) if wants_key else "none",
        "base_url": site.own_url(options.base_url_env, EXAMPLE),
        **_patience(options),
    }


def _patience(options: _Asked) -> dict[str, Any]:
    return {"timeout_secs": options.timeout_secs, "retries": options.retries}


def _transcription(options: TranscriptionOptions, where: dict[str, Any], site: Site) -> FrameProcessor:
    from agents.services._openai import Transcription

    settings = Transcription.Settings(
        model=options.model, language=options.language, prompt=options.prompt, temperature=options.temperature
    )
    return Transcription(
        body=options.extra,
        sample_rate=site.rate,
        settings=settings,
        ttfs_p99_latency=options.final_wait_secs,
        **where,
    )


def _speech(options: SpeechOptions, where: dict[str, Any], rate: int) -> FrameProcessor:
    from agents.services._openai import Speech

    settings = Speech.Settings(
        model=options.model, voice=options.voice, instructions=options.instructions, speed=options.speed
    )
    return Speech(body=options.extra, sample_rate=rate, settings=settings, **where)
