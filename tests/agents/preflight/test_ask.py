"""Vendors are asked by their own SDKs, against servers that answer as they do; only a definite no is a refusal."""

import asyncio
import socket
from types import SimpleNamespace

import pytest
from aiohttp import web

from agents.loopback import rest
from agents.loopback._timing import Timing
from agents.loopback._wire import http
from agents.loopback.faults import Faults, parse
from agents.loopback.server import LoopbackServer
from agents.preflight.ask import VENDORS, ask_all
from agents.services.base import Rehearsal, Site
from agents.services.registry import providers
from agents.spec import Service

KEY = "key-of-a-call-0123"
OWN = Service(provider="openai-compatible", model="gemma-4-26b", base_url_env="GEMMA_URL", api_key_env="GEMMA_KEY")
SERVICES = {
    "deepgram stt": ("stt", Service(provider="deepgram", model="nova-3")),
    "deepgram flux": ("stt", Service(provider="deepgram-flux")),
    "deepgram tts": ("tts", Service(provider="deepgram", model="aura-2-helena-en")),
    "cartesia stt": ("stt", Service(provider="cartesia", model="ink-whisper")),
    "cartesia tts": ("tts", Service(provider="cartesia", voice="9626c31c")),
    "elevenlabs stt": ("stt", Service(provider="elevenlabs")),
    "elevenlabs tts": ("tts", Service(provider="elevenlabs", voice="JBFqnCBsd6RMkjVDRZzb")),
    "openai llm": ("llm", Service(provider="openai", model="gpt-5.4")),
    "openai stt": ("stt", Service(provider="openai", model="gpt-4o-transcribe")),
    "openai tts": ("tts", Service(provider="openai", voice="marin")),
    "own llm": ("llm", OWN),
    "anthropic llm": ("llm", Service(provider="anthropic", model="claude-haiku-4-5")),
    "google llm": ("llm", Service(provider="google", model="gemini-3-flash-preview")),
    "openai realtime": ("realtime", Service(provider="openai", model="gpt-realtime")),
    "google realtime": ("realtime", Service(provider="google")),
    "ultravox realtime": ("realtime", Service(provider="ultravox")),
    "hosted agent": ("realtime", Service(provider="elevenlabs-agent", agent_id="agent_1")),
    "google tts": ("tts", Service(provider="google", model="gemini-3.1-flash-tts-preview")),
}
ALL = sorted(SERVICES)
EACH = ("deepgram stt", "cartesia tts", "elevenlabs tts", "openai llm", "anthropic llm", "google llm")


async def _said(visit):
    return web.Response(body=bytes(960), content_type="audio/pcm")


@pytest.fixture
async def server():
    running = LoopbackServer(Timing(first=0.0, speed=20.0, token=0.0, last=0.0))
    if not any("/v1/audio/speech" in str(r.resource) for r in running.house.app.router.routes()):
        speech = http(running.house, "openai.speech", "tts", rest._openai_refuses, _said)
        running.house.app.router.add_post("/v1/audio/speech", speech)
    await running.start()
    yield running
    await running.stop()


@pytest.fixture
def ask(server):
    """Ask about one service; faults as on a command line."""

    async def ask(name, *faults, key=KEY, timeout_s=5.0, **changes):
        part, service = SERVICES[name]
        order = SimpleNamespace(key=KEY)
        server.house.sessions[KEY] = SimpleNamespace(order=order, faults=Faults(map(parse, faults)), speak=_silence)
        site = Site(rehearsal=Rehearsal(server.plain, server.tls, server.cafile, key))
        services = {part: service.model_copy(update=changes)}
        (answer,) = await asyncio.to_thread(ask_all, services, "agent", site, timeout_s=timeout_s)
        return answer

    return ask


async def _silence(text, rate, voice="", pace=1.0):
    return bytes(960)


@pytest.mark.parametrize("name", ALL)
async def test_a_service_that_will_serve_is_fine(ask, name):
    answer = await ask(name)
    assert answer.state == "fine", answer.said
    assert answer.said.startswith(("key", "address"))
    part, service = SERVICES[name]
    assert (answer.party, answer.part, answer.provider) == ("agent", part, service.provider)


