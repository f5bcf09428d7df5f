"""Deepgram's own SDK against the rehearsed servers: nova, Flux and Aura."""

import json

import aiohttp
import numpy as np
import pytest
from deepgram import AsyncDeepgramClient, DeepgramClientEnvironment
from deepgram.core.api_error import ApiError
from deepgram.speak.v1.types import SpeakV1Text

from agents.loopback.session import Session
from tests.agents.loopback.conftest import KEY

pytestmark = pytest.mark.filterwarnings("ignore:websockets:DeprecationWarning")  # what the SDK imports
RATE = 16000
SAID = "I would like to change my booking."


def client(server, key=KEY):
    base, ws = f"http://{server.plain}", f"ws://{server.plain}"
    environment = DeepgramClientEnvironment(base=base, production=ws, agent=ws, agent_rest=base)
    return AsyncDeepgramClient(api_key=key, environment=environment)


async def tape(session: Session, before=0.3, after=1.2, rate=RATE):
    sound = await session.speak(SAID, rate)
    return bytes(2 * int(before * rate)) + sound + bytes(2 * int(after * rate))


async def test_nova_hears_what_was_said_and_answers_finalize(server, announce):
    session = announce()
    async with client(server).listen.v1.connect(
        model="nova-3", encoding="linear16", sample_rate=str(RATE), interim_results="true", vad_events="true"
    ) as line:
        await line.send_media(await tape(session, after=0.3))  # too short a silence for the server's own end
        await line.send_finalize()
        got = [await line.recv() for _ in range(3)]
        assert [m.type for m in got] == ["SpeechStarted", "Results", "Results"]
        assert [(m.is_final, m.from_finalize) for m in got[1:]] == [(False, False), (True, True)]
        best = got[2].channel.alternatives[0]
        assert best.transcript == SAID
        starts = [word.start for word in best.words]
        assert starts == sorted(starts)
        assert 0 <= starts[0] < 0.5
        assert best.words[-1].end <= 2.2
        await line.send_finalize()  # nothing more was said: an empty answer
        empty = await line.recv()
        assert (empty.from_finalize, empty.channel.alternatives[0].transcript) == (True, "")
        await line.send_media(await tape(session))  # and a pause ends an utterance as well
        ended = [await line.recv() for _ in range(3)][2]
        assert (ended.speech_final, ended.channel.alternatives[0].transcript) == (True, SAID)
        await line.send_close_stream()
        assert (await line.recv()).type == "Metadata"


async def test_flux_finds_the_turn(server, announce):
    session = announce()
    async with client(server).listen.v2.connect(
        model="flux-general-en", encoding="linear16", sample_rate=str(RATE), eager_eot_threshold="0.5"
    ) as line:
        await line.send_media(await tape(session))
        events = []
        while not events or events[-1][0] != "EndOfTurn":
            message = await line.recv()
            events.append((getattr(message, "event", message.type), getattr(message, "transcript", None)))
    assert [event for event, _ in events] == ["Connected", "StartOfTurn", "Update", "EagerEndOfTurn", "EndOfTurn"]
    assert events[-1][1] == SAID


async def test_flux_goes_on_with_a_turn_after_a_short_pause(server, announce):
    session = announce()
    sound = await session.speak(SAID, RATE)
    async with client(server).listen.v2.connect(
        model="flux-general-en", encoding="linear16", sample_rate=str(RATE), eager_eot_threshold="0.5"
    ) as line:
        await line.send_media(bytes(RATE) + sound + bytes(int(0.45 * RATE) * 2) + sound + bytes(2 * RATE))
        events = []
        while not events or events[-1][0] != "EndOfTurn":
            message = await line.recv()
            events.append((getattr(message, "event", message.type), getattr(message, "transcript", None)))
    assert "TurnResumed" in [event for event, _ in events]
    assert [event for event, _ in events].count("StartOfTurn") == 1
    assert events[-1][1].count("change my booking") == 2


async def test_aura_says_what_it_is_given_and_stops_when_cleared(server, announce):
    session = announce()
    async with client(server).speak.v1.connect(
        model="aura-2-thalia-en", encoding="linear16", sample_rate=str(RATE)
    ) as line:
        await line.send_text(SpeakV1Text(text=SAID))
        await line.send_flush()
        sound = b""
        while True:
            message = await line.recv()
            if isinstance(message, bytes):
                sound += message
            elif message.type == "Flushed":
                break
        heard = await session.hear(np.frombuffer(sound, "<i2").astype(np.int16), RATE)
        assert heard == SAID

        server.house.timing = server.house.timings["deepgram.tts"] = type(server.house.timing)(speed=2.0)
    async with client(server).speak.v1.connect(
        model="aura-2-thalia-en", encoding="linear16", sample_rate=str(RATE)
    ) as line:
        await line.send_text(SpeakV1Text(text=SAID))
        await line.send_text(SpeakV1Text(text=SAID))
        await line.send_flush()
        late = 0
        cleared = False
        while not cleared:
            message = await line.recv()
            late += len(message) if isinstance(message, bytes) else 0
            if (late and not isinstance(message, bytes)) or late == 3200:
                await line.send_clear()
            cleared = getattr(message, "type", "") == "Cleared"
        assert late < len(sound)  # the rest of it was never sent
        await line.send_text(SpeakV1Text(text="Thank you for calling us today."))
        await line.send_flush()
        after = b""
        while getattr(message := await line.recv(), "type", "") != "Flushed":
            after += message if isinstance(message, bytes) else b""
        assert (
            "thank you for calling" in (await session.hear(np.frombuffer(after, "<i2").astype(np.int16), RATE)).lower()
        )


@pytest.mark.parametrize("service", ["listen.v1", "listen.v2", "speak.v1"])
async def test_a_wrong_key_is_refused_in_deepgrams_form(server, announce, service):
    announce()
    family, version = service.split(".")
    connect = getattr(getattr(client(server, "wrong"), family), version).connect
    with pytest.raises(ApiError) as caught:
        async with connect(model="m", encoding="linear16", sample_rate=str(RATE)):
            pass
    assert caught.value.status_code == 401


async def test_refusals_carry_the_vendors_own_words(server, announce):
    announce("stt:429=7")
    async with aiohttp.ClientSession() as http:
        url = f"http://{server.plain}/v1/listen"
        async with http.get(url, headers={"Authorization": f"Token {KEY}"}) as answer:
            assert (answer.status, answer.headers["retry-after"]) == (429, "7")
            body = json.loads(await answer.text())
            assert body["err_code"] == "TOO_MANY_REQUESTS"
            assert body["err_msg"] == answer.headers["dg-error"]
        async with http.get(url, headers={"Authorization": "Token wrong"}) as answer:
            assert answer.status == 401
            assert (await answer.json())["err_code"] == "INVALID_AUTH"
