"""Recordings whose sound says which utterance it is, and recognisers that hear what they are told to."""

from __future__ import annotations

import wave
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from metrics.judges.case import Case, Entry
from metrics.judges.offline._speech_recogniser import Ears
from pipelines.record import RATE, Role, Utterance
from tests.metrics.build import record

LEVEL = 1000  # of the samples of utterance 1; those of utterance 2 are twice as loud


def call(
    folder: Path,
    agent: Sequence[str | None] = (),
    caller: Sequence[str] = (),
    knows: str = "",
    architecture: str = "cascade",
    **spoken: object,
) -> Case:
    """A call in which each side says its lines, a second each with a second between; utterance n sounds like n."""
    said = []
    lines: list[tuple[Role, str | None]] = [("agent", t) for t in agent] + [("caller", t) for t in caller]
    sound = np.zeros((RATE * (2 * len(lines) + 1), 2), np.int16)
    for n, (role, text) in enumerate(lines, 1):
        start, end = RATE * (2 * n - 1), RATE * 2 * n
        sound[start:end, 1 if role == "agent" else 0] = LEVEL * n
        said.append(replace(Utterance(role, n, start, end, text, None), **spoken))
    for name, channels in (("audio.wav", sound), ("caller_dry.wav", sound[:, :1])):
        with wave.open(str(folder / name), "wb") as file:
            file.setparams((channels.shape[1], 2, RATE, 0, "NONE", ""))
            file.writeframes(channels.astype("<i2").tobytes())
    entries = (Entry(1, "response", tool="t", data={"status": "success", "message": knows}),) if knows else ()
    made = replace(record(utterances=said, architecture=architecture), path=folder)
    return Case(made.architecture, entries, record=made)


class Hears:
    """Hears the texts it is given for an utterance, one after the other, then the last again; counts its looks."""

    def __init__(self, *texts: str | Sequence[str]) -> None:
        self._texts = [[t] if isinstance(t, str) else list(t) for t in texts]
        self.looks = 0

    def transcribe(self, samples: NDArray[np.int16], rate: int = 8000) -> str:
        self.looks += 1
        number = int(np.abs(samples).max()) // LEVEL if len(samples) else 0
        if not number:
            return ""
        texts = self._texts[number - 1]
        return texts.pop(0) if len(texts) > 1 else texts[0]


def ears(*recognisers: Hears, weights: Mapping[str, float] | None = None) -> Ears:
    """Those recognisers; texts weigh what `weights` gives to the first of its keys that they hold, else -50."""

    def weigh(_: NDArray[np.int16], texts: Sequence[str], rate: int) -> list[float]:
        return [next((w for part, w in (weights or {}).items() if part in text), -50.0) for text in texts]

    return Ears(recognisers, weigh if weights is not None else None)
