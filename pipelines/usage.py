"""What a service is paid for, as Pipecat's metrics tell it: tokens, characters, seconds of sound.

Vendors count cached tokens inside or beside the others, and sound inside both. Here every token stands in one
bucket only, so that buckets can be priced and summed.
"""

from __future__ import annotations

from typing import Any

from pipecat.metrics.metrics import (
    LLMTokenUsage,
    LLMUsageMetricsData,
    MetricsData,
    STTUsageMetricsData,
    TTSUsageMetricsData,
)


def of_metrics(data: MetricsData) -> dict[str, Any] | None:
    """Part, model and quantities of one of Pipecat's measurements; ``None`` if it is not about usage.

    Returns:
        ``part``, ``model``, ``processor``, and ``quantities`` by name: ``seconds`` of sound, ``characters``, or the
        buckets of `tokens`.
    """
    match data:
        case LLMUsageMetricsData():
            part, quantities = "llm", tokens(data.value)
        case TTSUsageMetricsData():
            part, quantities = "tts", {"characters": data.value}
        case STTUsageMetricsData():
            part, quantities = "stt", {"seconds": round(data.value.audio_seconds, 3)}
        case _:
            return None
    processor = data.processor.partition("#")[0]  # Pipecat numbers them through the whole process
    return {"part": part, "model": data.model or "", "processor": processor, "quantities": quantities}


def tokens(usage: LLMTokenUsage) -> dict[str, int | float]:
    """Tokens in buckets that do not overlap; empty ones are left out.

    ``input_tokens`` and ``output_tokens`` are text that was neither cached nor sound; ``reasoning_tokens`` are told
    beside them and are a part of ``output_tokens``.
    """
    cached = usage.cache_read_input_tokens or 0
    written = usage.cache_creation_input_tokens or 0
    # A total that exceeds prompt and completion says that the prompt was counted without what the cache held.
    net = usage.total_tokens > usage.prompt_tokens + usage.completion_tokens
    prompt = usage.prompt_tokens if net else max(0, usage.prompt_tokens - cached - written)
    heard, spoken = usage.input_audio_tokens or 0, usage.output_audio_tokens or 0
    cached_sound = min(usage.cache_read_input_audio_tokens or 0, cached)
    sound = min(max(0, heard - cached_sound), prompt)
    found = {
        "input_tokens": prompt - sound,
        "cached_tokens": cached - cached_sound,
        "cache_write_tokens": written,
        "input_audio_tokens": sound,
        "cached_audio_tokens": cached_sound,
        "output_tokens": max(0, usage.completion_tokens - spoken),
        "output_audio_tokens": spoken,
        "reasoning_tokens": usage.reasoning_tokens or 0,
    }
    return {name: count for name, count in found.items() if count}
