"""The embedded voices: text in, levelled telephone speech out; the same bytes on every run and in every process."""

from __future__ import annotations

import functools
import hashlib
import importlib.metadata
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from agents.embedded import accents, kokoro, level, speakers, styles
from agents.embedded.cache import SpeechCache, directory
from agents.embedded.packages import HIBARI, JOE, KOKORO, WeightPackage
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
        style: names what makes it this voice, where no package says.
    """

    name: str
    gender: Literal["female", "male"]
    packages: tuple[WeightPackage, ...]
    speaker: speakers.Speaker
    style: str = ""

    @property
    def version(self) -> str:
        """Names the weights, and the libraries whose arithmetic decides the last bit."""
        parts = [f"{p.distribution}={p.installed_version()}" for p in self.packages]
        if self.style:
            parts.append(f"style={self.style}")
        return ";".join(parts + [f"{name}={_version(name)}" for name in ("onnxruntime", "numpy", "scipy", "soxr")])


VOICES: dict[str, Voice] = {
    voice.name: voice
    for voice in (
        Voice("heart", "female", (HIBARI,), speakers.heart),
        Voice("joe", "male", (JOE, HIBARI), speakers.joe),
    )
}
"""The voices that are always there, by name."""

MORE: dict[str, Voice] = {
    f"kokoro-{name}": Voice(
        f"kokoro-{name}",
        "female" if name[1] == "f" else "male",
        (*KOKORO, HIBARI),
        kokoro.speaker(name),
        f"{digest[:16]}/{kokoro.RECIPE}",
    )
    for name, digest in styles.SHA256.items()
}
"""Those of the extra ``voices``, by name; see docs/embedded.md."""


@functools.cache
def _version(distribution: str) -> str:
    try:
        return importlib.metadata.version(distribution)
    except importlib.metadata.PackageNotFoundError:
        return "none"


@functools.cache
def _stamp(voice: str) -> str:
    return _named(voice).version


def find(name: str) -> Voice:
    """The voice called `name`, or ``name+accent``.

    Raises:
        UsageError: there is none; the message lists those that exist.
    """
    base, _, accent = name.partition("+")
    if base not in VOICES and base not in MORE:
        raise UsageError(f"unknown embedded voice {name!r}; known: {', '.join((*VOICES, *MORE))}")
    if accent and accent not in accents.ACCENTS:
        raise UsageError(f"unknown accent in voice {name!r}; known: {', '.join(accents.ACCENTS)}")
    return _named(base)


def missing(name: str) -> tuple[tuple[Literal["extra", "data"], str], ...]:
    """What a voice of the extra ``voices`` needs and this machine lacks: kind and name of each.

    Raises:
        UsageError: there is no such voice.
    """
    if find(name).name in VOICES:
        return ()
    found: list[tuple[Literal["extra", "data"], str]] = []
    if kokoro.problem():
        found.append(("extra", "voices"))
    if not styles.present():
        found.append(("data", "voices"))
    return tuple(found)


def _named(base: str) -> Voice:
    return VOICES.get(base) or MORE[base]


def synthesize(text: str, voice: str, pace: float = 1.0) -> NDArray[np.int16]:
    """Say `text`: mono int16 at 8 kHz, trimmed, at -26 dBFS active level; empty if nothing in it can be said.

    Args:
        text: any length; whole sentences sound best.
        voice: a name in `VOICES` or `MORE`, with ``+french`` or another of `agents.embedded.accents` for an accent.
        pace: 1.0 is the voice's own; 0.7 is a person who speaks slowly to be understood.

    Raises:
        UsageError: unknown voice.
        MissingPackageError: the voice's weights are not installed.
    """
    known = find(voice)
    words = spoken(text)
    if not speakable(words):
        return np.zeros(0, np.int16)
    accent = voice.partition("+")[2]
    rules = f"={accents.find(accent).version}" if accent else ""
    name = f"{_RECIPE}|{_stamp(known.name)}|{voice}{rules}|{level.RATE}|{level.LEVEL_DB}|{words}|{pace:g}"
    key = hashlib.sha256(name.encode()).hexdigest()
    store = SpeechStore.shared()
    samples = store.get(key)
    if samples is None:
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
