"""The agent's end at a WebRTC connection: the offer, what goes with it, and how calls end. Short, in real time."""

import asyncio
import contextlib
import json
import sys
import wave
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest

pytest.importorskip("aiortc", reason="the extra webrtc is not installed")

import aioice.ice
import numpy as np
import uvicorn
from fastapi import FastAPI
from pipecat.transports.smallwebrtc.connection import SmallWebRTCConnection
from pipecat.transports.smallwebrtc.request_handler import SmallWebRTCRequest, SmallWebRTCRequestHandler
from pipecat.transports.smallwebrtc.transport import RawAudioTrack

from agents.ready import needs
from agents.registry import external
from harness import desk_server, webrtc_end
from harness.attempt import carry
from harness.call import Call
from harness.ends import open_agent_end
from harness.webrtc_end import WebRtcEnd, offer_url
from pipelines.line.io_thread import IoThread
from pipelines.record import RATE
from scenarios.errors import InfrastructureError, UsageError
from scenarios.packs import load_pack
from tests.harness.call_jobs import job, record

PACK = load_pack("builtin", "airline")
CANARY = "canary-yellow-and-loud-0123456789"


@pytest.fixture(autouse=True)
def on_loopback(monkeypatch):
    monkeypatch.setattr(aioice.ice, "get_host_addresses", lambda **_: ["127.0.0.1"])
    monkeypatch.setattr(desk_server.secrets, "token_urlsafe", lambda _: CANARY)


@pytest.fixture
def call_to(tmp_path):
    """Makes calls to a URL, and closes their logs."""
    calls = []

    def make(url):
        calls.append(Call(job(tmp_path, agent=external(url), clock="real"), PACK))
        return calls[-1]

    yield make
    for call in calls:
        call.writer.events.close()


@pytest.mark.parametrize(
    ("url", "where"),
    [
        ("webrtc+http://bot:7860/api/offer", "http://bot:7860/api/offer"),
        ("webrtc+https://bot/sessions/7/api/offer?k=1", "https://bot/sessions/7/api/offer?k=1"),
        ("webrtc+http://127.0.0.1:7860", "http://127.0.0.1:7860/api/offer"),
        ("webrtc+http://127.0.0.1:7860/", "http://127.0.0.1:7860/api/offer"),
    ],
)
def test_the_offer_goes_where_the_url_says_or_where_pipecats_runner_takes_it(url, where):
    assert offer_url(url) == where


def test_a_webrtc_url_is_an_external_agent_with_a_webrtc_end(call_to):
    agent = external("webrtc+http://127.0.0.1:7860")
    assert (agent.name, agent.architecture, agent.problem) == ("127.0.0.1:7860", "external", "")
    assert [(n.name, n.met) for n in needs(agent)] == [("webrtc", True)]
    end = open_agent_end(call_to(agent.url))
    assert isinstance(end, WebRtcEnd)
    assert end.playout_ms == 140


def test_a_missing_extra_is_one_line_that_names_it(call_to, monkeypatch):
    monkeypatch.setitem(sys.modules, "aiortc", None)
    monkeypatch.delitem(sys.modules, "pipelines.line.webrtc", raising=False)
    monkeypatch.delattr("pipelines.line.webrtc", raising=False)
    with pytest.raises(
        UsageError, match=r"needs the package aiortc; install the extra: pip install 'callbench\[webrtc\]'"
    ):
        WebRtcEnd(call_to("webrtc+http://127.0.0.1:1"))


# Offers that come to nothing --------------------------------------------------------------------------------


