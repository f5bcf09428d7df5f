"""The stages of a condition, one after the other, on the caller's sound."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from pipelines.perturb.base import Site, Stage, Talk
from pipelines.perturb.condition import Condition
from pipelines.record import RATE
from pipelines.seed import seed_of

FULL = 32768.0


class Stack:
    """Does to each tick of sound what the stages do, in their order.

    Attributes:
        delay: samples by which the output lags the input.
    """

    def __init__(self, stages: Sequence[Stage]) -> None:
        self._stages = tuple(stages)
        self.delay = sum(stage.delay for stage in stages)

    def __call__(self, pcm: NDArray[np.int16], sample: int = 0) -> NDArray[np.int16]:
        """The next 16-bit samples, changed; `sample` is the line's and is not needed: sound is continuous."""
        sound = pcm.astype(np.float64) / FULL
        for stage in self._stages:
            sound = stage.process(sound)
        return np.clip(np.rint(sound * FULL), -FULL, FULL - 1).astype(np.int16)


def open_stack(
    condition: Condition,
    seed: int,
    *,
    rate: int = RATE,
    speech_db: float | None = None,
    talk: Talk | None = None,
) -> Stack | None:
    """The stack of a condition; ``None`` where it does nothing to the line.

    Args:
        condition: what to do.
        seed: of the call. Each kind draws from a generator of its own, so that adding one leaves the others' as
            they are.
        rate: samples a second.
        speech_db: see `Site`.
        talk: see `Site`.
    """
    stages = []
    for element in condition.on_line:
        build = element.declared.build
        if build is None:
            continue
        site = Site(rate, np.random.default_rng(seed_of(f"{seed}:perturb:{element.kind}")), speech_db, talk)
        stages.append(build(element.settings, site))
    return Stack(stages) if stages else None
