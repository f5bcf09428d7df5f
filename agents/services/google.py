"""Google: Gemini as a language model and as a voice, over the Gemini API."""

from __future__ import annotations

from pipecat.processors.frame_processor import FrameProcessor
from pydantic import Field

from agents.services.base import Options, Site, provider

KEY = "GOOGLE_API_KEY"
_HOST = "https://generativelanguage.googleapis.com"


class GeminiOptions(Options):
    """Options of a Gemini model. What is ``None`` is not sent, and the model's own default holds.

    Attributes:
        max_tokens: of an answer, thinking included.
        effort: how much it thinks (``minimal``, ``low``, ``medium``, ``high``); ``None`` is the lowest that the
            model allows.
        timeout_secs: until an answer begins, all attempts together, and then between two pieces of it.
        retries: further attempts after 408, 429, 5xx or a failed connection.
    """

    model: str = "gemini-3-flash-preview"
    temperature: float | None = Field(default=None, ge=0, le=2)
    max_tokens: int = Field(default=4096, ge=1)
    effort: str | None = None
    timeout_secs: float = Field(default=20, gt=0, le=120)
    retries: int = Field(default=2, ge=0, le=10)


class GeminiVoiceOptions(Options):
    """Options of a Gemini voice. It sends 24000 samples per second, of which the line takes what it needs."""

    model: str = "gemini-3.1-flash-tts-preview"
    voice: str = "Kore"
    language: str = "en-US"
    timeout_secs: float = Field(default=20, gt=0, le=120)
    retries: int = Field(default=2, ge=0, le=10)


@provider(
    "llm",
    "google",
    GeminiOptions,
    keys=(KEY,),
    extra="google",
    modules=("google.genai", "google.api_core"),
    hears_sound=True,
)
def gemini(options: GeminiOptions, site: Site) -> FrameProcessor:
    """A Gemini model; it takes sound as well as text."""
    from agents.services._google import Gemini, ThinkingConfig, http

    settings = Gemini.Settings(
        model=options.model,
        temperature=options.temperature,
        max_tokens=options.max_tokens,
        thinking=ThinkingConfig(thinking_level=options.effort) if options.effort else None,
    )
    return Gemini(
        api_key=site.key(KEY),
        http_options=http(site.url(_HOST)),
        settings=settings,
        timeout_secs=options.timeout_secs,
        retries=options.retries,
    )


@provider(
    "tts",
    "google",
    GeminiVoiceOptions,
    keys=(KEY,),
    extra="google",
    modules=("google.genai", "google.cloud.texttospeech_v1"),
)
def gemini_voice(options: GeminiVoiceOptions, site: Site) -> FrameProcessor:
    """A Gemini voice."""
    from agents.services._google import GeminiVoice, http

    return GeminiVoice(
        api_key=site.key(KEY),
        http_options=http(site.url(_HOST), options.retries),
        timeout_secs=options.timeout_secs,
        settings=GeminiVoice.Settings(model=options.model, voice=options.voice, language=options.language),
    )
