from types import SimpleNamespace

from agents.registry import external
from harness.attempt import agent_brief, describe
from harness.socket_end import SocketEnd
from scenarios.packs import load_pack
from scenarios.toolbox import Toolbox
from tests.harness.call_jobs import job


def test_the_record_holds_what_agents_are_given():
    pack, toolbox = load_pack("builtin", "airline"), Toolbox.for_domain("airline")
    scenario = next(iter(pack.scenarios.values()))
    kept = agent_brief(pack, scenario, toolbox)
    # An agent behind a socket asks for the same by HTTP; it is not told the types of its tools.
    end = SimpleNamespace(
        _call=SimpleNamespace(job=SimpleNamespace(domain="airline"), scenario=scenario, pack=pack, toolbox=toolbox)
    )
    given = SocketEnd._about(end)
    assert (kept["instructions"], kept["now"]) == (given["instructions"], given["now"])
    assert [{k: v for k, v in tool.items() if k != "type"} for tool in kept["tools"]] == given["tools"]
    types = {tool["name"]: tool["type"] for tool in kept["tools"]}
    assert types["get_reservation"] in ("read", "auth")
    assert types["rebook_flight"] == "write"
    assert set(types.values()) <= {"read", "write", "auth", "system"}


def test_the_record_masks_what_an_agents_address_holds_in_secret_short_or_long(tmp_path):
    agent = external("wss://me:canary@agent.example/ws?pin=1234&token=canary")
    told = describe(job(tmp_path, agent=agent, clock="real"), load_pack("builtin", "airline"))
    assert told["agent"]["url"] == "wss://***@agent.example/ws?pin=***&token=***"
    assert told["agent"]["name"] == "agent.example"
