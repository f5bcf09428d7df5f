"""A loopback server with one announced call, quick vendors, and spoken telephone calls for their ears."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest

from agents.loopback._timing import Timing
from agents.loopback.faults import parse
from agents.loopback.server import LoopbackServer
from agents.loopback.session import Session, SessionOrder

KEY = "call-1"
ORDER = SessionOrder(key=KEY, pack="builtin", domain="airline", scenario="phantom-cancellation", seed=1)
QUICK = Timing(first=0.0, speed=20.0, token=0.0, last=0.0)

Announce = Callable[..., Session]


@pytest.fixture
async def server() -> AsyncIterator[LoopbackServer]:
    """The server, with vendors that lose no time."""
    running = LoopbackServer(QUICK)
    await running.start()
    yield running
    await running.stop()


@pytest.fixture
def announce(server: LoopbackServer) -> Announce:
    """Announce the call, with faults as they are written on a command line."""

    def order(*faults: str, **changes: object) -> Session:
        session = Session(ORDER.model_copy(update={"faults": tuple(map(parse, faults)), **changes}))
        server.house.sessions[session.order.key] = session
        return session

    return order


@pytest.fixture
async def held() -> AsyncIterator[Callable[[Any], Any]]:
    """Keeps a vendor's client, and closes it with the test."""
    clients: list[Any] = []

    def hold(client: Any) -> Any:
        clients.append(client)
        return client

    yield hold
    for client in clients:
        await (client.aclose if hasattr(client, "aclose") else client.close)()
