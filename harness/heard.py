"""What the second recogniser heard, remembered by content.

The embedded caller says the same lines again and again, and its voice is the same to the last bit: over
trials and runs most of what the gate listens to has been listened to before.
"""

from __future__ import annotations

import contextlib
import hashlib
import sqlite3
from importlib import metadata
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

RECIPE = "1"  # raise it when the recogniser's settings change


class Transcriber(Protocol):
    """Hears words."""

    def transcribe(self, samples: NDArray[np.int16], rate: int = 8000) -> str:
        """Words of mono int16 sound."""
        ...


class Remembering:
    """A recogniser that asks another one only about sound that it has not heard before.

    Whatever goes wrong with the disk, sound is recognised: the memory never raises.
    """

    def __init__(self, recogniser: Transcriber, folder: Path | None, name: str) -> None:
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
            base = sqlite3.connect(folder / "heard.sqlite", timeout=5, isolation_level=None)
            try:
                base.execute("CREATE TABLE IF NOT EXISTS heard (key BLOB PRIMARY KEY, text TEXT) WITHOUT ROWID")
            except sqlite3.Error:  # no database, or not ours to read
                base.close()
                return
            self._base = base

    def transcribe(self, samples: NDArray[np.int16], rate: int = 8000) -> str:
        """Words of mono int16 sound."""
        key = hashlib.sha256(f"{self._name}|{rate}|".encode() + samples.astype("<i2").tobytes()).digest()
        if (known := self._find(key)) is not None:
            return known
        text = self._recogniser.transcribe(samples, rate)
        if self._base is not None:
            with contextlib.suppress(sqlite3.Error):
                self._base.execute("INSERT OR REPLACE INTO heard VALUES (?, ?)", (key, text))
        return text

    def close(self) -> None:
        """Close the memory."""
        if self._base is not None:
            self._base.close()
            self._base = None

    def _find(self, key: bytes) -> str | None:
        if self._base is None:
            return None
        with contextlib.suppress(sqlite3.Error):
            row = self._base.execute("SELECT text FROM heard WHERE key = ?", (key,)).fetchone()
            return None if row is None else str(row[0])
        return None


class _Lazy:
    """Whisper, loaded when it is first asked."""

    def transcribe(self, samples: NDArray[np.int16], rate: int = 8000) -> str:
        from agents.embedded.whisper import Whisper

        return Whisper.shared().transcribe(samples, rate)


_shared: Remembering | None = None


def second_recogniser() -> Remembering:
    """The process's second recogniser: Whisper tiny.en, with a memory in the cache folder."""
    global _shared
    if _shared is None:
        from agents.embedded.cache import directory
        from agents.embedded.packages import FASTER_WHISPER, WHISPER

        parts = [f"{p.distribution}={p.installed_version()}" for p in (WHISPER, FASTER_WHISPER)]
        with contextlib.suppress(metadata.PackageNotFoundError):
            parts.append(f"ctranslate2={metadata.version('ctranslate2')}")
        _shared = Remembering(_Lazy(), directory(), ";".join([RECIPE, *parts]))
    return _shared