@pytest.mark.parametrize("name", ALL)
async def test_a_wrong_key_is_refused_in_the_vendor_s_words_and_not_told_on(ask, name):
    answer = await ask(name, key="wrong-key-9876543210")
    assert answer.state == "refused"
    assert "wrong-key" not in answer.said
    words = {
        "deepgram": "401: Invalid credentials.",
        "deepgram-flux": "401",
        "cartesia": "401: Invalid API key.",
        "elevenlabs": "401: Invalid API key (invalid_api_key)",
        "openai": "401: Incorrect API key provided",
        "openai-compatible": "401: Incorrect API key provided",
        "anthropic": "401: invalid x-api-key",
        "ultravox": "401: Invalid token.",
        "elevenlabs-agent": "401: Invalid API key",
        "google": "400: API key not valid. Please pass a valid API key.",
    }
    assert answer.said.startswith(words[answer.provider])


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("deepgram stt", "400: No such model/language/tier combination found for no-such-1."),
        ("deepgram tts", "400: No such model/language/tier combination found for no-such-1."),
        ("cartesia tts", "400: The model no-such-1 is unknown."),
        ("openai llm", "404: The model 'no-such-1' does not exist or you do not have access to it."),
        ("openai stt", "404: The model 'no-such-1' does not exist or you do not have access to it."),
        ("anthropic llm", "404: model: no-such-1"),
        ("google llm", "404: models/no-such-1 is not found for API version v1beta."),
        ("google tts", "404: models/no-such-1 is not found for API version v1beta."),
    ],
)
async def test_an_unknown_model_is_refused(ask, name, words):
    answer = await ask(name, model="no-such-1")
    assert (answer.state, answer.model) == ("refused", "no-such-1")
    assert answer.said.startswith(words)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("cartesia tts", "404: The voice does not exist."),
        ("elevenlabs tts", "404: A voice with voice_id no-such-1 was"),
    ],
)
async def test_an_unknown_voice_is_refused(ask, name, words):
    answer = await ask(name, voice="no-such-1")
    assert answer.state == "refused"
    assert answer.said.startswith(words)


@pytest.mark.parametrize(
    ("name", "model", "words"),
    [
        ("own llm", "llama-9", "it does not list llama-9, but gpt-5.4, gemma-4-26b"),
        ("elevenlabs tts", "eleven_v9", "key and voice are fine; eleven_v9 is not among the 2 models"),
        ("cartesia stt", "ink-2", "the key is fine; whether ink-2 can be used shows in a call only"),
    ],
)
async def test_a_model_that_is_merely_not_listed_is_not_clear(ask, name, model, words):
    answer = await ask(name, model=model)
    assert answer.state == "unclear"
    assert answer.said.startswith(words)


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("status", [429, 500, 503])
async def test_a_limit_or_an_error_of_the_vendor_s_own_is_not_clear(ask, name, status):
    part = SERVICES[name][0]
    if name in ("openai stt", "google tts", "openai realtime", "google realtime"):
        part = "llm"  # they are looked up where models are
    answer = await ask(name, f"{part}:{status}=1" if status == 429 else f"{part}:{status}")
    assert answer.state == "unclear"
    assert answer.said.startswith(f"{status}")
    assert len(answer.said) > 5


@pytest.mark.parametrize("name", EACH)
async def test_a_vendor_that_never_answers_is_not_waited_for(ask, name):
    loop = asyncio.get_running_loop()
    begun = loop.time()
    answer = await ask(name, f"{SERVICES[name][0]}:mute", timeout_s=0.5)
    assert (answer.state, answer.said) == ("unclear", "no answer in time")
    assert loop.time() - begun < 6


@pytest.mark.parametrize("name", EACH)
async def test_a_vendor_that_cannot_be_reached_is_not_clear(name):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    part, service = SERVICES[name]
    site = Site(environ=dict.fromkeys(providers()[part, service.provider].keys, KEY))
    vendor = VENDORS[service.provider]
    (answer,) = await asyncio.to_thread(
        ask_all, {part: service}, "agent", site, timeout_s=2.0, urls={vendor: f"http://127.0.0.1:{port}"}
    )
    assert answer.state == "unclear"
    assert answer.said.startswith("cannot be reached")


async def test_a_region_that_is_not_served_is_refused_and_a_narrow_key_is_not(ask):
    assert (await ask("openai llm", "llm:403")).said.startswith("403: Country, region, or territory not supported")
    assert (await ask("openai llm", "llm:403")).state == "refused"
    narrow = await ask("elevenlabs tts", "tts:403")
    assert narrow.state == "unclear"
    assert "missing the permission voices_read" in narrow.said


def test_a_key_that_is_not_set_is_refused_without_asking():
    (answer,) = ask_all({"stt": Service(provider="deepgram")}, "agent", Site(environ={}))
    assert answer.state == "refused"
    assert answer.said.startswith("DEEPGRAM_API_KEY is not set")
    assert answer.label == "agent stt deepgram nova-3-general"


def test_services_of_this_machine_are_not_asked():
    assert ask_all({"stt": Service(provider="embedded")}, "agent", Site(environ={})) == []


def test_every_hosted_provider_of_ours_can_be_asked():
    hosted = {name for (_, name), p in providers().items() if not p.local}
    assert hosted <= set(VENDORS)
