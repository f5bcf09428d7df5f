"""The contract of perturbations: what a kind declares, and what a stage does to sound.

Stages are pure signal processing: no Pipecat, no clock, no randomness but the generator that they are given. They see
continuous sound, silence included, in chunks of any length, and give back as many samples as they were given.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict

Samples = NDArray[np.float64]
"""Mono sound at full scale 1.0."""

Acts = Literal["voice", "caller", "line"]
"""Where a kind acts: on how the caller's voice is made, on how the caller behaves, or on its sound on the line."""


class Stage(Protocol):
    """One thing done to a stream of sound.

    Attributes:
        delay: samples by which the output lags the input; constant.
    """

    delay: int

    def process(self, samples: Samples) -> Samples:
        """The next stretch of sound, changed; as long as it was."""
        ...


Talk = Callable[[int], Samples]
"""Seconds of somebody's talk at 8 kHz, at -26 dBFS of active level, by the number of the talker (0 and up): what
babble is made of. Every talker has a voice and texts that no caller has."""


@dataclass(frozen=True)
class Site:
    """What a stage may know of where it acts.

    Attributes:
        rate: samples a second.
        rng: the stage's own generator; no other draws from it.
        speech_db: level of the active speech that comes in, in dBFS, where every utterance is levelled to it; ``None``
            where the level has to be found out.
        talk: talk for babble; ``None`` where there are no voices.
    """

    rate: int
    rng: np.random.Generator
    speech_db: float | None = None
    talk: Talk | None = None


class Options(BaseModel):
    """Options of a kind. In a condition's text: ``KIND-VARIANT=VALUE:OPTION=…``.

    Attributes:
        variant: the field that what follows ``KIND-`` goes into; empty where there is none.
        value: the field that what follows ``=`` goes into; empty where there is none.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    variant: ClassVar[str] = ""
    value: ClassVar[str] = ""

    def remarks(self, rate: int) -> tuple[str, ...]:
        """What a person should know before the first call on a line of `rate` samples a second, a line each."""
        return ()


@dataclass(frozen=True)
class Kind:
    """A kind of perturbation.

    Attributes:
        name: as conditions name it.
        order: place in the stack: a person speaks (0 to 9), into a room (10 to 19), through a set (20 to 29), over a
            network (30 and up).
        acts: where.
        options: its model.
        build: makes the stage; ``None`` for kinds that do not act on the line.
        summary: one line for people.
    """

    name: str
    order: int
    acts: Acts
    options: type[Options]
    build: Callable[[Any, Site], Stage] | None
    summary: str


MARK = "__callbench_perturbation__"

B = TypeVar("B", bound=Callable[[Any, Site], Stage])


def perturbation(name: str, order: int, options: type[Options], summary: str) -> Callable[[B], B]:
    """Declare the function below to be the builder of a kind that acts on the line."""

    def mark(build: B) -> B:
        setattr(build, MARK, Kind(name, order, "line", options, build, summary))
        return build

    return mark
