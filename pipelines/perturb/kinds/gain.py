"""Loudness: a fixed gain, and one that drifts as a hand-held telephone does."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from pydantic import Field

from pipelines.perturb.base import Options, Samples, Site, Stage, perturbation


class Gain(Options):
    """A gain.

    Attributes:
        db: fixed part.
        drift: largest distance from it in dB.
        period: seconds that one swing to and fro takes.
    """

    value: ClassVar[str] = "db"

    db: float = Field(default=0.0, ge=-60, le=40)
    drift: float = Field(default=0.0, ge=0, le=20)
    period: float = Field(default=12.0, ge=1, le=600)


class Fixed:
    """The same gain all the time."""

    delay = 0

    def __init__(self, options: Gain) -> None:
        self._factor = 10 ** (options.db / 20)

    def process(self, samples: Samples) -> Samples:
        """The sound, louder or softer."""
        return np.asarray(samples * self._factor, np.float64)


class Drift:
    """A gain in dB that swings as a sine does; where in its swing it begins is drawn."""

    delay = 0

    def __init__(self, options: Gain, site: Site) -> None:
        self._options = options
        self._step = 2 * np.pi / (options.period * site.rate)
        self._phase = float(site.rng.uniform(0, 2 * np.pi))
        self._count = 0  # samples so far; a sum of phases would depend on the chunks

    def process(self, samples: Samples) -> Samples:
        """The sound, louder or softer."""
        at = np.arange(self._count, self._count + len(samples))
        self._count += len(samples)
        level = self._options.db + self._options.drift * np.sin(self._phase + self._step * at)
        return np.asarray(samples * np.exp(level * (np.log(10) / 20)), np.float64)


@perturbation("gain", 20, Gain, "louder or softer, fixed or drifting")
def build(options: Gain, site: Site) -> Stage:
    """The stage."""
    return Drift(options, site) if options.drift else Fixed(options)
