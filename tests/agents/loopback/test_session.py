"""A rehearsed call's ears, voice and mind, and the server that knows calls by their key."""

import json

import aiohttp
import numpy as np
import pytest

from agents.loopback.faults import Fault, Faults
from agents.loopback.server import LoopbackServer
from agents.loopback.session import BREATH, Session, SessionOrder
from scenarios.packs import load_pack
from scenarios.toolbox import Toolbox
from scenarios.world import World

SCENARIO = "phantom-cancellation"
ORDER = SessionOrder(key="k-1", pack="builtin", domain="airline", scenario=SCENARIO, seed=1)


async def test_what_the_voice_says_the_ears_hear_at_any_rate():
    session = Session(ORDER)
    for rate in (8000, 16000, 24000):
        sound = await session.speak("I would like to change my booking.", rate)
        ear = session.ear(rate)
        changes = []
        tape = bytes(rate) + sound + bytes(2 * rate)
        for at in range(0, len(tape), 999):  # any chunking, odd numbers of bytes too
            changes += await ear.feed(tape[at : at + 999])
        assert changes == ["started", "stopped"]
        assert "change my booking" in (await ear.text()).lower()
        assert await ear.text() == ""  # nothing is told twice
        whole = await session.hear(np.frombuffer(sound, "<i2").astype(np.int16), rate)
        assert "change my booking" in whole.lower()


@pytest.mark.parametrize("pause", [0.25, 1.0])
async def test_an_utterance_that_was_called_over_is_not_heard_again(pause):
    """A client says in the middle of a silence that the utterance is over, and the next words may be near."""
    session, rate = Session(ORDER), 8000
    sound = await session.speak("I would like to change my booking.", rate)
    ear = session.ear(rate, stop_secs=0.8)
    assert await ear.feed(bytes(rate) + sound + bytes(int(0.2 * rate) * 2)) == ["started"]
    assert await ear.text(over=True) == "I would like to change my booking."
    begins, ends = ear.span
    assert 0 <= begins < 0.6
    assert ends == pytest.approx(0.7 + len(sound) / 2 / rate, abs=0.1)
    assert await ear.feed(bytes(int(pause * rate) * 2)) == []
    assert await ear.text() == ""
    assert await ear.feed(sound + bytes(3 * rate)) == ["started", "stopped"]
    assert await ear.text() == "I would like to change my booking."


async def test_the_mind_carries_a_call_through_messages_alone():
    """The golden path over chat messages: values are asked for, tools called, results believed."""
    session, toolbox = Session(ORDER), Toolbox.for_domain("airline")
    scenario = load_pack("builtin", "airline").scenarios[SCENARIO]
    world = World(json.loads(json.dumps(scenario.world)))
    caller = Session(ORDER.model_copy(update={"role": "caller", "key": "k-2"}))
    messages, heard = [], [{"role": "user", "content": session.greeting}]
    called = []
    for _ in range(40):
        said = await caller.reply(heard)
        heard.append({"role": "assistant", "content": said.text})
        if said.hang_up:
            break
        messages.append({"role": "user", "content": said.text})
        reply = await session.reply(messages)
        while reply.calls:
            asked = [
                {"id": f"c{len(called) + k}", "function": {"name": name, "arguments": json.dumps(params)}}
                for k, (name, params) in enumerate(reply.calls)
            ]
            messages.append({"role": "assistant", "content": None, "tool_calls": asked})
            for call, (name, params) in zip(asked, reply.calls, strict=True):
                called.append(name)
                content = json.dumps(toolbox.call(world, name, params))
                messages.append({"role": "tool", "tool_call_id": call["id"], "content": content})
            reply = await session.reply(messages)
        messages.append({"role": "assistant", "content": reply.text})
        heard.append({"role": "user", "content": reply.text})
    assert said.hang_up
    assert called == [step.tool for step in scenario.plan if step.do == "call"]


async def test_the_server_knows_calls_by_their_key():
    server = LoopbackServer()
    await server.start()
    try:
        async with aiohttp.ClientSession() as http:
            url = f"http://{server.plain}/rehearsal/sessions"
            async with http.post(url, json=ORDER.model_dump(mode="json")) as answer:
                assert answer.status == 201
            assert list(server.house.sessions) == ["k-1"]
            for spoiled in ({"scenario": "nobody"}, {"domain": "nobody"}, {"seed": "x"}, {"more": 1}):
                async with http.post(url, json=ORDER.model_dump(mode="json") | spoiled) as answer:
                    assert answer.status == 400
            async with http.delete(f"{url}/k-1") as answer:
                assert await answer.json() == {"ok": True}
            assert not server.house.sessions
    finally:
        await server.stop()
    assert not server.cafile.exists()


@pytest.mark.parametrize(("skip", "count", "struck"), [(0, 0, "xxxx"), (1, 0, ".xxx"), (1, 2, ".xx."), (0, 1, "x...")])
def test_a_fault_strikes_as_often_as_it_says(skip, count, struck):
    faults = Faults([Fault(part="stt", kind="status", status=429, skip=skip, count=count)])
    assert "".join("x" if faults.strike("stt") else "." for _ in range(4)) == struck
    assert faults.strike("tts") is None


async def test_sentences_follow_each_other_as_on_a_telephone_and_not_as_in_a_reading():
    session, rate = Session(ORDER), 8000
    both = await session.speak("I did not catch that. Please spell the name again.", rate)
    each = [await session.speak(part, rate) for part in ("I did not catch that.", "Please spell the name again.")]
    assert both == each[0] + bytes(2 * int(BREATH * rate)) + each[1]
    assert await session.speak("...", rate) == b""
