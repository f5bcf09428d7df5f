"""From sound in a conversation to words."""

import base64
import io
import wave

import numpy as np
import pytest

from agents.embedded.ear import Ear
from agents.embedded.listening import Listener, by_ear, samples_of, told_by
from agents.embedded.segments import SegmentKeeper
from agents.embedded.voices import synthesize


def wav(samples, rate=8000, channels=1, width=2):
    data = io.BytesIO()
    with wave.open(data, "wb") as file:
        file.setnchannels(channels)
        file.setsampwidth(width)
        file.setframerate(rate)
        file.writeframes(samples.tobytes())
    return base64.b64encode(data.getvalue()).decode()


def sound(samples, text="The caller says:"):
    part = {"type": "input_audio", "input_audio": {"data": wav(samples), "format": "wav"}}
    return {"role": "user", "content": [{"type": "text", "text": text}, part]}


ONE, TWO = (np.full(800, k, np.int16) for k in (1, 2))


class Hearing:
    def __init__(self):
        self.heard = []

    async def __call__(self, samples, rate):
        self.heard.append((int(samples[0]), len(samples), rate))
        return f"words {samples[0]}"


async def test_words_stand_where_sound_stood_and_everything_else_stays():
    others = [
        {"role": "system", "content": "Be brief."},
        {"role": "assistant", "content": None, "tool_calls": [{"id": "c"}]},
        {"role": "tool", "tool_call_id": "c", "content": "{}"},
        {"role": "user", "content": "typed"},
        {"role": "user", "content": [{"type": "text", "text": "typed in parts"}]},
    ]
    told = await Listener(Hearing()).in_words([*others, sound(ONE)])
    assert told == [*others, {"role": "user", "content": "words 1"}]


async def test_each_sound_is_heard_once_however_often_the_conversation_is_repeated():
    hearing = Hearing()
    listener = Listener(hearing)
    await listener.in_words([sound(ONE)])
    told = await listener.in_words([sound(ONE), {"role": "assistant", "content": "Yes?"}, sound(TWO)])
    assert [m["content"] for m in told] == ["words 1", "Yes?", "words 2"]
    assert hearing.heard == [(1, 800, 8000), (2, 800, 8000)]


async def test_what_was_heard_may_be_taken_for_something_else():
    (message,) = await Listener(Hearing(), str.upper).in_words([sound(ONE)])
    assert message["content"] == "WORDS 1"


async def test_perfect_ears_ask_what_was_meant():
    meant = iter(["I want a window seat.", ""])
    told = await Listener(told_by(lambda: next(meant))).in_words([sound(ONE), sound(TWO)])
    assert [m["content"] for m in told] == ["I want a window seat.", ""]


@pytest.mark.parametrize("data", ["", "no base64!", base64.b64encode(b"RIFF, or not").decode()])
def test_what_is_no_recording_is_told(data):
    with pytest.raises(ValueError, match="no WAV file"):
        samples_of(data)


def test_other_widths_are_told_and_the_first_channel_is_taken():
    with pytest.raises(ValueError, match="8 bits"):
        samples_of(wav(np.zeros(10, np.uint8), width=1))
    stereo = np.stack([ONE, TWO], axis=1)
    samples, rate = samples_of(wav(stereo, 24000, channels=2))
    assert (rate, samples.tolist()) == (24000, ONE.tolist())


async def test_a_recording_is_heard_in_its_segments_and_kept_for_a_second_hearing():
    keeper = SegmentKeeper()
    pause = np.zeros(4800, np.int16)
    said = np.concatenate(
        [pause, synthesize("I want a window seat.", "heart"), pause, synthesize("Please go ahead.", "heart"), pause]
    )
    hear = by_ear(Ear(keeper, 8000, 0.2), 8000)
    words = (await hear(said, 8000)).lower()
    assert "window seat" in words
    assert "go ahead" in words
    first, second = keeper.segments
    assert 0 < first.first_sample < second.first_sample
    (turn,) = keeper.turn()
    assert len(turn) > second.end_sample - first.first_sample, "one stretch, pauses included"
    with pytest.raises(ValueError, match="16000 samples a second"):
        await hear(said, 16000)
