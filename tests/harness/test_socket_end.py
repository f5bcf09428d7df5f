"""The agent's end at a socket: dialling, being dialled, and how calls end there. Short calls in real time."""

import asyncio
import base64
import contextlib
import json
import os
import socket
from types import SimpleNamespace

import httpx2
import pytest
import websockets

from agents.spec import AgentSpec
from harness import desk_server, socket_end
from harness.attempt import carry
from harness.call import Call
from harness.socket_end import SocketEnd, caller_number, join_words
from pipelines import g711
from pipelines.line.io_thread import IoThread
from pipelines.record import RATE, Event, Span
from scenarios.errors import InfrastructureError, UsageError
from scenarios.packs import load_pack
from tests.harness.call_jobs import job, record
from tests.pipelines.line.test_twilio import until
from tests.pipelines.sounds import burst

PACK = load_pack("builtin", "airline")


def external(url):
    return AgentSpec(name="theirs", architecture="external", url=url)


def bearer(parameters):
    return {"Authorization": f"Bearer {parameters['tools_token']}"}


def free_port():
    """A port that nobody holds, below those that the system gives to others meanwhile."""
    for port in range(21000 + os.getpid() % 5000, 32000):
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(("127.0.0.1", port))
            return port
    raise AssertionError("no free port")


def end_of(tmp_path, url):
    call = Call(job(tmp_path, agent=external(url), clock="real"), PACK)
    return call, SocketEnd(call)


# Reaching the agent ---------------------------------------------------------------------------------


async def test_an_agent_that_is_not_there_is_named(tmp_path):
    url = f"ws://127.0.0.1:{free_port()}/ws"
    _, end = end_of(tmp_path, url)
    with pytest.raises(InfrastructureError, match=f"cannot reach the agent at {url}: .+"):
        await end.open()
    await end.close()


@pytest.mark.parametrize("path", ["/ws?token=canary", "/ws?token=canary#x"])  # the second is refused by the client
async def test_what_an_address_holds_in_secret_is_not_told(path, tmp_path):
    where = f"127.0.0.1:{free_port()}"
    _, end = end_of(tmp_path, f"ws://me:canary@{where}{path}")
    with pytest.raises(InfrastructureError, match=f"cannot reach the agent at ws://{where}/ws: .+") as caught:
        await end.open()
    assert "canary" not in str(caught.value)
    await end.close()


async def test_an_agent_that_is_no_websocket_is_named(tmp_path):
    async def answer(reader, writer):
        await reader.readline()
        writer.write(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    url = f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}/ws"
    _, end = end_of(tmp_path, url)
    with pytest.raises(InfrastructureError, match=r"cannot reach the agent at .*404"):
        await end.open()
    await end.close()
    server.close()


async def test_an_agent_that_closes_before_the_call_begins_is_named(tmp_path, monkeypatch):
    async def close(connection):
        await connection.close(1008, "not today")

    server = await websockets.serve(close, "127.0.0.1", 0)
    url = f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}/ws"
    _, end = end_of(tmp_path, url)
    dial = end._dial

    async def late(address):
        connection = await dial(address)
        await connection.wait_closed()
        return connection

    monkeypatch.setattr(end, "_dial", late)
    with pytest.raises(InfrastructureError, match=f"agent at {url} closed before the call began: .*not today"):
        await end.open()
    await end.close()
    server.close()


async def test_an_agent_of_ours_whose_process_died_is_named(tmp_path):
    _, end = end_of(tmp_path, "ws://127.0.0.1:9/ws")
    heard = []
    end.watch(SimpleNamespace(agent_lost=heard.append, agent_hangs_up=lambda gone: heard.append("hung up")))
    end._process = SimpleNamespace(alive=True)
    end._closed("no close frame")
    end._process = SimpleNamespace(alive=False)
    end._closed("no close frame")
    assert heard == [
        "no close frame",
        "the process of agent theirs ended in the middle of the call (no close frame)",
    ]
    await end.close()


async def test_we_listen_for_an_agent_that_dials_and_take_one_call_at_a_time(tmp_path):
    port = free_port()
    call, end = end_of(tmp_path, f"listen://127.0.0.1:{port}")
    opening = asyncio.create_task(end.open())
    agent = await dial(port)
    await opening
    messages = [json.loads(await agent.recv()) for _ in range(2)]
    assert [m["event"] for m in messages] == ["connected", "start"]
    parameters = messages[1]["start"]["customParameters"]
    assert parameters["domain"] == "airline"
    assert parameters["greeting"] == PACK.greeting
    told = {"call_url", "tools_url", "tools_token", "mcp_url", "call_id", "from_number", "domain", "greeting"}
    assert set(parameters) == told  # not what only our own agent may know
    assert messages[1]["start"]["callSid"] == "CA" + parameters["call_id"]
    assert parameters["from_number"] == ""  # the scenario has none
    late = await dial(port)
    with pytest.raises(websockets.ConnectionClosed):
        await late.recv()
    assert late.close_code == 1013
    async with httpx2.AsyncClient(timeout=5, headers=bearer(parameters)) as http:
        about = (await http.get(parameters["call_url"])).json()
    assert about["instructions"] == PACK.instructions
    assert about["now"] == call.scenario.now
    assert "facts" not in json.dumps(about)
    await end.close()
    async for _ in agent:  # until it is closed in order
        pass
    assert agent.close_code == 1000


