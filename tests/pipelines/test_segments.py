import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelines import g711
from pipelines.record import RATE, Span
from pipelines.segments import (
    HANG,
    energy_spans,
    levels,
    noise_floor,
    speech_level,
    speech_spans,
    threshold_for,
)
from tests.pipelines.sounds import burst


def channel(seconds, *bursts, noise_db=None):
    """A channel with bursts ``(first sample, samples)``, through mu-law, perhaps on white noise."""
    pcm = np.zeros(round(seconds * RATE), np.float64)
    for at, sound in bursts:
        pcm[at : at + len(sound)] += sound
    if noise_db is not None:
        pcm += np.random.default_rng(4).normal(0, 32768 * 10 ** (noise_db / 20), len(pcm))
    return g711.encode(np.clip(np.round(pcm), -32768, 32767).astype(np.int16))


def placed(*bursts):
    return tuple(Span(at, at + len(sound)) for at, sound in bursts)


@pytest.mark.parametrize("level", [-26, -46], ids=["0 dB", "-20 dB"])
@given(st.lists(st.tuples(st.integers(HANG + 200, 9000), st.integers(200, 9000)), min_size=1, max_size=5))
def test_bursts_are_found_to_the_sample(level, pieces):
    at, bursts = 0, []
    for gap, length in pieces:
        at += gap
        bursts.append((at, burst(length / RATE, level, seed=length)))
        at += length
    wire = channel((at + 3000) / RATE, *bursts)
    assert speech_spans(wire) == (placed(*bursts), "energy")


@pytest.mark.parametrize("level", [0, -10, -20])
def test_a_quiet_voice_is_segmented_like_a_loud_one(level):
    """Soft beginnings and ends are 30 dB below the rest; a threshold that ignores the level loses them."""
    loud = np.concatenate([burst(0.15, -52), burst(0.8, -26), burst(0.15, -52)])  # its quietest sample is 100
    soft = np.where(np.abs(loud) == 100, np.sign(loud) * 40, loud) * 10 ** (level / 20)
    wire = channel(4, (8000, soft))
    (span,), method = speech_spans(wire)
    assert method == "energy"
    assert abs(span.start - 8000) <= 80  # 10 ms
    assert abs(span.end - (8000 + len(loud))) <= 80


@pytest.mark.parametrize(("pause", "count"), [(HANG - 80, 1), (HANG + 80, 2)])
def test_pauses_up_to_the_hang_are_bridged(pause, count):
    first, second = burst(0.5), burst(0.4, seed=1)
    begin = 4000 + len(first) + pause
    spans, _ = speech_spans(channel(3, (4000, first), (begin, second)))
    assert len(spans) == count
    assert (spans[0].start, spans[-1].end) == (4000, begin + len(second))


def test_speech_at_the_very_edges():
    wire = channel(3, (0, burst(1.0)), (2 * RATE, burst(1.0)))
    assert speech_spans(wire)[0] == (Span(0, RATE), Span(2 * RATE, 3 * RATE))


@pytest.mark.parametrize("length", [0, 1, 39, 40, 159])
def test_short_and_empty_channels_have_no_speech(length):
    assert speech_spans(bytes([g711.SILENCE]) * length) == ((), "energy")


def test_silence_has_no_speech():
    assert speech_spans(channel(5)) == ((), "energy")


def test_levels_are_those_of_the_textbook():
    sine = np.round(16384 * np.sin(2 * np.pi * 1000 * np.arange(RATE) / RATE)).astype(np.int16)
    assert levels(sine) == pytest.approx(-9.03, abs=0.01)
    assert levels(np.zeros(80, np.int16)) == pytest.approx(-120)
    assert len(levels(sine[:121])) == 3


def test_the_speech_level_ignores_pauses():
    pcm = np.concatenate([np.zeros(3 * RATE, np.int16), burst(1.0, -26), np.zeros(2 * RATE, np.int16)])
    assert speech_level(pcm) == pytest.approx(-26, abs=0.5)


@pytest.mark.parametrize(
    ("speech_db", "noise_db", "threshold"),
    [(-10, None, -60), (-26, None, -60), (-36, None, -70), (-60, None, -75), (-26, -58, -52)],
)
def test_the_threshold_follows_speech_and_floor(speech_db, noise_db, threshold):
    wire = channel(6, (8000, 32768 * 10 ** (speech_db / 20) * np.where(np.arange(16000) % 2, 1, -1)), noise_db=noise_db)
    assert threshold_for(g711.decode(wire)) == pytest.approx(threshold, abs=1.0)


def test_a_little_noise_is_not_speech():
    sound = burst(1.2)
    spans, method = speech_spans(channel(8, (16000, sound), noise_db=-60))
    assert method == "energy"
    (span,) = spans
    assert abs(span.start - 16000) <= 40
    assert abs(span.end - 16000 - len(sound)) <= 40


def test_the_floor_is_that_of_the_pauses():
    wire = channel(8, (16000, burst(2.0)), noise_db=-50)
    assert noise_floor(g711.decode(wire)) == pytest.approx(-50, abs=1.5)


def test_a_noisy_channel_falls_back_to_voice_activity():
    from agents.embedded.voices import synthesize

    said = [
        synthesize("Hello! How can I help you today?", "joe"),
        synthesize("Your seat is assigned.", "joe"),
    ]
    bursts = [(12000, said[0]), (12000 + len(said[0]) + 12000, said[1])]
    end = bursts[1][0] + len(said[1]) + 12000
    wire = channel(end / RATE, *bursts, noise_db=-48)
    spans, method = speech_spans(wire)
    assert method == "vad"
    assert len(spans) == 2
    for span, true in zip(spans, placed(*bursts), strict=True):
        assert abs(span.start - true.start) < 0.15 * RATE
        assert abs(span.end - true.end) < 0.15 * RATE


def test_energy_and_voice_activity_would_differ_there():
    """The fallback is needed: on that floor energy at the usual threshold hears one endless word."""
    wire = channel(8, (16000, burst(1.0)), noise_db=-48)
    assert len(energy_spans(g711.decode(wire), threshold=-60)) == 1
    assert energy_spans(g711.decode(wire), threshold=-60)[0].seconds > 7.9
