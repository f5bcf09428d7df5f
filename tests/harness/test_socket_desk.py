"""The tool desk over HTTP."""

import json
import socket

import httpx2
import pytest

from harness.desk_server import DeskServer
from pipelines.desk import Desk
from pipelines.tap import EventLog
from scenarios.errors import UsageError
from scenarios.packs import load_pack
from scenarios.toolbox import Toolbox
from scenarios.world import World

PACK = load_pack("builtin", "airline")
SCENARIO = PACK.scenarios["second-thoughts"]
ABOUT = {"domain": "airline", "now": SCENARIO.now, "tools": Toolbox.for_domain("airline").schemas()}

CANARY = "canary-yellow-and-loud-0123456789"


def bearer(server):
    return {"Authorization": f"Bearer {server.token}"}


@pytest.fixture
async def served():
    """A running desk, its log, and a client for its address."""
    log = EventLog()
    desk = Desk(Toolbox.for_domain("airline"), World(SCENARIO.world).copy(), lambda: 4242)
    server = DeskServer("00ab", ABOUT, desk, log, lambda: CANARY)
    await server.start()
    async with httpx2.AsyncClient(base_url=server.url, timeout=10, headers=bearer(server)) as client:
        yield server, desk, log, client
    await server.stop()


async def test_a_call_tells_what_it_is_about(served):
    server, _, _, client = served
    found = await client.get(server.url)
    assert found.status_code == 200
    assert found.json() == ABOUT
    assert server.url.endswith("/calls/00ab")
    names = {tool["name"] for tool in found.json()["tools"]}
    assert {"get_reservation", "cancel_reservation"} <= names


async def test_tools_run_on_the_calls_own_world_and_are_logged(served):
    server, desk, _, client = served
    known = {"confirmation_number": "3P0MET", "last_name": "Vasquez"}
    found = (await client.post(f"{server.url}/tools/get_reservation", json=known)).json()
    assert found["status"] == "success"
    refused = (await client.post(f"{server.url}/tools/get_reservation", json={**known, "last_name": "X"})).json()
    assert refused["status"] == "error"
    assert [(c.tool, c.ok, c.start) for c in desk.calls] == [
        ("get_reservation", True, 4242),
        ("get_reservation", False, 4242),
    ]
    assert desk.calls[0].params == known


async def test_an_unknown_tool_answers_as_a_tool_does(served):
    server, desk, _, client = served
    answer = await client.post(f"{server.url}/tools/launch_rocket", json={})
    assert answer.status_code == 200
    assert answer.json()["error_type"] == "tool_not_found"
    assert desk.calls[0].type == "unknown"


@pytest.mark.parametrize("body", ["[1]", '"text"', "7", "{broken", ""])
async def test_a_body_that_is_no_object_is_refused_and_calls_nothing(served, body):
    server, desk, _, client = served
    answer = await client.post(
        f"{server.url}/tools/get_reservation", content=body, headers={"content-type": "application/json"}
    )
    assert answer.status_code == 422
    assert desk.calls == []


@pytest.mark.parametrize(("method", "path"), [("GET", ""), ("POST", "/tools/get_reservation"), ("POST", "/events")])
async def test_another_calls_id_opens_nothing(served, method, path):
    server, desk, log, client = served
    url = server.url.replace("00ab", "00ac") + path
    body = [] if path == "/events" else {}
    answer = await client.request(method, url, **({} if method == "GET" else {"json": body}))
    assert answer.status_code == 404
    assert desk.calls == []
    assert log.events == []


@pytest.mark.parametrize("given", [None, "", "Bearer", "Bearer canary", f"Basic {CANARY}", f"Bearer {CANARY}x", CANARY])
@pytest.mark.parametrize(
    ("method", "path"),
    [("GET", ""), ("GET", "/tools"), ("POST", "/tools/get_reservation"), ("POST", "/events"), ("POST", "/mcp")],
)
async def test_without_the_calls_token_nothing_opens(served, method, path, given):
    server, desk, log, _ = served
    headers = {} if given is None else {"Authorization": given}
    async with httpx2.AsyncClient(timeout=10, headers=headers) as stranger:
        answer = await stranger.request(method, server.url + path, **({} if method == "GET" else {"json": {}}))
    assert (answer.status_code, answer.headers["www-authenticate"]) == (401, "Bearer")
    assert CANARY not in answer.text
    assert (desk.calls, log.events) == ([], [])


