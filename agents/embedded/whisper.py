"""Whisper tiny.en: the second, independent recogniser, which checks what a voice really said."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any

import numpy as np
import soxr
from numpy.typing import NDArray

from agents.embedded.packages import FASTER_WHISPER, WHISPER

_RATE = 16000
_FRAMES = 3000  # of 10 ms that the model takes at once
_BEGIN = 50257  # the English model's token before a transcript
_LEAST = 1e-9  # least probability of a token that is told from none


class Whisper:
    """The recogniser. Use `shared`: one instance serves a whole process."""

    _instance: Whisper | None = None
    _lock = threading.Lock()

    def __init__(self) -> None:
        FASTER_WHISPER.path()
        folder = WHISPER.path("model")
        from faster_whisper import WhisperModel

        self._model: Any = WhisperModel(
            str(folder),
            device="cpu",
            compute_type="int8",
            cpu_threads=1,
            num_workers=1,
            local_files_only=True,
        )
        self._busy = threading.Lock()

    @classmethod
    def shared(cls) -> Whisper:
        """The process's instance, loaded on first use.

        Raises:
            MissingPackageError: faster-whisper or the weights are not installed.
        """
        with cls._lock:
            if cls._instance is None:
                cls._instance = cls()
            return cls._instance

    def transcribe(self, samples: NDArray[np.int16], rate: int = 8000, prompt: str | None = None) -> str:
        """Words of mono int16 sound of any length; nothing for silence.

        Greedy, without timestamps and without temperature fallback, so that the result is the same on every run.

        Args:
            samples: mono int16.
            rate: samples per second.
            prompt: words that may occur (names, codes), which biases the spelling.
        """
        sound = _wide(samples, rate)
        if not len(sound) or float(np.abs(sound).max()) < 1e-3:
            return ""
        with self._busy:
            found, _ = self._model.transcribe(
                sound,
                language="en",
                beam_size=1,
                temperature=0.0,
                condition_on_previous_text=False,
                without_timestamps=True,
                initial_prompt=prompt,
            )
            return " ".join(segment.text.strip() for segment in found).strip()

    def weigh(self, samples: NDArray[np.int16], texts: Sequence[str], rate: int = 8000) -> list[float]:
        """How probable it is that each text would be written for a sound, as a natural logarithm.

        Texts that differ in a word or two compare fairly if they are written alike: figures as figures.

        Args:
            samples: mono int16; only the first 30 seconds count.
            texts: as the recogniser would write them.
            rate: samples per second.
        """
        with self._busy:
            features = self._model.feature_extractor(_wide(samples, rate))
            frames = min(features.shape[-1], _FRAMES)
            padded = np.zeros((features.shape[0], _FRAMES), np.float32)
            padded[:, :frames] = features[:, :frames]
            encoded = self._model.encode(padded)
            tokens = [self._model.hf_tokenizer.encode(" " + t.strip(), add_special_tokens=False).ids for t in texts]
            return [
                float(np.log(np.maximum(found.text_token_probs, _LEAST)).sum())
                for ids in tokens
                for found in self._model.model.align(encoded, [_BEGIN], [ids], frames)
            ]


def _wide(samples: NDArray[np.int16], rate: int) -> NDArray[np.float32]:
    """Full scale 1.0 at the model's rate."""
    sound = samples.astype(np.float32) / np.float32(32768)
    if rate == _RATE or not len(sound):
        return sound
    return np.asarray(soxr.resample(sound, rate, _RATE, quality="HQ"), np.float32)
