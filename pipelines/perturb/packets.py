"""Sound in packets of 20 ms, as networks carry it, and what is played for one that does not come.

Packets lie on a grid that begins with the first sample. Whether one comes is drawn when it begins, and what stands in
for it is made of what came before, so nothing is held back and chunks may be of any length.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import numpy as np

from pipelines.perturb.base import Samples

PACKET_S = 0.02
"""Seconds of a packet: what RTP carries where nothing else is agreed (RFC 3551, section 4.2)."""

Conceal = Literal["none", "repeat", "fade"]
"""What is played for a missing packet: silence; the last one that came, again; or that one, faded."""

_FULL_S, _SILENT_S = 0.01, 0.06


def fading(rate: int) -> Samples:
    """The gain over a gap, sample by sample until it is nothing.

    Full for 10 ms, then down by 20 % of full every 10 ms, silent from 60 ms on: the attenuation of ITU-T G.711
    Appendix I (09/1999).
    """
    elapsed = np.arange(round(_SILENT_S * rate)) / rate
    return np.clip((_SILENT_S - elapsed) / (_SILENT_S - _FULL_S), 0.0, 1.0)


class Packets:
    """Takes packets out of a stream and puts something in their place.

    Args:
        rate: samples a second.
        missing: drawn at the beginning of every packet: whether it does not come.
        conceal: what is played instead.
    """

    delay = 0

    def __init__(self, rate: int, missing: Callable[[], bool], conceal: Conceal) -> None:
        self.size = round(PACKET_S * rate)
        self._missing, self._conceal = missing, conceal
        self._fade = fading(rate)
        self._last = np.zeros(self.size)  # the last packet that came
        self._coming = np.zeros(self.size)  # the one that is coming
        self._at = 0  # samples of the present packet that have gone by
        self._gap = 0  # samples of the present gap before this packet
        self._lost = False

    def process(self, samples: Samples) -> Samples:
        """The sound with its gaps; as long as it was."""
        heard = samples.copy()
        begin = 0
        while begin < len(samples):
            if not self._at:
                self._lost = self._missing()
            end = begin + min(self.size - self._at, len(samples) - begin)
            upto = self._at + end - begin
            if self._lost:
                heard[begin:end] = self._instead(self._at, upto)
            else:
                self._coming[self._at : upto] = samples[begin:end]
            begin, self._at = end, upto
            if self._at == self.size:
                self._finish()
        return heard

    def _finish(self) -> None:
        self._at = 0
        if self._lost:
            self._gap += self.size
        else:
            self._gap = 0
            self._last, self._coming = self._coming, self._last

    def _instead(self, begin: int, end: int) -> Samples | float:
        if self._conceal == "none":
            return 0.0
        if self._conceal == "repeat":
            return self._last[begin:end]
        gain = self._fade[self._gap + begin : self._gap + end]
        faded = np.zeros(end - begin)
        faded[: len(gain)] = self._last[begin : begin + len(gain)] * gain
        return faded


class Held:
    """A constant delay.

    Attributes:
        delay: samples.
    """

    def __init__(self, delay: int) -> None:
        self.delay = delay
        self._held = np.zeros(delay)

    def process(self, samples: Samples) -> Samples:
        """What came `delay` samples ago."""
        waiting = np.concatenate((self._held, samples))
        self._held = waiting[len(samples) :]
        return waiting[: len(samples)]
