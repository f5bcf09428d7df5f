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


class Drift:
    """A gain that swings slowly; where in its swing it begins is drawn."""

    delay = 0

    def __init__(self, options: Gain, site: Site) -> None:
        self._options = options
        self._step = 2 * np.pi / (options.period * site.rate)
        self._phase = float(site.rng.uniform(0, 2 * np.pi)) if options.drift else 0.0

    def process(self, samples: Samples) -> Samples:
        """The sound, louder or softer."""
        phases = self._phase + self._step * np.arange(1, len(samples) + 1)
        if len(samples):
            self._phase = float(phases[-1] % (2 * np.pi))
        level = self._options.db + self._options.drift * np.sin(phases)
        return np.asarray(samples * 10 ** (level / 20), np.float64)


@perturbation("gain", 20, Gain, "louder or softer, fixed or drifting")
def build(options: Gain, site: Site) -> Stage:
    """The stage."""
    return Drift(options, site)
