"""Google: speech to speech over Gemini Live."""

from __future__ import annotations

from typing import Literal

from pipecat.processors.frame_processor import FrameProcessor
from pydantic import Field

from agents.services._realtime import RealtimeOptions
from agents.services.base import Site, provider
from agents.services.google import KEY

_URL = "https://generativelanguage.googleapis.com"


class GeminiLiveOptions(RealtimeOptions):
    """Options of a session. What is ``None`` is not sent, and the model's own default holds.

    Attributes:
        max_tokens: of an answer.
        thinking: how much it thinks (``minimal``, ``low``, ``medium``, ``high``).
        start_sensitivity: how soon sound counts as speech.
        end_sensitivity: how soon silence ends it.
        prefix_padding_ms: speech this long begins a turn.
        silence_duration_ms: silence that ends a turn.
    """

    model: str = "gemini-3.1-flash-live-preview"
    voice: str = "Charon"
    language: str = "en-US"
    temperature: float | None = Field(default=None, ge=0, le=2)
    max_tokens: int = Field(default=4096, ge=1)
    thinking: Literal["minimal", "low", "medium", "high"] | None = None
    start_sensitivity: Literal["low", "high"] | None = None
    end_sensitivity: Literal["low", "high"] | None = None
    prefix_padding_ms: int | None = Field(default=None, ge=0, le=5000)
    silence_duration_ms: int | None = Field(default=None, ge=0, le=10000)


@provider(
    "realtime",
    "google",
    GeminiLiveOptions,
    keys=(KEY,),
    extra="google",
    modules=("google.genai", "google.api_core"),
)
def live(options: GeminiLiveOptions, site: Site) -> FrameProcessor:
    """A session; the vendor finds turns, but tells only of interruptions."""
    from agents.services import _gemini_live as api

    start, end = options.start_sensitivity, options.end_sensitivity
    detection = api.GeminiVADParams(
        start_sensitivity=api.StartSensitivity(f"START_SENSITIVITY_{start.upper()}") if start else None,
        end_sensitivity=api.EndSensitivity(f"END_SENSITIVITY_{end.upper()}") if end else None,
        prefix_padding_ms=options.prefix_padding_ms,
        silence_duration_ms=options.silence_duration_ms,
    )
    settings = api.GeminiLive.Settings(
        model=options.model,
        system_instruction=site.instructions,
        voice=options.voice,
        language=options.language,
        temperature=options.temperature,
        max_tokens=options.max_tokens,
        vad=detection,
    )
    if options.thinking:
        settings.thinking = api.ThinkingConfig(thinking_level=options.thinking.upper())
    return api.GeminiLive(
        api_key=site.key(KEY),
        http_options=api.http(site.url(_URL, tls=True), site.rehearsal.cafile if site.rehearsal else None),
        settings=settings,
        silence_secs=options.silence_secs,
    )
