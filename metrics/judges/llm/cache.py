"""Answers of judges, remembered by content: the same question to the same model costs nothing again.

One SQLite file, shared by threads and processes and independent of runs. A question that is open is asked
once: threads that want the same answer wait for it, other processes wait for a lock. What goes wrong with the
disk costs money and never an answer.
"""

from __future__ import annotations

import contextlib
import logging
import os
import sqlite3
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from pathlib import Path

FILE = "judges.sqlite"

_LOG = logging.getLogger(__name__)


class Cache:
    """Texts by key."""

    def __init__(self, folder: Path | None) -> None:
        """Open it.

        Args:
            folder: where it is kept; ``None`` to remember nothing.
        """
        self._folder = folder
        self._base: sqlite3.Connection | None = None
        self._using = threading.Lock()
        self._flying: dict[str, Future[str]] = {}
        if folder is not None:
            try:
                self._base = _opened(folder)
            except (OSError, sqlite3.Error) as error:
                _LOG.warning("answers of judges cannot be kept in %s (%s): they will be paid for again", folder, error)

    def recall(self, key: str, usable: Callable[[str], bool], make: Callable[[], str]) -> tuple[str, bool]:
        """The text under a key, made if there is none that can be used.

        Args:
            key: letters and digits.
            usable: whether a text that was found can be used.
            make: makes it; whatever it raises is raised to everybody who waits for this text, and not remembered.

        Returns:
            The text, and whether this very call made it.
        """
        with self._using:
            flight = self._flying.get(key)
            if flight is None:
                mine: Future[str] = Future()
                self._flying[key] = mine
        if flight is not None:
            return flight.result(), False
        try:
            text, made = self._found_or_made(key, usable, make)
            mine.set_result(text)
        except BaseException as error:
            mine.set_exception(error)
            raise
        finally:
            with self._using:
                del self._flying[key]
        return text, made

    def close(self) -> None:
        """Close the file; from then on nothing is remembered."""
        with self._using:
            if self._base is not None:
                self._base.close()
                self._base = None

    def _found_or_made(self, key: str, usable: Callable[[str], bool], make: Callable[[], str]) -> tuple[str, bool]:
        found = self._get(key)
        if found is not None and usable(found):
            return found, False
        with self._alone(key):
            found = self._get(key)  # another process may have been faster
            if found is not None and usable(found):
                return found, False
            text = make()
            self._put(key, text)
        return text, True

    def _get(self, key: str) -> str | None:
        with self._using, contextlib.suppress(sqlite3.Error):
            if self._base is None:
                return None
            row = self._base.execute("SELECT text FROM answers WHERE key = ?", (key,)).fetchone()
            return None if row is None else str(row[0])
        return None

    def _put(self, key: str, text: str) -> None:
        with self._using, contextlib.suppress(sqlite3.Error):
            if self._base is not None:
                self._base.execute("INSERT OR REPLACE INTO answers VALUES (?, ?)", (key, text))

    @contextlib.contextmanager
    def _alone(self, key: str) -> Iterator[None]:
        """No other process is in here for the same key; where files cannot be locked, it may be."""
        handle = None if self._folder is None or self._base is None else _locked(self._folder / "judging" / key)
        try:
            yield
        finally:
            if handle is not None:
                with contextlib.suppress(OSError):
                    (self._folder / "judging" / key).unlink(missing_ok=True)  # type: ignore[operator]
                os.close(handle)


def _opened(folder: Path) -> sqlite3.Connection:
    folder.mkdir(parents=True, exist_ok=True)
    base = sqlite3.connect(folder / FILE, timeout=30, isolation_level=None, check_same_thread=False)
    try:
        base.execute("PRAGMA journal_mode=WAL")
        base.execute("PRAGMA synchronous=NORMAL")
        base.execute("CREATE TABLE IF NOT EXISTS answers (key TEXT PRIMARY KEY, text TEXT NOT NULL) WITHOUT ROWID")
    except sqlite3.Error:  # no database, or not ours to read
        base.close()
        raise
    return base


def _locked(path: Path) -> int | None:
    """A descriptor whose closing frees the lock; the system frees it too when the process dies."""
    try:
        import fcntl
    except ImportError:
        return None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        while True:
            handle = os.open(path, os.O_CREAT | os.O_RDWR, 0o600)
            fcntl.flock(handle, fcntl.LOCK_EX)
            with contextlib.suppress(FileNotFoundError):
                if os.fstat(handle).st_ino == path.stat().st_ino:
                    return handle
            os.close(handle)  # whoever held it has removed it: the lock is no longer the one that others see
    except OSError:
        return None
