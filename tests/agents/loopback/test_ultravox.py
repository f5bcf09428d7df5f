"""Ultravox as Pipecat reads it, over plain sockets: the order, the joining, tools that come late, an interruption."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import aiohttp
import pytest

from tests.agents.loopback.conftest import KEY, ORDER
from tests.agents.loopback.person import Person
from tests.agents.loopback.script import ANSWER, CALLS, LAST, QUESTION, scripted
from tests.agents.loopback.test_openai_realtime import PACK

pytestmark = pytest.mark.realtime
RATE = 16000
ORDERED = {"systemPrompt": "Be brief.", "medium": {"serverWebSocket": {"inputSampleRate": RATE}}, "selectedTools": []}


class Client:
    """A call that was joined, and what came over it."""

    def __init__(self, ws) -> None:
        self.ws, self.messages, self.sound = ws, [], 0
        self._reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        async for message in self.ws:
            if message.type == aiohttp.WSMsgType.BINARY:
                self.sound += len(message.data)
            else:
                self.messages.append(json.loads(message.data))

    def of(self, kind: str, **fields) -> list:
        return [m for m in self.messages if m["type"] == kind and all(m.get(k) == v for k, v in fields.items())]

    async def until(self, kind: str, times: int = 1, **fields):
        async with asyncio.timeout(15):
            while len(self.of(kind, **fields)) < times:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        return self.of(kind, **fields)[times - 1]

    async def stop(self) -> None:
        self._reading.cancel()
        await asyncio.gather(self._reading, return_exceptions=True)


@asynccontextmanager
async def joined(server, **order) -> AsyncIterator[Client]:
    async with aiohttp.ClientSession() as http:
        url = f"http://{server.plain}/api/calls"
        async with http.post(url, json=ORDERED | order, headers={"X-Api-Key": KEY}) as answer:
            assert answer.status == 201
            join = (await answer.json())["joinUrl"]
        async with http.ws_connect(join) as ws:
            client = Client(ws)
            yield client
            await client.stop()
        async with http.ws_connect(join) as again:  # nobody joins a call twice
            assert (await again.receive()).data == 1008


async def test_greeting_question_tools_answer_and_barge_in(server, announce):
    script, person = scripted(announce()), Person(ORDER, RATE)
    question, barge_in = await person.sound(QUESTION), await person.sound("Stop. Thank you.")
    async with joined(server) as client:
        said = await client.until("transcript", role="agent", final=True)
        assert said["text"] == PACK.greeting
        await client.until("state", state="listening")
        assert 2 * RATE * 2 < client.sound < 2 * RATE * 4  # two to four seconds

        await person.say(client.ws.send_bytes, question)
        assert (await client.until("transcript", role="user"))["text"] == QUESTION
        await client.until("client_tool_invocation", times=2)
        asked = client.of("client_tool_invocation")
        assert tuple((a["toolName"], a["parameters"]) for a in asked) == CALLS
        first, second = (a["invocationId"] for a in asked)
        for call, result in ((first, "It will come later."), (second, '{"status": "success"}')):
            await client.ws.send_json({"type": "client_tool_result", "invocationId": call, "result": result})
        late = f'[Async tool result for tool_call_id={first}] {{"status": "success"}}'
        await client.ws.send_json({"type": "user_text_message", "text": late})
        sound = client.sound
        while client.sound < sound + 2 * RATE:  # noqa: ASYNC110  (a second of the answer)
            await asyncio.sleep(0.02)
        await person.say(client.ws.send_bytes, barge_in)
        await client.until("playback_clear_buffer")
        after = client.messages.index(client.of("playback_clear_buffer")[0])
        assert [m["type"] for m in client.messages[after : after + 3]] == [
            "playback_clear_buffer",
            "transcript",
            "state",
        ]
        cut = client.messages[after + 1]["text"]
        assert cut in ANSWER
        assert len(cut.split()) < len(ANSWER.split())
        assert (await client.until("transcript", times=3, role="agent", final=True))["text"] == LAST
        assert script.remembered[-1] == cut


async def test_its_own_first_words_or_none(server, announce):
    script = scripted(announce())
    async with joined(server, firstSpeakerSettings={"agent": {"text": "Good day."}}) as client:
        assert (await client.until("transcript", role="agent", final=True))["text"] == "Good day."
    async with joined(server, firstSpeakerSettings={"user": {}}) as client:
        await client.ws.send_json({"type": "user_text_message", "text": "Hello?"})
        assert (await client.until("transcript", role="agent", final=True))["text"] == LAST
        assert script.asked[-1] == [{"role": "user", "content": "Hello?"}]


async def test_refusals(server, announce):
    announce("realtime:429=4")
    async with aiohttp.ClientSession() as http:
        url = f"http://{server.plain}/api/calls"
        for key, status, said in (("wrong", 401, "Invalid API key."), (KEY, 429, "Too many concurrent calls.")):
            async with http.post(url, json=ORDERED, headers={"X-Api-Key": key}) as answer:
                assert (answer.status, (await answer.json())["detail"]) == (status, said)
        assert answer.headers["retry-after"] == "4"
        announce()
        async with http.post(url, json={}, headers={"X-Api-Key": KEY}) as answer:
            assert answer.status == 400
