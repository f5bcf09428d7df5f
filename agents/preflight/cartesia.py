"""Cartesia, by its SDK: half a second of silence is transcribed, a word is said."""

from __future__ import annotations

from typing import Any

from agents.preflight.base import WORD, Question, Unclear, silence

HOST = "https://api.cartesia.ai"
RECORDED = ("ink-whisper",)
"""Models that take recordings too; others are for streams alone, and only the key can be tried."""


def ask(question: Question) -> str:
    """Use model and voice once."""
    from cartesia import Cartesia

    with Cartesia(api_key=question.key, base_url=question.url, timeout=question.timeout_s, max_retries=0) as client:
        if question.part == "tts":
            voice: Any = {"mode": "id", "id": question.voice}
            client.tts.generate(
                model_id=question.model,
                transcript=WORD,
                voice=voice,
                output_format={"container": "raw", "encoding": "pcm_s16le", "sample_rate": 8000},
            ).read()
            return "key, model and voice"
        if question.model in RECORDED:
            client.stt.transcribe(file=("silence.wav", silence()), model="ink-whisper")
            return "key and model"
        client.voices.list(limit=1)
    raise Unclear(f"the key is fine; whether {question.model} can be used shows in a call only")
