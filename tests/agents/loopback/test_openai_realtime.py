"""OpenAI Realtime through the vendor's own SDK: greeting, spoken question, tool, answer, barge-in; and its refusals."""

from __future__ import annotations

import asyncio
import base64
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import openai
import pytest

from scenarios.packs import load_pack
from scenarios.toolbox import Toolbox
from scenarios.world import World
from tests.agents.loopback.conftest import KEY, ORDER
from tests.agents.loopback.person import Person

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

        sound = len(client.of("response.output_audio.delta"))
        item = client.of("response.output_audio.delta")[-1].item_id
        await client.connection.conversation.item.truncate(item_id=item, content_index=0, audio_end_ms=1500)
        assert (await client.until("conversation.item.truncated")).audio_end_ms == 1500
        assert sound == len(client.of("response.output_audio.delta"))
        assert [e.error.code for e in client.of("error")] == []
