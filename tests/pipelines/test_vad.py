import numpy as np
import pytest

from agents.embedded.voices import synthesize
from pipelines.record import RATE
from pipelines.vad import QUIET_WINDOWS, LineVAD, vad_spans

WINDOW = 256


@pytest.fixture
def detector():
    made = LineVAD(start_secs=0.2, stop_secs=0.2, confidence=0.7)
    made.set_sample_rate(RATE)
    return made


@pytest.fixture(scope="module")
def said():
    return synthesize("Hello! How can I help you today?", "joe")


def windows(pcm):
    for at in range(0, len(pcm) - WINDOW + 1, WINDOW):
        yield np.asarray(pcm[at : at + WINDOW], np.int16).tobytes()


def test_speech_is_speech_and_silence_is_not(detector, said):
    speech = [detector.voice_confidence(w) for w in windows(said)]
    assert np.median(speech) > 0.9
    silence = [detector.voice_confidence(bytes(2 * WINDOW)) for _ in range(40)]
    assert max(silence[5:]) < 0.2


def test_the_model_rests_in_exact_silence_and_wakes_with_the_first_sound(detector, said, monkeypatch):
    asked = []
    inner = type(detector).__mro__[1].voice_confidence

    def counted(self, buffer):
        asked.append(any(buffer))
        return inner(self, buffer)

    monkeypatch.setattr(type(detector).__mro__[1], "voice_confidence", counted)
    for _ in range(100):
        assert detector.voice_confidence(bytes(2 * WINDOW)) < 0.5
    assert len(asked) == QUIET_WINDOWS
    quiet = np.zeros(WINDOW, np.int16)
    quiet[-1] = 8  # the least that mu-law can say
    detector.voice_confidence(quiet.tobytes())
    assert len(asked) == QUIET_WINDOWS + 1


def test_a_quiet_voice_passes_the_level_gate(detector, said):
    """With the default gate it would not, and a quiet caller would look slow."""
    soft = np.round(said * 10 ** (-20 / 20)).astype(np.int16)
    heard = [detector.voice_confidence(w) for w in windows(soft)]
    assert np.median(heard) > 0.9
    assert detector._get_smoothed_volume(soft[:WINDOW].tobytes()) >= detector.params.min_volume


def test_offline_spans_bracket_the_speech(said):
    pcm = np.concatenate([np.zeros(RATE, np.int16), said, np.zeros(RATE, np.int16)])
    spans = vad_spans(pcm)
    assert abs(spans[0].start - RATE) < 0.1 * RATE
    assert abs(spans[-1].end - RATE - len(said)) < 0.12 * RATE
    assert vad_spans(np.zeros(2 * RATE, np.int16)) == ()
