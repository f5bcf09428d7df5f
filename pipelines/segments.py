"""Where speech is on a recorded channel, by energy: the agent's times that are scored.

Frame events cannot serve: voice activity detection is late by 0.2 to 0.5 s depending on level, and a transport's
speaking frames by its buffers. On a clean channel energy is exact to a few milliseconds (notes/pipecat.md 3.3).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pipelines import g711
from pipelines.record import RATE, Span

HOP = 40  # samples: 5 ms
THRESHOLD_DBFS = -60.0  # RMS of a hop, full scale 32768
HANG = int(0.3 * RATE)  # pauses up to this belong to the same stretch


def levels(pcm: NDArray[np.int16], hop: int = HOP) -> NDArray[np.float64]:
    """RMS level of each whole hop in dBFS (-120 for silence)."""
    frames = pcm[: len(pcm) // hop * hop].reshape(-1, hop).astype(np.float64) / 32768
    return np.asarray(10 * np.log10((frames**2).mean(axis=1) + 1e-12))


def noise_floor(pcm: NDArray[np.int16]) -> float:
    """The channel's floor in dBFS: the 10th percentile of 20 ms levels."""
    quiet = levels(pcm, 160)
    return float(np.percentile(quiet, 10)) if len(quiet) else -120.0


def energy_spans(
    pcm: NDArray[np.int16], threshold: float = THRESHOLD_DBFS, hang: int = HANG
) -> tuple[Span, ...]:
    """Stretches whose level is above `threshold`, bridged over pauses of at most `hang` samples.

    Onsets and offsets are refined inside their hop to the first and last sample that is not near-silent, so that
    the grid of hops adds no error of its own.
    """
    active = np.flatnonzero(levels(pcm) > threshold)
    spans: list[list[int]] = []
    for hop in active:
        start, end = int(hop) * HOP, (int(hop) + 1) * HOP
        if spans and start - spans[-1][1] <= hang:
            spans[-1][1] = end
        else:
            spans.append([start, end])
    return tuple(_refine(pcm, a, b) for a, b in spans)


def _refine(pcm: NDArray[np.int16], start: int, end: int) -> Span:
    """Move both edges to the outermost audible sample, looking one hop beyond either side."""
    first, last = max(0, start - HOP), min(len(pcm), end + HOP)
    loud = np.flatnonzero(np.abs(pcm[first:last].astype(np.int32)) > _AUDIBLE)
    if not len(loud):
        return Span(start, end)
    return Span(first + int(loud[0]), first + int(loud[-1]) + 1)


_AUDIBLE = 32  # -60 dBFS peak, the same bound as the hops' RMS


def speech_spans(ulaw: bytes | bytearray) -> tuple[tuple[Span, ...], str]:
    """Speech on a mu-law channel, and the method used: ``energy``, or ``vad`` when the channel's floor is high."""
    pcm = g711.decode(bytes(ulaw))
    if noise_floor(pcm) <= FLOOR_LIMIT_DBFS:
        return energy_spans(pcm), "energy"
    from pipelines.vad import vad_spans

    return vad_spans(pcm), "vad"


FLOOR_LIMIT_DBFS = -55.0  # above this floor energy says nothing (notes/pipecat.md 3.5)
