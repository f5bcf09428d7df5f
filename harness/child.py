"""Processes of our own beside a worker.

Each lives on its standard input: when the worker goes, in whatever way, the pipe closes and the process ends, so
nothing is left behind. It says where it is by one line of JSON.
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
from typing import Any, Self

from scenarios.errors import InfrastructureError

END_S = 5.0  # a process may take so long to end
START_S = 90.0  # first import of Pipecat and its models on a busy machine
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
            text=True,
            env=environment(os.environ),
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        if line:
            with contextlib.suppress(BrokenPipeError):  # what follows says so
                self._process.stdin.write(line + "\n")
                self._process.stdin.flush()
        lines: Queue[str] = Queue()
        stdout = self._process.stdout
        threading.Thread(target=lambda: lines.put(stdout.readline()), daemon=True).start()
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
        assert self._process.stdout is not None
        with contextlib.suppress(OSError):
            self._process.stdin.close()
        try:
            self._process.wait(END_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process.stdout.close()


def environment(given: Mapping[str, str]) -> dict[str, str]:
    """An environment in which this machine is reached directly, whatever proxy is set."""
    names = [n.strip() for n in (given.get("NO_PROXY") or given.get("no_proxy") or "").split(",") if n.strip()]
    direct = ",".join(dict.fromkeys([*names, *LOCAL]))
    return {**given, "NO_PROXY": direct, "no_proxy": direct}


def close_all() -> None:
    """End every process of this one; also run when it exits."""
    while _running:
        _running.popitem()[1].close()
