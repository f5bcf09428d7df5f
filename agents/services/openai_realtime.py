"""OpenAI: speech to speech over the Realtime interface."""

from __future__ import annotations

from typing import Literal

from pipecat.processors.frame_processor import FrameProcessor
from pydantic import Field

from agents.services._realtime import RealtimeOptions
from agents.services.base import Site, provider
from agents.services.openai import KEY

_URL = "wss://api.openai.com/v1/realtime"


class OpenAIRealtimeOptions(RealtimeOptions):
    """Options of a session. The defaults are the vendor's own, save for the transcript, which it leaves out.

    Attributes:
        transcription_model: writes down what the caller says, beside the model that hears it.
        language: of the transcript.
        turn_detection: how the vendor finds the end of a turn: by silence, or by what was said.
        threshold: of ``server_vad``: confidence that is speech.
        prefix_padding_ms: of ``server_vad``: sound before the speech that belongs to it.
        silence_duration_ms: of ``server_vad``: silence that ends a turn.
        eagerness: of ``semantic_vad``: how soon a turn may end.
        noise_reduction: what the sound is cleaned for.
        max_output_tokens: of an answer, sound included; ``inf`` is the vendor's own limit.
        reasoning_effort: of models that reason; ``None`` is the vendor's own.
    """

    model: str = "gpt-realtime"
    voice: str = "marin"
    speed: float = Field(default=1.0, ge=0.25, le=1.5)
    transcription_model: str = Field(default="gpt-4o-transcribe", min_length=1)
    language: str = "en"
    turn_detection: Literal["server_vad", "semantic_vad"] = "server_vad"
    threshold: float = Field(default=0.5, ge=0, le=1)
    prefix_padding_ms: int = Field(default=300, ge=0, le=5000)
    silence_duration_ms: int = Field(default=500, ge=100, le=5000)
    eagerness: Literal["low", "medium", "high", "auto"] = "auto"
    noise_reduction: Literal["near_field", "far_field"] | None = None
    max_output_tokens: int | Literal["inf"] = "inf"
    reasoning_effort: str | None = None


@provider("realtime", "openai", OpenAIRealtimeOptions, keys=(KEY,), finds_turns=True)
def realtime(options: OpenAIRealtimeOptions, site: Site) -> FrameProcessor:
    """A session; the vendor finds turns, and tells them to the pipeline."""
    from agents.services import _openai_realtime as api

    detection = api.TurnDetection(
        threshold=options.threshold,
        prefix_padding_ms=options.prefix_padding_ms,
        silence_duration_ms=options.silence_duration_ms,
    )
    semantic = api.SemanticTurnDetection(eagerness=options.eagerness, create_response=True, interrupt_response=True)
    noise = options.noise_reduction
    properties = api.SessionProperties(
        output_modalities=["audio"],
        max_output_tokens=options.max_output_tokens,
        reasoning=api.Reasoning(effort=options.reasoning_effort) if options.reasoning_effort else None,
        audio=api.AudioConfiguration(
            input=api.AudioInput(
                transcription=api.InputAudioTranscription(options.transcription_model, options.language),
                noise_reduction=api.InputAudioNoiseReduction(type=noise) if noise else None,
                turn_detection=semantic if options.turn_detection == "semantic_vad" else detection,
            ),
            output=api.AudioOutput(voice=options.voice, speed=options.speed),
        ),
    )
    return api.OpenAIRealtime(
        api_key=site.key(KEY),
        base_url=site.url(_URL),
        settings=api.OpenAIRealtime.Settings(
            model=options.model, system_instruction=site.instructions, session_properties=properties
        ),
        silence_secs=options.silence_secs,
    )
