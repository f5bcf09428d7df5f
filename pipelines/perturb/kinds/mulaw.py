"""The telephone network's coding: G.711 mu-law, there and back, sample by sample."""

from __future__ import annotations

import numpy as np

from pipelines import g711
from pipelines.perturb.base import Options, Samples, Site, Stage, perturbation

FULL = 32768.0


class MuLaw:
    """Rounds each sample to 16 bits and then to the nearest of mu-law's values, exactly as the line itself does."""

    delay = 0

    def process(self, samples: Samples) -> Samples:
        """The sound as mu-law has it."""
        pcm = np.clip(np.rint(samples * FULL), -FULL, FULL - 1).astype(np.int16)
        return g711.decode(g711.encode(pcm)) / FULL


@perturbation("mulaw", 26, Options, "G.711 mu-law there and back")
def build(options: Options, site: Site) -> Stage:
    """The stage."""
    return MuLaw()
