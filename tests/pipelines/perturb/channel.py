"""What the tests of channel stages share: sounds, stages by their condition's text, and running them."""

import importlib.util

import numpy as np
import pytest
from scipy import signal

from pipelines.perturb.base import Site
from pipelines.perturb.condition import parse

RATE = 8000
PACKET = RATE // 50
AV = pytest.mark.skipif(importlib.util.find_spec("av") is None, reason="needs av, of the extra webrtc")


def stage(text, seed=0, rate=RATE):
    """The one stage of a condition."""
    (element,) = parse(text).on_line
    return element.declared.build(element.settings, Site(rate, np.random.default_rng(seed)))


def run(stage, sound, chunk=PACKET):
    """The whole sound through a stage, chunk by chunk."""
    return np.concatenate([stage.process(sound[k : k + chunk]) for k in range(0, len(sound), chunk)])


def hiss(seconds, seed=1, level=0.1, rate=RATE):
    """Noise no sample of which is zero."""
    sound = np.random.default_rng(seed).normal(0, level, round(seconds * rate))
    return np.where(np.abs(sound) < 0.001, 0.001, sound)


def babble(seconds, seed=3, rate=RATE):
    """Noise in the band of speech that swells and fades like syllables do: what coders take for a voice."""
    sections = signal.butter(2, [300, 3000], "band", fs=rate, output="sos")
    sound = signal.sosfilt(sections, np.random.default_rng(seed).normal(size=round(seconds * rate)))
    sound *= np.clip(np.sin(4 * np.pi * np.arange(len(sound)) / rate), 0.05, 1)
    return sound / np.abs(sound).max() / 2


def lag(before, after):
    """Samples by which `after` is behind `before`, where they are most alike."""
    return int(np.argmax(signal.correlate(after, before))) - (len(before) - 1)
