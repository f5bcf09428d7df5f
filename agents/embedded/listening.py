"""From a conversation that holds sound to one of words: for minds that read, behind an interface that hears.

Messages are in the form of OpenAI's chat completions; sound is an ``input_audio`` part of a user's message. A
conversation is repeated with every request, so each piece of sound is heard once and remembered.
"""

from __future__ import annotations

import base64
import hashlib
import io
import wave
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.embedded.ear import STEP, Ear

Message = dict[str, Any]
Hear = Callable[[NDArray[np.int16], int], Awaitable[str]]
"""The words of a recording: mono samples, and how many of them a second has."""

SILENCE_S = 1.0  # after a recording, in which the detector finds its end


class Listener:
    """Puts words in the place of sound.

    Args:
        hear: says what was said; asked once for each recording.
        on_text: changes what was heard (a seeded fault).
    """

    def __init__(self, hear: Hear, on_text: Callable[[str], str] | None = None) -> None:
        self._hear, self._on_text = hear, on_text
        self._known: dict[str, str] = {}

    async def in_words(self, messages: Sequence[Any]) -> list[Message]:
        """The same conversation; what stands beside sound in a message is dropped, since it only announces it.

        Raises:
            ValueError: sound that is not a WAV file of 16-bit samples.
        """
        return [await self._message(message) for message in messages]

    async def _message(self, message: Message) -> Message:
        content = message.get("content")
        sounds = [p["input_audio"] for p in content if _sounds(p)] if isinstance(content, list) else []
        if not sounds:
            return message
        words = [await self._words(str(sound["data"])) for sound in sounds]
        return {**message, "content": " ".join(filter(None, words))}

    async def _words(self, data: str) -> str:
        key = hashlib.sha256(data.encode()).hexdigest()
        if key not in self._known:
            words = await self._hear(*samples_of(data))
            self._known[key] = self._on_text(words) if self._on_text else words
        return self._known[key]


def samples_of(data: str) -> tuple[NDArray[np.int16], int]:
    """Mono samples and rate of a WAV file in base64.

    Raises:
        ValueError: it is something else.
    """
    try:
        with wave.open(io.BytesIO(base64.b64decode(data)), "rb") as file:
            rate, channels, width = file.getframerate(), file.getnchannels(), file.getsampwidth()
            frames = file.readframes(file.getnframes())
    except (wave.Error, EOFError, ValueError) as error:
        raise ValueError(f"sound that is no WAV file ({error}); send format wav") from error
    if width != 2:
        raise ValueError(f"sound with {8 * width} bits a sample; send 16")
    samples = np.frombuffer(frames, "<i2").astype(np.int16)
    return samples[::channels], rate


def by_ear(ear: Ear, rate: int) -> Hear:
    """Hears recordings one after the other as one stream, segment by segment, as a recogniser of a cascade would.

    Args:
        ear: hears at `rate`.
        rate: samples per second that recordings must have.
    """

    async def hear(samples: NDArray[np.int16], given: int) -> str:
        if given != rate:
            raise ValueError(f"sound of {given} samples a second, where {rate} are expected")
        sound = np.concatenate([samples, np.zeros(round(SILENCE_S * rate), np.int16)]).astype("<i2").tobytes()
        step = 2 * STEP * rate // 8000
        steps = (sound[at : at + step] for at in range(0, len(sound), step))
        words = [await ear.text() for piece in steps if "stopped" in await ear.feed(piece)]
        words.append(await ear.text())
        return " ".join(filter(None, words))

    return hear


def told_by(oracle: Callable[[], str]) -> Hear:
    """Perfect ears: whatever the recording, the words that were meant since this was last asked."""

    async def hear(samples: NDArray[np.int16], rate: int) -> str:
        return oracle()

    return hear


def _sounds(part: Any) -> bool:
    return isinstance(part, dict) and part.get("type") == "input_audio"
