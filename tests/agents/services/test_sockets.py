"""Sockets that misbehave: a vendor that hangs up at once, one that accepts and never shakes hands."""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import AsyncIterator
from typing import Any

import pytest
from aiohttp import web
from pipecat.frames.frames import StartFrame, TTSSpeakFrame, TTSStoppedFrame
from pipecat.utils.errors import ErrorCategory

from agents.services import _deepgram, registry
from agents.services.base import Rehearsal, Site
from tests.agents.loopback.conftest import Announce
from tests.agents.services.pipe import Pipe
from tests.agents.services.vendors import entry

pytestmark = pytest.mark.filterwarnings("ignore:websockets:DeprecationWarning")  # what deepgram-sdk imports


def at(port: int, site: Site) -> Site:
    """The site, with everything at one port."""
    assert site.rehearsal is not None
    where = f"127.0.0.1:{port}"
    return Site(environ={}, rehearsal=Rehearsal(where, where, site.rehearsal.cafile, "key"))


@pytest.fixture
async def hanging_up() -> AsyncIterator[tuple[int, list[float]]]:
    """A server that accepts every socket and closes it politely; its port, and when it was dialled."""
    dialled: list[float] = []

    async def accept(request: web.Request) -> web.WebSocketResponse:
        dialled.append(time.monotonic())
        line = web.WebSocketResponse()
        await line.prepare(request)
        await line.close()
        return line

    app = web.Application()
    app.add_routes([web.get("/{any:.*}", accept)])
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    assert site._server is not None
    yield site._server.sockets[0].getsockname()[1], dialled  # type: ignore[attr-defined]
    await runner.cleanup()


async def test_a_vendor_that_hangs_up_politely_is_not_dialled_without_end(
    rehearsed: Site, hanging_up: tuple[int, list[float]]
) -> None:
    port, dialled = hanging_up
    pipe = Pipe(registry.build("tts", entry(registry.find("tts", "cartesia")), at(port, rehearsed)))

    async def act() -> None:
        await asyncio.sleep(2)

    await pipe.run(act)
    assert 1 <= len(dialled) <= 4, "Pipecat alone dials some five hundred times a second"


async def test_a_handshake_that_never_comes_holds_a_call_up_no_longer_than_it_may(
    rehearsed: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_deepgram, "OPEN_SECS", 0.5)
    begun = time.monotonic()

    async def act() -> None:
        await pipe.until(lambda: pipe.got(StartFrame))

    with socket.create_server(("127.0.0.1", 0)) as silent:  # the kernel accepts, and nobody answers
        site = at(silent.getsockname()[1], rehearsed)
        pipe = Pipe(registry.build("stt", entry(registry.find("stt", "deepgram")), site))
        await pipe.run(act)
    assert time.monotonic() - begun < 8
    assert [error.category for error in pipe.errors][:1] == [ErrorCategory.CONNECTIVITY]
    assert "Deepgram has not answered for 0.5 s" in pipe.errors[0].error


@pytest.mark.realtime
@pytest.mark.parametrize("model", [None, "eleven_v3"])
@pytest.mark.parametrize("vendor", ["cartesia", "deepgram", "elevenlabs"])
@pytest.mark.parametrize("idle", [True, False])
async def test_a_socket_lost_in_the_middle_of_an_utterance_is_reported_and_an_idle_one_is_not(
    site: Site, announce: Announce, vendor: str, idle: bool, model: str | None
) -> None:
    if model and vendor != "elevenlabs":
        pytest.skip("only ElevenLabs has two protocols")
    announce(*([] if idle else ["tts:slow=2"]))
    fields = {"model": model} if model else {}
    voice: Any = registry.build("tts", entry(registry.find("tts", vendor), **fields), site)
    pipe = Pipe(voice)

    async def act() -> None:
        await pipe.put(TTSSpeakFrame("How may I help you today, please?"))
        if idle:
            await pipe.until(lambda: pipe.got(TTSStoppedFrame))
        else:
            await pipe.until(lambda: voice.get_audio_contexts())
        line = voice._websocket
        await line.close()  # the receive loop sees what it sees when the other side closes
        await pipe.until(lambda: voice._websocket not in (None, line))
        await asyncio.sleep(0.1)

    await pipe.run(act)
    named = {"cartesia": "Cartesia", "deepgram": "Deepgram", "elevenlabs": "ElevenLabs"}[vendor]
    said = f"{named} closed the connection in the middle of an utterance"
    told = [(e.error, e.category) for e in pipe.errors]
    assert told[:1] == ([] if idle else [(said, ErrorCategory.CONNECTIVITY)])
