"""Deepgram: speech to text (Nova, Flux) and voices (Aura)."""

from __future__ import annotations

from typing import Literal

from pipecat.processors.frame_processor import FrameProcessor
from pydantic import Field

from agents.services.base import Options, Site, provider

KEY = "DEEPGRAM_API_KEY"
_HOST = "wss://api.deepgram.com"


class NovaOptions(Options):
    """Options of Deepgram's streaming transcription.

    Attributes:
        endpointing_ms: silence after which it closes a stretch of text by itself; ``False`` never does, ``None`` is
            Deepgram's own 10 ms. The agent's voice detector ends turns in any case.
        keyterms: words to listen for.
        final_wait_secs: how long a turn waits for the final transcript.
    """

    model: str = "nova-3-general"
    language: str = "en"
    punctuate: bool = True
    smart_format: bool = False
    numerals: bool = False
    endpointing_ms: int | Literal[False] | None = None
    keyterms: tuple[str, ...] = ()
    final_wait_secs: float = Field(default=0.35, gt=0, le=10)


class FluxOptions(Options):
    """Options of Deepgram Flux, which finds the ends of turns by itself.

    Attributes:
        eot_threshold: confidence that ends a turn.
        eot_timeout_ms: silence that ends a turn whatever the confidence.
        eager_eot_threshold: confidence at which an answer is prepared early; ``None`` never.
    """

    model: str = "flux-general-en"
    eot_threshold: float = Field(default=0.7, ge=0.5, le=0.9)
    eot_timeout_ms: int = Field(default=5000, ge=500, le=10000)
    eager_eot_threshold: float | None = Field(default=None, ge=0.3, le=0.9)
    keyterms: tuple[str, ...] = ()


class AuraOptions(Options):
    """Options of Deepgram's voices; the model is the voice."""

    model: str = "aura-2-thalia-en"
    speed: float | None = Field(default=None, ge=0.7, le=1.5)


@provider("stt", "deepgram", NovaOptions, keys=(KEY,), extra="deepgram", modules=("deepgram",))
def nova(options: NovaOptions, site: Site) -> FrameProcessor:
    """Nova over its websocket, at the rate of the pipeline."""
    from agents.services._deepgram import Nova

    settings = Nova.Settings(
        model=options.model,
        language=options.language,
        punctuate=options.punctuate,
        smart_format=options.smart_format,
        numerals=options.numerals,
        endpointing=options.endpointing_ms,
        keyterm=list(options.keyterms) or None,
    )
    return Nova(
        api_key=site.key(KEY),
        base_url=site.url(_HOST),
        sample_rate=site.rate,
        settings=settings,
        ttfs_p99_latency=options.final_wait_secs,
    )


@provider("stt", "deepgram-flux", FluxOptions, keys=(KEY,), extra="deepgram", modules=("deepgram",), finds_turns=True)
def flux(options: FluxOptions, site: Site) -> FrameProcessor:
    """Flux over its websocket, at the rate of the pipeline."""
    from pipecat.services.deepgram.flux.stt import DeepgramFluxSTTService as Flux

    settings = Flux.Settings(
        model=options.model,
        eot_threshold=options.eot_threshold,
        eot_timeout_ms=options.eot_timeout_ms,
        eager_eot_threshold=options.eager_eot_threshold,
        keyterm=list(options.keyterms),
    )
    return Flux(
        api_key=site.key(KEY),
        url=site.url(f"{_HOST}/v2/listen"),
        sample_rate=site.rate,
        settings=settings,
        enable_eager_end_of_turn=options.eager_eot_threshold is not None,
    )


@provider("tts", "deepgram", AuraOptions, keys=(KEY,), extra="deepgram", modules=("deepgram",))
def aura(options: AuraOptions, site: Site) -> FrameProcessor:
    """Aura over its websocket, at the rate of the pipeline."""
    from agents.services._aura import Aura

    return Aura(
        api_key=site.key(KEY),
        base_url=site.url(_HOST),
        sample_rate=site.rate,
        settings=Aura.Settings(model=options.model, voice=options.model, speed=options.speed),
    )
