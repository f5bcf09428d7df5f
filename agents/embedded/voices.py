"""The embedded voices: text in, levelled telephone speech out; the same bytes on every run and in every process."""

from __future__ import annotations

import functools
import hashlib
import importlib.metadata
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from agents.embedded import level, speakers
from agents.embedded.cache import SpeechCache, directory
from agents.embedded.packages import HIBARI, JOE, WeightPackage
from agents.embedded.wording import speakable, spoken
from scenarios.errors import UsageError

_RECIPE = 4  # raise it when the steps between the models and the samples change


@dataclass(frozen=True)
class Voice:
    """A voice of the embedded stack.

    Attributes:
        name: as agent files and callers name it.
        gender: ``female`` or ``male``.
        packages: where its weights come from.
        speaker: the model; see `agents.embedded.speakers`.
    """

    name: str
    gender: Literal["female", "male"]
    packages: tuple[WeightPackage, ...]
    speaker: speakers.Speaker

    @property
    def version(self) -> str:
        """Names the weights, and the libraries whose arithmetic decides the last bit."""
        parts = [f"{p.distribution}={p.installed_version()}" for p in self.packages]
        return ";".join(parts + [f"{name}={_version(name)}" for name in ("onnxruntime", "numpy", "scipy", "soxr")])


VOICES: dict[str, Voice] = {
    voice.name: voice
    for voice in (
        Voice("heart", "female", (HIBARI,), speakers.heart),
        Voice("joe", "male", (JOE, HIBARI), speakers.joe),
    )
}
"""Every embedded voice by name."""


@functools.cache
def _version(distribution: str) -> str:
    try:
        return importlib.metadata.version(distribution)
    except importlib.metadata.PackageNotFoundError:
        return "none"


@functools.cache
def _stamp(voice: str) -> str:
    return VOICES[voice].version


def find(name: str) -> Voice:
    """The voice called `name`, or ``name+accent``.

    Raises:
        UsageError: there is none; the message lists those that exist.
    """
    base, _, accent = name.partition("+")
    if base not in VOICES:
        raise UsageError(f"unknown embedded voice {name!r}; known: {', '.join(VOICES)}")
    if accent and accent not in speakers.ACCENTS:
        raise UsageError(f"unknown accent in voice {name!r}; known: {', '.join(speakers.ACCENTS)}")
    return VOICES[base]


def synthesize(text: str, voice: str, pace: float = 1.0) -> NDArray[np.int16]:
    """Say `text`: mono int16 at 8 kHz, trimmed, at -26 dBFS active level; empty if nothing in it can be said.

    Args:
        text: any length; whole sentences sound best.
        voice: a name in `VOICES`, with ``+french`` for the light French accent.
        pace: 1.0 is the voice's own; 0.7 is a person who speaks slowly to be understood.

    Raises:
        UsageError: unknown voice.
        MissingPackageError: the voice's weights are not installed.
    """
    known = find(voice)
    words = spoken(text)
    if not speakable(words):
        return np.zeros(0, np.int16)
    name = f"{_RECIPE}|{_stamp(known.name)}|{voice}|{level.RATE}|{level.LEVEL_DB}|{words}|{pace:g}"
    key = hashlib.sha256(name.encode()).hexdigest()
    store = SpeechStore.shared()
    samples = store.get(key)
    if samples is None:
        accent = voice.partition("+")[2]
        raw, rate = known.speaker(words, accent, pace)
        samples = level.telephone(raw, rate)
        store.put(key, samples)
    return samples


class SpeechStore:
    """The cache of this process, reopened when the configured folder changes."""

    _open: tuple[str, SpeechCache] | None = None

    @classmethod
    def shared(cls) -> SpeechCache:
        """The cache in the folder that is configured now."""
        folder = directory()
        if cls._open is None or cls._open[0] != str(folder):
            cls._open = (str(folder), SpeechCache(folder))
        return cls._open[1]
