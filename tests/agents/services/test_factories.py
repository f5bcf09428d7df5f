"""Every vendor's factory: where its service connects to, with which key, and what it says if something is missing."""

from __future__ import annotations

import importlib.util

import pytest

from agents import ready
from agents.services import registry
from agents.services.base import Provider, Site
from agents.spec import AgentSpec
from scenarios.errors import UsageError
from tests.agents.services.vendors import OWN_URL, VENDORS, address, entry, hosted, keyed, texts

every = pytest.mark.parametrize("provider", hosted(), ids=lambda p: f"{p.part}-{p.name}")

REAL = {
    "anthropic": "https://api.anthropic.com",
    "cartesia": "api.cartesia.ai",
    "deepgram": "wss://api.deepgram.com",
    "deepgram-flux": "wss://api.deepgram.com/v2/listen",
    "elevenlabs": "api.elevenlabs.io",
    "google": "https://generativelanguage.googleapis.com",
    "openai": "https://api.openai.com/v1",
    "openai-compatible": OWN_URL,
}


@every
async def test_in_a_rehearsal_a_service_knows_the_loopback_only(provider: Provider, rehearsed: Site) -> None:
    service = registry.build(provider.part, entry(provider), rehearsed)
    where = address(provider, service)
    assert where.split("://")[-1].startswith(("127.0.0.1:9", "localhost:9")), where
    strange = [t for t in texts(service) if VENDORS.search(t) and len(t) < 200]
    assert strange == []
    assert "key-of-the-call" in set(texts(service)) | {t.split()[-1] for t in texts(service) if t.split()}


@every
async def test_elsewhere_it_goes_to_the_vendor_with_the_key_of_the_environment(provider: Provider) -> None:
    service = registry.build(provider.part, entry(provider), keyed())
    assert REAL[provider.name] in address(provider, service)
    key = f"key-of-{provider.keys[0]}" if provider.keys else "key-of-mine"
    assert key in set(texts(service))


@every
def test_a_key_that_is_missing_is_one_line_that_names_it(provider: Provider) -> None:
    site = keyed(**dict.fromkeys((*provider.keys, "MY_BASE_URL"), ""))
    named = provider.keys[0] if provider.keys else "MY_BASE_URL"
    with pytest.raises(UsageError, match=f"^{named} is not set; export") as caught:
        registry.build(provider.part, entry(provider), site)
    assert "\n" not in str(caught.value)


def test_a_server_of_ones_own_may_want_no_key() -> None:
    provider = registry.find("llm", "openai-compatible")
    service = registry.build("llm", entry(provider, api_key_env=""), keyed())
    assert OWN_URL in address(provider, service)
    with pytest.raises(UsageError, match="MY_KEY is not set"):
        registry.build("llm", entry(provider), keyed(MY_KEY=""))


def test_an_extra_that_is_not_installed_is_one_line_that_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    wanting = [p for p in hosted() if p.extra]
    assert {p.extra for p in wanting} == {"anthropic", "deepgram", "google"}
    for provider in wanting:
        with pytest.raises(UsageError, match=rf"not installed; pip install 'callbench\[{provider.extra}\]'$"):
            registry.build(provider.part, entry(provider), keyed())


@every
def test_options_are_those_that_are_named(provider: Provider) -> None:
    with pytest.raises(
        UsageError, match=f"^{provider.part} has no option 'modle' [(]did you mean model[?][)]; known: "
    ):
        registry.resolve(provider.part, entry(provider, modle="x"))


@pytest.mark.parametrize(
    ("part", "name", "field", "value"),
    [
        ("stt", "deepgram", "final_wait_secs", 0),
        ("stt", "deepgram-flux", "eot_threshold", 0.2),
        ("stt", "elevenlabs", "commit", "never"),
        ("llm", "openai", "temperature", 3),
        ("llm", "anthropic", "temperature", 1.5),
        ("llm", "google", "timeout_secs", 600),
        ("llm", "openai-compatible", "base_url_env", ""),
        ("tts", "cartesia", "speed", 4),
        ("tts", "openai-compatible", "sample_rate", 100),
        ("tts", "elevenlabs", "stability", "high"),
    ],
)
def test_values_are_those_that_the_vendor_takes(part: str, name: str, field: str, value: object) -> None:
    provider = registry.find(part, name)  # type: ignore[arg-type]
    with pytest.raises(UsageError, match=rf"^{part} option {field}: .*, not {value!r}$"):
        registry.resolve(provider.part, entry(provider, **{field: value}))


