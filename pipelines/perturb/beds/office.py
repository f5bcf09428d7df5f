"""An open-plan office: ventilation, keyboards near and far, quiet talk behind screens, a telephone."""

from __future__ import annotations

import numpy as np

from pipelines.perturb.base import Samples
from pipelines.perturb.bed import RATE, Studio, bed
from pipelines.perturb.sounds import add, band, crowd, microphone, normal, room, seconds, shaped, struck, swell

OFFICE_S = 0.4
AIR = ((50, 0), (125, -1), (500, -9), (1000, -14), (2000, -22), (4000, -33))
DESKS = (0.0, -5.0, -10.0)  # levels of keyboards, dB


@bed("office", 40, "an office: ventilation, keyboards, quiet talk, a telephone", talk=True)
def make(studio: Studio) -> Samples:
    """The sound."""
    rng, samples = studio.rng, studio.samples
    mix = shaped(rng, samples, AIR)
    talk = room(crowd(studio, (0, 2, 4, 5, 6, 1), 5), rng, OFFICE_S, wet=3, dark=1500)
    mix += normal(band(talk, None, 1500, 1), -3)
    for level in DESKS:
        keys = np.zeros(samples)
        _type(keys, rng)
        mix += normal(room(keys, rng, OFFICE_S, wet=-6 - level / 2), level - 3)
    ring = np.zeros(samples)
    for at in (11.0, 14.0, 17.0):
        t = seconds(1.1)
        warble = np.where(np.floor(t * 24).astype(int) % 2, np.sin(2 * np.pi * 1180 * t), np.sin(2 * np.pi * 940 * t))
        add(ring, warble * swell(1.1, 0.02, 0.05), at)
    return microphone(mix + normal(room(ring, rng, OFFICE_S, wet=4, dark=1500), -15))


def _type(keys: Samples, rng: np.random.Generator) -> None:
    """Somebody types: runs of strokes with rests between them."""
    at, pace = float(rng.uniform(0, 1)), float(rng.uniform(0.11, 0.17))
    while at < len(keys) / RATE:
        for _ in range(int(rng.integers(5, 30))):
            loud = float(rng.normal(0, 2.5))
            add(keys, _stroke(rng, float(rng.uniform(1500, 2900))), at, loud)
            add(keys, _stroke(rng, float(rng.uniform(2200, 3400))), at + float(rng.uniform(0.05, 0.1)), loud - 8)
            at += pace * float(np.exp(rng.normal(0, 0.35)))
        at += float(rng.uniform(0.4, 2.0))


def _stroke(rng: np.random.Generator, hertz: float) -> Samples:
    """One key: a click, and the case under it."""
    click = struck(rng, (260, hertz * 0.55, hertz), (0.009, 0.006, 0.004), 0.05)
    t = seconds(0.05)
    return click + 0.6 * rng.standard_normal(len(t)) * np.exp(-t / 0.003)
