"""OpenAI's own SDK against the rehearsed speech and transcriptions."""

import asyncio
import io
import wave

import aiohttp
import numpy as np
import pytest
from openai import AsyncOpenAI, AuthenticationError, BadRequestError

from agents.loopback._timing import Timing
from tests.agents.loopback.conftest import KEY

SAID = "I would like to change my booking."


def client(server, held, key=KEY):
    return held(AsyncOpenAI(api_key=key, base_url=f"http://{server.plain}/v1", max_retries=0))


async def test_speech_and_transcription_agree(server, announce, held):
    session = announce()
    audio = client(server, held).audio
    ask = {"model": "kokoro", "voice": "af_heart", "input": SAID}  # names of other vendors' models and voices
    raw = (await audio.speech.create(response_format="pcm", **ask)).content
    assert await session.hear(np.frombuffer(raw, "<i2").astype(np.int16), 24000) == SAID
    file = (await audio.speech.create(response_format="wav", **ask)).content
    with wave.open(io.BytesIO(file)) as whole:
        assert (whole.getframerate(), whole.getnchannels()) == (24000, 1)
        assert whole.readframes(whole.getnframes()) == raw
    heard = await audio.transcriptions.create(model="whisper", file=("audio.wav", file, "audio/wav"), language="en")
    assert heard.text == SAID
    with pytest.raises(BadRequestError):
        await audio.speech.create(response_format="mp3", **ask)
    with pytest.raises(BadRequestError):
        await audio.transcriptions.create(model="whisper", file=("audio.wav", b"RIFFxx", "audio/wav"))


async def test_a_wrong_key_is_refused(server, announce, held):
    announce()
    with pytest.raises(AuthenticationError):
        await client(server, held, "wrong").audio.speech.create(model="m", voice="v", input="x", response_format="pcm")
    with pytest.raises(AuthenticationError):
        await client(server, held, "wrong").audio.transcriptions.create(model="m", file=("a.wav", b"", "audio/wav"))


async def test_speech_that_nobody_wants_to_hear_any_more_is_not_sent(server, announce):
    """How a barge-in looks over HTTP: the request is given up."""
    announce()
    server.house.timing = Timing(first=0, speed=1)
    ask = {"model": "m", "voice": "v", "input": SAID, "response_format": "pcm"}
    async with aiohttp.ClientSession(headers={"Authorization": f"Bearer {KEY}"}) as http:
        async with http.post(f"http://{server.plain}/v1/audio/speech", json=ask) as answer:
            assert await answer.content.readany()
            answer.close()
        async with asyncio.timeout(1.0):
            while server.house.log[KEY][-1][0] != "openai.speech cut":  # noqa: ASYNC110
                await asyncio.sleep(0.02)