@contextlib.contextmanager
def answering(status, body):
    """An HTTP server that answers every offer alike, and keeps the last one."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            Handler.offer = json.loads(self.rfile.read(int(self.headers["content-length"])))
            self.send_response(status)
            self.end_headers()
            self.wfile.write(body(Handler.offer).encode())

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"webrtc+http://127.0.0.1:{server.server_port}", Handler
    finally:
        server.shutdown()
        server.server_close()


@pytest.mark.parametrize(
    ("status", "body", "why"),
    [
        (500, lambda offer: f"oh no: {offer['request_data']}", "it answered the offer with 500: oh no"),
        (404, lambda _: "", "it answered the offer with 404"),
        (200, lambda _: "<html>", "something else than sdp and type"),
        (200, lambda _: "[]", "something else than sdp and type"),
        (200, lambda _: '{"sdp": "v=0", "type": "answer"}', "its answer cannot be used"),
    ],
)
async def test_an_offer_that_is_refused_is_told_without_the_token(status, body, why, call_to):
    with answering(status, body) as (url, _):
        end = WebRtcEnd(call_to(url))
        with pytest.raises(InfrastructureError) as refused:
            await end.open()
        await end.close()
    assert why in str(refused.value)
    assert f"cannot reach the agent at {offer_url(url)}" in str(refused.value)
    assert CANARY not in str(refused.value)


async def test_an_answer_that_drips_in_is_given_up(call_to, monkeypatch):
    monkeypatch.setattr(webrtc_end, "OFFER_S", 0.5)

    async def drip(reader, writer):
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n")
        with contextlib.suppress(OSError):
            for _ in range(100):
                writer.write(b" ")
                await writer.drain()
                await asyncio.sleep(0.1)
        writer.close()

    server = await asyncio.start_server(drip, "127.0.0.1", 0)
    end = WebRtcEnd(call_to(f"webrtc+http://127.0.0.1:{server.sockets[0].getsockname()[1]}"))
    async with asyncio.timeout(5):
        with pytest.raises(InfrastructureError, match=r"did not answer the offer within 0 s"):
            await end.open()
    await end.close()
    server.close()


async def test_nobody_there_is_told(call_to):
    end = WebRtcEnd(call_to("webrtc+http://127.0.0.1:9"))
    with pytest.raises(InfrastructureError, match=r"cannot reach the agent at http://127.0.0.1:9/api/offer: .+"):
        await end.open()
    await end.close()


# A whole call -----------------------------------------------------------------------------------------------


class TheirBot:
    """Somebody's SmallWebRTC server, of Pipecat's own parts, on a thread of its own."""

    def __init__(self):
        self.io, self.told, self.track = IoThread(), None, RawAudioTrack(24000)

    def _app(self):
        app, handler = FastAPI(), SmallWebRTCRequestHandler()

        @app.post("/api/offer")
        async def offer(request: SmallWebRTCRequest):
            async def connected(connection: SmallWebRTCConnection):
                self.told = request.request_data
                self.tasks = [asyncio.create_task(self._part(connection))]

            return await handler.handle_web_request(request, connected)

        return app

    async def _part(self, connection):
        await connection.connect()
        connection.replace_audio_track(self.track)
        while connection.pc.connectionState != "connected":  # noqa: ASYNC110
            await asyncio.sleep(0.02)
        await asyncio.sleep(1.0)
        tone = (8000 * np.sin(2 * np.pi * 440 * np.arange(24000) / 24000)).astype(np.int16)
        await self.track.add_audio_bytes(tone.tobytes())
        connection.send_app_message(
            {
                "label": "rtvi-ai",
                "type": "user-transcription",
                "data": {"text": self.told["tools_token"], "final": True},
            }
        )
        await asyncio.sleep(0.5)
        await connection.disconnect()

    async def _serve(self):
        self.server = uvicorn.Server(uvicorn.Config(self._app(), port=0, log_level="error", lifespan="off"))
        self.serving = asyncio.create_task(self.server._serve())
        while not self.server.started:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        return self.server.servers[0].sockets[0].getsockname()[1]

    def __enter__(self):
        port = asyncio.run_coroutine_threadsafe(self._serve(), self.io.loop).result(10)
        self.url = f"webrtc+http://127.0.0.1:{port}/api/offer"
        return self

    async def _stop(self):
        self.server.should_exit = True
        await asyncio.wait([self.serving], timeout=5)

    def __exit__(self, *_):
        asyncio.run_coroutine_threadsafe(self._stop(), self.io.loop).result(10)
        asyncio.run(self.io.stop())


@pytest.mark.realtime
def test_a_pipecat_bot_is_called_told_what_the_call_is_about_and_heard(tmp_path):
    with TheirBot() as bot:
        given = job(tmp_path, agent=external(bot.url), clock="real")
        outcome = carry(given)
    found = record(given)
    assert (outcome.status, outcome.end_reason) == ("completed", "agent_hangup")
    assert {"call_url", "tools_url", "tools_token", "call_id", "from_number", "domain", "greeting"} <= set(bot.told)
    assert bot.told["greeting"] == PACK.greeting
    with wave.open(str(given.folder / "audio.wav")) as file:
        heard = np.frombuffer(file.readframes(file.getnframes()), "<i2").reshape(-1, 2)[:, 1]
    share = 1 - 2 / np.pi * np.arcsin(1000 / 8000)  # of a sine that is above this
    assert np.count_nonzero(np.abs(heard) > 1000) / RATE == pytest.approx(share, abs=0.06)
    assert found.call["line"]["playout_ms"] == 140
    kept = [p for p in given.run_dir.rglob("*") if p.is_file()]
    assert len(kept) > 5
    assert [p.name for p in kept if CANARY.encode() in p.read_bytes()] == []
