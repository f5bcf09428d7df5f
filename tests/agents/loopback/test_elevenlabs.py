"""ElevenLabs' own SDK against the rehearsed servers: Scribe over TLS and ws, speech with one text and with contexts."""

import asyncio
import base64
import json

import aiohttp
import numpy as np
import pytest
from elevenlabs.client import ElevenLabs
from elevenlabs.realtime.scribe import AudioFormat, ScribeRealtime

from tests.agents.loopback.conftest import KEY

pytestmark = pytest.mark.filterwarnings("ignore:(websockets|ConnectionClosed.code):DeprecationWarning")  # the SDK's
RATE = 16000
SAID = "I would like to change my booking."


@pytest.mark.parametrize("secure", [True, False])
async def test_scribe_hears_what_was_said_when_it_commits(server, announce, secure, monkeypatch):
    session = announce()
    monkeypatch.setenv("SSL_CERT_FILE", str(server.cafile))
    base = f"wss://{server.tls}" if secure else f"ws://{server.plain}"
    sound = await session.speak(SAID, RATE)
    line = await ScribeRealtime(KEY, base_url=base).connect(
        {"model_id": "scribe_v2_realtime", "audio_format": AudioFormat.PCM_16000, "sample_rate": RATE}
    )
    got, done = [], asyncio.Event()
    for event in ("session_started", "partial_transcript", "committed_transcript"):
        line.on(event, lambda data, event=event: got.append((event, data.get("text"))))
    line.on("committed_transcript", lambda data: done.set())
    await line.send({"audio_base_64": base64.b64encode(bytes(RATE) + sound + bytes(RATE)).decode()})
    await line.commit()
    await asyncio.wait_for(done.wait(), 10)
    await line.close()
    assert got[-2:] == [("partial_transcript", SAID), ("committed_transcript", SAID)]


async def test_scribe_commits_by_itself_where_it_may(server, announce):
    session = announce()
    sound = await session.speak(SAID, RATE)
    query = "audio_format=pcm_16000&commit_strategy=vad&include_timestamps=true"
    async with (
        aiohttp.ClientSession(headers={"xi-api-key": KEY}) as http,
        http.ws_connect(f"ws://{server.plain}/v1/speech-to-text/realtime?{query}") as line,
    ):
        chunk = {"message_type": "input_audio_chunk", "commit": False, "sample_rate": RATE}
        tape = bytes(RATE) + sound + bytes(2 * RATE)
        await line.send_json(chunk | {"audio_base_64": base64.b64encode(tape).decode()})
        got = [await line.receive_json() for _ in range(4)]
        assert [m["message_type"] for m in got] == [
            "session_started",
            "partial_transcript",
            "committed_transcript",
            "committed_transcript_with_timestamps",
        ]
        assert got[3]["text"] == SAID
        assert [word["text"] for word in got[3]["words"]] == SAID.split()


async def test_one_text_is_said_through_the_sdk(server, announce):
    session = announce()
    client = ElevenLabs(api_key=KEY, base_url=f"http://{server.plain}")
    client.text_to_speech._ws_base_url = f"ws://{server.plain}"  # the SDK makes wss of any address

    def speak():
        return b"".join(
            client.text_to_speech.convert_realtime(
                "v", text=iter(["I would like to ", "change my booking. "]), model_id="m", output_format="pcm_16000"
            )
        )

    sound = await asyncio.to_thread(speak)
    assert await session.hear(np.frombuffer(sound, "<i2").astype(np.int16), RATE) == SAID


@pytest.mark.parametrize("dialogue", [False, True])
async def test_contexts_say_their_text_and_end_when_they_are_closed(server, announce, dialogue):
    session = announce()
    path = "text-to-dialogue" if dialogue else "text-to-speech/v"
    query = f"output_format=pcm_{RATE}" + ("" if dialogue else "&auto_mode=true")
    final, name = ("is_final", "context_id") if dialogue else ("isFinal", "contextId")
    async with (
        aiohttp.ClientSession(headers={"xi-api-key": KEY}) as http,
        http.ws_connect(f"ws://{server.plain}/v1/{path}/multi-stream-input?{query}") as line,
    ):
        if dialogue:
            await line.send_json({"context_id": "a", "voices": ["v"]})
            text = {"inputs": [{"text": SAID + " ", "voice_id": "v", "new_turn": True}]}
        else:
            await line.send_json({"context_id": "a", "text": " "})
            await line.send_json({"text": ""})  # keeps the socket alive
            text = {"text": SAID + " "}
        await line.send_json({"context_id": "a", **text})
        await line.send_json({"context_id": "a", "flush": True})
        await line.send_json({"context_id": "a", "close_context": True})
        got = [await line.receive_json()]
        while not got[-1].get(final):
            got.append(await line.receive_json())
        assert {m[name] for m in got} == {"a"}
        assert "audio" not in got[-1]
        sound = b"".join(base64.b64decode(m["audio"]) for m in got[:-1])
        assert await session.hear(np.frombuffer(sound, "<i2").astype(np.int16), RATE) == SAID
        letters = got[0]["alignment"]
        starts, spans = (
            (letters["char_start_times_ms"], letters["char_durations_ms"])
            if dialogue
            else (letters["charStartTimesMs"], letters["charDurationsMs"])
        )
        assert "".join(letters["chars"]) == SAID + " "
        assert starts[-1] + spans[-1] == pytest.approx(1000 * len(sound) / 2 / RATE, abs=2)
        await line.send_json({"close_socket": True})
        assert (await line.receive()).type == aiohttp.WSMsgType.CLOSE


async def test_refusals_are_in_elevenlabs_form(server, announce):
    announce("stt:429=3")
    async with aiohttp.ClientSession() as http:
        url = f"http://{server.plain}/v1/speech-to-text/realtime"
        async with http.get(url, headers={"xi-api-key": KEY}) as answer:
            assert (answer.status, answer.headers["retry-after"]) == (429, "3")
            assert json.loads(await answer.text())["detail"]["status"] == "too_many_concurrent_requests"
        for path in ("/v1/speech-to-text/realtime", "/v1/text-to-speech/v/multi-stream-input"):
            async with http.get(f"http://{server.plain}{path}", headers={"xi-api-key": "wrong"}) as answer:
                assert answer.status == 401
                assert (await answer.json())["detail"]["status"] == "invalid_api_key"
