"""One server for every vendor: their paths do not collide. A plain port, and one with TLS for clients that insist.

Each vendor's module has a function ``add(house)`` that puts its routes in. Whoever wants calls rehearsed announces
them first::

    POST   /rehearsal/sessions         a `SessionOrder`
    DELETE /rehearsal/sessions/KEY     the call is over
    GET    /rehearsal/sessions/KEY     what was asked of the vendors so far, for tests and messages
"""

from __future__ import annotations

import importlib
import pkgutil
import re
import tempfile
from pathlib import Path
from typing import Any

import trustme
from aiohttp import web
from pydantic import ValidationError

import agents.loopback
from agents.loopback._timing import Timing
from agents.loopback.session import Session, SessionOrder
from scenarios.errors import CallbenchError

LARGEST = 64 * 2**20  # bytes of a request
_CORE = ("faults", "mind", "server", "session", "__main__")
_HEADERS = ("x-api-key", "xi-api-key", "x-goog-api-key")


class House:
    """The sessions of a server, and its application.

    Attributes:
        timing: how fast the vendors are.
        timings: those that differ, by vendor and service such as ``deepgram.tts``.
    """

    def __init__(self, timing: Timing | None = None) -> None:
        self.timing = timing or Timing()
        self.timings: dict[str, Timing] = {}
        self.app = web.Application(client_max_size=LARGEST)
        self.sessions: dict[str, Session] = {}
        self.log: dict[str, list[tuple[str, dict[str, Any]]]] = {}
        self.app.add_routes(
            [
                web.post("/rehearsal/sessions", self._open),
                web.delete("/rehearsal/sessions/{key}", self._close),
                web.get("/rehearsal/sessions/{key}", self._show),
            ]
        )

    def session(self, request: web.Request) -> Session | None:
        """The call that a request belongs to by its key; ``None`` for a key that nobody announced."""
        return self.sessions.get(key_of(request))

    def note(self, session: Session, what: str, **data: Any) -> None:
        """Remember something that was asked of a vendor."""
        self.log.setdefault(session.order.key, []).append((what, data))

    async def _open(self, request: web.Request) -> web.Response:
        try:
            order = SessionOrder.model_validate(await request.json())
            self.sessions[order.key] = Session(order)
        except (ValidationError, CallbenchError, KeyError, ValueError) as error:
            return web.json_response({"error": str(error)}, status=400)
        return web.json_response({"ok": True}, status=201)

    async def _close(self, request: web.Request) -> web.Response:
        key = request.match_info["key"]
        self.log.pop(key, None)
        return web.json_response({"ok": self.sessions.pop(key, None) is not None})

    async def _show(self, request: web.Request) -> web.Response:
        return web.json_response({"log": self.log.get(request.match_info["key"], [])})


def key_of(request: web.Request) -> str:
    """The key that a request presents, in whatever way its vendor wants it."""
    for name in _HEADERS:
        if value := request.headers.get(name):
            return value
    if match := re.match(r"(?:Bearer|Token)\s+(.+)", request.headers.get("Authorization", ""), re.IGNORECASE):
        return match[1]
    protocols = request.headers.get("Sec-WebSocket-Protocol", "")  # browsers' way: token, KEY
    named = [p.strip() for p in protocols.split(",") if p.strip()]
    if len(named) == 2 and named[0].lower() == "token":
        return named[1]
    return request.query.get("key") or request.query.get("api_key") or request.match_info.get("key", "")


class LoopbackServer:
    """The running server.

    Args:
        timing: how fast the vendors are.

    Attributes:
        house: sessions and routes.
        plain: ``127.0.0.1:PORT``.
        tls: ``localhost:PORT``.
        cafile: the certificate authority of the TLS port, in a folder that goes with the server.
    """

    def __init__(self, timing: Timing | None = None) -> None:
        self.house = House(timing)
        for module in pkgutil.iter_modules(agents.loopback.__path__):
            if module.name not in _CORE and not module.name.startswith("_"):
                importlib.import_module(f"agents.loopback.{module.name}").add(self.house)
        self.plain = self.tls = ""
        self._folder = tempfile.TemporaryDirectory(prefix="callbench-loopback-")
        self.cafile = Path(self._folder.name) / "ca.pem"
        self._runner: web.AppRunner | None = None

    async def start(self) -> None:
        """Listen on two free ports of the loopback interface."""
        import ssl

        authority = trustme.CA()
        authority.cert_pem.write_to_path(str(self.cafile))
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        authority.issue_cert("localhost", "127.0.0.1").configure_cert(context)
        self._runner = web.AppRunner(self.house.app, shutdown_timeout=0.5)
        await self._runner.setup()
        self.plain = f"127.0.0.1:{await self._listen(None)}"
        self.tls = f"localhost:{await self._listen(context)}"

    async def _listen(self, context: Any) -> int:
        assert self._runner is not None
        site = web.TCPSite(self._runner, "127.0.0.1", 0, ssl_context=context)
        await site.start()
        assert site._server is not None
        return int(site._server.sockets[0].getsockname()[1])  # type: ignore[attr-defined]

    async def stop(self) -> None:
        """Stop listening and forget the certificate."""
        if self._runner:
            await self._runner.cleanup()
        self._folder.cleanup()