@pytest.mark.parametrize(
    ("part", "name", "field"),
    [
        ("stt", "openai-compatible", "api_key_env"),
        ("llm", "openai-compatible", "base_url_env"),
        ("tts", "openai-compatible", "api_key_env"),
        ("tts", "elevenlabs", "voice_from"),
        ("realtime", "elevenlabs-agent", "agent_id_from"),
    ],
)
@pytest.mark.parametrize("value", ["sk-canary-1234", "http://canary:8000/v1", "A B", "KEY\n"])
def test_a_secret_in_the_place_of_its_variables_name_is_refused_and_not_repeated(
    part: str, name: str, field: str, value: str
) -> None:
    provider = registry.find(part, name)  # type: ignore[arg-type]
    with pytest.raises(UsageError, match=rf"^{part}: {field} is the name of an environment variable") as caught:
        registry.resolve(provider.part, entry(provider, **{field: value}))
    assert value not in str(caught.value)


def test_what_a_server_of_ones_own_must_be_told_is_named() -> None:
    agent = AgentSpec.parse(
        {
            "name": "x",
            "architecture": "cascade",
            "stt": {"provider": "deepgram"},
            "llm": {"provider": "openai-compatible", "base_url_env": "B"},
            "tts": {"provider": "cartesia"},
        },
        "x",
    )
    assert agent.problem == "agent x: llm provider openai-compatible needs model; add it to the agent file"


def test_needs_name_keys_addresses_and_extras_and_a_rehearsal_only_extras() -> None:
    agent = AgentSpec.parse(
        {
            "name": "x",
            "architecture": "cascade",
            "stt": {"provider": "deepgram"},
            "llm": {"provider": "openai-compatible", "base_url_env": "B", "api_key_env": "K", "model": "m"},
            "tts": {"provider": "cartesia"},
        },
        "x",
    )
    needs = ready.needs(agent, {"B": "http://x/v1"})
    assert {(n.kind, n.name, n.met) for n in needs} == {
        ("extra", "deepgram", True),
        ("key", "DEEPGRAM_API_KEY", False),
        ("key", "CARTESIA_API_KEY", False),
        ("url", "B", True),
        ("key", "K", False),
    }
    assert [n.kind for n in ready.needs(agent, {}, rehearsal=True)] == ["extra"]


def test_a_model_that_takes_no_sound_is_no_hybrid() -> None:
    data = {"name": "x", "architecture": "hybrid", "tts": {"provider": "cartesia"}}
    deaf = AgentSpec.parse(data | {"llm": {"provider": "anthropic"}}, "x")
    assert deaf.problem == "agent x: llm provider anthropic does not take sound, as a hybrid agent needs"
    assert AgentSpec.parse(data | {"llm": {"provider": "google"}}, "x").problem == ""


def test_effective_parameters_name_models_and_voices_that_the_file_left_out() -> None:
    for provider in hosted():
        options = registry.resolve(provider.part, entry(provider))[1].model_dump()
        assert options["model"], provider
        if provider.part == "tts" and provider.name != "deepgram":
            assert options["voice"], provider


async def test_expressive_voices_of_elevenlabs_are_reached_by_text_to_dialogue(rehearsed: Site) -> None:
    provider = registry.find("tts", "elevenlabs")
    service = registry.build("tts", entry(provider, model="eleven_v3_conversational", stability=0.5), rehearsed)
    assert type(service).__name__ == "Dialogue"
    assert address(provider, service) == "ws://127.0.0.1:9"
    with pytest.raises(UsageError, match=r"^tts: eleven_v3 does not read speed; remove it$"):
        registry.resolve("tts", entry(provider, model="eleven_v3", speed=1.1))


async def test_sound_is_taken_and_made_at_rates_that_fit() -> None:
    for provider in hosted():
        if provider.part == "llm":
            continue
        service = registry.build(provider.part, entry(provider), keyed())
        fixed = provider.part == "tts" and provider.name in ("openai", "openai-compatible", "google")
        assert service._init_sample_rate == (24000 if fixed else 8000), provider  # type: ignore[attr-defined]


async def test_an_sdk_that_would_dial_deepgram_instead_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    import deepgram

    from agents.services._deepgram import Nova

    class Other:
        def __init__(self, **_: str) -> None:
            raise TypeError("another version of the SDK")

    monkeypatch.setattr(deepgram, "DeepgramClientEnvironment", Other)
    with pytest.raises(UsageError, match=r"would connect to wss://api\.deepgram\.com, not to wss://example"):
        Nova(api_key="k", base_url="wss://example")
