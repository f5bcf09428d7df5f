"""Static: white Gaussian noise, as a bad line hisses."""

from __future__ import annotations

from pipelines.perturb.base import Samples
from pipelines.perturb.bed import Studio, bed


@bed("static", 30, "white Gaussian noise")
def make(studio: Studio) -> Samples:
    """The sound."""
    return studio.rng.standard_normal(studio.samples)
