"""The tool desk over HTTP: how an agent in another process finds its instructions and tools.

``GET  /calls/{id}``              what the call is about: instructions, date, greeting, tools with JSON schemas
``GET  /calls/{id}/tools``        name, description and JSON schema of every tool
``POST /calls/{id}/tools/{name}`` runs a tool; the body is the object of its arguments
``POST /calls/{id}/events``       takes frame events of the agent's pipeline, a list of ``{sample, kind, data}``
``/calls/{id}/mcp``               the same tools by the Model Context Protocol, where its package is installed

Every request carries the call's own token (``Authorization: Bearer ...``), so that one agent cannot reach another's
world by guessing. Addresses and token are handed to the agent when the call starts, and the token is in no record:
whatever an agent sends back is stripped of it.
"""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import json
import os
import secrets
import socket
from collections.abc import Callable, Mapping
from contextlib import AbstractAsyncContextManager
from typing import Annotated, Any, Literal, Self, TypeVar

import uvicorn
from fastapi import FastAPI, HTTPException
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from harness import desk_mcp
from harness.failures import Category
from harness.redact import MASK
from pipelines.desk import Desk
from pipelines.record import USAGE, WAIT
from pipelines.tap import EventLog
from scenarios.errors import UsageError

PORT, URL = "CALLBENCH_DESK_PORT", "CALLBENCH_DESK_URL"
"""Variables of the environment: the port of the desk, and the address at which agents elsewhere reach it."""

LARGEST = 2**20  # bytes of a request's body; one that is larger would hold up the line's ticks
LATEST = 2**40  # samples: four years at 8 kHz
NUMBERS = {"begun", "stop_secs", "dropped"}  # in the data of events

T = TypeVar("T")


def new_token() -> str:
    """A token nobody can guess. Not from the call's seed: whoever knows a run's seed would know it."""
    return secrets.token_urlsafe(32)


Number = Annotated[float, Field(ge=0, le=LATEST, allow_inf_nan=False)]


class _Used(BaseModel):
    """What a service was used for, as the ledger reads it."""

    model_config = ConfigDict(strict=True)

    part: str
    quantities: dict[str, Number]


class _Failed(BaseModel):
    """What is read of an error to find out whose it is."""

    model_config = ConfigDict(strict=True)

    category: Category | Literal[""] | None = None
    status: int | None = None
    retry_after_s: Number | None = None


class _Waited(BaseModel):
    """What is read of a wait for a vendor that limits requests."""

    model_config = ConfigDict(strict=True)

    client: str | None = None
    status: int | None = None


SHAPES: dict[str, type[BaseModel]] = {USAGE: _Used, "error": _Failed, WAIT: _Waited}
"""Kinds of events that a call's record is computed with; what is not of this shape would cost the call."""


class AgentEvent(BaseModel):
    """A frame event of an agent's pipeline, stamped with the line's sample."""

    sample: int = Field(ge=-LATEST, le=LATEST)
    kind: str
    data: dict[str, Any] = {}

    @field_validator("data")
    @classmethod
    def _counted(cls, data: dict[str, Any]) -> dict[str, Any]:
        """A call's record is computed with these; what is no number would cost the call."""
        for name in NUMBERS & data.keys():
            value = data[name]
            if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) <= LATEST:
                raise ValueError(f"{name} is a number")
        return data

    @model_validator(mode="after")
    def _shaped(self) -> Self:
        if self.kind in SHAPES:
            SHAPES[self.kind].model_validate(self.data)
        return self


def listen(port: str) -> socket.socket:
    """A socket on this machine; on a free port if `port` is empty.

    Raises:
        UsageError: the port that was asked for cannot be had.
    """
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(("127.0.0.1", int(port or 0)))
    except (OSError, ValueError, OverflowError) as error:
        listener.close()
        raise UsageError(
            f"{PORT}={port}: cannot serve tools there ({error}); give a free port, and carry one call at a "
            "time: --concurrency 1"
        ) from error
    return listener


