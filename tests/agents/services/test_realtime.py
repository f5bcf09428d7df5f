"""Speech to speech through Pipecat's own services, wired as an agent is: a spoken call, and every way it can fail."""

from __future__ import annotations

import asyncio

import pytest

from tests.agents.services.phone import until
from tests.agents.services.realtime import ANSWER, FLIGHT, LAST, calling

pytestmark = [
    pytest.mark.realtime,
    # Pipecat's way to configure a session of Gemini Live
    pytest.mark.filterwarnings("ignore:Setting .LiveConnectConfig.generation_config. is deprecated:DeprecationWarning"),
]
PROVIDERS = ("openai", "google", "ultravox")


@pytest.mark.parametrize("provider", PROVIDERS)
async def test_greeting_question_tools_answer_and_barge_in(provider):
    async with calling(provider) as call:
        await until(lambda: call.spoken, 15, lambda: f"no greeting; {call.errors}")
        assert call.spoken[0] == (call.greeting, False)

        await call.say("Is my flight on time today?")
        await until(lambda: len(call.tools) == 2, 15, lambda: f"no tools; {call.heard()} {call.errors}")
        assert call.tools == [("get_flight_status", FLIGHT), ("get_reservation", {"confirmation_number": "X"})]
        begun = asyncio.get_running_loop().time()
        await until(lambda: call.phone.loud_since(begun) > 1.5, 15, lambda: f"no answer; {call.errors}")
        assert "flight on time" in call.heard()[0].lower()

        asyncio.create_task(call.say("Stop. Thank you very much."))  # noqa: RUF006
        await until(lambda: len(call.spoken) > 1, 10, lambda: "it goes on although it was interrupted")
        silenced = asyncio.get_running_loop().time()
        text, cut = call.spoken[1]
        assert cut, call.spoken
        assert ANSWER.startswith(text[:20])
        await until(lambda: len(call.spoken) > 2, 15, lambda: f"no last answer; {call.errors}")
        assert call.spoken[2] == (LAST, False)
        assert call.phone.loud_since(silenced) < 2.0  # no more than those two words
        told = [m for m in call.script.asked[-1] if m["role"] == "assistant" and m.get("content")]
        assert told[-1]["content"] in ANSWER  # the vendor remembers what was heard of it
        assert 3 <= len(told[-1]["content"].split()) < len(ANSWER.split())
        assert not call.errors
