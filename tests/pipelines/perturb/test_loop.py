"""Loops have no seam, keep their level, and can be read in any pieces."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.embedded import babble
from pipelines.perturb.bed import RATE, beds, render
from pipelines.perturb.loop import EVEN_DB, Loop, close, joined, levelled, limited, momentary, unit

BEDS = sorted(beds())
OCTAVES = (177, 354, 707, 1414, 2828)


def bands(sound):
    """Levels in octaves, dB."""
    power = np.abs(np.fft.rfft(sound * np.hanning(len(sound)))) ** 2
    hertz = np.fft.rfftfreq(len(sound), 1 / RATE)
    edges = (*OCTAVES, 4001)
    return np.array(
        [10 * np.log10(power[(hertz >= a) & (hertz < b)].sum() + 1e-9) for a, b in itertools.pairwise(edges)]
    )


@pytest.mark.parametrize("bed", BEDS)
def test_the_seam_of_a_bed_cannot_be_told(bed):
    """Level, spectrum and edges where the loop closes are such as the bed has elsewhere."""
    loop = render(bed, babble.talk)
    around = np.roll(loop, len(loop) // 2)  # the seam is in the middle
    middle, size = len(loop) // 2, RATE // 2
    elsewhere = np.array([bands(around[at : at + size]) for at in range(0, len(around) - size, size // 3)])
    for shift in (-size, -size // 2, 0):
        here = bands(around[middle + shift : middle + shift + size])
        assert (here > elsewhere.min(0) - 1.5).all()
        assert (here < elsewhere.max(0) + 1.5).all()
    jumps = np.abs(np.diff(around, 2))
    assert jumps[middle - 3 : middle + 2].max() <= np.quantile(jumps, 0.9999)
    assert np.abs(momentary(loop, RATE)[: RATE // 2]).max() < 0.55


@pytest.mark.parametrize("bed", BEDS)
def test_a_bed_is_even_loud_and_not_too_peaky(bed):
    loop = render(bed, babble.talk)
    assert len(loop) == beds()[bed].seconds * RATE
    assert 30 <= beds()[bed].seconds <= 60
    assert np.sqrt(np.mean(loop**2)) == pytest.approx(1)
    assert np.abs(momentary(loop, RATE)).max() < 0.5
    assert np.abs(loop).max() < 10 ** (15.1 / 20)
    assert not loop.flags.writeable


@pytest.mark.parametrize("bed", BEDS)
@pytest.mark.parametrize("spoken_s", [0.6, 0.8, 1.0, 1.7, 3.0, 8.0])
def test_wherever_and_however_long_somebody_speaks_the_ratio_is_right(bed, spoken_s):
    """An utterance of 0.6 s or more, from any sample of the loop on."""
    assert np.abs(momentary(render(bed, babble.talk), RATE, spoken_s)).max() < 0.51


@given(st.integers(5, 60), st.lists(st.integers(0, 90), max_size=12), st.integers(0, 200))
def test_a_loop_is_read_round_and_round(length, counts, start):
    samples = np.arange(length, dtype=np.float64)
    reader = Loop(samples, start)
    heard = np.concatenate([reader.pull(n) for n in counts]) if counts else np.zeros(0)
    assert np.array_equal(heard, (start + np.arange(sum(counts))) % length)
    assert reader.cursor == (start + sum(counts)) % length


def test_the_fade_keeps_power():
    rng = np.random.default_rng(0)
    loops = np.array([close(rng.standard_normal(3000), 1000) for _ in range(400)])
    assert loops.shape == (400, 2000)
    assert np.mean(loops**2, 0)[:1000].mean() == pytest.approx(1, abs=0.02)
    assert np.mean(loops[:, 400:600] ** 2) == pytest.approx(1, abs=0.03)  # half way, where a straight fade has 0.5


def test_the_fade_closes_what_would_click():
    tone = np.sin(2 * np.pi * 3.3 * np.arange(9000) / 8000)
    cut, loop = tone[:8000], close(tone, 1000)
    assert abs(cut[0] - cut[-1]) > 0.5
    assert np.abs(np.diff(np.concatenate([loop, loop[:1]]))).max() < 0.01


def test_levelling_leaves_what_is_fast():
    """A click every tenth of a second under a level that swings by 12 dB: the swing goes and the clicks stay."""
    rng, t = np.random.default_rng(1), np.arange(20 * RATE) / RATE
    swing = 10 ** (6 * np.sin(2 * np.pi * 0.2 * t) / 20)
    clicks = np.where(t % 0.1 < 0.005, 8.0, 1.0)
    loop = levelled(rng.standard_normal(len(t)) * swing * clicks, RATE)
    assert np.abs(momentary(loop, RATE)).max() < 2 * EVEN_DB
    fast = momentary(loop, RATE, 0.005)
    assert np.quantile(fast, 0.97) - np.quantile(fast, 0.5) > 14


def test_levelling_stops_where_it_is_told_to():
    sound = np.concatenate([np.full(5 * RATE, 0.001), np.ones(5 * RATE)]) * np.random.default_rng(2).standard_normal(
        10 * RATE
    )
    over = momentary(levelled(sound, RATE, most_db=6), RATE)
    assert over.max() - over.min() == pytest.approx(60 - 12, abs=1)


def test_silence_has_no_level():
    with pytest.raises(ValueError, match="silence"):
        unit(np.zeros(10))


def test_limiting_touches_peaks_alone():
    sound = np.random.default_rng(3).standard_normal(RATE)
    spiked = sound.copy()
    spiked[100] = 20
    out = limited(spiked)
    assert np.abs(out).max() < 5.8
    calm = np.abs(spiked) < 3
    ratio = out[calm] / spiked[calm]
    assert np.ptp(ratio) < 1e-12


def test_another_rate_still_closes():
    tone = np.sin(2 * np.pi * 100 * np.arange(RATE) / RATE)  # whole periods: a loop without a seam
    faster = joined(tone, RATE, 16000)
    assert len(faster) == 16000
    assert faster == pytest.approx(np.sin(2 * np.pi * 100 * np.arange(16000) / 16000), abs=1e-3)
    assert joined(tone, RATE, RATE) is tone
