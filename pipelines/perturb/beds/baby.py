"""A baby that cries in the room.

Fundamental, length and rests of a cry are those of healthy infants: 350 to 550 Hz, rising and falling within a cry of
about a second, a short breath between two (Wasz-Höckert and others, The infant cry, 1968; LaGasse, Neal and Lester,
2005). The vocal tract is half as long as an adult's, so its formants lie about twice as high.
"""

from __future__ import annotations

import numpy as np

from pipelines.perturb.base import Samples
from pipelines.perturb.bed import RATE, Studio, bed
from pipelines.perturb.sounds import add, microphone, normal, room, seconds, shaped, swell, wander

NURSERY_S = 0.45
FORMANTS = ((1050.0, 260.0, 1.0), (2900.0, 420.0, 0.55))  # Hz, bandwidth, height
TOP = 3700.0  # Hz; harmonics above would fold back
AIR = ((50, 0), (200, -6), (1000, -18), (4000, -34))


@bed("baby", 36, "a baby that cries")
def make(studio: Studio) -> Samples:
    """The sound."""
    rng, cries = studio.rng, np.zeros(studio.samples)
    at = 0.05
    while at < studio.samples / RATE:
        spell = float(rng.uniform(0.7, 1.3)) if rng.random() < 0.8 else float(rng.uniform(0.3, 0.5))
        add(cries, _cry(rng, spell), at, float(rng.uniform(-2, 0)))
        breath = float(rng.uniform(0.18, 0.28))
        add(cries, _breath(rng, breath), at + spell + 0.03, -9)
        at += spell + breath + 0.08
    return microphone(normal(room(cries, rng, NURSERY_S, wet=-7)) + normal(shaped(rng, studio.samples, AIR), -32))


def _cry(rng: np.random.Generator, spell: float) -> Samples:
    """One cry: the melody of the fundamental, and its harmonics through a small mouth."""
    t = seconds(spell)
    top, peak = float(rng.uniform(450, 560)), float(rng.uniform(0.2, 0.45))
    at = t / spell
    melody = np.interp(at, (0, peak, 0.8, 1), (top * 0.8, top, top * 0.88, top * 0.68))
    shake = 1 + 0.012 * np.sin(2 * np.pi * rng.uniform(5, 7) * t) + 0.008 * wander(rng, len(t), 25)
    f0 = melody * shake
    phase = 2 * np.pi * np.cumsum(f0) / RATE
    out = np.zeros(len(t))
    for k in range(1, int(TOP / f0.min()) + 1):
        hertz = k * f0
        out += _mouth(hertz) / k**0.5 * np.sin(k * phase + rng.uniform(0, 6.28)) * (hertz < TOP)
    if rng.random() < 0.35:  # the voice breaks: every other pulse is weaker
        out *= 1 + 0.6 * np.sin(phase / 2) * np.clip((at - 0.35) * 4, 0, 1)
    out = normal(out) + 0.06 * shaped(rng, len(t), ((300, -10), (1100, 0), (2900, -2), (4000, -10)))
    return out * swell(spell, 0.06, 0.12)


def _mouth(hertz: Samples) -> Samples:
    """What the vocal tract lets through at a frequency."""
    return np.asarray(
        0.08 + sum(height / (1 + ((hertz - centre) / (width / 2)) ** 2) ** 0.5 for centre, width, height in FORMANTS),
        np.float64,
    )


def _breath(rng: np.random.Generator, spell: float) -> Samples:
    """Air drawn in, half voiced."""
    t = seconds(spell)
    voiced = np.sin(2 * np.pi * np.cumsum(np.linspace(620, 900, len(t))) / RATE)
    air = shaped(rng, len(t), ((400, -14), (1300, 0), (2800, -1), (4000, -8)))
    return (air + 0.35 * voiced) * swell(spell, spell * 0.6, 0.05)
