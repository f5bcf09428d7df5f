"""Cartesia: speech to text (Ink) and voices (Sonic)."""

from __future__ import annotations

from pipecat.processors.frame_processor import FrameProcessor
from pydantic import Field

from agents.services.base import Options, Site, provider

KEY = "CARTESIA_API_KEY"
_HOST = "wss://api.cartesia.ai"


class InkOptions(Options):
    """Options of Cartesia's streaming transcription.

    Attributes:
        keyterms: words to listen for; only ``ink-2`` does.
        final_wait_secs: how long a turn waits for more text. Cartesia never says that a transcript is the last, so
            that every turn waits this long.
    """

    model: str = "ink-whisper"
    language: str = "en"
    keyterms: tuple[str, ...] = ()
    final_wait_secs: float = Field(default=0.81, gt=0, le=10)


class SonicOptions(Options):
    """Options of Cartesia's voices; the default voice is Jacqueline's, which Cartesia recommends for agents."""

    model: str = "sonic-3"
    voice: str = "9626c31c-bec5-4cca-baa8-f8ba9e84c8bc"
    language: str = "en"
    speed: float | None = Field(default=None, ge=0.6, le=1.5)
    volume: float | None = Field(default=None, ge=0.5, le=2.0)
    emotion: str | None = None


@provider("stt", "cartesia", InkOptions, keys=(KEY,))
def ink(options: InkOptions, site: Site) -> FrameProcessor:
    """Ink over its websocket, at the rate of the pipeline."""
    from pipecat.services.cartesia.stt import CartesiaSTTService as Ink

    settings = Ink.Settings(model=options.model, language=options.language, keyterm=list(options.keyterms) or None)
    return Ink(
        api_key=site.key(KEY),
        base_url=site.url(_HOST),
        sample_rate=site.rate,
        settings=settings,
        ttfs_p99_latency=options.final_wait_secs,
    )


@provider("tts", "cartesia", SonicOptions, keys=(KEY,))
def sonic(options: SonicOptions, site: Site) -> FrameProcessor:
    """Sonic over its websocket, at the rate of the pipeline."""
    from agents.services._cartesia import GenerationConfig, Sonic

    manner = {"speed": options.speed, "volume": options.volume, "emotion": options.emotion}
    settings = Sonic.Settings(
        model=options.model,
        voice=options.voice,
        language=options.language,
        generation_config=GenerationConfig(**manner) if any(manner.values()) else None,
    )
    return Sonic(
        api_key=site.key(KEY), url=site.url(f"{_HOST}/tts/websocket"), sample_rate=site.rate, settings=settings
    )
