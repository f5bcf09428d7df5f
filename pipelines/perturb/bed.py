"""Beds of noise: what a bed declares, which there are, and how one becomes a loop.

A bed is made by code and is the same in every call: its generator is seeded by its name. Where in the loop a call
begins is the call's seed's to say; see `pipelines.perturb.kinds.noise`.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

import pipelines.perturb.beds
from pipelines.perturb.base import Samples, Talk
from pipelines.perturb.loop import FADE_S, close, levelled, limited
from pipelines.plugins import declared
from pipelines.seed import seed_of
from scenarios.errors import UsageError

GROUP = "callbench.beds"
"""Entry points of other distributions: modules that hold beds."""

RATE = 8000
"""Samples a second of a bed as it is made: all that a telephone carries."""

MARK = "__callbench_bed__"


@dataclass(frozen=True)
class Studio:
    """What a bed is made with.

    Attributes:
        rng: seeded by the bed's name; the same in every call.
        samples: how many samples to make: the loop and the stretch that its seam is faded over.
        talk: people's talk, see `Talk`. Only beds that declare it may ask.
    """

    rng: np.random.Generator
    samples: int
    talk: Talk


Make = Callable[[Studio], Samples]


@dataclass(frozen=True)
class Bed:
    """A bed.

    Attributes:
        name: as conditions name it.
        seconds: length of the loop.
        summary: one line for people.
        make: makes the sound: `Studio.samples` of it at 8 kHz, at any level.
        talk: whether there are people in it.
    """

    name: str
    seconds: float
    summary: str
    make: Make
    talk: bool


M = TypeVar("M", bound=Make)


def bed(name: str, seconds: float, summary: str, talk: bool = False) -> Callable[[M], M]:
    """Declare the function below to make a bed; see `Bed`."""

    def mark(make: M) -> M:
        setattr(make, MARK, Bed(name, seconds, summary, make, talk))
        return make

    return mark


@functools.cache
def beds() -> dict[str, Bed]:
    """Every bed by name; ours go before those of other distributions."""
    found: dict[str, Bed] = {}
    for each in declared(pipelines.perturb.beds, GROUP, MARK, Bed, "beds"):
        found.setdefault(each.name, each)
    return found


def render(name: str, talk: Talk | None, even: bool = True) -> Samples:
    """A bed's loop at 8 kHz with an RMS of 1. It is made once in a process; do not change it.

    Args:
        name: of a bed that there is.
        talk: for beds with people in them.
        even: level it, see `pipelines.perturb.loop.levelled`.

    Raises:
        UsageError: there are people in the bed and nobody to talk.
    """
    chosen = beds()[name]
    if chosen.talk and talk is None:
        raise UsageError(
            f"noise {name!r} has people in it, and nobody is there to talk: give the stack a `talk`, "
            "such as agents.embedded.babble.talk"
        )
    return _render(chosen, talk if chosen.talk else None, even)


@functools.lru_cache(maxsize=32)
def _render(chosen: Bed, talk: Talk | None, even: bool) -> Samples:
    fade = round(FADE_S * RATE)
    samples = round(chosen.seconds * RATE) + fade
    sound = chosen.make(Studio(np.random.default_rng(seed_of(f"bed:{chosen.name}")), samples, talk or _nobody))
    if len(sound) != samples:
        raise ValueError(f"bed {chosen.name!r} made {len(sound)} samples and not {samples}")
    loop = close(sound, fade)
    if even:
        loop = levelled(loop, RATE)
    loop = limited(loop)
    loop.flags.writeable = False
    return loop


def _nobody(talker: int) -> Samples:
    raise ValueError(f"talker {talker} is asked to talk in a bed that declares no talk")
