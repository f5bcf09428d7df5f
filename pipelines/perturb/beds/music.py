"""Music in the background: a short piece of our own for electric piano, plucked strings, bass and brushes."""

from __future__ import annotations

import numpy as np
from scipy.signal import lfilter

from pipelines.perturb.base import Samples
from pipelines.perturb.bed import RATE, Studio, bed
from pipelines.perturb.sounds import add, band, microphone, normal, room, seconds, shaped

BEAT_S = 60 / 96
BARS = 16
# Four chords, two bars each, twice: MIDI notes of the bass and of the chord
CHORDS = (
    (38, (57, 61, 66, 69)),
    (47, (57, 62, 66, 69)),
    (43, (59, 62, 66, 71)),
    (45, (55, 62, 64, 69)),
)
SCALE = (62, 64, 66, 69, 71, 74, 76, 78)  # what the melody is made of


@bed("music", BARS * 4 * BEAT_S, "a small piece of music")
def make(studio: Studio) -> Samples:
    """The sound."""
    rng, length = studio.rng, studio.samples / RATE
    piano, strings, bass, brushes = (np.zeros(studio.samples) for _ in range(4))
    step, bar = 2, 0
    while bar * 4 * BEAT_S < length:
        root, chord = CHORDS[bar // 2 % len(CHORDS)]
        begun = bar * 4 * BEAT_S
        for note in chord:
            add(piano, _keys(note, 4 * BEAT_S), begun + 0.012 * chord.index(note), -3)
        for beat, note in ((0, root), (1.5, root), (2, root + 7), (3.5, root)):
            add(bass, _bass(note, 0.8), begun + beat * BEAT_S)
        for eighth in range(8):
            late = float(rng.normal(0, 0.006)) + 0.01
            note = chord[(eighth * 3 + bar) % len(chord)] + 12 * (eighth % 4 == 3)
            add(strings, _string(rng, note, 1.2), begun + eighth * BEAT_S / 2 + late, float(rng.normal(-2, 1.5)))
            hat = shaped(rng, RATE // 10, ((800, -20), (2500, -3), (4000, 0))) * np.exp(-seconds(0.1) / 0.02)
            add(brushes, hat, begun + eighth * BEAT_S / 2 + late, -4.0 if eighth % 2 else -9.0)
        for beat in (1, 3):
            brush = shaped(rng, RATE // 4, ((200, -6), (900, 0), (4000, -4))) * np.exp(-seconds(0.25) / 0.05)
            add(brushes, brush, begun + beat * BEAT_S)
        for beat in np.cumsum(rng.choice((0.5, 1.0, 1.5), 5)) - 0.5:
            step = int(np.clip(step + rng.integers(-2, 3), 0, len(SCALE) - 1))
            if beat < 4:
                add(piano, _keys(SCALE[step], 0.9), begun + float(beat) * BEAT_S, 2)
        bar += 1
    mix = normal(piano) + normal(strings, -4) + normal(bass, -2) + normal(brushes, -11)
    return microphone(room(band(mix, None, 3600), rng, 0.5, wet=-8))


def _hertz(note: int) -> float:
    return float(440 * 2 ** ((note - 69) / 12))


def _keys(note: int, length: float) -> Samples:
    """An electric piano: a tine that is modulated while it is hard."""
    t, w = seconds(length), 2 * np.pi * _hertz(note)
    body = np.sin(w * t + 1.4 * np.exp(-t / 0.35) * np.sin(w * t)) + 0.15 * np.exp(-t / 0.06) * np.sin(5 * w * t)
    return body * np.exp(-t / 1.1) * np.minimum(1, t / 0.004) * np.minimum(1, (length - t) / 0.05)


def _string(rng: np.random.Generator, note: int, length: float) -> Samples:
    """A plucked string after Karplus and Strong (1983): a burst of noise that runs round a delay line."""
    samples = round(length * RATE)
    period = round(RATE / _hertz(note) - 0.5)
    pluck = np.zeros(samples)
    pluck[:period] = rng.uniform(-1, 1, period)
    feedback = np.zeros(period + 2)
    feedback[0], feedback[period], feedback[period + 1] = 1, -0.496, -0.496
    return np.asarray(lfilter([1.0], feedback, pluck), np.float64) * np.minimum(1, (length - seconds(length)) / 0.1)


def _bass(note: int, length: float) -> Samples:
    t, w = seconds(length), 2 * np.pi * _hertz(note)
    sound = np.sin(w * t) + 0.5 * np.sin(2 * w * t) + 0.2 * np.sin(3 * w * t)
    return sound * np.exp(-t / 0.45) * np.minimum(1, t / 0.008)
