"""Our own agents in a process of their own, reached by WebSocket like anybody else's.

One process per agent and worker, kept for the next call. It lives on its standard input: when the worker goes, in
whatever way, the pipe closes and the agent ends, so nothing is left behind.
"""

from __future__ import annotations

import atexit
import contextlib
import json
import subprocess
import sys
import threading
from queue import Empty, Queue

from agents.spec import AgentSpec
from scenarios.errors import InfrastructureError

END_S = 5.0  # an agent may take so long to end a call
START_S = 90.0  # first import of Pipecat and its models on a busy machine

_running: dict[str, AgentProcess] = {}


class AgentProcess:
    """A running agent server."""

    def __init__(self, spec: AgentSpec) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "agents.server"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(spec.model_dump(mode="json")) + "\n")
        self._process.stdin.flush()
        lines: Queue[str] = Queue()
        stdout = self._process.stdout
        threading.Thread(target=lambda: lines.put(stdout.readline()), daemon=True).start()
        try:
            line = lines.get(timeout=START_S)
            self.url = str(json.loads(line)["url"])
        except (Empty, ValueError, KeyError) as error:
            self._process.kill()
            raise InfrastructureError(
                f"agent {spec.name} did not start; run it alone: python -m agents.server"
            ) from error

    @classmethod
    def shared(cls, spec: AgentSpec) -> AgentProcess:
        """The running process for an agent, started if need be."""
        key = spec.model_dump_json()
        process = _running.get(key)
        if process is None or process._process.poll() is not None:
            if not _running:
                atexit.register(close_all)
            process = _running[key] = cls(spec)
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


def close_all() -> None:
    """End every agent of this process; also run when it exits."""
    while _running:
        _running.popitem()[1].close()
