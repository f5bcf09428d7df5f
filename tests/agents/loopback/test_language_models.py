"""The vendors' own SDKs against the rehearsed language models: OpenAI's chat, Anthropic's messages, Gemini."""

import asyncio
import base64
import io
import json
import threading
import wave

import aiohttp
import numpy as np
import pytest
from anthropic import AsyncAnthropic, AuthenticationError
from google import genai
from google.genai import errors
from google.genai import types as gemini
from openai import AsyncOpenAI, RateLimitError
from openai import AuthenticationError as OpenAIAuthenticationError

from agents.loopback.mind import Reply
from tests.agents.loopback.conftest import KEY

pytestmark = pytest.mark.filterwarnings("ignore:Inheritance class AiohttpClientSession:DeprecationWarning")  # Google's
TOOL = {"type": "object", "properties": {"confirmation_number": {"type": "string"}}, "required": []}
END = {"type": "object", "properties": {"reason": {"type": "string"}}, "required": ["reason"]}
CALLS = (("get_reservation", {"confirmation_number": "ABC123"}), ("get_flight_status", {"flight": "12"}))
SAID = "I would like to change my booking."


class Scripted:
    """A mind that says what it was given, and remembers what it was asked."""

    def __init__(self, *replies):
        self.replies, self.asked = list(replies), []

    def think(self, messages):
        self.asked.append(list(messages))
        return self.replies.pop(0)

    def decide(self, reply):
        return reply


def script(session, *replies):
    session._mind = Scripted(*replies)
    return session._mind


def openai(server, held, key=KEY, retries=0):
    return held(AsyncOpenAI(api_key=key, base_url=f"http://{server.plain}/v1", max_retries=retries))


def functions(*named):
    return [{"type": "function", "function": {"name": n, "description": n, "parameters": p}} for n, p in named]