class DeskServer:
    """Serves one call's desk on the loopback interface.

    It is on a free port, and agents are told an address of this machine; `PORT` and `URL` in the environment put it
    on a known port, behind a tunnel that an agent elsewhere can reach.

    Args:
        call_id: names the call in its addresses.
        about: what the agent is told.
        desk: runs the tools.
        log: takes the agent's events.
        draw: draws the call's token.
        environ: where `PORT` and `URL` are looked for.

    Attributes:
        url: where the call is, once it is served.
        token: what every request must carry.
    """

    def __init__(
        self,
        call_id: str,
        about: dict[str, Any],
        desk: Desk,
        log: EventLog,
        draw: Callable[[], str] = new_token,
        environ: Mapping[str, str] = os.environ,
    ) -> None:
        self.call_id, self.token = call_id, draw()
        self._port, self._base = environ.get(PORT, ""), environ.get(URL, "").rstrip("/")
        self._app = FastAPI(docs_url=None, redoc_url=None, openapi_url=None)
        self._server: uvicorn.Server | None = None
        self._task: asyncio.Task[None] | None = None
        self._mcp: AbstractAsyncContextManager[None] = contextlib.nullcontext()
        self.url = ""
        self._routes(about, desk, log)

    @property
    def addresses(self) -> dict[str, str]:
        """Where the agent finds what, and the token: all strings, as a stream's custom parameters are."""
        found = {"call_url": self.url, "tools_url": f"{self.url}/tools", "tools_token": self.token}
        return found | ({"mcp_url": f"{self.url}/mcp"} if desk_mcp.available() else {})

    def clean(self, value: T) -> T:
        """JSON data that any file can hold: without the token, whatever an agent put it into, half characters, NaN."""
        text = json.dumps(value, ensure_ascii=False).encode("utf-8", "replace").decode("utf-8")
        cleaned: T = json.loads(text.replace(self.token, MASK), parse_constant=str)
        return cleaned

    def _routes(self, about: dict[str, Any], desk: Desk, log: EventLog) -> None:
        def known(call_id: str) -> None:
            if call_id != self.call_id:
                raise HTTPException(404, f"no call {call_id}")

        def run(name: str, arguments: dict[str, Any]) -> dict[str, Any]:
            return desk.call(self.clean(name), self.clean(arguments))

        @self._app.exception_handler(RequestValidationError)
        async def refuse(_: Request, error: RequestValidationError) -> JSONResponse:
            # Where and why, without what was sent: that may be large, or nothing that JSON can hold.
            return JSONResponse({"detail": [{"loc": e["loc"], "msg": e["msg"]} for e in error.errors()]}, 422)

        @self._app.get("/calls/{call_id}")
        async def get_call(call_id: str) -> dict[str, Any]:
            known(call_id)
            return about

        @self._app.get("/calls/{call_id}/tools")
        async def get_tools(call_id: str) -> list[dict[str, Any]]:
            known(call_id)
            return desk.toolbox.schemas()

        @self._app.post("/calls/{call_id}/tools/{name}")
        async def run_tool(call_id: str, name: str, arguments: dict[str, Any]) -> dict[str, Any]:
            known(call_id)
            return run(name, arguments)

        @self._app.post("/calls/{call_id}/events")
        async def add_events(call_id: str, events: list[AgentEvent]) -> dict[str, int]:
            known(call_id)
            for event in events:
                log.add(event.sample, "agent", self.clean(event.kind), **self.clean(event.data))
            return {"accepted": len(events)}

        if desk_mcp.available():
            app, self._mcp = desk_mcp.serve(desk.toolbox.schemas(), run)
            self._app.router.routes.append(Route(f"/calls/{self.call_id}/mcp", app))

    async def start(self) -> None:
        """Listen.

        Raises:
            UsageError: the port that was asked for cannot be had.
        """
        listener = listen(self._port)
        app = _Guard(self._app, self.token)
        config = uvicorn.Config(app, log_level="error", lifespan="off", access_log=False)
        self._server = uvicorn.Server(config)
        self._server.install_signal_handlers = lambda: None  # type: ignore[attr-defined]
        self._task = asyncio.create_task(self._serve(self._server, listener))
        while not self._server.started:
            if self._task.done():
                self._task.result()
            await asyncio.sleep(0.01)
        base = self._base or f"http://127.0.0.1:{listener.getsockname()[1]}"
        self.url = f"{base}/calls/{self.call_id}"

    async def _serve(self, server: uvicorn.Server, listener: socket.socket) -> None:
        # capture_signals() would take Ctrl-C away from the run; serving without it is what embedding needs.
        with contextlib.suppress(asyncio.CancelledError):
            async with self._mcp:
                await server._serve([listener])

    async def stop(self) -> None:
        """Stop listening."""
        if self._server and self._task:
            self._server.should_exit = True
            await asyncio.wait([self._task], timeout=3)
            self._task.cancel()


class _Guard:
    """Lets nobody in without the call's token."""

    def __init__(self, app: ASGIApp, token: str) -> None:
        self._app, self._wanted = app, f"Bearer {token}".encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        given = dict(scope.get("headers", ())).get(b"authorization", b"")
        if hmac.compare_digest(given, self._wanted):
            await self._app(scope, _limited(receive), send)
            return
        refusal = JSONResponse(
            {"detail": "this call's token is missing or wrong; send Authorization: Bearer TOKEN with its tools_token"},
            status_code=401,
            headers={"WWW-Authenticate": "Bearer"},
        )
        await refusal(scope, receive, send)


def _limited(receive: Receive) -> Receive:
    """Lets nobody send more than `LARGEST`, whatever length it has told."""
    taken = 0

    async def some() -> Message:
        nonlocal taken
        message = await receive()
        taken += len(message.get("body", b""))
        if taken > LARGEST:
            raise HTTPException(413, f"a request holds {LARGEST} bytes at most")
        return message

    return some
