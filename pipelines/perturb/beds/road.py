"""In a car on a road: rumble, tyres, engine, wind, and the joints of the road."""

from __future__ import annotations

import numpy as np

from pipelines.perturb.base import Samples
from pipelines.perturb.bed import RATE, Studio, bed
from pipelines.perturb.sounds import add, band, microphone, moments, normal, seconds, shaped, wander

RUMBLE = ((40, 0), (90, 0), (180, -7), (400, -16), (800, -22), (2000, -34), (4000, -46))
TYRES = ((200, -16), (500, -5), (850, 0), (1100, -2), (1800, -14), (4000, -30))
WIND = ((100, -10), (400, -3), (1200, 0), (2500, -3), (4000, -8))


@bed("road", 40, "inside a car on a road: rumble, tyres, engine, wind, joints")
def make(studio: Studio) -> Samples:
    """The sound."""
    rng, samples = studio.rng, studio.samples
    tyres = shaped(rng, samples, TYRES) * (1 + 0.25 * wander(rng, samples, 0.3))
    wind = shaped(rng, samples, WIND) * (1 + 0.3 * wander(rng, samples, 0.5))
    turns = 40 * (1 + 0.02 * wander(rng, samples, 0.1))  # a second, of an engine at 2400 a minute
    phase = 2 * np.pi * np.cumsum(turns) / RATE
    engine = sum(level * np.sin(k * phase) for k, level in ((2, 1.0), (4, 0.5), (5, 0.15), (6, 0.3), (8, 0.12)))
    mix = shaped(rng, samples, RUMBLE) + normal(tyres, -5) + normal(wind, -15) + normal(np.asarray(engine), -7)
    joints = np.zeros(samples)
    for at in moments(rng, samples / RATE, (1.6, 4.0)):
        for axle in (0.0, 0.11):
            t = seconds(0.2)
            thump = np.exp(-t / 0.035) * np.sin(2 * np.pi * 75 * t) + 0.3 * np.exp(-t / 0.012) * rng.standard_normal(
                len(t)
            )
            add(joints, band(thump, None, 900), at + axle)
    return microphone(mix + normal(joints, -9))