@pytest.mark.parametrize("slot", ["phone_number", "caller_number"])
def test_the_number_that_a_caller_phones_from_is_the_scenario_s(slot):
    scenario = PACK.scenarios["second-thoughts"]
    assert caller_number(scenario) == ""
    fact = scenario.facts[0].model_copy(update={"slot": slot, "kind": "digits", "value": "2125550188"})
    assert caller_number(scenario.model_copy(update={"facts": (*scenario.facts, fact)})) == "2125550188"


async def dial(port):
    for _ in range(200):
        try:
            return await websockets.connect(f"ws://127.0.0.1:{port}")
        except OSError:
            await asyncio.sleep(0.02)
    raise AssertionError("nobody listens")


async def test_a_port_that_is_taken_is_a_users_error(tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen(1)
        _, end = end_of(tmp_path, f"listen://127.0.0.1:{taken.getsockname()[1]}")
        with pytest.raises(UsageError, match=r"cannot listen at listen://127\.0\.0\.1:\d+: .*choose another port"):
            await end.open()
        await end.close()


async def test_an_agent_that_never_dials_is_not_waited_for_for_ever(tmp_path, monkeypatch):
    monkeypatch.setattr(socket_end, "LISTEN_S", 0.2)
    port = free_port()
    _, end = end_of(tmp_path, f"listen://127.0.0.1:{port}")
    with pytest.raises(InfrastructureError, match="no agent dialled listen://"):
        await end.open()
    await end.close()
    with socket.socket() as again:  # and the port is free again
        await asyncio.sleep(0.1)
        again.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        again.bind(("127.0.0.1", port))


# Whole calls ----------------------------------------------------------------------------------------


class TheirAgent:
    """Somebody else's agent: a WebSocket server on a thread of its own that behaves as `part` says."""

    def __init__(self, part):
        self.part, self.start, self.heard = part, None, 0
        self.io = IoThread()

    async def _handle(self, connection):
        async def play(seconds):
            payload = base64.b64encode(g711.encode(burst(seconds))).decode()
            await connection.send(json.dumps({"event": "media", "media": {"payload": payload}}))

        async def listen():
            async for frame in connection:
                message = json.loads(frame)
                self.heard += message["event"] == "media"
                if message["event"] == "start":
                    self.start = message["start"]

        hearing = asyncio.create_task(listen())
        await until(lambda: self.heard > 25)
        await self.part(self, connection, play)
        await asyncio.wait([hearing])

    async def _serve(self):
        self.server = await websockets.serve(self._handle, "127.0.0.1", 0)
        return self.server.sockets[0].getsockname()[1]

    def __enter__(self):
        self.url = f"ws://127.0.0.1:{asyncio.run_coroutine_threadsafe(self._serve(), self.io.loop).result()}"
        return self

    async def _stop(self):
        self.server.close()
        await self.server.wait_closed()

    def __exit__(self, *_):
        asyncio.run_coroutine_threadsafe(self._stop(), self.io.loop).result(5)
        asyncio.run(self.io.stop())


def call_with(tmp_path, part, **options):
    with TheirAgent(part) as agent:
        given = job(tmp_path, agent=external(agent.url), clock="real", **options)
        outcome = carry(given)
    return outcome, record(given), agent


async def greets_and_closes(agent, connection, play):
    await play(0.8)
    await asyncio.sleep(0.1)
    await connection.close()


def test_an_agent_that_closes_is_heard_out_and_has_hung_up(tmp_path):
    outcome, found, _ = call_with(tmp_path, greets_and_closes)
    assert (outcome.status, outcome.end_reason) == ("completed", "agent_hangup")
    (span,) = found.turns[0].agent
    assert span.end - span.start == pytest.approx(0.8 * RATE, abs=8)  # all of it, though it was sent in one go
    assert outcome.seconds - span.end / RATE < 0.6  # and no waiting for words that cannot come
    assert found.call["line"]["playout_ms"] == 60


async def greets_and_breaks(agent, connection, play):
    await play(0.3)
    await asyncio.sleep(0.5)
    connection.transport.abort()


def test_a_connection_that_breaks_is_infrastructure_with_a_cause(tmp_path):
    outcome, found, _ = call_with(tmp_path, greets_and_breaks)
    assert (outcome.status, outcome.end_reason, outcome.valid) == ("infrastructure", "line_lost", False)
    assert outcome.error
    assert found.call["error"] == outcome.error


async def looks_up(agent, connection, play):
    await play(0.3)
    told = agent.start["customParameters"]
    async with httpx2.AsyncClient(timeout=5, headers=bearer(told)) as http:
        known = {"confirmation_number": "3P0MET", "last_name": "Vasquez"}
        agent.answer = (await http.post(f"{told['tools_url']}/get_reservation", json=known)).json()
    await asyncio.sleep(0.2)
    await connection.close()


def test_a_deployed_agent_finds_its_tools_by_the_start_parameters(tmp_path):
    _, found, agent = call_with(tmp_path, looks_up)
    assert agent.answer["status"] == "success"
    (tool,) = found.tools
    assert (tool.tool, tool.ok, tool.turn) == ("get_reservation", True, 0)
    assert 0 < tool.start <= tool.end <= found.call["seconds"] * RATE
    assert found.world_after["session"]


async def tells_its_token(agent, connection, play):
    """Puts its token wherever an agent can put anything."""
    told = agent.start["customParameters"]
    token = told["tools_token"]
    async with httpx2.AsyncClient(timeout=5, headers=bearer(told)) as http:
        await http.post(f"{told['tools_url']}/{token}", json={"token": token})
        await http.post(f"{told['tools_url']}/get_reservation", json={"confirmation_number": token, token: [token]})
        event = {"sample": 10**5, "kind": "spoken", "data": {"text": f"My token is {token}.", "begun": 0, "cut": False}}
        await http.post(f"{told['call_url']}/events", json=[event])
    await connection.send(json.dumps({"event": "mark", "mark": {"name": token}}))
    await connection.send(json.dumps({"event": token, token: token}))
    await connection.send(token)
    await play(0.3)
    await asyncio.sleep(0.3)
    await connection.close(1011, token)


def test_a_calls_token_is_in_no_file_of_the_run(tmp_path, monkeypatch):
    canary = "canary-yellow-and-loud-0123456789"
    monkeypatch.setattr(desk_server.secrets, "token_urlsafe", lambda _: canary)
    outcome, found, agent = call_with(tmp_path, tells_its_token)
    assert agent.start["customParameters"]["tools_token"] == canary
    assert found.utterances[0].intended == "My token is ***."  # what it told did arrive
    assert [t.tool for t in found.tools] == ["***", "get_reservation"]
    kept = [p for p in tmp_path.rglob("*") if p.is_file()]
    assert len(kept) > 5
    assert [p.name for p in kept if canary.encode() in p.read_bytes()] == []
    assert canary not in outcome.model_dump_json()


async def says_nothing(agent, connection, play):
    await play(0.3)
    await connection.wait_closed()


@pytest.mark.realtime
def test_an_agent_that_stays_silent_is_timed_out(tmp_path):
    outcome, found, _ = call_with(tmp_path, says_nothing, silence_limit_s=8.0)
    assert (outcome.status, outcome.end_reason, outcome.valid) == ("agent_timeout", "agent_silence", True)
    assert [u.role for u in found.utterances] == ["agent", "caller"]  # greeting, and the caller's request
    assert outcome.seconds < 30


# Words and sounds -----------------------------------------------------------------------------------


def spoken(begun, end, text, cut=False):
    return Event(end, "agent", "spoken", {"text": text, "begun": begun, "cut": cut})


def test_words_go_to_the_sound_in_whose_time_they_were_spoken():
    spans = (Span(1000, 5000), Span(7000, 9000), Span(20000, 22000))
    speeches = join_words(spans, [spoken(900, 9500, "One. Two."), spoken(19900, 23000, "Three", cut=True)])
    assert [(s.spans, s.intended, s.cut) for s in speeches] == [
        (spans[:2], "One. Two.", False),
        (spans[2:], "Three", True),
    ]


def test_sound_without_words_is_kept_and_words_without_sound_are_not():
    spans = (Span(1000, 5000), Span(30000, 31000))
    speeches = join_words(spans, [spoken(900, 5200, "One."), spoken(50000, 51000, "Never heard.")])
    assert [(s.spans, s.intended) for s in speeches] == [(spans[:1], "One."), (spans[1:], None)]


def test_no_words_at_all():
    spans = (Span(1000, 5000), Span(7000, 9000))
    assert [s.spans for s in join_words(spans, [])] == [(spans[0],), (spans[1],)]
    assert join_words((), [spoken(1, 2, "x")]) == []
