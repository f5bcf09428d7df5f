"""The shortest way to ask each rehearsed vendor for something, over plain sockets and requests."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tests.agents.loopback.conftest import KEY

RATE = 16000
SAID = "I would like to change my booking."


def b64(sound: bytes) -> str:
    return base64.b64encode(sound).decode()


@dataclass(frozen=True)
class Ears:
    """A recogniser's socket.

    Attributes:
        sends: what a client sends to have a recording recognised.
        final: the words of a message that says they are final.
        some: the words of any message.
    """

    path: str
    headers: dict[str, str]
    sends: Callable[[bytes], list[str | bytes]]
    final: Callable[[dict[str, Any]], str | None]
    some: Callable[[dict[str, Any]], str | None]


@dataclass(frozen=True)
class Voice:
    """A voice's socket.

    Attributes:
        sends: what a client sends to have `SAID` said and its turn ended.
        sound: the samples in a message.
        ended: whether a message says that everything was said.
    """

    path: str
    headers: dict[str, str]
    sends: list[dict[str, Any]]
    sound: Callable[[dict[str, Any]], str | None]
    ended: Callable[[dict[str, Any]], bool]


def _deepgram_words(message: dict[str, Any]) -> str | None:
    return message["channel"]["alternatives"][0]["transcript"] if message.get("type") == "Results" else None


def _scribe_chunk(sound: bytes, commit: bool) -> str:
    message = {"message_type": "input_audio_chunk", "audio_base_64": b64(sound), "commit": commit}
    return json.dumps(message | {"sample_rate": RATE})


_TOKEN = {"Authorization": f"Token {KEY}"}
_CARTESIA = {"X-API-Key": KEY, "Cartesia-Version": "2026-03-01"}
_ELEVEN = {"xi-api-key": KEY}
_FORM = {"container": "raw", "encoding": "pcm_s16le", "sample_rate": RATE}

EARS = {
    "nova": Ears(
        f"/v1/listen?sample_rate={RATE}&interim_results=true",
        _TOKEN,
        lambda sound: [sound, '{"type": "Finalize"}'],
        lambda m: _deepgram_words(m) if m.get("is_final") else None,
        _deepgram_words,
    ),
    "flux": Ears(
        f"/v2/listen?sample_rate={RATE}",
        _TOKEN,
        lambda sound: [sound],
        lambda m: m.get("transcript") if m.get("event") == "EndOfTurn" else None,
        lambda m: m.get("transcript"),
    ),
    "ink": Ears(
        f"/stt/websocket?sample_rate={RATE}",
        _CARTESIA,
        lambda sound: [sound, "finalize"],
        lambda m: m.get("text") if m.get("is_final") else None,
        lambda m: m.get("text"),
    ),
    "scribe": Ears(
        f"/v1/speech-to-text/realtime?audio_format=pcm_{RATE}",
        _ELEVEN,
        lambda sound: [_scribe_chunk(sound, False), _scribe_chunk(b"", True)],
        lambda m: m.get("text") if m.get("message_type") == "committed_transcript" else None,
        lambda m: m.get("text"),
    ),
}
VOICES = {
    "aura": Voice(
        f"/v1/speak?model=v&sample_rate={RATE}",
        _TOKEN,
        [{"type": "Speak", "text": SAID}, {"type": "Flush"}],
        lambda m: None,
        lambda m: m.get("type") == "Flushed",
    ),
    "sonic": Voice(
        "/tts/websocket",
        _CARTESIA,
        [{"context_id": "a", "transcript": SAID, "voice": {"id": "v"}, "output_format": _FORM, "continue": False}],
        lambda m: m.get("data"),
        lambda m: m.get("type") == "done",
    ),
    "eleven": Voice(
        f"/v1/text-to-speech/v/multi-stream-input?output_format=pcm_{RATE}&auto_mode=true",
        _ELEVEN,
        [{"context_id": "a", "text": SAID}, {"context_id": "a", "close_context": True}],
        lambda m: m.get("audio"),
        lambda m: m.get("isFinal") is True,
    ),
}

_ASK = {"model": "m", "stream": True, "max_tokens": 9, "messages": [{"role": "user", "content": "Hello."}]}
_CONTENTS = {"contents": [{"role": "user", "parts": [{"text": SAID}]}]}
_AUDIO = {"generationConfig": {"responseModalities": ["AUDIO"]}}
_GOOGLE = {"x-goog-api-key": KEY}

MODELS: dict[str, tuple[str, dict[str, str], dict[str, Any], bytes]] = {
    "openai": ("/v1/chat/completions", {"Authorization": f"Bearer {KEY}"}, _ASK, b"[DONE]"),
    "anthropic": ("/v1/messages", {"x-api-key": KEY}, _ASK, b"message_stop"),
    "gemini": ("/v1beta/models/m:streamGenerateContent?alt=sse", _GOOGLE, _CONTENTS, b"STOP"),
}
"""Path, headers, body, and what stands at the end of a whole answer."""
SPEECH: dict[str, tuple[str, dict[str, str], dict[str, Any], bytes]] = {
    "openai": (
        "/v1/audio/speech",
        {"Authorization": f"Bearer {KEY}"},
        {"model": "m", "voice": "v", "input": SAID, "response_format": "pcm"},
        b"",
    ),
    "gemini": ("/v1beta/models/m:streamGenerateContent?alt=sse", _GOOGLE, _CONTENTS | _AUDIO, b"STOP"),
}
"""As `MODELS`."""
