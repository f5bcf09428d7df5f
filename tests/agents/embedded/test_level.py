import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.embedded.level import LEVEL_DB, RATE, active_level, telephone, trim


def tone(seconds, rate=RATE, amplitude=0.3, frequency=440.0):
    return (amplitude * np.sin(2 * np.pi * frequency * np.arange(round(seconds * rate)) / rate)).astype(np.float32)


def test_active_level_is_the_rms_of_a_steady_tone():
    assert active_level(tone(1.0)) == pytest.approx(20 * np.log10(0.3 / np.sqrt(2)), abs=0.01)


def test_pauses_do_not_count():
    speech = tone(1.0)
    with_pause = np.concatenate([speech, np.zeros(RATE, np.float32), speech])
    assert active_level(with_pause) == pytest.approx(active_level(speech), abs=0.01)


def test_silence_has_no_level():
    assert active_level(np.zeros(800)) == float("-inf")
    assert active_level(np.zeros(0)) == float("-inf")


def test_sounds_shorter_than_a_frame_have_a_level():
    assert active_level(np.full(10, 0.1)) == pytest.approx(-20.0)


def test_trim_cuts_silence_but_not_soft_speech():
    soft = tone(0.1, amplitude=0.3 * 10 ** (-40 / 20))  # a weak consonant, 40 dB below the vowel
    inner = np.concatenate([soft, tone(0.5)])
    framed = np.concatenate([np.zeros(900, np.float32), inner, np.zeros(1600, np.float32)])
    assert abs(len(trim(framed)) - len(inner)) <= 80


def test_trim_of_nothing_is_nothing():
    assert len(trim(np.zeros(100, np.float32))) == 0
    assert len(trim(np.zeros(0, np.float32))) == 0


@given(gain=st.floats(1e-3, 2.0), rate=st.sampled_from([8000, 16000, 22050, 24000]))
def test_any_speech_comes_out_at_the_same_level_without_clicks(gain, rate):
    spoken = telephone(tone(0.6, rate, gain), rate)
    assert active_level(spoken / 32767) == pytest.approx(LEVEL_DB, abs=0.2)
    assert spoken[0] == 0
    assert spoken[-1] == 0
    assert np.abs(np.diff(spoken.astype(int)))[:8].max() < 1500


def test_resampling_keeps_the_duration():
    assert len(telephone(tone(1.0, 24000), 24000)) == pytest.approx(RATE, abs=100)


def test_silence_becomes_nothing():
    assert telephone(np.zeros(2400), 24000).tolist() == []
