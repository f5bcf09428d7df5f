"""The other end of `harness.executors.local`: a process that does jobs until its parent hangs up."""

from __future__ import annotations

import faulthandler
import io
import os
import sys
import threading
import traceback
import warnings
from multiprocessing import parent_process
from multiprocessing.connection import Connection
from pathlib import Path

from harness.executors.base import Work
from harness.job import AttemptJob, AttemptOutcome
from harness.redact import Redactor


def serve(connection: Connection, work: Work, log: Path, redactor: Redactor) -> None:
    """Do jobs until the connection closes.

    Args:
        connection: jobs come in as JSON, outcomes go out as JSON.
        work: does one attempt.
        log: where everything printed goes, secrets masked.
        redactor: masks them.
    """
    _end_with_parent()
    _print_to(log, redactor)
    warnings.filterwarnings("ignore", message="metric plug-in ")  # the command itself says it, once
    while True:
        try:
            job = AttemptJob.model_validate_json(connection.recv_bytes())
        except (EOFError, OSError):
            return
        try:
            outcome = work(job)
        except Exception as error:  # a defect of ours: it must cost one attempt, not the run
            traceback.print_exc()
            text = " ".join(str(error).split())
            outcome = AttemptOutcome(
                status="error",
                end_reason="pipeline_error",
                valid=False,
                error=redactor.text(f"{type(error).__name__}: {text}" if text else type(error).__name__),
            )
        try:
            connection.send_bytes(outcome.model_dump_json().encode())
        except OSError:
            return


def _end_with_parent() -> None:
    """End this process when its parent ends, even by SIGKILL in the middle of a call: no orphans."""
    parent = parent_process()
    if parent is None:
        return

    def watch() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=watch, name="parent-watch", daemon=True).start()


def _print_to(log: Path, redactor: Redactor) -> None:
    """Send stdout and stderr, of Python and of native code, to a file."""
    file = open(log, "ab", buffering=0)  # noqa: SIM115 - lives as long as the process
    os.dup2(file.fileno(), 1)
    os.dup2(file.fileno(), 2)
    stream = _Masked(file, redactor)
    sys.stdout = sys.stderr = stream
    faulthandler.enable(file)
    try:
        from loguru import logger
    except ImportError:
        return
    # Below warnings, frameworks log tool arguments and what callers say, which are personal data.
    logger.remove()
    logger.add(stream.log, level="WARNING", diagnose=False)


class _Masked(io.TextIOBase):
    """A text stream that masks secrets line by line; several threads may write."""

    def __init__(self, file: io.RawIOBase, redactor: Redactor) -> None:
        self._file, self._redactor, self._rest = file, redactor, ""
        self._writing = threading.RLock()

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        with self._writing:
            lines = (self._rest + text).split("\n")
            self._rest = lines.pop()
            for line in lines:
                self._file.write((self._redactor.text(line) + "\n").encode(errors="replace"))
        return len(text)

    def log(self, text: str) -> None:
        """Write a line that a logger made."""
        self.write(text)

    def flush(self) -> None:
        with self._writing:
            if self._rest:
                rest, self._rest = self._rest, ""
                self._file.write(self._redactor.text(rest).encode(errors="replace"))
