"""Packets that are lost on the way: one by one, or in bursts by the two-state model of Gilbert and Elliott.

In the bad state every packet is lost and in the good one none (the simplest case of the model). A burst of mean
length B ends after each packet with probability r = 1/B. For a share P of lost packets the chain must turn bad with
p = r * P / (1 - P), since its stationary share of bad packets is p / (p + r).
Sources: E. N. Gilbert, "Capacity of a burst-noise channel", 1960; E. O. Elliott, 1963.
"""

from __future__ import annotations

from typing import ClassVar, Self

from pydantic import Field, model_validator

from pipelines.perturb.base import Options, Site, Stage, perturbation
from pipelines.perturb.packets import Conceal, Packets


class Loss(Options):
    """Lost packets.

    Attributes:
        percent: share of packets that are lost.
        burst: mean number of packets that are lost in a row; at 1 each packet is lost or not by itself.
        conceal: what is played for a lost packet.
    """

    value: ClassVar[str] = "percent"

    percent: float = Field(default=3.0, ge=0, le=100)
    burst: float = Field(default=1.0, ge=1, le=500)
    conceal: Conceal = "fade"

    @model_validator(mode="after")
    def _possible(self) -> Self:
        most = 100 * self.burst / (self.burst + 1)
        if self.burst > 1 and self.percent > most:
            raise ValueError(f"bursts of {self.burst:g} packets lose at most {most:.3g} percent; ask for longer ones")
        return self


class Network:
    """Loses packets; each call is the next packet's fate."""

    def __init__(self, options: Loss, site: Site) -> None:
        self._rng = site.rng
        share = options.percent / 100
        if options.burst == 1:
            self._from_good = self._from_bad = share
        else:
            self._from_bad = 1 - 1 / options.burst
            self._from_good = (1 - self._from_bad) * share / (1 - share)
        self._bad = bool(self._rng.random() < share)  # a call begins anywhere in the network's life
        self._begun = False

    def __call__(self) -> bool:
        """Whether the next packet is lost."""
        if self._begun:
            self._bad = bool(self._rng.random() < (self._from_bad if self._bad else self._from_good))
        self._begun = True
        return self._bad


@perturbation("loss", 30, Loss, "packets of 20 ms are lost, singly or in bursts")
def build(options: Loss, site: Site) -> Stage:
    """The stage."""
    return Packets(site.rate, Network(options, site), options.conceal)
