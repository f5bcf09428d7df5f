"""A content-addressed store of synthesised speech, shared by processes and bounded in size.

An entry is the SHA-256 of its samples followed by the samples, so that a damaged file is recognised and made anew.
Whatever goes wrong with the disk, speech is synthesised: the cache never raises.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import sys
import threading
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

LIMIT = 512 * 2**20
"""Bytes that the cache may hold on disk."""

_CHECK_EVERY = 32 * 2**20  # bytes written by this process between two looks at the whole folder
_KEEP = 0.9  # a trim leaves this share, so that trims stay rare


def directory() -> Path | None:
    """``CALLBENCH_CACHE``, else ``callbench`` in the platform's cache folder; None if it is set to ``off``."""
    given = os.environ.get("CALLBENCH_CACHE", "").strip()
    if given:
        return None if given.lower() == "off" else Path(given).expanduser()
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA", "")
        return Path(base or Path.home() / "AppData" / "Local") / "callbench" / "Cache"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "callbench"
    return Path(os.environ.get("XDG_CACHE_HOME", "") or Path.home() / ".cache") / "callbench"


class SpeechCache:
    """Samples on disk under ``<folder>/speech``; least recently used entries go first.

    Args:
        folder: None for no cache at all.
        limit: bytes on disk beyond which old entries are removed.
    """

    def __init__(self, folder: Path | None, limit: int = LIMIT) -> None:
        self._folder = None if folder is None else folder / "speech"
        self._limit = limit
        self._written = _CHECK_EVERY  # the first write of a process checks the size
        self._lock = threading.Lock()

    def get(self, key: str) -> NDArray[np.int16] | None:
        """The samples stored under `key`, or None if there are none that can be trusted."""
        if self._folder is None:
            return None
        path = self._path(self._folder, key)
        try:
            blob = path.read_bytes()
        except OSError:
            return None
        digest, samples = blob[:32], blob[32:]
        if len(samples) % 2 or hashlib.sha256(samples).digest() != digest:
            return None
        with contextlib.suppress(OSError):
            os.utime(path)
        return np.frombuffer(samples, "<i2").astype(np.int16)

    def put(self, key: str, samples: NDArray[np.int16]) -> None:
        """Store samples; readers see the old state or the whole new entry, never a part of one."""
        if self._folder is None:
            return
        data = samples.astype("<i2").tobytes()
        path = self._path(self._folder, key)
        part = path.with_name(f"{path.name}.{os.getpid()}.{threading.get_ident()}")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            part.write_bytes(hashlib.sha256(data).digest() + data)
            os.replace(part, path)
        except OSError:
            with contextlib.suppress(OSError):
                part.unlink(missing_ok=True)
            return
        with self._lock:
            self._written += len(data) + 32
            due = self._written >= min(_CHECK_EVERY, self._limit // 4)
            if due:
                self._written = 0
        if due:
            self.trim()

    def trim(self) -> None:
        """Remove least recently used entries until the cache is well below its limit."""
        if self._folder is None:
            return
        entries = []
        for path in self._folder.glob("*/*"):
            with contextlib.suppress(OSError):
                status = path.stat()
                entries.append((status.st_mtime_ns, status.st_size, path))
        total = sum(size for _, size, _ in entries)
        if total <= self._limit:
            return
        for _, size, path in sorted(entries):
            with contextlib.suppress(OSError):
                path.unlink()
            total -= size
            if total <= self._limit * _KEEP:
                return

    @staticmethod
    def _path(folder: Path, key: str) -> Path:
        return folder / key[:2] / f"{key}.pcm"
