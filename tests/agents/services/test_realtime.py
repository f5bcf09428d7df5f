"""Speech to speech through Pipecat's own services, wired as an agent is: a spoken call, and every way it can fail."""

from __future__ import annotations

import asyncio

import pytest

from agents.loopback.faults import Fault
from agents.services import _realtime
from tests.agents.loopback.script import ANSWER, CALLS, LAST, QUESTION
from tests.agents.services.phone import until
from tests.agents.services.realtime import calling

pytestmark = [
    pytest.mark.realtime,
    # Pipecat's way to configure a session of Gemini Live
    pytest.mark.filterwarnings("ignore:Setting .LiveConnectConfig.generation_config. is deprecated:DeprecationWarning"),
    # Pipecat leaves the socket of a session of Gemini that broke to the garbage collector
    pytest.mark.filterwarnings(
        "ignore:Exception ignored in. <(socket|function):pytest.PytestUnraisableExceptionWarning"
    ),
]
PROVIDERS = ("openai", "google", "ultravox")


@pytest.mark.parametrize("provider", PROVIDERS)
async def test_greeting_question_tools_answer_and_barge_in(provider):
    async with calling(provider) as call:
        await until(lambda: call.spoken, 25, lambda: f"no greeting; {call.errors}")
        assert call.spoken[0] == (call.greeting, False)
        assert "how can i help you" in call.phone.words().lower()  # whole, and at the right speed

        await call.say(QUESTION)
        await until(lambda: len(call.tools) == 2, 25, lambda: f"no tools; {call.heard()} {call.errors}")
        assert tuple(call.tools) == CALLS
        begun = asyncio.get_running_loop().time()
        await until(lambda: call.phone.loud_since(begun) > 1.5, 20, lambda: f"no answer; {call.errors}")
        assert "flight on time" in call.heard()[0].lower()

        asyncio.create_task(call.say("Stop. Thank you very much."))  # noqa: RUF006
        await until(lambda: len(call.spoken) > 1, 10, lambda: "it goes on although it was interrupted")
        silenced = asyncio.get_running_loop().time()
        text, cut = call.spoken[1]
        assert cut, call.spoken
        assert ANSWER.startswith(text[:20])
        await until(lambda: len(call.spoken) > 2, 25, lambda: f"no last answer; {call.errors}")
        text, cut = call.spoken[2]
        assert text.endswith(LAST)  # after a word of the answer that Pipecat had not dropped in time, perhaps
        assert not cut
        assert call.phone.loud_since(silenced) < 2.0  # no more than those two words
        told = call.script.remembered[-1]
        assert told in ANSWER  # the vendor remembers what was heard of it
        assert 3 <= len(told.split()) < len(ANSWER.split())
        assert not call.errors


async def failed(provider, fault, *, secs=20.0, **options):
    """The first error of a call whose vendor fails at once."""
    async with calling(provider, fault, **options) as call:
        await until(lambda: call.errors, secs, lambda: f"{provider}: no error within {secs} s; {call.spoken}")
        await asyncio.sleep(0.5)
        assert len(call.errors) == 1, call.errors  # what follows from it is not news
        return call.errors[0]


async def failures(fault, **options):
    """The first errors of all three vendors, side by side."""
    return await asyncio.gather(*(failed(p, fault, **options) for p in PROVIDERS))


NAMES = ("OpenAI Realtime: ", "Gemini Live: ", "Ultravox: ")


@pytest.mark.parametrize(
    ("fault", "category", "words"),
    [
        ("realtime:401", "authentication", ("Incorrect API key provided", "API key not valid", "Invalid API key")),
        ("realtime:429=7", "rate_limit", ("Rate limit", "answers 429", "Too many concurrent calls")),
        ("realtime:503", "server", ("server had an error", "answers 503", "answers 503")),
    ],
)
async def test_a_refusal_is_an_error_in_the_vendors_words(fault, category, words):
    for error, name, said in zip(await failures(fault), NAMES, words, strict=True):
        assert error["error"].startswith(name)
        assert said in error["error"]
        assert error["category"] == category
        assert error["status"] == int(fault[9:12])
        assert error["part"] == "llm"
        if category == "rate_limit" and name != "Ultravox: ":
            assert error["retry_after_s"] == 7


async def test_a_vendor_that_accepts_and_says_nothing_is_found_out(monkeypatch):
    monkeypatch.setattr(_realtime, "OPEN_SECS", 1.5)
    for error, name in zip(await failures("realtime:mute", silence_secs=1.5), NAMES, strict=True):
        assert error["error"].startswith(name)
        assert "not ready within 1.5 s" in error["error"] or "sent nothing for 1.5 s" in error["error"]
        assert error["category"] == "connectivity"


async def test_an_answer_that_does_not_come_is_an_error():
    for error, name in zip(await failures("realtime:slow=60", silence_secs=1.0), NAMES, strict=True):
        assert error["error"].startswith(f"{name}it has sent nothing for 1 s")


async def test_a_session_that_is_lost_is_an_error_at_once():
    lost = await asyncio.gather(*(failed(p, "realtime:close") for p in ("openai", "ultravox")))
    for error in lost:
        assert "1011" in error["error"]
        assert "internal server error" in error["error"]


async def test_what_is_not_json_is_an_error_at_once():
    junk = await asyncio.gather(*(failed(p, "realtime:malformed") for p in ("openai", "ultravox")))
    assert [e["error"].split(":")[0] for e in junk] == ["OpenAI Realtime", "Ultravox"]


@pytest.mark.parametrize("kind", ["close", "malformed"])
async def test_gemini_takes_a_lost_session_up_again(kind):
    async with calling("google", Fault(part="realtime", kind=kind, count=1)) as call:
        log = call.server.house.log
        await until(lambda: [what for what, _ in log.get("call-1", [])].count("google.live client_content") == 2, 25)
        await asyncio.sleep(0.3)
        await call.say(QUESTION)
        await until(lambda: len(call.tools) == 2, 25, lambda: f"no tools; {call.heard()} {call.errors}")
        assert not call.errors
        told = call.script.asked[0][0]
        assert told["role"] == "assistant"  # the vendor knows what it has said before
        assert call.greeting.startswith(told["content"])


async def test_gemini_is_not_taken_up_for_ever():
    async with calling("google", "realtime:malformed") as call:
        for number in range(5):
            await until(lambda: call.errors or len(call.script.asked) > number - 1, 20)  # noqa: B023
            if call.errors:
                break
            await call.say("Hello?")
            await asyncio.sleep(2)
        assert call.errors[0]["error"].startswith("Gemini Live: ")


@pytest.mark.parametrize("fault", ["realtime:burst", "realtime:no_end"])
async def test_a_call_outlives(fault):
    async def outlives(provider):
        async with calling(provider, fault) as call:
            began = asyncio.get_running_loop().time()
            await until(lambda: call.phone.loud_since(began) > 1.5, 25, lambda: f"{provider}: silence; {call.errors}")
            await until(lambda: asyncio.get_running_loop().time() - call.phone.heard[-1][0] > 0.4, 25)
            await call.say(QUESTION)
            await until(lambda: len(call.tools) == 2, 25, lambda: f"{provider}: {call.heard()} {call.errors}")
            assert not call.errors

    await asyncio.gather(*map(outlives, PROVIDERS))


async def test_a_slow_vendor_is_waited_for():
    async def waits(provider):
        async with calling(provider, "realtime:slow=2") as call:
            await until(lambda: call.phone.heard or call.errors, 20)
            assert not call.errors
            assert asyncio.get_running_loop().time() - call.began > 2

    await asyncio.gather(*map(waits, PROVIDERS))
