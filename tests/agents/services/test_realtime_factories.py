"""Factories of speech to speech services: where they go, what they ask for, what an agent of them exposes."""

from __future__ import annotations

import asyncio

import pytest

from agents.exposure import exposure
from agents.services import registry
from agents.services._realtime import RealtimeOptions
from agents.services.base import Site
from agents.spec import AgentSpec, Service
from pipelines.record import Exposure
from scenarios.errors import UsageError
from tests.agents.services.phone import until
from tests.agents.services.realtime import calling

ours = pytest.mark.parametrize("provider", ["openai", "google", "ultravox"])
URLS = {
    "openai": ("base_url", "wss://api.openai.com/v1/realtime", "ws://127.0.0.1:9/v1/realtime"),
    "google": ("_http_options.base_url", "https://generativelanguage.googleapis.com", "https://localhost:9"),
    "ultravox": ("_url", "https://api.ultravox.ai", "http://127.0.0.1:9"),
}


def address(provider, site):
    found, options = registry.resolve("realtime", Service(provider=provider))
    service = found.build(options, site)
    for name in URLS[provider][0].split("."):
        service = getattr(service, name)
    return str(service).partition("?")[0].rstrip("/")


@ours
def test_it_goes_to_the_vendor_or_to_the_loopback_and_nowhere_else(provider, rehearsed: Site):
    found = registry.find("realtime", provider)
    keyed = Site(environ=dict.fromkeys(found.keys, "a-key"))
    assert address(provider, keyed) == URLS[provider][1]
    assert address(provider, rehearsed) == URLS[provider][2]


@ours
def test_a_key_that_is_not_set_is_named(provider):
    found, options = registry.resolve("realtime", Service(provider=provider))
    with pytest.raises(UsageError, match=found.keys[0]):
        found.build(options, Site(environ={}))


@ours
def test_effective_parameters_are_named(provider):
    spec = AgentSpec(name="a", architecture="s2s", realtime=Service(provider=provider))
    effective = registry.effective(spec)["realtime"]
    assert effective["model"]
    assert "voice" in effective
    assert effective["silence_secs"] == 20
    assert issubclass(registry.find("realtime", provider).options, RealtimeOptions)


@pytest.mark.parametrize(
    ("provider", "options"),
    [
        ("openai", {"temperature": 0.5}),  # the vendor has none
        ("openai", {"transcription_model": ""}),
        ("openai", {"turn_detection": "none"}),
        ("google", {"thinking": "some"}),
        ("ultravox", {"max_duration_secs": 7200}),
    ],
)
def test_what_a_vendor_does_not_take_is_refused(provider, options):
    with pytest.raises(UsageError, match=f"realtime.*{next(iter(options))}"):
        registry.resolve("realtime", Service(provider=provider, **options))


def test_what_their_agents_expose():
    def agent(provider, architecture):
        return AgentSpec(name="a", architecture=architecture, realtime=Service(provider=provider))

    for provider in ("openai", "google", "ultravox"):
        turns = "found" if provider == "openai" else "beside"  # the others do not tell of them
        assert exposure(agent(provider, "s2s")) == Exposure("beside", "beside", turns)
        assert agent(provider, "s2s").problem == ""
    assert exposure(agent("ultravox", "hybrid")) == Exposure("beside", "written", "beside")
    assert agent("ultravox", "hybrid").problem == ""
    assert "write architecture: s2s" in agent("openai", "hybrid").problem
    assert "needs llm" in AgentSpec(name="a", architecture="hybrid", tts=Service(provider="embedded")).problem


@pytest.mark.realtime
@pytest.mark.filterwarnings("ignore:Setting .LiveConnectConfig.generation_config. is deprecated:DeprecationWarning")
async def test_what_they_ask_for():
    """What arrives at the vendor is what the options say."""

    async def asked(provider, what, **options):
        async with calling(provider, **options) as call:
            log = call.server.house.log
            await until(lambda: any(name.endswith(what) for name, _ in log.get("call-1", [])), 10)
            await until(lambda: call.spoken or call.errors, 15)
            assert not call.errors
            return [data for name, data in log["call-1"] if name.endswith(what)]

    openai, google, ultravox = await asyncio.gather(
        asked("openai", "session.update", voice="cedar", turn_detection="semantic_vad", eagerness="low", speed=1.1),
        asked("google", "setup", voice="Puck", temperature=0.3, end_sensitivity="low", silence_duration_ms=700),
        asked("ultravox", "create", voice="Mark", temperature=0.2, turn_endpoint_secs=0.6),
    )
    session = openai[-1]["event"]["session"]
    assert session["audio"]["output"] == {"voice": "cedar", "speed": 1.1}
    assert session["audio"]["input"]["transcription"] == {"model": "gpt-4o-transcribe", "language": "en"}
    detection = session["audio"]["input"]["turn_detection"]
    assert detection["type"] == "semantic_vad"
    assert detection["eagerness"] == "low"
    assert "telephone" in session["instructions"]
    assert {tool["name"] for tool in session["tools"]} >= {"get_reservation", "transfer_to_agent"}

    setup = google[-1]["setup"]
    assert "telephone" in str(setup["systemInstruction"])
    assert setup["generationConfig"]["temperature"] == 0.3
    assert "Puck" in str(setup["generationConfig"])
    assert "END_SENSITIVITY_LOW" in str(setup["realtimeInputConfig"])
    assert "700" in str(setup["realtimeInputConfig"])
    assert "get_reservation" in str(setup["tools"])

    order = ultravox[-1]["order"]
    assert order["voice"] == "Mark"
    assert order["temperature"] == 0.2
    assert order["vadSettings"]["turnEndpointDelay"] == "0.6s"
    assert order["maxDuration"] == "1800s"
    assert "telephone" in order["systemPrompt"]
    assert order["firstSpeakerSettings"]["agent"]["text"].startswith("Silver Kite")
    assert {t["temporaryTool"]["modelToolName"] for t in order["selectedTools"]} >= {"get_reservation"}
