"""An agent that cannot be built is refused before the first call, in one line."""

import pytest

from agents.registry import external, find
from agents.spec import AgentSpec
from harness import launch
from scenarios.errors import UsageError

CASCADE = {
    "name": "a",
    "architecture": "cascade",
    "stt": {"provider": "embedded"},
    "llm": {"provider": "calibration"},
    "tts": {"provider": "embedded"},
}


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        (
            {"stt": {"provider": "embeded"}},
            "stt provider 'embeded' is not known (did you mean embedded?); known: ",
        ),
        (
            {"tts": {"provider": "calibration"}},
            "tts provider 'calibration' is not known (calibration can be llm or real",
        ),
        ({"llm": {"provider": "nobody.py:mine"}}, "llm provider nobody.py:mine: no such file nobody.py"),
        ({"tts": None}, "a cascade needs tts; add it to the agent file"),
        ({"architecture": "s2s"}, "an s2s agent needs realtime; add it to the agent file"),
        (
            {"architecture": "hybrid", "llm": {"provider": "google"}, "tts": {"provider": "google"}},
            "a hybrid has no use for stt; remove it, or write another architecture",
        ),
        ({"realtime": {"provider": "openai"}}, "a cascade has no use for realtime; remove it, or write another"),
        ({"architecture": "external"}, "an external agent needs a url"),
        (
            {"turns": {"start": "vendor", "stop": "vendor"}},
            "turns: vendor, but embedded does not tell of turns; use vad",
        ),
        ({"turns": {"stop": "vendor"}}, "turns: vendor, but embedded does not tell of turns"),
        ({"architecture": "external", "url": "http://127.0.0.1:1"}, "an external agent needs a url"),
    ],
)
def test_an_agent_that_cannot_be_built_is_refused_at_the_start(changes, words):
    spec = AgentSpec.parse(CASCADE | changes, "a.yaml")
    with pytest.raises(UsageError, match="agent a: ") as caught:
        launch.preflight(spec)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_all_that_is_missing_is_named_at_once(monkeypatch):
    for name in ("DEEPGRAM_API_KEY", "OPENAI_API_KEY", "CARTESIA_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("OPENAI_API_KEY", "k")
    agent = find("nova3-gpt54-sonic3")
    with pytest.raises(UsageError) as caught:
        launch.preflight(agent)
    assert str(caught.value) == (
        "agent nova3-gpt54-sonic3: key DEEPGRAM_API_KEY, key CARTESIA_API_KEY are missing; "
        "export DEEPGRAM_API_KEY=...; export CARTESIA_API_KEY=...; or try it without: --rehearse"
    )
    launch.preflight(agent, rehearsal=True)
    monkeypatch.setattr("agents.services.registry.lacking", lambda provider: provider.extra)
    with pytest.raises(UsageError) as caught:
        launch.preflight(agent, rehearsal=True)
    assert "extra deepgram is missing" in str(caught.value) or "extra deepgram, extra" in str(caught.value)
    assert "--rehearse" not in str(caught.value)


@pytest.mark.parametrize("port", ["tools", "99999", "-1"])
def test_a_desk_that_cannot_be_is_found_before_the_first_call(monkeypatch, port):
    monkeypatch.setenv("CALLBENCH_DESK_PORT", port)
    with pytest.raises(UsageError, match=rf"CALLBENCH_DESK_PORT={port}: .*give a free port"):
        launch.preflight(find("embedded-cascade"))


def test_agents_that_can_be_built_have_no_problem():
    assert AgentSpec.parse(CASCADE, "a.yaml").problem == ""
    assert find("embedded-cascade+slow").problem == ""
    assert external("listen://127.0.0.1:9").problem == ""
    assert external("wss://agent.example.com/media").problem == ""
