"""Processes of our own beside a worker.

Each lives on its standard input: when the worker goes, in whatever way, the pipe closes and the process ends, so
nothing is left behind. It says where it is by one line of JSON; whatever else it prints goes where the worker prints,
which masks secrets. A pipe that nobody reads would stop the process as soon as it is full.
"""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from queue import Empty, Queue
from typing import Any, Self, TextIO

from scenarios.errors import InfrastructureError

END_S = 5.0  # a process may take so long to end
START_S = 90.0  # first import of Pipecat and its models on a busy machine
PRINT_S = 1.0  # what it printed at its end may take so long to arrive
LONGEST = 2**16  # characters that are passed on at once, whether or not a line has ended
LOCAL = ("127.0.0.1", "localhost")

_running: dict[tuple[type, str], Child] = {}
_starting: dict[tuple[type, str], threading.Lock] = {}


class Child:
    """A running process.

    Args:
        what: names it in messages.
        module: is run.
        options: its command line.
        line: what it is given on standard input before anything else.

    Attributes:
        told: what it said of itself.

    Raises:
        InfrastructureError: it said nothing in time, or died.
    """

    def __init__(self, what: str, module: str, options: Sequence[str] = (), line: str = "") -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", module, *options],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            errors="backslashreplace",
            env=environment(os.environ),
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        lines: Queue[str] = Queue()
        self._readers = [
            threading.Thread(target=_pass_on, args=pipe, daemon=True)
            for pipe in ((self._process.stdout, lines), (self._process.stderr, None))
        ]
        for reader in self._readers:
            reader.start()
        if line:
            with contextlib.suppress(BrokenPipeError):  # what follows says so
                self._process.stdin.write(line + "\n")
                self._process.stdin.flush()
        try:
            self.told: dict[str, Any] = dict(json.loads(lines.get(timeout=START_S)))
        except (Empty, ValueError, TypeError) as error:
            self._process.kill()
            self.close()
            raise InfrastructureError(f"{what} did not start; run it alone: python -m {module}") from error

    @property
    def alive(self) -> bool:
        """Whether it still runs."""
        return self._process.poll() is None

    @classmethod
    def kept(cls, name: str, start: Callable[[], Self]) -> Self:
        """The running process of a name, started if need be; several threads may ask at once."""
        key = (cls, name)
        with _starting.setdefault(key, threading.Lock()):
            process = _running.get(key)
            if process is None or not process.alive:
                if not _running:
                    atexit.register(close_all)
                process = _running[key] = start()
            assert isinstance(process, cls)
            return process

    def close(self) -> None:
        """End it: closing its input is how it learns; it is killed if it does not listen."""
        assert self._process.stdin is not None
        with contextlib.suppress(OSError):
            self._process.stdin.close()
        try:
            self._process.wait(END_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        for reader in self._readers:  # a process that it left behind may hold a pipe open
            reader.join(PRINT_S)


def _pass_on(pipe: TextIO, first: Queue[str] | None) -> None:
    """Print what a process prints, until it has ended; its first line goes into a queue, if there is one."""
    with pipe:
        if first is not None:
            first.put(pipe.readline())
        for text in iter(lambda: pipe.readline(LONGEST), ""):
            with contextlib.suppress(OSError, ValueError):  # nobody reads what we print: still read the pipe
                sys.stderr.write(text)


def environment(given: Mapping[str, str]) -> dict[str, str]:
    """An environment in which this machine is reached directly, whatever proxy is set."""
    names = [n.strip() for n in (given.get("NO_PROXY") or given.get("no_proxy") or "").split(",") if n.strip()]
    direct = ",".join(dict.fromkeys([*names, *LOCAL]))
    return {**given, "NO_PROXY": direct, "no_proxy": direct}


def close_all() -> None:
    """End every process of this one; also run when it exits."""
    while _running:
        _running.popitem()[1].close()
