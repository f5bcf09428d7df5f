"""The server of one agent: what it reports, and what becomes of a call that cannot be carried."""

import asyncio
import json
from types import SimpleNamespace

import httpx2
import pytest
from starlette.testclient import TestClient

from agents import server
from agents.registry import find
from agents.server import StampedSerializer, _Report
from pipelines.record import RATE, Event
from pipelines.tap import EventLog


class Desk:
    """Takes what is reported, at its own pace."""

    def __init__(self, http=None, url="", pause=0.0):
        self.told, self.pause = [], pause
        DESKS.append(self)

    async def run(self, name, params, asked):
        return {"status": "success"}

    async def tell(self, events):
        events = list(events)
        await asyncio.sleep(self.pause)
        self.told += [(e.kind, e.data) for e in events]


DESKS: list = []


def kinds(desk):
    return [kind for kind, _ in desk.told]


async def test_events_are_told_once_each_in_order_while_the_call_goes_on(monkeypatch):
    monkeypatch.setattr(server, "REPORT_S", 0.01)
    log, desk = EventLog(), Desk(pause=0.02)
    report = _Report(log, desk)
    keeping = asyncio.create_task(report.keep())
    for k in range(5):
        log.add(k, "agent", f"event{k}")
        await asyncio.sleep(0.015)
    keeping.cancel()  # in the middle of a report, which is brought to its end
    log.add(9, "agent", "agent_done")
    await report.send()
    assert kinds(desk) == ["event0", "event1", "event2", "event3", "event4", "agent_done"]


async def test_what_a_model_writes_into_its_arguments_reaches_the_desk_whatever_it_is():
    got = []

    def answer(request):
        got.append((request.url.path, request.headers["content-type"], json.loads(request.content)))
        return httpx2.Response(200, json={"status": "success"})

    async with httpx2.AsyncClient(transport=httpx2.MockTransport(answer)) as http:
        desk = server._Desk(http, "http://desk/calls/1")
        assert await desk.run("look", {"a": "\ud83d", "b": float("inf")}, 0) == {"status": "success"}
        await desk.tell([Event(5, "agent", "said", {"text": "\udfff"})])
    assert got == [
        ("/calls/1/tools/look", "application/json", {"a": "\ud83d", "b": float("inf")}),
        ("/calls/1/events", "application/json", [{"sample": 5, "kind": "said", "data": {"text": "\udfff"}}]),
    ]


async def test_what_tearing_down_brings_about_is_no_part_of_the_call():
    log, desk = EventLog(), Desk()
    report = _Report(log, desk)
    log.add(1, "agent", "error", error="of the call")
    await report.send()
    report.over = True
    for kind in ("error", "llm_ended", "tts_stopped", "spoken", "usage"):
        log.add(2, "agent", kind)
    await report.send()
    assert kinds(desk) == ["error", "spoken", "usage"]


async def test_the_lines_sample_is_read_from_the_media_and_goes_on_between_them():
    serializer = StampedSerializer("s")
    await serializer.setup(SimpleNamespace(audio_in_sample_rate=RATE))
    assert serializer.now() == 0
    media = {"event": "media", "media": {"timestamp": "1500", "payload": "/////w=="}}
    frame = await serializer.deserialize(json.dumps(media))
    assert frame.metadata["line_sample"] == 1500 * RATE // 1000
    assert serializer.now() == pytest.approx(1.52 * RATE, abs=400)
    await asyncio.sleep(0.1)
    assert serializer.now() > 1.6 * RATE


START = {
    "streamSid": "s",
    "customParameters": {
        "tools_token": "t",
        "call_url": "http://127.0.0.1:1/calls/c",
        "pack": "builtin",
        "domain": "airline",
        "scenario": "drive-home",
        "seed": "1",
    },
}


def test_an_agent_that_cannot_be_built_is_an_error_of_the_call_in_one_line(monkeypatch):
    monkeypatch.delenv("DEEPGRAM_API_KEY", raising=False)
    monkeypatch.setattr(server, "_Desk", Desk)
    DESKS.clear()
    with TestClient(server.create_app(find("nova3-gpt54-sonic3"))).websocket_connect("/ws") as stream:
        stream.send_text(json.dumps({"event": "connected"}))
        stream.send_text(json.dumps({"event": "start", "start": START}))
        assert stream.receive()["type"] == "websocket.close"
    ((kind, data),) = DESKS[-1].told
    assert kind == "error"
    assert data["error"].startswith("UsageError: DEEPGRAM_API_KEY is not set")
