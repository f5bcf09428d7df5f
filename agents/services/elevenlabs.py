"""ElevenLabs: speech to text (Scribe, realtime) and voices."""

from __future__ import annotations

from typing import Any, Literal
from urllib.parse import urlsplit

from pipecat.processors.frame_processor import FrameProcessor
from pydantic import Field, model_validator

from agents.services.base import Options, Site, Variable, provider
from scenarios.errors import UsageError

KEY = "ELEVENLABS_API_KEY"
_HOST = "wss://api.elevenlabs.io"


class ScribeOptions(Options):
    """Options of ElevenLabs' realtime transcription.

    Attributes:
        commit: who closes a stretch of speech: ``manual`` is the agent's voice detector, ``vad`` ElevenLabs' own.
        keyterms: words to listen for.
        final_wait_secs: how long a turn waits for the final transcript.
    """

    model: str = "scribe_v2_realtime"
    language: str = "en"
    commit: Literal["manual", "vad"] = "manual"
    keyterms: tuple[str, ...] = ()
    final_wait_secs: float = Field(default=0.41, gt=0, le=10)


class ElevenOptions(Options):
    """Options of ElevenLabs' voices; the default voice is George's, of the premade ones.

    Attributes:
        model: a ``eleven_v3`` or ``eleven_v4`` model is reached as ElevenLabs wants it, by its text to dialogue.
        voice_from: the environment variable that holds the voice's id instead, where it is one's own, as of an accent.
        language: only for models that know several.
        stability: and the others below are sent only if they are given; the voice has settings of its own.
        similarity_boost: with `style` and `speed`, not for ``eleven_v3`` and ``eleven_v4`` models.
    """

    model: str = "eleven_flash_v2_5"
    voice: str = "JBFqnCBsd6RMkjVDRZzb"
    voice_from: Variable = ""
    language: str | None = None
    stability: float | None = Field(default=None, ge=0, le=1)
    similarity_boost: float | None = Field(default=None, ge=0, le=1)
    style: float | None = Field(default=None, ge=0, le=1)
    speed: float | None = Field(default=None, ge=0.7, le=1.2)

    @model_validator(mode="after")
    def _read_by_the_model(self) -> ElevenOptions:
        unread = [n for n in ("similarity_boost", "style", "speed") if getattr(self, n) is not None]
        if unread and self.dialogue:
            raise ValueError(f"{self.model} does not read {unread[0]}; remove it")
        return self

    @property
    def dialogue(self) -> bool:
        """Whether the model is reached by text to dialogue."""
        return self.model.startswith(("eleven_v3", "eleven_v4"))


@provider("stt", "elevenlabs", ScribeOptions, keys=(KEY,))
def scribe(options: ScribeOptions, site: Site) -> FrameProcessor:
    """Scribe over its websocket, which always is one with TLS, at the rate of the pipeline."""
    from agents.services._elevenlabs import CommitStrategy, Scribe

    settings = Scribe.Settings(model=options.model, language=options.language, keyterms=list(options.keyterms) or None)
    return Scribe(
        api_key=site.key(KEY),
        base_url=urlsplit(site.url(_HOST, tls=True)).netloc,
        cafile=site.rehearsal.cafile if site.rehearsal else None,
        commit_strategy=CommitStrategy(options.commit),
        sample_rate=site.rate,
        settings=settings,
        ttfs_p99_latency=options.final_wait_secs,
    )


def _voice(options: ElevenOptions, site: Site) -> str:
    """The id of the voice; a rehearsal says everything with a voice of ours.

    Raises:
        UsageError: it is in an environment variable, which is not set.
    """
    if not options.voice_from or site.rehearsal is not None:
        return options.voice
    if not (voice := site.environ.get(options.voice_from, "")):
        raise UsageError(f"{options.voice_from} is not set; export the id of an ElevenLabs voice")
    return voice


@provider("tts", "elevenlabs", ElevenOptions, keys=(KEY,), own_url="voice_from")
def eleven(options: ElevenOptions, site: Site) -> FrameProcessor:
    """A voice over its websocket, at the rate of the pipeline."""
    from agents.services._elevenlabs import Dialogue, Eleven

    where: dict[str, Any] = {"api_key": site.key(KEY), "url": site.url(_HOST), "sample_rate": site.rate}
    common: dict[str, Any] = {"model": options.model, "voice": _voice(options, site), "language": options.language}
    if options.dialogue:
        return Dialogue(settings=Dialogue.Settings(**common, stability=options.stability), **where)
    settings = Eleven.Settings(
        **common,
        stability=options.stability,
        similarity_boost=options.similarity_boost,
        style=options.style,
        speed=options.speed,
    )
    return Eleven(settings=settings, **where)
