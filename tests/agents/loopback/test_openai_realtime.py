"""OpenAI Realtime through the vendor's own SDK: greeting, spoken question, tool, answer, barge-in; and its refusals."""

from __future__ import annotations

import asyncio
import base64
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import openai
import pytest
import websockets

from agents.loopback._timing import Timing
from scenarios.packs import load_pack
from scenarios.toolbox import Toolbox
from scenarios.world import World
from tests.agents.loopback.conftest import KEY, ORDER
from tests.agents.loopback.person import Person
from tests.agents.loopback.script import ANSWER, CALLS, LAST, QUESTION, scripted

pytestmark = pytest.mark.realtime
RATE = 24000
PACK = load_pack("builtin", "airline")
TOOLS = [
    {"type": "function", **{k: tool[k] for k in ("name", "description", "parameters")}}
    for tool in Toolbox.for_domain("airline").schemas()
]


class Client:
    """The SDK's connection, and what came over it."""

    def __init__(self, connection) -> None:
        self.connection = connection
        self.events: list = []
        self._reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        async for event in self.connection:
            self.events.append(event)

    async def until(self, kind: str, times: int = 1, secs: float = 20.0):
        """The event of a kind that came as the n-th."""
        async with asyncio.timeout(secs):
            while len(found := self.of(kind)) < times:
                await asyncio.sleep(0.01)
                if self._reading.done() and len(self.of(kind)) < times:
                    self._reading.result()
                    raise AssertionError(f"closed before {kind}: {[e.type for e in self.events][-5:]}")
        return found[times - 1]

    def of(self, kind: str) -> list:
        return [e for e in self.events if e.type == kind]

    def said(self, response: str) -> str:
        deltas = self.of("response.output_audio_transcript.delta")
        return "".join(e.delta for e in deltas if e.response_id == response).strip()

    async def hear(self, pcm: bytes) -> None:
        await self.connection.input_audio_buffer.append(audio=base64.b64encode(pcm).decode())

    async def stop(self) -> None:
        self._reading.cancel()
        await asyncio.gather(self._reading, return_exceptions=True)


@asynccontextmanager
async def connected(server, key=KEY) -> AsyncIterator[Client]:
    sdk = openai.AsyncOpenAI(api_key=key, base_url=f"http://{server.plain}/v1", max_retries=0)
    async with sdk, sdk.realtime.connect(model="gpt-realtime") as connection:
        client = Client(connection)
        yield client
        await client.stop()


def session(**more):
    sound = {"input": {"transcription": {"model": "gpt-4o-transcribe"}, **more}, "output": {"voice": "marin"}}
    return {"type": "realtime", "instructions": "Be brief.", "tools": TOOLS, "audio": sound}


@pytest.mark.slow
async def test_a_call_with_turns_found_by_the_server(server, announce):
    announce()
    person, world = Person(ORDER, RATE), World(json.loads(json.dumps(PACK.scenarios[ORDER.scenario].world)))
    async with connected(server) as client:
        await client.until("session.created")
        await client.connection.session.update(session=session())
        await client.until("session.updated")
        await client.connection.response.create()
        done = await client.until("response.done")
        assert client.said(done.response.id) == PACK.greeting
        assert done.response.usage.output_token_details.audio_tokens > 20
        number, heard, tools = 1, PACK.greeting, []
        while not tools or done.response.output[0].type == "function_call":
            turns = len(client.of("input_audio_buffer.committed"))
            if done.response.output[0].type == "function_call":
                for call in done.response.output:
                    tools.append(call.name)
                    result = json.dumps(
                        Toolbox.for_domain("airline").call(world, call.name, json.loads(call.arguments))
                    )
                    item = {"type": "function_call_output", "call_id": call.call_id, "output": result}
                    await client.connection.conversation.item.create(item=item)
                await client.connection.response.create()
            else:
                await person.say(client.hear, await person.answer(heard))
                turns += 1
            number += 1
            done = await client.until("response.done", number)
            heard = client.said(done.response.id)
            assert len(client.of("conversation.item.input_audio_transcription.completed")) == turns
        assert tools == ["get_reservation", "get_flight_status"]
        assert "on time" in heard


async def greeted(client, **more):
    await client.until("session.created")
    await client.connection.session.update(session=session(**more))
    await client.until("session.updated")
    await client.connection.response.create()
    return await client.until("response.done")


async def answer_tools(client, done):
    assert [(call.name, json.loads(call.arguments)) for call in done.response.output] == list(CALLS)
    for call in done.response.output:
        item = {"type": "function_call_output", "call_id": call.call_id, "output": '{"status": "success"}'}
        await client.connection.conversation.item.create(item=item)
    await client.connection.response.create()