async def recording(session, rate=16000):
    out = io.BytesIO()
    with wave.open(out, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(rate)
        file.writeframes(await session.speak(SAID, rate))
    return base64.b64encode(out.getvalue()).decode()


async def test_openai_streams_words_and_parallel_calls_each_in_chunks_of_its_own(server, announce, held):
    session = announce()
    mind = script(session, Reply("", CALLS), Reply("It is booked."))
    tools = functions(("get_reservation", TOOL), ("get_flight_status", TOOL))
    messages = [{"role": "system", "content": "You are an agent."}, {"role": "user", "content": "Hello."}]
    stream = await openai(server, held).chat.completions.create(
        model="any-model", messages=messages, tools=tools, stream=True, stream_options={"include_usage": True}
    )
    calls, usage, reasons = {}, None, []
    async for chunk in stream:
        usage = chunk.usage or usage
        for choice in chunk.choices:
            reasons += [choice.finish_reason] if choice.finish_reason else []
            assert len(choice.delta.tool_calls or []) <= 1  # clients read only the first of a chunk
            for call in choice.delta.tool_calls or []:
                known = calls.setdefault(call.index, {"id": call.id, "name": call.function.name, "arguments": ""})
                known["arguments"] += call.function.arguments
    assert [(c["name"], json.loads(c["arguments"])) for c in calls.values()] == list(CALLS)
    assert reasons == ["tool_calls"]
    assert usage.total_tokens == usage.prompt_tokens + usage.completion_tokens > 20

    asked = [
        {"id": c["id"], "type": "function", "function": {"name": c["name"], "arguments": c["arguments"]}}
        for c in calls.values()
    ]
    messages.append({"role": "assistant", "content": None, "tool_calls": asked})
    messages += [{"role": "tool", "tool_call_id": c["id"], "content": '{"ok": true}'} for c in calls.values()]
    whole = await openai(server, held).chat.completions.create(model="m", messages=messages, tools=tools)
    assert whole.choices[0].message.content == "It is booked."
    assert [m["role"] for m in mind.asked[1]] == ["system", "user", "assistant", "tool", "tool"]


async def test_openai_hears_sound_once_however_often_it_is_repeated(server, announce, held):
    session = announce()
    mind = script(session, Reply("Certainly."), Reply("Anything else?"))
    sound = {"type": "input_audio", "input_audio": {"data": await recording(session), "format": "wav"}}
    messages = [{"role": "user", "content": [{"type": "text", "text": "Audio follows"}, sound]}]
    client = openai(server, held)
    first = await client.chat.completions.create(model="m", messages=messages)
    assert first.choices[0].message.content == "Certainly."
    messages += [{"role": "assistant", "content": "Certainly."}, {"role": "user", "content": "Thanks."}]
    await client.chat.completions.create(model="m", messages=messages)
    assert [[m["content"] for m in asked] for asked in mind.asked] == [[SAID], [SAID, "Certainly.", "Thanks."]]
    assert len(session._keeper.segments) == 1


async def test_a_caller_hangs_up_by_its_tool_and_says_no_more(server, announce, held):
    script(announce(role="caller"), Reply("Goodbye.", hang_up=True))
    messages = [{"role": "user", "content": "Goodbye."}]
    client, tools = openai(server, held), functions(("end_call", END))
    first = await client.chat.completions.create(model="m", messages=messages, tools=tools)
    answer = first.choices[0].message
    assert answer.content == "Goodbye."
    assert [(c.function.name, json.loads(c.function.arguments)) for c in answer.tool_calls] == [
        ("end_call", {"reason": "done"})
    ]
    messages += [answer.model_dump(exclude_none=True)]
    messages += [{"role": "tool", "tool_call_id": answer.tool_calls[0].id, "content": "{}"}]
    after = await client.chat.completions.create(model="m", messages=messages, tools=tools)
    assert after.choices[0].message.content is None
    assert after.choices[0].message.tool_calls is None


async def test_anthropic_streams_blocks_and_splits_what_the_client_has_joined(server, announce, held):
    mind = script(announce(), Reply("", CALLS), Reply("It is booked."))
    client = held(AsyncAnthropic(api_key=KEY, base_url=f"http://{server.plain}", max_retries=0))
    tools = [{"name": name, "description": name, "input_schema": TOOL} for name, _ in CALLS]
    common = {"model": "any-model", "max_tokens": 100, "system": "You are an agent.", "tools": tools}
    blocks = [{"type": "text", "text": "Hello."}, {"type": "text", "text": "Are you there?"}]
    messages = [{"role": "user", "content": blocks}]
    async with client.messages.stream(messages=messages, **common) as stream:
        first = await stream.get_final_message()
    assert first.stop_reason == "tool_use"
    assert [(block.name, block.input) for block in first.content] == list(CALLS)
    assert first.usage.input_tokens > 10
    assert first.usage.output_tokens > 1
    messages.append({"role": "assistant", "content": [block.model_dump() for block in first.content]})
    results = [{"type": "tool_result", "tool_use_id": b.id, "content": '{"ok": true}'} for b in first.content]
    messages.append({"role": "user", "content": [*results, {"type": "text", "text": "Well?"}]})
    whole = await client.messages.create(messages=messages, **common)
    assert whole.content[0].text == "It is booked."
    roles = [m["role"] for m in mind.asked[1]]
    assert roles == ["user", "user", "assistant", "assistant", "tool", "tool", "user"]
    called = [c["id"] for m in mind.asked[1] for c in m.get("tool_calls", [])]
    assert called == [m["tool_call_id"] for m in mind.asked[1] if m["role"] == "tool"]


def google(server, held, key=KEY):
    options = gemini.HttpOptions(base_url=f"http://{server.plain}")
    return held(genai.Client(api_key=key, http_options=options).aio)


async def test_gemini_calls_tools_hears_and_speaks(server, announce, held):
    session = announce()
    mind = script(session, Reply("", CALLS), Reply("It is booked."))
    declared = [gemini.FunctionDeclaration(name=name, parameters_json_schema=TOOL) for name, _ in CALLS]
    config = gemini.GenerateContentConfig(
        system_instruction="You are an agent.", tools=[gemini.Tool(function_declarations=declared)]
    )
    sound = gemini.Part.from_bytes(data=base64.b64decode(await recording(session)), mime_type="audio/wav")
    said = gemini.Content(role="user", parts=[gemini.Part(text="Audio follows"), sound])
    client = google(server, held)
    calls = []
    async for chunk in await client.models.generate_content_stream(model="any", contents=[said], config=config):
        calls += chunk.function_calls or []
    assert [(call.name, call.args) for call in calls] == list(CALLS)
    assert [m["content"] for m in mind.asked[0]] == [SAID]
    contents = [said, gemini.Content(role="model", parts=[gemini.Part(function_call=call) for call in calls])]
    results = [
        gemini.Part(function_response=gemini.FunctionResponse(id=c.id, name=c.name, response={"ok": True}))
        for c in calls
    ]
    contents.append(gemini.Content(role="user", parts=results))
    whole = await client.models.generate_content(model="any", contents=contents, config=config)
    assert whole.text == "It is booked."
    assert [m["role"] for m in mind.asked[1]] == ["user", "assistant", "assistant", "tool", "tool"]

    voice = gemini.PrebuiltVoiceConfig(voice_name="Kore")
    spoken = gemini.GenerateContentConfig(
        response_modalities=["AUDIO"],
        speech_config=gemini.SpeechConfig(voice_config=gemini.VoiceConfig(prebuilt_voice_config=voice)),
    )
    pcm = b""
    async for chunk in await client.models.generate_content_stream(model="any-tts", contents=SAID, config=spoken):
        for part in chunk.candidates[0].content.parts or []:
            pcm += part.inline_data.data
    assert await session.hear(np.frombuffer(pcm, "<i2").astype(np.int16), 24000) == SAID


async def test_wrong_keys_are_refused_in_the_vendors_own_form(server, announce, held):
    announce()
    ask = {"model": "m", "messages": [{"role": "user", "content": "Hello."}]}
    with pytest.raises(OpenAIAuthenticationError) as caught:
        await openai(server, held, "wrong").chat.completions.create(**ask)
    assert caught.value.code == "invalid_api_key"
    stranger = held(AsyncAnthropic(api_key="wrong", base_url=f"http://{server.plain}"))
    with pytest.raises(AuthenticationError, match="invalid x-api-key"):
        await stranger.messages.create(max_tokens=9, **ask)
    with pytest.raises(errors.ClientError, match="API key not valid") as refused:
        await google(server, held, "wrong").models.generate_content(model="m", contents="Hello.")
    assert refused.value.code == 400  # Google's answer to a wrong key


async def test_a_rate_limit_passes_when_the_client_waits_as_long_as_it_is_told(server, announce, held):
    session = announce("llm:429=0.2")
    ask = {"model": "m", "messages": [{"role": "user", "content": "Hello."}]}
    with pytest.raises(RateLimitError) as caught:
        await openai(server, held).chat.completions.create(**ask)
    assert caught.value.response.headers["retry-after"] == "0.2"
    once = session.order.faults[0].model_copy(update={"count": 1})
    mind = script(announce(faults=(once,)), Reply("Hello."))
    answer = await openai(server, held, retries=1).chat.completions.create(**ask)
    assert answer.choices[0].message.content == "Hello."
    assert not mind.replies


async def test_a_question_that_is_taken_back_decides_nothing(server, announce):
    """The caller speaks on while the model thinks: the next question finds the mind as it was."""
    session = announce()
    thinking, go_on, decided = asyncio.Event(), threading.Event(), []
    loop = asyncio.get_running_loop()

    class Slow(Scripted):
        def think(self, messages):
            loop.call_soon_threadsafe(thinking.set)
            go_on.wait(5)
            return super().think(messages)

        def decide(self, reply):
            decided.append(reply)
            return reply

    mind = session._mind = Slow(Reply("", CALLS), Reply("It is booked."))
    body = {"model": "m", "messages": [{"role": "user", "content": "Hello."}]}
    async with aiohttp.ClientSession(headers={"Authorization": f"Bearer {KEY}"}) as http:
        url = f"http://{server.plain}/v1/chat/completions"
        first = asyncio.ensure_future(http.post(url, json=body))
        await thinking.wait()
        first.cancel()
        second = asyncio.ensure_future(http.post(url, json=body))
        await asyncio.sleep(0.3)
        assert len(mind.asked) == 0  # one thought at a time
        go_on.set()
        answer = await (await second).json()
    assert answer["choices"][0]["message"]["content"] == "It is booked."
    assert [reply.text for reply in decided] == ["It is booked."]
