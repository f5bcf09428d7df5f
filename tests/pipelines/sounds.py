"""Exact sounds for tests: every sample non-zero, so that the first and last one are known."""

import numpy as np

from pipelines.record import RATE


def burst(seconds, level_db=-26.0, seed=0):
    """Noise whose every sample survives mu-law as non-zero, at about `level_db` dBFS."""
    rng = np.random.default_rng(seed)
    sound = rng.normal(0, 32768 * 10 ** (level_db / 20), round(seconds * RATE))
    sound = np.where(np.abs(sound) < 100, np.copysign(100, sound), sound)
    return np.clip(np.round(sound), -32000, 32000).astype(np.int16)


def samples(count, value=1000):
    """`count` equal samples as bytes."""
    return np.full(count, value, np.int16).tobytes()
