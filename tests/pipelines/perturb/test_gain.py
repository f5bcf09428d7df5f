"""Gain: as many decibels as asked for, drifting as far and as fast as asked for."""

import numpy as np
import pytest

from tests.pipelines.perturb.channel import RATE, hiss, run, stage

FLAT = np.full(30 * RATE, 0.01)


def decibels(text, seed=0):
    return 20 * np.log10(run(stage(text, seed), FLAT) / FLAT)


@pytest.mark.parametrize("db", [-60, -6, 0, 20])
def test_a_fixed_gain(db):
    sound = hiss(0.5)
    assert run(stage(f"gain={db}"), sound) == pytest.approx(sound * 10 ** (db / 20))


def test_a_drift_goes_as_far_as_asked_for_and_no_further():
    found = decibels("gain=-4:drift=6:period=10")
    assert (found.max(), found.min()) == (pytest.approx(2, abs=1e-3), pytest.approx(-10, abs=1e-3))
    assert found[: 20 * RATE].mean() == pytest.approx(-4, abs=0.01)  # over two whole swings


@pytest.mark.parametrize("period", [1, 5, 10])
def test_a_drift_is_as_fast_as_asked_for(period):
    swings = np.abs(np.fft.rfft(decibels(f"gain=0:drift=3:period={period}")))
    assert np.argmax(swings[1:]) + 1 == 30 / period


def test_a_drift_never_jumps():
    """Its steepest part is 2 pi drift / period: 2.1 dB a second for 4 dB in 12 s, nothing that could be heard."""
    step = np.abs(np.diff(decibels("gain=0:drift=4"))).max() * RATE
    assert step == pytest.approx(2 * np.pi * 4 / 12, rel=1e-3)


def test_where_a_drift_begins_is_drawn():
    begins = [decibels("gain=0:drift=5", seed)[0] for seed in range(20)]
    assert min(begins) < -2 < 2 < max(begins)


def test_hours_do_not_wear_it_out():
    opened = stage("gain=0:drift=5:period=10")
    first = opened.process(FLAT[: 10 * RATE])
    opened._count += 3600 * RATE  # an hour later, a whole number of swings
    assert opened.process(FLAT[: 10 * RATE]) == pytest.approx(first, rel=1e-6)
