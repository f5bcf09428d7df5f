"""A street in a city: traffic at some distance, cars that pass, horns, a bus at its stop, footsteps."""

from __future__ import annotations

import numpy as np

from pipelines.perturb.base import Samples
from pipelines.perturb.bed import RATE, Studio, bed
from pipelines.perturb.sounds import add, band, db, microphone, moments, normal, room, seconds, shaped, struck, swell

STREET_S = 0.5  # between house fronts
ROAR = ((50, 0), (125, 0), (400, -6), (1000, -9), (2000, -18), (4000, -30))
TYRES = ((80, -10), (250, -6), (700, 0), (1200, 0), (2200, -9), (4000, -20))
SOUND = 343.0  # metres a second


@bed("street", 48, "a city street: traffic, cars that pass, horns, footsteps")
def make(studio: Studio) -> Samples:
    """The sound."""
    rng, length = studio.rng, studio.samples / RATE
    mix = shaped(rng, studio.samples, ROAR)
    cars = np.zeros(studio.samples)
    for at in moments(rng, length, (1.5, 5.0)):
        add(cars, _car(rng), at, float(rng.uniform(-9, 0)))
    mix += normal(cars, 1)
    horns = np.zeros(studio.samples)
    for at, spell, level in ((5.2, 0.35, -4.0), (5.75, 0.6, -4.0), (21.0, 0.9, -9.0), (37.4, 0.25, 0.0)):
        add(horns, _horn(rng, spell), at, level)
    mix += normal(room(horns, rng, STREET_S * 2, wet=-3, dark=2000), -12)
    for at in (14.0, 33.5):  # air from the brakes of a bus
        t = seconds(1.4)
        hiss = shaped(rng, len(t), ((400, -18), (1500, -3), (2500, 0), (4000, -2)))
        add(mix, hiss * np.exp(-t / 0.35) * swell(1.4, 0.05, 0.3), at, 1)
    steps = np.zeros(studio.samples)
    for at in np.arange(9.0, 17.0, 0.53):
        step = struck(rng, (180, 420, 900, 1700), (0.02, 0.015, 0.008, 0.005), 0.1)
        add(steps, step, float(at + rng.normal(0, 0.01)), -abs(float(at) - 13) * 3)
    return microphone(mix + normal(steps, -16))


def _car(rng: np.random.Generator) -> Samples:
    """A car that passes: louder, brighter and then lower in pitch as it goes by."""
    spell, speed, away = float(rng.uniform(5, 8)), float(rng.uniform(9, 15)), float(rng.uniform(4, 10))
    along = (seconds(spell) - spell / 2) * speed
    distance = np.sqrt(along**2 + away**2)
    near = away / distance
    tyres = shaped(rng, len(along), TYRES)
    dull = band(tyres, None, 700, 1)
    shift = 1 / (1 + speed * along / distance / SOUND)
    turns = float(rng.uniform(36, 62)) * shift  # firing strokes a second, half as many as those heard
    phase = 2 * np.pi * np.cumsum(turns) / RATE
    engine = sum(np.sin(k * phase + rng.uniform(0, 6.28)) / k**0.8 for k in (2, 4, 5, 6, 8, 10, 12))
    return (near * dull + near**2 * tyres + db(-10) * near * engine) * swell(spell, 1.5, 1.5)


def _horn(rng: np.random.Generator, spell: float) -> Samples:
    """Two discs, a third apart, full of harmonics."""
    t, out = seconds(spell), np.zeros(round(spell * RATE))
    for hertz in (float(rng.uniform(400, 430)), float(rng.uniform(490, 520))):
        for k in range(1, int(3400 / hertz) + 1):
            out += np.sin(2 * np.pi * k * hertz * t + rng.uniform(0, 6.28)) / k**0.5
    return out * swell(spell, 0.03, 0.06)