def test_tokens_are_drawn_anew_for_each_call_and_are_long():
    drawn = {DeskServer("1", {}, Desk(Toolbox.for_domain("airline"), World({}), int), EventLog()).token for _ in "abc"}
    assert len(drawn) == 3
    assert min(map(len, drawn)) >= 40


async def test_the_tools_url_gives_the_schemas(served):
    server, _, _, client = served
    told = server.addresses
    assert told["tools_url"] == f"{server.url}/tools"
    assert (await client.get(told["tools_url"])).json() == ABOUT["tools"]


async def test_a_token_that_an_agent_sends_back_is_not_kept(served):
    server, desk, log, client = served
    await client.post(f"{server.url}/tools/{CANARY}", json={"last_name": [f"it is {CANARY}!"], CANARY: 1})
    data = {"text": f"My token is {CANARY}.", "deep": [{"a": CANARY}], CANARY: "x"}
    await client.post(f"{server.url}/events", json=[{"sample": 1, "kind": CANARY, "data": data}])
    assert len(desk.calls) == len(log.events) == 1
    assert CANARY not in repr(desk.calls) + repr(log.events)
    assert log.events[0].data["text"] == "My token is ***."


async def test_what_no_file_can_hold_is_kept_as_what_it_can(served):
    server, desk, log, client = served
    as_json = {"Content-Type": "application/json"}
    arguments = r'{"last_name": "\ud83d!", "a": NaN, "b": [1e999, "\ud83d\ude00"]}'
    answer = await client.post(f"{server.url}/tools/get_reservation", content=arguments, headers=as_json)
    assert answer.status_code == 200
    events = r'[{"sample": 1, "kind": "\ud800", "data": {"text": "\udfff", "x": -Infinity}}]'
    answer = await client.post(f"{server.url}/events", content=events, headers=as_json)
    assert answer.json() == {"accepted": 1}
    assert desk.calls[0].params == {"last_name": "?!", "a": "NaN", "b": ["Infinity", "😀"]}
    assert (log.events[0].kind, log.events[0].data) == ("?", {"text": "?", "x": "-Infinity"})


async def test_events_of_the_agent_are_noted(served):
    server, _, log, client = served
    events = [
        {"sample": 800, "kind": "stt_final", "data": {"text": "Hello"}},
        {"sample": 900, "kind": "llm_started"},
        {"sample": 950, "kind": "odd", "data": {"sample": 1, "side": "x", "kind": "y"}},
    ]
    answer = await client.post(f"{server.url}/events", json=events)
    assert answer.json() == {"accepted": 3}
    assert [(e.sample, e.side, e.kind, e.data) for e in log.events] == [
        (800, "agent", "stt_final", {"text": "Hello"}),
        (900, "agent", "llm_started", {}),
        (950, "agent", "odd", {"sample": 1, "side": "x", "kind": "y"}),
    ]


@pytest.mark.parametrize(
    "events",
    [{"sample": 1}, [{"kind": "x"}], [{"sample": "soon", "kind": "x"}], [{"sample": 1, "kind": "x", "data": 5}]]
    + [[{"sample": sample, "kind": "x"}] for sample in (10**30, -(10**30))]
    + [[{"sample": 1, "kind": "spoken", "data": {"begun": begun}}] for begun in ("soon", None, True, 1e300)],
)
async def test_events_that_are_none_are_refused_as_a_whole(served, events):
    server, _, log, client = served
    good = {"sample": 1, "kind": "fine"}
    body = [good, *events] if isinstance(events, list) else events
    assert (await client.post(f"{server.url}/events", json=body)).status_code == 422
    assert log.events == []


async def test_the_desk_stops_with_the_call():
    server = DeskServer("1", {}, Desk(Toolbox.for_domain("airline"), World({}), lambda: 0), EventLog())
    await server.start()
    await server.stop()
    async with httpx2.AsyncClient(timeout=2) as client:
        with pytest.raises(httpx2.ConnectError):
            await client.get(server.url)


