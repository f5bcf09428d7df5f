"""A coffee shop: people at their tables, cups, and the machine's steam, between hard walls."""

from __future__ import annotations

import numpy as np

from pipelines.perturb.base import Samples
from pipelines.perturb.bed import RATE, Studio, bed
from pipelines.perturb.sounds import add, band, crowd, microphone, moments, normal, room, seconds, shaped, struck, swell

ROOM_S = 0.7
AIR = ((50, 0), (200, -4), (1000, -16), (4000, -30))  # ventilation and a refrigerator
CHINA = (1870.0, 2460.0, 3120.0, 3650.0)  # modes of a cup on a saucer, Hz


@bed("coffee", 40, "a coffee shop: babble of many talkers, cups, steam", talk=True)
def make(studio: Studio) -> Samples:
    """The sound."""
    rng = studio.rng
    far = room(crowd(studio, (0, 1, 2, 3, 4, 5, 6, 1, 3, 4), 6), rng, ROOM_S, wet=3)
    near = room(crowd(studio, (0, 2, 3, 5, 6), 3), rng, ROOM_S, wet=-4)
    mix = normal(far) + normal(near, -1)
    length = studio.samples / RATE
    cups = np.zeros(studio.samples)
    for at in moments(rng, length, (0.3, 2.2)):
        for rattle in range(int(rng.integers(1, 4))):
            stretch = float(rng.uniform(0.9, 1.12))
            cup = struck(rng, [f * stretch for f in CHINA], list(rng.uniform(0.01, 0.05, len(CHINA))), 0.3)
            add(cups, cup, at + rattle * float(rng.uniform(0.05, 0.16)), float(rng.uniform(-14, 0)))
    mix += normal(room(cups, rng, ROOM_S, wet=-2), -13)
    steam = np.zeros(studio.samples)
    for at in (7.5, 24.0):
        spell = float(rng.uniform(2.5, 4.0))
        hiss = shaped(rng, len(seconds(spell)), ((500, -20), (1500, -6), (2600, 0), (4000, -3)))
        add(steam, hiss * swell(spell, 0.4, 0.25), at)
    mix += normal(room(band(steam, 600, None), rng, ROOM_S, wet=-3), -12)
    return microphone(mix + normal(shaped(rng, studio.samples, AIR), -20))
