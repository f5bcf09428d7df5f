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
THRESHOLD_DBFS = -60.0  # RMS of a hop, full scale 32768, for speech at the usual level of a telephone
LOWEST_DBFS = -75.0  # below this mu-law has no codes between silence and its first step
BELOW_SPEECH_DB = 34.0  # a threshold further below the speech than this adds nothing one can hear
ABOVE_FLOOR_DB = 6.0  # five standard deviations of a 5 ms hop of white noise
FLOOR_LIMIT_DBFS = -55.0  # above this floor energy says nothing (notes/pipecat.md 3.5)
HANG = int(0.3 * RATE)  # pauses up to this belong to the same stretch

_FRAME = 160  # samples: 20 ms, over which speech and floor levels are judged
_ACTIVE_DB = 25.0  # a frame this far below the loudest one is a pause
_SILENT_DBFS = -120.0


def levels(pcm: NDArray[np.int16], hop: int = HOP) -> NDArray[np.float64]:
    """RMS level of each whole hop in dBFS (-120 for silence)."""
    frames = pcm[: len(pcm) // hop * hop].reshape(-1, hop).astype(np.float64) / 32768
    return np.asarray(10 * np.log10((frames**2).mean(axis=1) + 1e-12))


def noise_floor(pcm: NDArray[np.int16]) -> float:
    """The channel's floor in dBFS: the 10th percentile of 20 ms levels."""
    quiet = levels(pcm, _FRAME)
    return float(np.percentile(quiet, 10)) if len(quiet) else _SILENT_DBFS


def speech_level(pcm: NDArray[np.int16]) -> float:
    """The channel's active level in dBFS: mean power of the 20 ms frames within 25 dB of the loudest one."""
    loud = levels(pcm, _FRAME)
    if not len(loud) or loud.max() <= _SILENT_DBFS:
        return _SILENT_DBFS
    active = loud[loud > loud.max() - _ACTIVE_DB]
    return float(10 * np.log10((10 ** (active / 10)).mean()))


def threshold_for(pcm: NDArray[np.int16]) -> float:
    """The level in dBFS above which this channel's hops are speech.

    -60 dBFS, but never closer than 34 dB to the speech itself: with a fixed threshold the soft beginnings and ends of
    a voice that is 20 dB quieter are lost (0.2 s measured), and a quiet agent would look slow. And above the floor.
    """
    wanted = min(THRESHOLD_DBFS, speech_level(pcm) - BELOW_SPEECH_DB)
    return max(wanted, LOWEST_DBFS, noise_floor(pcm) + ABOVE_FLOOR_DB)


def energy_spans(pcm: NDArray[np.int16], threshold: float | None = None, hang: int = HANG) -> tuple[Span, ...]:
    """Stretches whose level is above `threshold`, bridged over pauses of at most `hang` samples.

    Onsets and offsets are refined inside their hop to the first and last sample that is not near-silent, so that
    the grid of hops adds no error of its own.

    Args:
        pcm: 16-bit samples at 8 kHz.
        threshold: in dBFS; `threshold_for` the channel if not given.
        hang: in samples.
    """
    if threshold is None:
        threshold = threshold_for(pcm)
    active = np.flatnonzero(levels(pcm) > threshold)
    spans: list[list[int]] = []
    for hop in active:
        start, end = int(hop) * HOP, (int(hop) + 1) * HOP
        if spans and start - spans[-1][1] <= hang:
            spans[-1][1] = end
        else:
            spans.append([start, end])
    audible = 32768 * 10 ** (threshold / 20)
    return tuple(_refine(pcm, a, b, audible) for a, b in spans)


def _refine(pcm: NDArray[np.int16], start: int, end: int, audible: float) -> Span:
    """Move both edges to the outermost audible sample, looking one hop beyond either side."""
    first, last = max(0, start - HOP), min(len(pcm), end + HOP)
    loud = np.flatnonzero(np.abs(pcm[first:last].astype(np.int32)) > audible)
    if not len(loud):
        return Span(start, end)
    return Span(first + int(loud[0]), first + int(loud[-1]) + 1)


def speech_spans(ulaw: bytes | bytearray) -> tuple[tuple[Span, ...], str]:
    """Speech on a mu-law channel, and the method used: ``energy``, or ``vad`` when the channel's floor is high."""
    pcm = g711.decode(bytes(ulaw))
    if noise_floor(pcm) <= FLOOR_LIMIT_DBFS:
        return energy_spans(pcm), "energy"
    from pipelines.vad import vad_spans

    return vad_spans(pcm), "vad"