async def test_stopping_what_never_started_is_nothing():
    await DeskServer("1", {}, Desk(Toolbox.for_domain("airline"), World({}), lambda: 0), EventLog()).stop()


# Agents elsewhere -------------------------------------------------------------------------------------------


def desk_at(**environ):
    return DeskServer("7", {}, Desk(Toolbox.for_domain("airline"), World({}), int), EventLog(), environ=environ)


async def test_an_agent_elsewhere_is_told_the_address_of_a_tunnel_to_a_port_that_is_known():
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    server = desk_at(CALLBENCH_DESK_PORT=str(port), CALLBENCH_DESK_URL="https://desk.example.org/")
    await server.start()
    told = server.addresses
    assert told["call_url"] == "https://desk.example.org/calls/7"
    assert told["tools_url"] == "https://desk.example.org/calls/7/tools"
    assert told["mcp_url"].startswith("https://desk.example.org/")
    async with httpx2.AsyncClient(timeout=5, headers=bearer(server)) as client:
        through = told["tools_url"].replace("https://desk.example.org", f"http://127.0.0.1:{port}")
        found = await client.get(through, headers={"Host": "desk.example.org"})
    assert len(found.json()) == len(ABOUT["tools"])
    other = desk_at(CALLBENCH_DESK_PORT=str(port))
    with pytest.raises(UsageError, match=rf"CALLBENCH_DESK_PORT={port}: cannot serve tools there .*--concurrency 1"):
        await other.start()
    await server.stop()


@pytest.mark.parametrize("port", ["a port", "70000", "-1"])
async def test_a_port_that_is_none_is_one_line(port):
    with pytest.raises(UsageError, match=r"CALLBENCH_DESK_PORT=.*give a free port"):
        await desk_at(CALLBENCH_DESK_PORT=port).start()


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        ("usage", {}),
        ("usage", {"part": "agent", "quantities": "much"}),
        ("usage", {"part": "agent", "quantities": {"seconds": "60"}}),
        ("usage", {"part": "agent", "quantities": {"seconds": -60}}),
        ("usage", {"part": "agent", "quantities": {"seconds": float("nan")}}),
        ("error", {"part": "agent", "category": "bad luck"}),
        ("error", {"part": "agent", "status": "500"}),
        ("error", {"part": "agent", "retry_after_s": float("inf")}),
        ("vendor_wait", {"client": ["openai"], "status": 429}),
    ],
)
async def test_an_event_that_no_record_could_be_made_of_is_refused(served, kind, data):
    server, _, log, client = served
    told = json.dumps([{"sample": 1, "kind": kind, "data": data}])
    answer = await client.post(f"{server.url}/events", content=told, headers={"Content-Type": "application/json"})
    assert answer.status_code == 422
    assert log.events == []


async def test_what_our_own_agents_tell_of_use_and_of_failures_is_taken(served):
    server, _, log, client = served
    told = [
        {"sample": 1, "kind": "usage", "data": {"part": "llm", "model": "m", "quantities": {"output_tokens": 3}}},
        {"sample": 2, "kind": "error", "data": {"error": "it broke", "part": "llm", "category": "rate_limit"}},
        {"sample": 3, "kind": "error", "data": {"error": "UsageError: it broke"}},
        {"sample": 4, "kind": "error", "data": {"error": "", "category": "", "status": 429, "retry_after_s": 2}},
        {"sample": 5, "kind": "vendor_wait", "data": {"client": "openai", "status": None, "seconds": 0.5}},
    ]
    assert (await client.post(f"{server.url}/events", json=told)).json() == {"accepted": 5}
    assert [e.data for e in log.events] == [event["data"] for event in told]


async def test_a_request_that_would_hold_up_the_line_is_refused(served):
    server, desk, _, client = served
    url = f"{server.url}/tools/get_reservation"
    assert (await client.post(url, json={"last_name": "x" * 10**6})).status_code == 200
    assert (await client.post(url, json={"last_name": "x" * 2**20})).status_code == 413

    async def without_a_length():
        for _ in range(20):
            yield b'"' + b"x" * 2**16 + b'"'

    assert (await client.post(url, content=without_a_length())).status_code == 413
    assert len(desk.calls) == 1
