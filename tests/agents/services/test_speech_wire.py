"""Ears and voices of every vendor through their own protocol: Pipecat's service against the loopback servers."""

from __future__ import annotations

import asyncio
import re

import pytest
from pipecat.frames.frames import (
    InterruptionFrame,
    LLMFullResponseEndFrame,
    LLMFullResponseStartFrame,
    LLMTextFrame,
    MetricsFrame,
    TranscriptionFrame,
    TTSAudioRawFrame,
    TTSSpeakFrame,
    TTSStoppedFrame,
)
from pipecat.metrics.metrics import TTSUsageMetricsData
from pipecat.utils.errors import ErrorCategory

from agents.services import _first_sound, registry
from agents.services.base import Provider, Site
from tests.agents.loopback.conftest import Announce
from tests.agents.services.pipe import RATE, Pipe
from tests.agents.services.vendors import entry, hosted

pytestmark = [
    pytest.mark.filterwarnings("ignore:websockets:DeprecationWarning"),  # what deepgram-sdk imports
    pytest.mark.filterwarnings("ignore:Inheritance class Aiohttp:DeprecationWarning"),  # what google-genai does
]
SAID = "I would like to change my booking."
ears = pytest.mark.parametrize("provider", [p for p in hosted() if p.part == "stt"], ids=lambda p: p.name)
voices = pytest.mark.parametrize("provider", [p for p in hosted() if p.part == "tts"], ids=lambda p: p.name)


@ears
async def test_ears_hear_what_was_said_on_the_telephone(provider: Provider, site: Site, announce: Announce) -> None:
    sound = await announce().speak(SAID, RATE)
    pipe = Pipe(registry.build("stt", entry(provider), site))

    async def act() -> None:
        await pipe.say(bytes(RATE // 2) + sound)
        await pipe.until(lambda: pipe.got(TranscriptionFrame))

    await pipe.run(act)
    assert " ".join(f.text for f in pipe.got(TranscriptionFrame)).strip() == SAID
    assert not pipe.errors


async def says_two_sentences(pipe: Pipe) -> None:
    """Have two sentences said."""

    async def act() -> None:
        await pipe.put(TTSSpeakFrame("Hello there."), TTSSpeakFrame("How may I help you today?"))
        await pipe.until(lambda: len(pipe.got(TTSStoppedFrame)) == 2)

    await pipe.run(act)
    assert not pipe.errors
    assert 1.5 < pipe.spoken_secs < 5


@voices
async def test_voices_say_two_sentences(provider: Provider, site: Site, announce: Announce) -> None:
    await announce().speak("Ready.", RATE)  # reading the voice from disk takes longer than Pipecat waits for sound
    pipe = Pipe(registry.build("tts", entry(provider), site))
    await says_two_sentences(pipe)
    assert len({f.sample_rate for f in pipe.got(TTSAudioRawFrame)}) == 1
    told = [m.value for f in pipe.got(MetricsFrame) for m in f.data if isinstance(m, TTSUsageMetricsData)]
    said = ["Hello there.", "How may I help you today?"]
    assert told in [[len(text) for text in said], [len(text) + 1 for text in said]]  # Deepgram is sent a space as well


async def test_an_expressive_voice_of_elevenlabs_says_two_sentences(site: Site, announce: Announce) -> None:
    provider = registry.find("tts", "elevenlabs")
    await announce().speak("Ready.", RATE)
    pipe = Pipe(registry.build("tts", entry(provider, model="eleven_v3_conversational"), site))
    await says_two_sentences(pipe)


@voices
async def test_a_voice_that_was_interrupted_speaks_again(provider: Provider, site: Site, announce: Announce) -> None:
    await announce().speak("Ready.", RATE)  # reading the voice from disk takes longer than Pipecat waits for sound
    pipe = Pipe(registry.build("tts", entry(provider), site))

    async def turn(text: str) -> None:
        await pipe.put(LLMFullResponseStartFrame(), LLMTextFrame(text), LLMFullResponseEndFrame())

    async def act() -> None:
        await turn("This is a rather long sentence that will not be said to its end. And here is another one.")
        await pipe.until(lambda: len(pipe.got(TTSAudioRawFrame)) >= 2)
        await pipe.put(InterruptionFrame())
        await asyncio.sleep(0.5)
        before = len(pipe.got(TTSAudioRawFrame))
        await turn("Sorry, go on.")
        await pipe.until(lambda: len(pipe.got(TTSAudioRawFrame)) > before)
        await asyncio.sleep(0.3)

    await pipe.run(act)
    assert not pipe.errors


@pytest.mark.realtime
@voices
async def test_a_voice_that_is_slow_to_begin_is_waited_for(provider: Provider, site: Site, announce: Announce) -> None:
    """Longer than the three seconds after which Pipecat takes an utterance for one that is over."""
    await announce("tts:slow=4").speak("Ready.", RATE)
    pipe = Pipe(registry.build("tts", entry(provider), site))

    async def act() -> None:
        await pipe.put(TTSSpeakFrame("How may I help you today?"))
        await pipe.until(lambda: pipe.got(TTSStoppedFrame) or pipe.errors, 20)

    await pipe.run(act)
    assert not pipe.errors
    assert 0.8 < pipe.spoken_secs < 4


@pytest.mark.realtime
async def test_a_voice_that_never_begins_is_an_error_with_a_cause(
    site: Site, announce: Announce, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_first_sound, "FIRST_SECS", 1.0)
    announce("tts:mute")
    pipe = Pipe(registry.build("tts", entry(registry.find("tts", "cartesia")), site))

    async def act() -> None:
        await pipe.put(TTSSpeakFrame("How may I help you today?"))
        await pipe.until(lambda: pipe.errors)

    await pipe.run(act)
    first = pipe.errors[0]
    assert (first.error, first.category) == ("the voice has sent no sound for 1 s", ErrorCategory.CONNECTIVITY)


@pytest.mark.parametrize(
    "provider", [p for p in hosted() if p.part in ("stt", "tts")], ids=lambda p: f"{p.part}-{p.name}"
)
async def test_a_wrong_key_is_an_error_that_will_last(provider: Provider, site: Site) -> None:
    """Nobody has announced the call, so its key is wrong, and the vendor says so."""
    pipe = Pipe(registry.build(provider.part, entry(provider), site))

    async def act() -> None:
        if provider.part == "tts":
            await pipe.put(TTSSpeakFrame("Hello there."))
        else:
            await pipe.say(b"\x10\x20" * RATE)
        await pipe.until(lambda: pipe.errors)

    await pipe.run(act)
    first = pipe.errors[0]
    assert re.search("401|API key not valid", first.error)  # Google says 400
    assert first.category is not None
    assert first.category.is_permanent
