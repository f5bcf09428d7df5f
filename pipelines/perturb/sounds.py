"""What beds are made of: shaped noise, rooms, struck things, voices in a crowd. All at 8 kHz, mono."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.fft import irfft, next_fast_len, rfft
from scipy.signal import butter, oaconvolve, sosfilt

from pipelines.perturb.base import Samples
from pipelines.perturb.bed import RATE, Studio

Spectrum = Sequence[tuple[float, float]]
"""Density in dB at frequencies in Hz, in rising order; between them it is straight over the logarithm of frequency."""


def db(level: float) -> float:
    """The factor of a level in dB."""
    return float(10 ** (level / 20))


def rms(sound: Samples) -> float:
    """Root mean square."""
    return float(np.sqrt(np.mean(sound**2)))


def normal(sound: Samples, level: float = 0.0) -> Samples:
    """The sound with an RMS of `level` dB."""
    return sound * (db(level) / rms(sound))


def shaped(rng: np.random.Generator, samples: int, spectrum: Spectrum) -> Samples:
    """Gaussian noise of a spectrum, with an RMS of 1."""
    size = next_fast_len(samples, real=True)
    bins = rfft(rng.standard_normal(size))
    hertz = np.maximum(np.fft.rfftfreq(size, 1 / RATE), 1.0)
    at, level = np.array(spectrum, np.float64).T
    bins *= 10 ** (np.interp(np.log(hertz), np.log(at), level) / 20)
    bins[0] = 0
    return normal(np.asarray(irfft(bins, size)[:samples], np.float64))


def band(sound: Samples, low: float | None, high: float | None, order: int = 2) -> Samples:
    """What lies between two frequencies in Hz; ``None`` leaves a side open. Butterworth."""
    if low is None and high is None:
        return sound
    if low is None:
        sos = butter(order, high, "lowpass", fs=RATE, output="sos")
    elif high is None:
        sos = butter(order, low, "highpass", fs=RATE, output="sos")
    else:
        sos = butter(order, (low, high), "bandpass", fs=RATE, output="sos")
    return np.asarray(sosfilt(sos, sound), np.float64)


def microphone(sound: Samples) -> Samples:
    """As a telephone's microphone hears it: little below 120 Hz."""
    return band(sound, 120, None)


def room(sound: Samples, rng: np.random.Generator, seconds: float, wet: float, dark: float = 3000.0) -> Samples:
    """The sound in a room.

    Args:
        sound: as it is without the room.
        rng: makes the room's reflections.
        seconds: reverberation time: until its sound has fallen by 60 dB.
        wet: level of the reverberation against what comes straight, in dB.
        dark: frequency above which walls swallow it, in Hz.
    """
    length = round(seconds * RATE)
    tail = rng.standard_normal(length) * 10 ** (-3 * np.arange(length) / length)
    tail[: RATE // 100] = 0  # the first wall is some metres away
    tail = band(tail, None, dark, 1)
    tail /= np.sqrt(np.sum(tail**2))
    return sound + db(wet) * np.asarray(oaconvolve(sound, tail)[: len(sound)], np.float64)


def add(mix: Samples, sound: Samples, at: float, level: float = 0.0) -> None:
    """Lay a sound into the mix from second `at` on, at `level` dB; what goes beyond the end is left out."""
    start = round(at * RATE)
    if start >= len(mix):
        return
    part = sound[: len(mix) - start]
    mix[start : start + len(part)] += db(level) * part


def seconds(count: float) -> NDArray[np.float64]:
    """The moments of as many seconds, in seconds."""
    return np.arange(round(count * RATE)) / RATE


def struck(rng: np.random.Generator, hertz: Sequence[float], decay_s: Sequence[float], length: float) -> Samples:
    """Something that rings when it is struck: modes that die away, the hard ones of them first."""
    t = seconds(length)
    out = np.zeros(len(t))
    for frequency, decay in zip(hertz, decay_s, strict=True):
        out += rng.uniform(0.5, 1.0) * np.exp(-t / decay) * np.sin(2 * np.pi * frequency * t + rng.uniform(0, 6.28))
    return out * np.minimum(1, t / 0.0008)


def swell(length: float, rise: float, fall: float) -> Samples:
    """A raised-cosine envelope of `length` seconds that takes `rise` seconds to come and `fall` to go."""
    t = seconds(length)
    edge = np.minimum(np.clip(t / rise, 0, 1), np.clip((length - t) / fall, 0, 1))
    return np.asarray(0.5 - 0.5 * np.cos(np.pi * edge), np.float64)


def wander(rng: np.random.Generator, samples: int, hertz: float) -> Samples:
    """Something that drifts slowly and at random, no faster than `hertz`; its RMS is 1, its mean 0."""
    knots = max(8, round(samples / RATE * hertz * 2))
    drift = np.interp(np.linspace(0, knots - 1, samples), np.arange(knots), rng.standard_normal(knots))
    drift -= drift.mean()
    return normal(drift)


def moments(rng: np.random.Generator, until: float, each: tuple[float, float]) -> list[float]:
    """Seconds at which something happens: apart by between two spans, evenly drawn."""
    found, at = [], float(rng.uniform(0, each[1]))
    while at < until:
        found.append(at)
        at += float(rng.uniform(*each))
    return found


def crowd(studio: Studio, talkers: Sequence[int], spread_db: float) -> Samples:
    """People who talk at the same time, each on their own, at levels `spread_db` apart at most; RMS of 1.

    A talker who is named twice is there twice, at different places of what they say.
    """
    mix = np.zeros(studio.samples)
    for talker in talkers:
        said = studio.talk(talker)
        begun = int(studio.rng.integers(len(said)))
        level = float(studio.rng.uniform(-spread_db, 0))
        mix += db(level) * said[np.arange(begun, begun + studio.samples) % len(said)]
    return normal(mix)
