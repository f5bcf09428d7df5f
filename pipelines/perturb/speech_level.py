"""The level of somebody's speech, found out while they speak."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pipelines.perturb.base import Samples
from pipelines.record import RATE

FRAME_S = 0.02
"""Seconds over which speech is judged active."""

ACTIVE_DB = 25.0
"""A frame that is this far below the loudest one is a pause."""

FLOOR_DB = -60.0
"""dBFS; a softer frame is no speech, whatever the loudest one was."""


def active_level(samples: NDArray[np.floating], rate: int = RATE) -> float:
    """RMS in dBFS over the 20 ms frames within 25 dB of the loudest one; ``-inf`` for silence.

    Speech that is levelled, such as the embedded voices', is levelled by this measure. Sound that is shorter than a
    frame is one.

    Args:
        samples: mono, full scale 1.0.
        rate: samples a second.
    """
    size = round(FRAME_S * rate)
    whole = len(samples) // size * size
    frames = np.asarray(samples[:whole] if whole else samples, np.float64)
    return _level((frames.reshape(-1, size if whole else max(1, len(frames))) ** 2).mean(1))


def _level(power: Samples) -> float:
    loudest = power.max(initial=0)
    if loudest <= 0:
        return float("-inf")
    return float(10 * np.log10(power[power > loudest * 10 ** (-ACTIVE_DB / 10)].mean()))


class SpeechLevel:
    """The active level of all speech heard so far, frame by frame."""

    def __init__(self) -> None:
        self._powers: list[float] = []
        self._loudest = 0.0
        self.quiet = 0
        """Frames since speech was last active."""

    def hear(self, power: float) -> None:
        """The next frame's mean square."""
        if power <= max(10 ** (FLOOR_DB / 10), self._loudest * 10 ** (-ACTIVE_DB / 10)):
            self.quiet += 1
            return
        self.quiet = 0
        self._loudest = max(self._loudest, power)
        self._powers.append(power)

    @property
    def db(self) -> float | None:
        """The level in dBFS; ``None`` as long as nobody has spoken."""
        return _level(np.array(self._powers)) if self._powers else None
