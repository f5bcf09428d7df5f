"""Cartesia's own SDK against the rehearsed servers: ink and sonic."""

import base64

import aiohttp
import numpy as np
import pytest
from cartesia import AsyncCartesia

from agents.loopback._timing import Timing
from tests.agents.loopback.conftest import KEY

pytestmark = pytest.mark.filterwarnings("ignore:websockets:DeprecationWarning")  # what the SDK imports
RATE = 16000
SAID = "I would like to change my booking."
FORM = {"container": "raw", "encoding": "pcm_s16le", "sample_rate": RATE}
VOICE = {"mode": "id", "id": "v"}


def client(server, key=KEY):
    return AsyncCartesia(api_key=key, base_url=f"http://{server.plain}", websocket_base_url=f"ws://{server.plain}")


async def test_ink_hears_what_was_said_when_it_is_told_to(server, announce):
    session = announce()
    sound = await session.speak(SAID, RATE)
    async with client(server).stt.manual_finalize.websocket(
        model="ink-whisper", language="en", encoding="pcm_s16le", sample_rate=RATE
    ) as line:
        await line.send_raw(bytes(RATE) + sound + bytes(RATE // 2))
        await line.send_raw("finalize")
        got = [await line.recv() for _ in range(3)]
        assert [(m.type, getattr(m, "is_final", None)) for m in got] == [
            ("transcript", False),
            ("transcript", True),
            ("flush_done", None),
        ]
        assert got[1].text == SAID
        assert [word.word for word in got[1].words] == SAID.split()
        await line.send_raw("finalize")  # nothing was said since
        assert (await line.recv()).type == "flush_done"
        await line.send_raw("done")
        assert (await line.recv()).type == "done"


async def test_sonic_says_sentences_with_their_words_and_forgets_a_cancelled_context(server, announce):
    session = announce()
    async with client(server).tts.websocket_connect() as line:
        context = line.context(model_id="sonic-3", voice=VOICE, output_format=FORM, add_timestamps=True)
        await context.push(SAID)
        await context.push(" Thank you very much.")
        await context.no_more_inputs()
        sound, words, starts = b"", [], []
        async for message in context.receive():
            if message.type == "chunk":
                sound += message.audio
            elif message.type == "timestamps":
                words += message.word_timestamps.words
                starts += message.word_timestamps.start
        assert message.type == "done"
        assert words == (SAID + " Thank you very much.").split()
        assert starts == sorted(starts)
        heard = await session.hear(np.frombuffer(sound, "<i2").astype(np.int16), RATE)
        assert heard.lower().startswith("i would like to change my booking")
        assert "thank you very much" in heard.lower()

    server.house.timings["cartesia.tts"] = Timing(speed=2.0)
    async with aiohttp.ClientSession() as http:
        headers = {"X-API-Key": KEY, "Cartesia-Version": "2026-03-01"}
        async with http.ws_connect(f"ws://{server.plain}/tts/websocket", headers=headers) as line:
            order = {"context_id": "a", "transcript": SAID, "voice": VOICE, "output_format": FORM, "continue": True}
            await line.send_json(order)
            first = await line.receive_json()
            assert (first["context_id"], len(base64.b64decode(first["data"]))) == ("a", RATE // 5)
            await line.send_json({"context_id": "a", "cancel": True})
            await line.send_json(order | {"context_id": "b", "continue": False})
            seen = [await line.receive_json()]
            while seen[-1]["type"] != "done":
                seen.append(await line.receive_json())
            assert sum(m["context_id"] == "a" for m in seen) <= 1  # one that was on its way
            assert seen[-1]["context_id"] == "b"


async def test_refusals_are_in_cartesias_form(server, announce):
    announce("tts:429=3")
    async with aiohttp.ClientSession() as http:
        url = f"http://{server.plain}/tts/websocket"
        async with http.get(url, headers={"X-API-Key": KEY}) as answer:
            assert (answer.status, answer.headers["retry-after"]) == (429, "3")
            assert (await answer.json())["error_code"] == "concurrency_limited"
        for path in ("/tts/websocket", "/stt/websocket"):
            async with http.get(f"http://{server.plain}{path}", headers={"X-API-Key": "wrong"}) as answer:
                assert answer.status == 401
                assert (await answer.json())["title"] == "Unauthorized"
