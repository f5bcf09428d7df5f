"""The band, measured: by its response to a click, and by tones through the stage as a call would send them."""

import numpy as np
import pytest

from pipelines.perturb.condition import parse
from scenarios.errors import UsageError
from tests.pipelines.perturb.channel import RATE, babble, lag, run, stage

RATES = [8000, 11025, 16000, 24000, 44100, 48000]


def response(text, rate=RATE):
    """Frequencies in Hz and the gain at each in dB, from the answer to a click; 0.25 Hz apart."""
    click = np.zeros(4 * rate)
    click[0] = 1.0
    heard = np.fft.rfft(run(stage(text, rate=rate), click, rate // 50))
    return np.fft.rfftfreq(len(click), 1 / rate), 20 * np.log10(np.abs(heard) + 1e-15)


def limits(frequencies, gain):
    """The lowest and highest frequency that is at most 3 dB down."""
    inside = frequencies[gain >= -10 * np.log10(2)]
    return inside[0], inside[-1]


def tone(hz, text="band"):
    """Gain of a lasting tone through the stage in dB."""
    sound = 0.5 * np.sin(2 * np.pi * hz * np.arange(4 * RATE) / RATE)
    heard = run(stage(text), sound)
    return 10 * np.log10(np.mean(heard[2 * RATE :] ** 2) / np.mean(sound[2 * RATE :] ** 2) + 1e-15)


@pytest.mark.parametrize("rate", RATES)
def test_the_limits_are_3_db_down(rate):
    low, high = limits(*response("band", rate))
    assert low == pytest.approx(300, rel=0.05)
    assert high == pytest.approx(3400, rel=0.05)
    assert (low, high) == (pytest.approx(300, abs=1), pytest.approx(3400, abs=1))  # in fact exactly


@pytest.mark.parametrize("rate", RATES)
def test_what_is_outside_is_40_db_down(rate):
    frequencies, gain = response("band", rate)
    assert gain[frequencies <= 100].max() < -40
    assert gain[frequencies >= 4000].size
    assert gain[frequencies >= 4000].max() < -40


@pytest.mark.parametrize("rate", RATES)
def test_the_middle_is_left_alone(rate):
    frequencies, gain = response("band", rate)
    middle = gain[(frequencies > 500) & (frequencies < 2800)]
    assert np.abs(middle).max() < 0.15


@pytest.mark.parametrize(("hz", "least", "most"), [(50, -99, -40), (100, -99, -40), (300, -3.1, -2.9), (1000, -0.1, 0)])
def test_tones(hz, least, most):
    assert least <= tone(hz) <= most


def test_the_upper_limit_by_a_tone():
    assert tone(3400) == pytest.approx(-3.01, abs=0.05)
    assert tone(3990) < -40


def test_other_limits():
    low, high = limits(*response("band:low=200:high=3000"))
    assert (low, high) == (pytest.approx(200, abs=1), pytest.approx(3000, abs=1))
    low, high = limits(*response("band:low=50:high=7000", 16000))
    assert (low, high) == (pytest.approx(50, abs=1), pytest.approx(7000, abs=1))


def test_a_limit_that_the_rate_does_not_reach_does_nothing():
    frequencies, gain = response("band:high=7000")
    assert gain[frequencies > 1000].min() > -0.1
    sound = babble(0.1)
    assert np.array_equal(stage("band:low=0:high=7000").process(sound), sound)


def test_a_band_above_everything_is_refused():
    with pytest.raises(UsageError, match="low=3950 leaves nothing of sound at 8000 samples a second"):
        stage("band:low=3950:high=8000")


@pytest.mark.parametrize("text", ["band:low=400:high=500", "band=5", "band:low=-1", "band:high=0", "band:high=loud"])
def test_nonsense_is_refused_in_a_line(text):
    with pytest.raises(UsageError, match=f"^condition '{text}': [^\n]+$"):
        parse(text)


@pytest.mark.parametrize("rate", [8000, 16000, 48000])
def test_the_delay_is_that_of_the_middle_of_the_band(rate):
    sound = babble(2.0, rate=rate)
    opened = stage("band", rate=rate)
    assert lag(sound, run(opened, sound, rate // 50)) == pytest.approx(opened.delay, abs=0.0002 * rate)


def test_silence_stays_silent_and_quick():
    """States that fade for ever would make the filter slow on some machines, and must not ring on."""
    opened = stage("band")
    opened.process(babble(0.5))
    tail = run(opened, np.zeros(10 * RATE))
    assert np.abs(tail[RATE:]).max() < 1e-9
