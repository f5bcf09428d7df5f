"""Loops of sound: closed without a seam, of even level, read from anywhere in stretches of any length.

Levels here are RMS in dB. A loop has an RMS of 1 over its whole length, so that a gain is a level.
"""

from __future__ import annotations

import numpy as np
import soxr
from scipy.ndimage import uniform_filter1d

from pipelines.perturb.base import Samples

FADE_S = 1.0
"""Seconds over which the end of a loop fades into its beginning."""

WINDOW_S = 0.4
"""Seconds over which the level of a bed is kept even: "momentary" loudness of EBU Tech 3341."""

EVEN_DB = 0.4
"""How close levelling brings the level over `WINDOW_S` to that of the whole. Our own beds are within 0.5 dB."""

_ROUNDS = 80  # the level of what was levelled is levelled again: overlapping windows answer to each other's gains
_STRIDE = 1.6  # of a round, against the gain that would be right for a level that does not move; 2 would not settle
_PEAK, _KNEE = 5.6, 4.5  # limit and where it begins, as multiples of RMS; 15 and 13 dB


class Loop:
    """Where a reader stands in a loop.

    Args:
        samples: the loop.
        start: sample at which the reader begins.
    """

    def __init__(self, samples: Samples, start: int = 0) -> None:
        self._samples, self.cursor = samples, start % len(samples)

    def pull(self, count: int) -> Samples:
        """The next samples; the first one follows the last one."""
        whole = np.arange(self.cursor, self.cursor + count) % len(self._samples)
        self.cursor = (self.cursor + count) % len(self._samples)
        return self._samples[whole]


def close(sound: Samples, fade: int) -> Samples:
    """Make a loop of a stretch of sound: its last `fade` samples fade into its first ones.

    The fade keeps power and not amplitude, since the two ends are strangers. The loop is `fade` samples shorter.
    """
    angle = (np.arange(fade) + 0.5) / fade * np.pi / 2
    loop = sound[: len(sound) - fade].copy()
    loop[:fade] = loop[:fade] * np.sin(angle) + sound[len(sound) - fade :] * np.cos(angle)
    return loop


def joined(loop: Samples, rate: int, wanted: int) -> Samples:
    """The loop at another rate; the resampler sees it go round, so that its ends still meet."""
    if rate == wanted:
        return loop
    around = min(len(loop), rate // 2)
    longer = np.concatenate([loop[-around:], loop, loop[:around]])
    out = np.asarray(soxr.resample(longer, rate, wanted, quality="VHQ"), np.float64)
    lead = round(around * wanted / rate)
    return out[lead : lead + round(len(loop) * wanted / rate)]


def momentary(loop: Samples, rate: int, window_s: float = WINDOW_S) -> Samples:
    """Level around every sample of a loop, in dB."""
    power = uniform_filter1d(loop**2, min(len(loop), round(window_s * rate)), mode="wrap")
    return np.asarray(10 * np.log10(np.maximum(power, 1e-12)), np.float64)


def unit(loop: Samples) -> Samples:
    """The loop with an RMS of 1.

    Raises:
        ValueError: it is silent.
    """
    rms = float(np.sqrt(np.mean(loop**2)))
    if rms == 0:
        raise ValueError("silence has no level")
    return loop / rms


def levelled(loop: Samples, rate: int, most_db: float = np.inf) -> Samples:
    """The loop with an RMS of 1 and an even level over any `WINDOW_S`; see `EVEN_DB`.

    What happens faster than that is left as it is: syllables, strokes, hits. Without this the noise of a call would
    be a matter of luck: a passing car under one utterance, none under the next.

    Args:
        loop: the loop.
        rate: samples a second.
        most_db: by how much any moment may be made louder or softer; silence in a recording stays quieter than the
            rest.
    """
    loop, gain = unit(loop), np.zeros(len(loop))
    window = min(len(loop), round(WINDOW_S * rate))
    for _ in range(_ROUNDS):
        now = unit(loop * 10 ** (gain / 20))
        off = momentary(now, rate)
        if np.abs(off).max() <= EVEN_DB:
            break
        # the same window again: where a window answers to a swing of the level the wrong way round, it does so twice
        gain = np.clip(gain - _STRIDE * uniform_filter1d(off, window, mode="wrap"), -most_db, most_db)
    return unit(loop * 10 ** (gain / 20))


def limited(loop: Samples) -> Samples:
    """The loop with its rare peaks rounded off, so that it can be loud without being clipped; RMS of 1."""
    loop = unit(loop)
    over = np.abs(loop) > _KNEE
    room = _PEAK - _KNEE
    loop[over] = np.sign(loop[over]) * (_KNEE + room * np.tanh((np.abs(loop[over]) - _KNEE) / room))
    return unit(loop)
