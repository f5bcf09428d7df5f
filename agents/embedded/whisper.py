"""Whisper tiny.en: the second, independent recogniser, which checks what a voice really said."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
import soxr
from numpy.typing import NDArray

from agents.embedded.packages import FASTER_WHISPER, WHISPER

_RATE = 16000


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
        sound = samples.astype(np.float32) / np.float32(32768)
        if not len(sound) or float(np.abs(sound).max()) < 1e-3:
            return ""
        if rate != _RATE:
            sound = soxr.resample(sound, rate, _RATE, quality="HQ").astype(np.float32)
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
