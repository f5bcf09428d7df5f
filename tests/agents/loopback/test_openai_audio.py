"""OpenAI's own SDK against the rehearsed speech and transcriptions."""

import io
import wave

import numpy as np
import pytest
from openai import AsyncOpenAI, AuthenticationError, BadRequestError

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
