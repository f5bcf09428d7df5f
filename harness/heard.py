"""What the second recogniser heard, remembered by content.

The embedded caller says the same lines again and again, and its voice is the same to the last bit: over
trials and runs most of what the gate and the speech judges listen to has been listened to before.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import json
import sqlite3
from collections.abc import Sequence
from importlib import metadata
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from agents.embedded.cache import directory
from agents.embedded.packages import FASTER_WHISPER, MOONSHINE, WHISPER, WeightPackage
from metrics.judges.offline._speech_recogniser import Ears, Recogniser, use

RECIPE = "1"  # raise it when the recogniser's settings change


class Remembering:
    """A recogniser that asks another one only about sound that it has not heard before.

    Whatever goes wrong with the disk, sound is recognised: the memory never raises.
    """

    def __init__(self, recogniser: Recogniser, folder: Path | None, name: str) -> None:
        """Open the memory.

        Args:
            recogniser: who is asked.
            folder: where the memory is kept; ``None`` for none.
            name: names recogniser, weights and settings; another name is another memory.
        """
        self._recogniser, self._name = recogniser, name
        self._base: sqlite3.Connection | None = None
        if folder is None:
            return
        with contextlib.suppress(OSError, sqlite3.Error):
            folder.mkdir(parents=True, exist_ok=True)
            base = sqlite3.connect(folder / "heard.sqlite", timeout=5, isolation_level=None, check_same_thread=False)
            try:
                base.execute("CREATE TABLE IF NOT EXISTS heard (key BLOB PRIMARY KEY, text TEXT) WITHOUT ROWID")
            except sqlite3.Error:  # no database, or not ours to read
                base.close()
                return
            self._base = base

    def transcribe(self, samples: NDArray[np.int16], rate: int = 8000) -> str:
        """Words of mono int16 sound."""
        key = self._key(samples, f"{rate}|")
        if (known := self._find(key)) is not None:
            return known
        text = self._recogniser.transcribe(samples, rate)
        self._keep(key, text)
        return text

    def weigh(self, samples: NDArray[np.int16], texts: Sequence[str], rate: int = 8000) -> list[float]:
        """Natural-log probabilities of texts for a sound, by a recogniser that can weigh them.

        Raises:
            TypeError: it cannot.
        """
        weigh = getattr(self._recogniser, "weigh", None)
        if weigh is None:
            raise TypeError(f"{type(self._recogniser).__name__} weighs no texts")
        key = self._key(samples, json.dumps([rate, *texts]))
        if (known := self._find(key)) is not None:
            return [float(w) for w in json.loads(known)]
        weights = [float(w) for w in weigh(samples, texts, rate)]
        self._keep(key, json.dumps(weights))
        return weights

    def close(self) -> None:
        """Close the memory."""
        if self._base is not None:
            self._base.close()
            self._base = None

    def _key(self, samples: NDArray[np.int16], question: str) -> bytes:
        return hashlib.sha256(f"{self._name}|{question}".encode() + samples.astype("<i2").tobytes()).digest()

    def _keep(self, key: bytes, text: str) -> None:
        if self._base is not None:
            with contextlib.suppress(sqlite3.Error):
                self._base.execute("INSERT OR REPLACE INTO heard VALUES (?, ?)", (key, text))

    def _find(self, key: bytes) -> str | None:
        if self._base is None:
            return None
        with contextlib.suppress(sqlite3.Error):
            row = self._base.execute("SELECT text FROM heard WHERE key = ?", (key,)).fetchone()
            return None if row is None else str(row[0])
        return None


class _Whisper:
    """Whisper, loaded when it is first asked."""

    def transcribe(self, samples: NDArray[np.int16], rate: int = 8000) -> str:
        from agents.embedded.whisper import Whisper

        return Whisper.shared().transcribe(samples, rate)

    def weigh(self, samples: NDArray[np.int16], texts: Sequence[str], rate: int = 8000) -> list[float]:
        from agents.embedded.whisper import Whisper

        return Whisper.shared().weigh(samples, texts, rate)


class _Moonshine:
    """Moonshine, loaded when it is first asked."""

    def transcribe(self, samples: NDArray[np.int16], rate: int = 8000) -> str:
        from agents.embedded.moonshine import Moonshine, from_line

        return Moonshine.shared().transcribe(from_line(samples, rate)).text


@functools.cache
def second_recogniser() -> Remembering:
    """The process's second recogniser: Whisper tiny.en, with a memory in the cache folder."""
    return _remembered(_Whisper(), (WHISPER, FASTER_WHISPER), "ctranslate2")


@functools.cache
def first_recogniser() -> Remembering:
    """The recogniser of embedded agents: Moonshine tiny-en, with the same memory."""
    return _remembered(_Moonshine(), (MOONSHINE,), "onnxruntime")


def judges_ears() -> Ears:
    """Who listens for the speech judges: the recogniser that embedded agents hear with, then the second one."""
    second = second_recogniser()
    return Ears((first_recogniser(), second), second.weigh)


def lend_ears() -> None:
    """Let the offline speech judges of this process listen; models are loaded when a judge first needs them."""
    use(judges_ears)


def _remembered(recogniser: Recogniser, packages: Sequence[WeightPackage], runtime: str) -> Remembering:
    parts = [f"{p.distribution}={p.installed_version()}" for p in packages]
    with contextlib.suppress(metadata.PackageNotFoundError):
        parts.append(f"{runtime}={metadata.version(runtime)}")
    return Remembering(recogniser, directory(), ";".join([RECIPE, *parts]))
