"""What is heard: the right side, long silences shortened, and an error where there is nothing to hear."""

from __future__ import annotations

import base64
import io
import wave
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics.judges.jury import JudgeError
from metrics.judges.llm.sound import channel, shortened
from tests.loopback.judge import Endpoint
from tests.metrics.judges.llm.build import METRICS, RATE, case, judge, jury, recording, write_wav

AUDIO = {"agent_speech_fidelity": "agent", "tts_fidelity": "agent", "user_speech_fidelity": "caller"}
AGENT_HZ, CALLER_HZ = 600, 300


def opened(data: bytes) -> tuple[np.ndarray, int]:
    with wave.open(io.BytesIO(data)) as file:
        assert (file.getnchannels(), file.getsampwidth()) == (1, 2)
        return np.frombuffer(file.readframes(file.getnframes()), "<i2"), file.getframerate()


def pitch(samples: np.ndarray) -> int:
    spectrum = np.abs(np.fft.rfft(samples[:RATE].astype(float)))
    return int(np.argmax(spectrum))


def tone(seconds: float) -> np.ndarray:
    return np.full(round(seconds * RATE), 1000, np.int16)


def silence(seconds: float) -> np.ndarray:
    return np.zeros(round(seconds * RATE), np.int16)


@pytest.mark.parametrize("metric", METRICS)
def test_judges_of_speech_hear_their_side_and_others_hear_nothing(metric, tmp_path):
    with Endpoint() as endpoint, jury(tmp_path, judge(endpoint.url)) as jurors:
        jurors.rule(metric, case(folder=tmp_path / "call"))
    (request,) = endpoint.requests
    content = request.body["messages"][0]["content"]
    if metric not in AUDIO:
        assert isinstance(content, str)
        return
    text, sound = content
    assert text["type"] == "text"
    assert (sound["type"], sound["input_audio"]["format"]) == ("input_audio", "wav")
    samples, rate = opened(base64.b64decode(sound["input_audio"]["data"]))
    assert rate == RATE
    assert pitch(samples) == (AGENT_HZ if AUDIO[metric] == "agent" else CALLER_HZ)
    assert np.abs(samples).max() == (8000 if AUDIO[metric] == "agent" else 4000), "the caller before any perturbation"


def test_without_a_track_of_its_own_the_caller_is_on_the_left(tmp_path):
    call = case(folder=tmp_path)
    (tmp_path / "caller_dry.wav").unlink()
    samples, _ = opened(channel(call, "caller"))
    assert (pitch(samples), np.abs(samples).max()) == (CALLER_HZ, 8000)


def test_a_recording_of_one_channel_holds_both_sides(tmp_path):
    call = case(folder=tmp_path)
    write_wav(tmp_path / "audio.wav", np.full((RATE, 1), 500))
    samples, _ = opened(channel(call, "agent"))
    assert np.abs(samples).max() == 500


@pytest.mark.parametrize("metric", sorted(AUDIO))
@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (None, "no recording to listen to"),
        (lambda path: path.unlink(), "is missing"),
        (lambda path: path.write_bytes(b""), "cannot be read"),
        (lambda path: path.write_bytes(b"RIFF, but no more than that"), "cannot be read"),
        (lambda path: write_wav(path, np.zeros((0, 2))), "is empty"),
    ],
    ids=["no record", "missing", "nothing", "damaged", "no samples"],
)
def test_no_sound_is_an_error_and_no_question(metric, spoil, message, tmp_path):
    call = case(folder=tmp_path / "call") if spoil else case()
    if spoil:
        recording(tmp_path / "call", dry=False)
        (tmp_path / "call" / "caller_dry.wav").unlink()
        spoil(tmp_path / "call" / "audio.wav")
    with (
        Endpoint() as endpoint,
        jury(tmp_path, judge(endpoint.url)) as jurors,
        pytest.raises(JudgeError, match=message),
    ):
        jurors.rule(metric, call)
    assert endpoint.requests == []


def test_long_silences_become_three_seconds():
    found = shortened(np.concatenate([silence(5), tone(1), silence(10), tone(2), silence(7)]), RATE)
    spans = [(0.1, 1.1), (4.3, 6.3)]  # padded by 0.1 s on both sides, 3 s between, 0.5 s at the end
    assert len(found) == round((6.3 + 0.1 + 0.5) * RATE)
    expected = np.zeros(len(found), bool)
    for start, end in spans:
        expected[round(start * RATE) : round(end * RATE)] = True
    assert np.array_equal(found != 0, expected)


def test_shorter_silences_stay():
    call = np.concatenate([tone(1), silence(2.9), tone(1)])
    found = shortened(call, RATE)
    assert np.array_equal(found[: len(call)], call)
    assert len(found) == len(call) + round(0.5 * RATE)


@pytest.mark.parametrize("level", [0, 1])
def test_sound_without_speech_comes_back_as_it_is(level):
    call = np.full(5 * RATE, level, np.int16)
    assert np.array_equal(shortened(call, RATE), call)


@given(st.lists(st.tuples(st.booleans(), st.integers(1, 200)), min_size=1, max_size=8))
def test_no_speech_is_lost_and_no_silence_stays_long(parts):
    call = np.concatenate([tone(n * 0.05) if loud else silence(n * 0.05) for loud, n in parts])
    found = shortened(call, RATE)
    assert np.count_nonzero(found) == np.count_nonzero(call)
    if np.any(call):
        edges = np.flatnonzero(np.diff(np.r_[1, found, 1]))
        quiet = [b - a for a, b in pairwise(edges) if not found[a:b].any()]
        assert max(quiet, default=0) <= round(3.2 * RATE)
