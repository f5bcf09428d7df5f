"""From a model's raw waveform to telephone speech: resampled, trimmed, levelled and ramped."""

from __future__ import annotations

import numpy as np
import soxr
from numpy.typing import NDArray

from pipelines.perturb.speech_level import active_level

__all__ = ["LEVEL_DB", "RATE", "active_level", "telephone", "trim"]

RATE = 8000
"""Samples per second of everything on the line."""

LEVEL_DB = -26.0
"""Active speech level in dBFS. With a fixed level a noise gain of ``LEVEL_DB - SNR`` is a true SNR."""

_TRIM_DB = -50.0  # a 5 ms window this far below the peak is silence before or after speech
_RAMP = 0.002  # seconds; keeps the cut ends from clicking
_CEILING = 0.99


def trim(samples: NDArray[np.float32], rate: int = RATE) -> NDArray[np.float32]:
    """The stretch between the first and the last 5 ms window that is within 50 dB of the peak."""
    peak = float(np.abs(samples).max()) if len(samples) else 0.0
    if peak <= 0:
        return samples[:0]
    window = round(rate * 0.005)
    power = np.convolve(samples.astype(np.float64) ** 2, np.ones(window) / window, "same")
    loud = np.flatnonzero(power > (peak * 10 ** (_TRIM_DB / 20)) ** 2)
    return samples[loud[0] : loud[-1] + 1] if len(loud) else samples[:0]


def telephone(samples: NDArray[np.floating], rate: int) -> NDArray[np.int16]:
    """Speech at any rate (full scale 1.0) as int16 at 8 kHz: trimmed, at -26 dBFS active, with 2 ms ramps."""
    speech = np.asarray(samples, np.float32)
    if rate != RATE:
        speech = soxr.resample(speech, rate, RATE, quality="VHQ").astype(np.float32)
    speech = trim(speech)
    level = active_level(speech)
    if level == float("-inf"):
        return np.zeros(0, np.int16)
    loud = np.clip(speech.astype(np.float64) * 10 ** ((LEVEL_DB - level) / 20), -_CEILING, _CEILING)
    ramp = min(round(RATE * _RAMP), len(loud))
    loud[:ramp] *= np.linspace(0, 1, ramp)
    loud[len(loud) - ramp :] *= np.linspace(1, 0, ramp)
    return np.round(loud * 32767).astype(np.int16)
