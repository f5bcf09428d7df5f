"""The tools of a call as an MCP server, asked by the SDK's own client."""

import json

import httpx2
import pytest
from mcp import Client, MCPError
from mcp.client.session_group import StreamableHttpParameters
from mcp.client.streamable_http import streamable_http_client
from pipecat.services.mcp_service import MCPClient

from harness import desk_mcp
from harness.desk_server import DeskServer
from pipelines.desk import Desk
from pipelines.tap import EventLog
from scenarios.packs import load_pack
from scenarios.toolbox import Toolbox
from scenarios.world import World

TOOLS = Toolbox.for_domain("airline")
KNOWN = {"confirmation_number": "3P0MET", "last_name": "Vasquez"}


@pytest.fixture
async def served():
    """A running desk."""
    scenario = load_pack("builtin", "airline").scenarios["second-thoughts"]
    desk = Desk(TOOLS, World(scenario.world).copy(), lambda: 4242)
    server = DeskServer("00ab", {}, desk, EventLog())
    await server.start()
    yield server, desk
    await server.stop()


async def asked(server, work, token=None):
    told = server.addresses
    headers = {"Authorization": f"Bearer {token or told['tools_token']}"}
    async with (
        httpx2.AsyncClient(headers=headers, timeout=10) as http,
        Client(streamable_http_client(told["mcp_url"], http_client=http)) as client,
    ):
        return await work(client)


async def test_every_tool_is_listed_as_over_http(served):
    server, _ = served
    found = await asked(server, lambda c: c.list_tools())
    listed = [{"name": t.name, "description": t.description, "parameters": t.input_schema} for t in found.tools]
    assert listed == TOOLS.schemas()


async def test_a_tool_runs_on_the_calls_world_and_is_logged(served):
    server, desk = served
    found = await asked(server, lambda c: c.call_tool("get_reservation", KNOWN))
    assert found.is_error is False
    assert found.structured_content["status"] == "success"
    assert json.loads(found.content[0].text) == found.structured_content
    assert [(c.tool, c.params, c.ok, c.start) for c in desk.calls] == [("get_reservation", KNOWN, True, 4242)]
    assert desk.world.tables["session"]


async def test_a_refusal_is_an_answer(served):
    server, desk = served
    found = await asked(server, lambda c: c.call_tool("get_reservation", {**KNOWN, "last_name": "X"}))
    assert (found.is_error, found.structured_content["status"]) == (False, "error")
    unknown = await asked(server, lambda c: c.call_tool("launch_rocket", {}))
    assert unknown.structured_content["error_type"] == "tool_not_found"
    assert [c.ok for c in desk.calls] == [False, False]


async def test_pipecats_own_client_finds_and_runs_them(served):
    server, desk = served
    told = server.addresses
    headers = {"Authorization": f"Bearer {told['tools_token']}"}
    async with MCPClient(StreamableHttpParameters(url=told["mcp_url"], headers=headers)) as client:
        tools = await client.tools()
        text = await client._call_tool_text("get_reservation", KNOWN)
    assert {t.name for t in tools.standard_tools} == {t["name"] for t in TOOLS.schemas()}
    assert json.loads(text)["status"] == "success"
    assert [c.params for c in desk.calls] == [KNOWN]


async def test_another_token_opens_nothing(served):
    server, desk = served
    with pytest.raises(BaseExceptionGroup) as failed:
        await asked(server, lambda c: c.call_tool("get_reservation", KNOWN), token="guessed")
    assert failed.group_contains(MCPError)
    assert desk.calls == []


async def test_without_the_sdk_there_is_no_mcp_and_all_else_works(monkeypatch):
    monkeypatch.setattr(desk_mcp, "available", lambda: False)
    server = DeskServer("00ab", {}, Desk(TOOLS, World({}), int), EventLog())
    await server.start()
    told = server.addresses
    assert "mcp_url" not in told
    async with httpx2.AsyncClient(headers={"Authorization": f"Bearer {told['tools_token']}"}) as http:
        assert (await http.get(told["tools_url"])).json() == TOOLS.schemas()
        assert (await http.post(f"{server.url}/mcp", json={})).status_code == 404
    await server.stop()
