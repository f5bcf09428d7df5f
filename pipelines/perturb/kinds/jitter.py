"""Packets that are late: the network delays each by chance, and a playout buffer of constant length puts up with it.

Above the shortest way, each packet's delay is exponential with mean `spread`, by itself. Two such delays differ by
`spread` on average, so `spread` is the interarrival jitter that RFC 3550 defines (section 6.4.1) and that RTCP
reports. What arrives within `buffer` is played in its order and in its time; what arrives later is lost. That is a
share of exp(-buffer / spread).
"""

from __future__ import annotations

from typing import ClassVar

from pydantic import Field

from pipelines.perturb.base import Options, Samples, Site, Stage, perturbation
from pipelines.perturb.packets import Conceal, Held, Packets


class Jitter(Options):
    """Late packets.

    Attributes:
        spread: mean delay of a packet above the shortest, in ms.
        buffer: delay at which packets are played, in ms.
        conceal: what is played for a packet that is later than that.
    """

    value: ClassVar[str] = "spread"

    spread: float = Field(default=20.0, ge=0, le=1000)
    buffer: float = Field(default=60.0, gt=0, le=2000)
    conceal: Conceal = "fade"


class Playout:
    """Plays every packet `buffer` after it was spoken, or what stands in for it."""

    def __init__(self, options: Jitter, site: Site) -> None:
        def late() -> bool:
            return bool(site.rng.exponential(options.spread) > options.buffer)

        self._packets = Packets(site.rate, late, options.conceal)
        self._held = Held(round(options.buffer * site.rate / 1000))
        self.delay = self._held.delay

    def process(self, samples: Samples) -> Samples:
        """The sound as it is played."""
        return self._held.process(self._packets.process(samples))


@perturbation("jitter", 32, Jitter, "packets are late; a playout buffer waits for them, and loses what is too late")
def build(options: Jitter, site: Site) -> Stage:
    """The stage."""
    return Playout(options, site)
