from types import SimpleNamespace

from harness.attempt import agent_brief
from harness.socket_end import SocketEnd
from scenarios.packs import load_pack
from scenarios.toolbox import Toolbox


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
