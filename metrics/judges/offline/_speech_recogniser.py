"""Where the speech judges get their ears: whoever runs them lends recognisers, since metrics know no models."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from metrics.judges.jury import JudgeError

Weigh = Callable[[NDArray[np.int16], Sequence[str], int], list[float]]


class Recogniser(Protocol):
    """Hears words."""

    def transcribe(self, samples: NDArray[np.int16], rate: int = 8000) -> str:
        """Words of mono int16 sound; the same on every run."""
        ...


@dataclass(frozen=True, slots=True)
class Ears:
    """Who listens.

    Attributes:
        recognisers: cheapest first. The last must be one that no call uses: it alone listens to callers, whose
            attempts must not count because the agent's own recogniser understood them. All listen to agents, who
            never hear themselves.
        weigh: the natural-log probabilities with which one of them would write each of several texts for a sound
            (samples, texts, rate); ``None`` where none can tell.
    """

    recognisers: tuple[Recogniser, ...]
    weigh: Weigh | None = None

    @property
    def independent(self) -> Ears:
        """Those that no call uses."""
        return replace(self, recognisers=self.recognisers[-1:])


_lender: Callable[[], Ears] | None = None


def use(lender: Callable[[], Ears] | None) -> None:
    """Lend ears to this process's speech judges; ``None`` takes them back. Asked when a judge first listens."""
    global _lender
    _lender = lender


def lent() -> Ears:
    """The ears lent to this process.

    Raises:
        JudgeError: there are none.
    """
    if _lender is None:
        raise JudgeError("no recogniser: speech judges need an independent one to listen with")
    return _lender()
