"""The speech segments of the current user turn, kept for a second, closer hearing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from agents.embedded.level import RATE

_OVERLAP = RATE  # samples; the recogniser's pre-roll is one second at most
_TAPE = 40 * RATE  # samples of the line that are kept
_MATCH = RATE // 20  # samples that must agree for two segments to be taken as overlapping


@dataclass(frozen=True)
class Segment:
    """One stretch of speech as the recogniser got it.

    Attributes:
        text: what was heard at first.
        samples: int16 at 8 kHz, without the silence that the service appends.
        first_sample: the line's number of the first sample; None where the frames carry no stamps.
    """

    text: str
    samples: NDArray[np.int16]
    first_sample: int | None = None

    @property
    def end_sample(self) -> int | None:
        """The line's number of the sample after the last."""
        return None if self.first_sample is None else self.first_sample + len(self.samples)


class SegmentKeeper:
    """Collects segments until somebody takes them; one keeper per call side.

    It also keeps the last half minute of the line as it was: what voice activity detection cuts away between two
    segments holds the soft beginnings of words, and their pauses, which a second hearing needs.
    """

    def __init__(self) -> None:
        self._segments: list[Segment] = []
        self._tape = bytearray()
        self._tape_end = 0

    def record(self, first_sample: int, pcm: bytes) -> None:
        """Append 16-bit samples at 8 kHz to the tape; `first_sample` is the line's number of the first."""
        if first_sample != self._tape_end:
            self._tape.clear()  # a gap: what went before cannot be joined to it
        self._tape += pcm
        self._tape_end = first_sample + len(pcm) // 2
        del self._tape[: max(0, len(self._tape) - 2 * _TAPE)]

    def turn(self) -> list[Segment] | list[NDArray[np.int16]]:
        """The sound of the turn so far: one stretch of tape from its first segment to its last, else the segments."""
        first = next((s.first_sample for s in self._segments if s.first_sample is not None), None)
        last = next((s.end_sample for s in reversed(self._segments) if s.end_sample is not None), None)
        begun = self._tape_end - len(self._tape) // 2
        if first is None or last is None or last <= begun or last > self._tape_end:
            return list(self._segments)
        start = max(first, begun)
        stretch = np.frombuffer(bytes(self._tape[2 * (start - begun) : 2 * (last - begun)]), np.int16)
        return [np.concatenate([stretch, np.zeros(RATE // 2, np.int16)])]

    def add(self, segment: Segment) -> None:
        """Append a segment of the current turn."""
        self._segments.append(segment)

    @property
    def segments(self) -> tuple[Segment, ...]:
        """The segments so far, oldest first."""
        return tuple(self._segments)

    def take(self) -> list[Segment]:
        """The segments so far; the keeper is empty afterwards."""
        taken, self._segments = self._segments, []
        return taken

    def clear(self) -> None:
        """Forget the segments so far."""
        self._segments = []


def join(segments: Sequence[Segment | NDArray[np.int16]]) -> NDArray[np.int16]:
    """One recording of a whole turn.

    Bare arrays may still carry the appended silence of half a second, which is removed. What two neighbours share
    (the pre-roll of the later one) is kept once: by their stamps, else where their samples are the same.
    """
    joined = np.zeros(0, np.int16)
    end: int | None = None
    for segment in segments:
        if isinstance(segment, Segment):
            samples, first = segment.samples, segment.first_sample
        else:
            samples, first = _without_padding(np.asarray(segment, np.int16)), None
        if first is not None and end is not None:
            shared = min(max(0, end - first), len(samples))
        else:
            shared = _shared(joined, samples)
        joined = np.concatenate([joined, samples[shared:]])
        end = None if first is None else max(first + len(samples), end or 0)
    return joined


def _without_padding(samples: NDArray[np.int16]) -> NDArray[np.int16]:
    padding = RATE // 2
    return samples[:-padding] if len(samples) >= padding and not samples[-padding:].any() else samples


def _shared(before: NDArray[np.int16], after: NDArray[np.int16]) -> int:
    """How many of the first samples of `after` are the last ones of `before`; silence proves nothing."""
    tail = before[-_MATCH:]
    if len(tail) < _MATCH or not tail.any():
        return 0
    head = after[:_OVERLAP]
    for at in np.flatnonzero(head[: max(0, len(head) - _MATCH + 1)] == tail[0]):
        stop = int(at) + _MATCH
        if np.array_equal(head[at:stop], tail) and np.array_equal(head[:stop], before[-stop:]):
            return stop
    return 0
