"""Gemini Live through Google's own SDK: TLS, both styles of keys, turns, tools, interruptions, sessions resumed."""

from __future__ import annotations

import asyncio
import json
import ssl

import aiohttp
import pytest
from google import genai
from google.genai import types
from websockets.exceptions import ConnectionClosedError, InvalidStatus

from agents.loopback._timing import Timing
from tests.agents.loopback.conftest import KEY, ORDER
from tests.agents.loopback.person import Person
from tests.agents.loopback.script import ANSWER, CALLS, LAST, QUESTION, scripted
from tests.agents.loopback.test_openai_realtime import PACK

pytestmark = pytest.mark.realtime
RATE = 16000
MODEL = "gemini-3.1-flash-live-preview"


def config(**more):
    return types.LiveConnectConfig(
        response_modalities=["AUDIO"],
        input_audio_transcription=types.AudioTranscriptionConfig(),
        output_audio_transcription=types.AudioTranscriptionConfig(),
        system_instruction="Be brief.",
        **more,
    )


def connecting(server, key=KEY, **more):
    context = ssl.create_default_context(cafile=str(server.cafile))
    options = types.HttpOptions(base_url=f"https://{server.tls}", async_client_args={"ssl": context})
    return genai.Client(api_key=key, http_options=options).aio.live.connect(model=MODEL, config=config(**more))


class Client:
    """The SDK's session, and what came over it."""

    def __init__(self, session) -> None:
        self.session, self.messages = session, []
        self._reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        while True:
            async for message in self.session.receive():
                self.messages.append(message)

    def of(self, *path: str) -> list:
        found = []
        for message in self.messages:
            value = message
            for name in path:
                value = getattr(value, name, None)
            if value:
                found.append(value)
        return found

    async def until(self, *path: str, times: int = 1, secs: float = 15):
        async with asyncio.timeout(secs):
            while len(self.of(*path)) < times:
                await asyncio.sleep(0.01)
                if self._reading.done():
                    self._reading.result()
        return self.of(*path)[times - 1]

    def said(self) -> str:
        return "".join(self.of("server_content", "output_transcription", "text")).strip()

    async def hear(self, pcm: bytes) -> None:
        await self.session.send_realtime_input(audio=types.Blob(data=pcm, mime_type=f"audio/pcm;rate={RATE}"))

    async def ask(self, text: str) -> None:
        turn = types.Content(role="user", parts=[types.Part(text=text)])
        await self.session.send_client_content(turns=turn, turn_complete=True)

    async def stop(self) -> None:
        self._reading.cancel()
        await asyncio.gather(self._reading, return_exceptions=True)


async def answer_tools(client: Client) -> None:
    called = (await client.until("tool_call", "function_calls"))[:]
    assert [(call.name, call.args) for call in called] == list(CALLS)
    answers = [types.FunctionResponse(id=c.id, name=c.name, response={"status": "success"}) for c in called]
    await client.session.send_tool_response(function_responses=answers)


async def test_greeting_question_tools_answer_barge_in_and_the_session_again(server, announce):
    server.house.timing = Timing(first=0.0, speed=2.0)
    script, person = scripted(announce()), Person(ORDER, RATE)
    question, barge_in = await person.sound(QUESTION), await person.sound("Stop. Thank you.")
    async with connecting(server, session_resumption=types.SessionResumptionConfig()) as session:
        client = Client(session)
        await client.ask("Greet the caller.")
        await client.until("server_content", "turn_complete")
        assert client.said() == PACK.greeting
        assert client.of("usage_metadata")[0].response_token_count > 20

        await person.say(client.hear, question)
        assert (await client.until("server_content", "input_transcription", "text")).strip() == QUESTION
        sounds = len(client.of("server_content", "model_turn"))
        await answer_tools(client)
        # Sent twice as fast as it is played: the first words have been heard by now, and most are still to come.
        await client.until("server_content", "model_turn", times=sounds + 14)
        await person.say(client.hear, barge_in)
        await client.until("server_content", "interrupted")
        await client.until("server_content", "turn_complete", times=3)
        assert client.said().endswith(LAST)
        assert script.remembered[-1] in ANSWER
        assert len(script.remembered[-1].split()) < len(ANSWER.split())
        handle = client.of("session_resumption_update")[-1].new_handle
        await client.stop()

    resumed = types.SessionResumptionConfig(handle=handle)
    async with connecting(server, session_resumption=resumed) as session:
        client = Client(session)
        await client.session.send_realtime_input(text="Anything else?")
        await client.until("server_content", "turn_complete")
        assert script.remembered[0] == PACK.greeting
        assert script.remembered[-1] == LAST
        await client.stop()


async def test_turns_found_by_the_client(server, announce):
    script, person = scripted(announce()), Person(ORDER, RATE)
    manual = types.RealtimeInputConfig(automatic_activity_detection=types.AutomaticActivityDetection(disabled=True))
    async with connecting(server, realtime_input_config=manual) as session:
        client = Client(session)
        await client.ask("Greet the caller.")
        await client.until("server_content", "turn_complete")
        await client.hear(await person.sound("Nobody hears this."))
        await client.session.send_realtime_input(activity_start=types.ActivityStart())
        await client.hear(await person.sound(QUESTION))
        await client.session.send_realtime_input(activity_end=types.ActivityEnd())
        await answer_tools(client)
        await client.until("server_content", "model_turn", times=len(client.of("server_content", "model_turn")) + 1)
        await client.session.send_realtime_input(activity_start=types.ActivityStart())
        await client.until("server_content", "interrupted")
        assert [m["content"] for m in script.asked[0] if m["role"] == "user"] == [QUESTION]
        await client.stop()


async def test_refusals(server, announce):
    with pytest.raises(ConnectionClosedError, match="API key not valid"):
        async with connecting(server, "wrong"):
            pass
    announce("realtime:503")
    with pytest.raises(InvalidStatus) as refused:
        async with connecting(server):
            pass
    assert json.loads(refused.value.response.body)["error"]["status"] == "UNAVAILABLE"


@pytest.mark.parametrize("style", ["snake", "camel"])
async def test_both_styles_of_keys(server, announce, style):
    announce()
    path = "/ws/google.ai.generativelanguage.v1beta.GenerativeService.BidiGenerateContent"
    content = {"turns": [{"role": "user", "parts": [{"text": "Greet."}]}]}
    messages = {
        "snake": [
            {"setup": {"model": "models/m", "output_audio_transcription": {}}},
            {"client_content": content | {"turn_complete": True}},
        ],
        "camel": [
            {"setup": {"model": "models/m", "outputAudioTranscription": {}}},
            {"clientContent": content | {"turnComplete": True}},
        ],
    }[style]
    async with (
        aiohttp.ClientSession() as http,
        http.ws_connect(f"http://{server.plain}{path}", headers={"x-goog-api-key": KEY}) as ws,
    ):
        said = ""
        for message in messages:
            await ws.send_json(message)
        assert await ws.receive_json() == {"setupComplete": {}}
        while "turnComplete" not in (heard := (await ws.receive_json()).get("serverContent", {})):
            said += heard.get("outputTranscription", {}).get("text", "")
        assert said.strip() == PACK.greeting
        await ws.send_json({"novelty": {}})
        closed = await ws.receive()
        while closed.type == aiohttp.WSMsgType.TEXT:
            closed = await ws.receive()
        assert closed.data == 1007
