"""The telephone's band: what is below and above it is taken away.

Chebyshev filters of the second kind, one at each end: flat within the band, 3 dB down at the limits, and at least
42 dB down from a third of the lower limit downwards and from 20/17 of the upper limit upwards (at 300 to 3400 Hz: from
100 Hz down and from 4 kHz up). Where half the rate lies below that, as at 8 kHz, the filter gets there at 98 % of it.
Each is of the least order that does so.

For order n and attenuation A such a filter is 3 dB down at w when its stop band begins at
w * cosh(acosh(sqrt(10^(A/10) - 1)) / n) (of a low pass; divided, of a high pass), in frequencies warped by the
bilinear transform. Source: A. Antoniou, "Digital Filters", on inverse Chebyshev filters.
"""

from __future__ import annotations

import math
from typing import Literal, Self

import numpy as np
from numpy.typing import NDArray
from pydantic import Field, model_validator
from scipy import signal

from pipelines.perturb.base import Options, Samples, Site, Stage, perturbation
from scenarios.errors import UsageError

STOP_DB = 42.0
_EDGE = math.acosh(math.sqrt(10 ** (STOP_DB / 10) - 1))
_OPEN = 0.98  # share of half the rate above which no limit can be made, nor is needed


class Band(Options):
    """A band.

    Attributes:
        low: lower -3 dB limit in Hz; 0 for none.
        high: upper -3 dB limit in Hz; nothing is done where the rate allows no higher frequency.
    """

    low: float = Field(default=300.0, ge=0)
    high: float = Field(default=3400.0, gt=0)

    @model_validator(mode="after")
    def _apart(self) -> Self:
        if self.high < 2 * self.low:
            raise ValueError(f"low={self.low:g} and high={self.high:g} are less than an octave apart")
        return self


def design(options: Band, rate: int) -> NDArray[np.float64]:
    """The filter.

    Args:
        options: its limits.
        rate: samples a second.

    Returns:
        Second order sections, shape (sections, 6); none where there is nothing to take away.

    Raises:
        UsageError: the band lies above all that the rate can carry.
    """
    half = rate / 2
    if options.low >= _OPEN * half:
        raise UsageError(f"band: low={options.low:g} leaves nothing of sound at {rate} samples a second; lower it")
    parts = []
    if options.high < _OPEN * half:
        parts.append(_side("lowpass", options.high, min(options.high * 20 / 17, _OPEN * half), rate))
    if options.low:
        parts.append(_side("highpass", options.low, options.low / 3, rate))
    return np.concatenate(parts) if parts else np.zeros((0, 6))


def _side(kind: Literal["lowpass", "highpass"], limit: float, stop: float, rate: int) -> NDArray[np.float64]:
    warped, far = (math.tan(math.pi * f / rate) for f in (limit, stop))
    order = math.ceil(_EDGE / math.acosh(max(warped, far) / min(warped, far)))
    ratio = math.cosh(_EDGE / order)
    edge = math.atan(warped * ratio if kind == "lowpass" else warped / ratio) * rate / math.pi
    return np.asarray(signal.cheby2(order, STOP_DB, edge, kind, output="sos", fs=rate), np.float64)


class Filter:
    """A recursive filter that goes on where it was."""

    def __init__(self, options: Band, site: Site) -> None:
        self._sections = design(options, site.rate)
        self._state = np.zeros((len(self._sections), 2))
        self.delay = _lag(self._sections)

    def process(self, samples: Samples) -> Samples:
        """The sound within the band."""
        if not len(self._sections) or not len(samples):
            return samples
        heard, self._state = signal.sosfilt(self._sections, samples, zi=self._state)
        return np.asarray(heard, np.float64)


def _lag(sections: NDArray[np.float64]) -> int:
    """The delay in the middle of the band in samples, where it hardly varies; towards the limits it is longer."""
    if not len(sections):
        return 0
    w = np.linspace(0.001, 0.999, 2000) * np.pi
    _, response = signal.sosfreqz(sections, w)
    lags = -np.gradient(np.unwrap(np.angle(response)), w)
    return max(0, round(float(np.min(lags[np.abs(response) > 0.97]))))


@perturbation("band", 22, Band, "what is below 300 Hz and above 3400 Hz is taken away")
def build(options: Band, site: Site) -> Stage:
    """The stage."""
    return Filter(options, site)
