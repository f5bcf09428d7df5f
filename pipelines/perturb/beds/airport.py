"""A gate at an airport: a hall full of people, announcements after a chime, trolleys and cases on tiles."""

from __future__ import annotations

import numpy as np

from pipelines.perturb.base import Samples
from pipelines.perturb.bed import RATE, Studio, bed
from pipelines.perturb.sounds import (
    add,
    band,
    crowd,
    db,
    microphone,
    moments,
    normal,
    room,
    seconds,
    shaped,
    struck,
    swell,
)

HALL_S = 1.8
ANNOUNCER = 7  # the talker who reads announcements
CHIME = (659.26, 523.25, 783.99)  # Hz
HUM = ((50, 0), (150, -3), (400, -10), (1500, -22), (4000, -36))  # ventilation of a hall


@bed("airport", 48, "an airport gate: a hall of people, announcements with a chime, trolleys", talk=True)
def make(studio: Studio) -> Samples:
    """The sound."""
    rng, length = studio.rng, studio.samples / RATE
    people = room(crowd(studio, (0, 1, 2, 3, 4, 5, 6, 2, 5), 8), rng, HALL_S, wet=4, dark=2200)
    mix = normal(people)
    speakers = np.zeros(studio.samples)
    said = studio.talk(ANNOUNCER)
    begun = 0
    for at, spell in ((3.0, 8.0), (27.0, 9.0)):
        add(speakers, _chime(), at, -3)
        words = said[np.arange(begun, begun + round(spell * RATE)) % len(said)]
        add(speakers, normal(words) * swell(spell, 0.02, 0.3) * 0.2, at + 2.0, 10)
        begun += len(words)
    mix += normal(room(band(speakers, 450, 3200), rng, HALL_S, wet=1, dark=2500), 0)
    rolling = np.zeros(studio.samples)
    for at in moments(rng, length, (4.0, 9.0)):
        add(rolling, _case(rng), at, float(rng.uniform(-8, 0)))
    mix += normal(room(rolling, rng, HALL_S, wet=-4), -7)
    return microphone(mix + normal(shaped(rng, studio.samples, HUM), -11))


def _chime() -> Samples:
    """Three tones, one after the other."""
    chime = np.zeros(round(2.2 * RATE))
    t = seconds(1.2)
    for place, hertz in enumerate(CHIME):
        tone = np.exp(-t / 0.35) * np.minimum(1, t / 0.01)
        add(chime, tone * (np.sin(2 * np.pi * hertz * t) + 0.2 * np.sin(4 * np.pi * hertz * t)), place * 0.5)
    return chime


def _case(rng: np.random.Generator) -> Samples:
    """A case that is rolled by: rumble, and a double click at every joint of the tiles."""
    spell, pace = float(rng.uniform(3.0, 6.0)), float(rng.uniform(4.5, 7.5))
    roll = shaped(rng, len(seconds(spell)), ((100, -4), (300, 0), (900, -3), (2000, -12), (4000, -24)))
    for at in np.arange(0, spell - 0.1, 1 / pace):
        for wheel in (0.0, 0.055):
            add(roll, struck(rng, (310, 720, 1340), (0.012, 0.008, 0.005), 0.06), float(at) + wheel, 8)
    passes = seconds(spell) / spell - 0.5
    return roll * (db(-14) + 1 / (1 + (5 * passes) ** 2)) * swell(spell, 0.6, 0.8)