async def test_parallel_tools_a_barge_in_and_what_is_remembered_of_the_answer(server, announce):
    server.house.timing = Timing(first=0.0, speed=1.0)
    script = scripted(announce())
    person = Person(ORDER, RATE)
    question, barge_in = await person.sound(QUESTION), await person.sound("Stop. Thank you.")
    async with connected(server) as client:
        await greeted(client)
        await person.say(client.hear, question)
        await answer_tools(client, await client.until("response.done", 2))
        await client.until("response.created", 3)
        await client.until("response.output_audio.delta", len(client.of("response.output_audio.delta")) + 10)
        barging = asyncio.create_task(person.say(client.hear, barge_in))
        cut = await client.until("response.done", 3)
        assert (cut.response.status, cut.response.status_details.reason) == ("cancelled", "turn_detected")
        heard = cut.response.output[0]
        await client.connection.conversation.item.truncate(item_id=heard.id, content_index=0, audio_end_ms=500)
        assert (await client.until("conversation.item.truncated")).audio_end_ms == 500
        await barging
        last = await client.until("response.done", 4)
        assert client.said(last.response.id) == LAST
        after = client.events.index(cut)
        assert not [e for e in client.events[after:] if getattr(e, "response_id", "") == cut.response.id]
        remembered = script.remembered[-1]
        assert remembered in ANSWER
        assert len(remembered.split()) < len(client.said(cut.response.id).split())
        assert not client.of("error")


async def test_turns_found_by_the_client(server, announce):
    script = scripted(announce())
    person = Person(ORDER, RATE)
    async with connected(server) as client:
        await greeted(client, turn_detection=None)
        await client.connection.input_audio_buffer.commit()
        await client.hear(await person.sound("This is forgotten."))
        await client.connection.input_audio_buffer.clear()
        await client.until("input_audio_buffer.cleared")
        await client.hear(await person.sound(QUESTION))
        await client.connection.input_audio_buffer.commit()
        await client.connection.response.create()
        await client.connection.response.create()
        await answer_tools(client, await client.until("response.done", 2))
        await client.until("response.output_audio.delta", len(client.of("response.output_audio.delta")) + 1)
        await client.connection.response.cancel()
        assert (await client.until("response.done", 3)).response.status in ("cancelled", "completed")
        await client.connection.response.cancel()
        await client.until("error", 3)
        assert [e.error.code for e in client.of("error")] == [
            "input_audio_buffer_commit_empty",
            "conversation_already_has_active_response",
            "response_cancel_not_active",
        ]
        heard = client.of("conversation.item.input_audio_transcription.completed")
        assert [e.transcript for e in heard] == [QUESTION]
        assert not client.of("input_audio_buffer.speech_started")
        assert [m["content"] for m in script.asked[0] if m["role"] == "user"] == [QUESTION]


async def test_a_caller_hangs_up_with_its_last_words(server, announce):
    scripted(announce(role="caller"))
    person = Person(ORDER, RATE)
    async with connected(server) as client:
        await client.until("session.created")
        end = {"type": "function", "name": "end_call", "description": "Hang up.", "parameters": {"type": "object"}}
        await client.connection.session.update(session=session() | {"tools": [end]})
        await client.until("session.updated")
        await person.say(client.hear, await person.sound("Thank you for your call. Goodbye."))
        done = await client.until("response.done")
        assert client.said(done.response.id) == LAST
        assert [item.type for item in done.response.output] == ["message", "function_call"]
        assert done.response.output[1].name == "end_call"


async def test_a_transcription_session_only_listens(server, announce):
    announce()
    person = Person(ORDER, RATE)
    sdk = openai.AsyncOpenAI(api_key=KEY, base_url=f"http://{server.plain}/v1", max_retries=0)
    query = {"intent": "transcription"}
    async with sdk, sdk.realtime.connect(model="", extra_query=query) as connection:
        client = Client(connection)
        await client.until("session.created")
        await person.say(client.hear, await person.sound(QUESTION))
        done = await client.until("conversation.item.input_audio_transcription.completed")
        assert done.transcript == QUESTION
        await asyncio.sleep(0.3)
        assert not client.of("response.created")
        await client.stop()


async def test_refusals(server, announce):
    announce("realtime:429=3")
    for key, status, code in (("wrong", 401, "invalid_api_key"), (KEY, 429, "rate_limit_exceeded")):
        with pytest.raises(websockets.exceptions.InvalidStatus) as refused:
            async with connected(server, key):
                pass
        assert refused.value.response.status_code == status
        assert json.loads(refused.value.response.body)["error"]["code"] == code
    assert refused.value.response.headers["retry-after"] == "3"


async def test_what_cannot_be_read_is_said_and_survived(server, announce):
    announce()
    async with connected(server) as client:
        await client.until("session.created")
        await client.connection._connection.send("{not json")
        await client.connection.send({"type": "response.dance"})
        await client.connection.send({"type": "input_audio_buffer.append"})
        await client.connection.conversation.item.truncate(item_id="none", content_index=0, audio_end_ms=1)
        await client.until("error", 4)
        codes = [e.error.code for e in client.of("error")]
        assert codes == ["invalid_json", "invalid_value", "missing_required_parameter", "item_truncate_invalid_item_id"]
        await greeted(client)
