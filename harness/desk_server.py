"""The tool desk over HTTP: how an agent in another process finds its instructions and tools.

``GET  /calls/{id}``              what the call is about: instructions, date, greeting, tools with JSON schemas
``POST /calls/{id}/tools/{name}`` runs a tool; the body is the object of its arguments
``POST /calls/{id}/events``       takes frame events of the agent's pipeline, a list of ``{sample, kind, data}``

The address is handed to the agent as the custom parameter ``call_url`` of the stream's ``start`` message. The id is
drawn per call, so that one agent cannot reach another's world by guessing.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
from typing import Any

import uvicorn
from fastapi import FastAPI, HTTPException
from pydantic import BaseModel

from pipelines.desk import Desk
from pipelines.tap import EventLog


class AgentEvent(BaseModel):
    """A frame event of an agent's pipeline, stamped with the line's sample."""

    sample: int
    kind: str
    data: dict[str, Any] = {}


class DeskServer:
    """Serves one call's desk on the loopback interface."""

    def __init__(self, call_id: str, about: dict[str, Any], desk: Desk, log: EventLog) -> None:
        self.call_id = call_id
        self._app = FastAPI(docs_url=None, redoc_url=None, openapi_url=None)
        self._server: uvicorn.Server | None = None
        self._task: asyncio.Task[None] | None = None
        self.url = ""
        self._routes(about, desk, log)

    def _routes(self, about: dict[str, Any], desk: Desk, log: EventLog) -> None:
        def known(call_id: str) -> None:
            if call_id != self.call_id:
                raise HTTPException(404, f"no call {call_id}")

        @self._app.get("/calls/{call_id}")
        async def get_call(call_id: str) -> dict[str, Any]:
            known(call_id)
            return about

        @self._app.post("/calls/{call_id}/tools/{name}")
        async def run_tool(call_id: str, name: str, arguments: dict[str, Any]) -> dict[str, Any]:
            known(call_id)
            return desk.call(name, arguments)

        @self._app.post("/calls/{call_id}/events")
        async def add_events(call_id: str, events: list[AgentEvent]) -> dict[str, int]:
            known(call_id)
            for event in events:
                log.add(event.sample, "agent", event.kind, **event.data)
            return {"accepted": len(events)}

    async def start(self) -> None:
        """Listen on a free port."""
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        listener.bind(("127.0.0.1", 0))
        config = uvicorn.Config(self._app, log_level="error", lifespan="off", access_log=False)
        self._server = uvicorn.Server(config)
        self._server.install_signal_handlers = lambda: None  # type: ignore[attr-defined]
        self._task = asyncio.create_task(self._serve(self._server, listener))
        while not self._server.started:
            if self._task.done():
                self._task.result()
            await asyncio.sleep(0.01)
        self.url = f"http://127.0.0.1:{listener.getsockname()[1]}/calls/{self.call_id}"

    @staticmethod
    async def _serve(server: uvicorn.Server, listener: socket.socket) -> None:
        # capture_signals() would take Ctrl-C away from the run; serving without it is what embedding needs.
        with contextlib.suppress(asyncio.CancelledError):
            await server._serve([listener])

    async def stop(self) -> None:
        """Stop listening."""
        if self._server and self._task:
            self._server.should_exit = True
            await asyncio.wait([self._task], timeout=3)
            self._task.cancel()
