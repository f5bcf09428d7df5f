"""A building site: a jackhammer, a saw, hammers on steel and wood, and a generator behind them."""

from __future__ import annotations

import numpy as np

from pipelines.perturb.base import Samples
from pipelines.perturb.bed import RATE, Studio, bed
from pipelines.perturb.sounds import add, microphone, normal, room, seconds, shaped, struck, swell, wander

SITE_S = 0.6
# what works, from when, for how long, in seconds
PLAN = (
    ("jackhammer", 0.0, 6.5),
    ("hammer", 5.0, 4.5),
    ("saw", 7.5, 4.2),
    ("jackhammer", 11.0, 4.0),
    ("hammer", 14.5, 5.0),
    ("jackhammer", 16.0, 7.0),
    ("saw", 22.5, 5.0),
    ("hammer", 26.0, 6.0),
    ("jackhammer", 29.0, 5.5),
    ("saw", 33.0, 3.6),
    ("jackhammer", 36.0, 9.0),
)
ENGINE = ((60, 0), (200, -5), (600, -12), (1500, -20), (4000, -34))
STEEL = (540.0, 1120.0, 1790.0, 2640.0, 3410.0)
WOOD = (170.0, 390.0, 760.0)


@bed("construction", 44, "a building site: jackhammer, saw, hammers, a generator")
def make(studio: Studio) -> Samples:
    """The sound."""
    rng, samples = studio.rng, studio.samples
    works = {"jackhammer": _jackhammer, "saw": _saw, "hammer": _hammer}
    mix = np.zeros(samples)
    for tool, at, spell in PLAN:
        add(mix, works[tool](rng, spell), at)
    t = np.arange(samples) / RATE
    hum = sum(np.sin(2 * np.pi * 50 * k * t + rng.uniform(0, 6.28)) / k for k in (1, 2, 3, 4, 6, 8))
    generator = shaped(rng, samples, ENGINE) + 0.7 * np.asarray(hum)
    return microphone(room(mix, rng, SITE_S, wet=-7) + normal(generator, -9))


def _jackhammer(rng: np.random.Generator, spell: float) -> Samples:
    """Some 24 blows a second on stone: each a thump, a ring of the chisel and a crack."""
    out = np.zeros(round(spell * RATE))
    for at in np.arange(0, spell, 1 / 24):
        blow = struck(rng, (150, 230, 610, 1240, 2150, 3050), (0.014, 0.012, 0.008, 0.006, 0.005, 0.004), 0.05)
        crack = rng.standard_normal(len(blow)) * np.exp(-seconds(0.05) / 0.007)
        add(out, blow + 0.9 * crack, float(at + rng.uniform(0, 0.003)), float(rng.normal(0, 1)))
    return normal(out) * swell(spell, 0.15, 0.1)


def _saw(rng: np.random.Generator, spell: float) -> Samples:
    """A circular saw: it spins up, bites into the wood and is pulled down, spins free and dies."""
    t = seconds(spell)
    speed = np.clip(t / 0.5, 0, 1) * (1 - 0.18 * swell(spell, 1.0, 0.8)) * np.clip((spell - t) / 0.7, 0, 1) ** 0.5
    teeth = 1350 * speed * (1 + 0.006 * wander(rng, len(t), 3))
    phase = 2 * np.pi * np.cumsum(teeth) / RATE
    whine = np.sin(phase) + 0.4 * np.sin(2 * phase) * (teeth < 1900) + 0.5 * np.sin(phase / 4) + 0.3 * np.sin(phase / 2)
    bite = shaped(rng, len(t), ((300, -12), (1000, -3), (2200, 0), (4000, -2))) * swell(spell, 1.0, 0.8)
    return normal(whine * speed + 1.5 * bite)


def _hammer(rng: np.random.Generator, spell: float) -> Samples:
    """Somebody drives nails, or beats on steel."""
    steel = bool(rng.integers(2))
    out = np.zeros(round(spell * RATE))
    at = 0.1
    while at < spell:
        if steel:
            hit = struck(rng, STEEL, (0.11, 0.09, 0.06, 0.04, 0.03), 0.6)
        else:
            hit = struck(rng, (*WOOD, 2400), (0.04, 0.03, 0.018, 0.008), 0.3)
        add(out, hit, at, float(rng.normal(8, 1.5)))
        at += float(rng.uniform(0.3, 0.42))
    return out * 0.5
