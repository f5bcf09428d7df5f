"""Noise around the caller: a bed at a true signal-to-noise ratio, at one level through speech and silence.

The ratio is that of two levels where they meet, before set and network: of the caller's active speech (RMS over the
20 ms frames within 25 dB of the loudest one) and of the bed (RMS over its whole loop). The bed's gain is thus

    gain = 10 ** ((speech_db - snr) / 20)        for a loop with an RMS of 1

and does not look at the sound that it is mixed with. Embedded voices are levelled, so that it is the same from the
first sample of a call to the last. Of a vendor's voice the level has to be found out; see `Following`.
"""

from __future__ import annotations

import difflib
from pathlib import Path
from typing import ClassVar

import numpy as np
from pydantic import Field, field_validator

from pipelines.perturb import recordings
from pipelines.perturb.base import Options, Samples, Site, Stage, perturbation
from pipelines.perturb.bed import RATE, beds, render
from pipelines.perturb.loop import Loop, joined
from pipelines.perturb.speech_level import FRAME_S, SpeechLevel
from scenarios.errors import UsageError

TYPICAL_DB = -26.0
"""dBFS; what a voice of unknown level is taken to have until it has been heard: that of ITU-T P.56 tests, and ours."""

PAUSE_S = 0.5
"""Seconds of silence after which an utterance is over and the bed may move."""

SLEW_DB = 3.0
"""Decibels a second by which it then moves."""


class Noise(Options):
    """Noise.

    Attributes:
        bed: name of a bed, or the path of a folder with wave files.
        snr: signal-to-noise ratio in dB.
        speech: level of the caller's active speech in dBFS, for voices whose level is not known otherwise.
        steady: keep the bed's level even; ``no`` leaves its passing cars and its lulls as they are.
    """

    variant: ClassVar[str] = "bed"
    value: ClassVar[str] = "snr"

    bed: str = Field(default="", validate_default=True)
    snr: float = Field(default=15.0, ge=-20, le=60, allow_inf_nan=False)
    speech: float | None = Field(default=None, ge=-60, le=0, allow_inf_nan=False)
    steady: bool = True

    @field_validator("bed")
    @classmethod
    def _there(cls, bed: str) -> str:
        """A bed that there is; a path is made whole, since calls may be carried elsewhere."""
        if recordings.is_path(bed):
            try:
                folder = Path(bed).expanduser().absolute()
                recordings.check(folder)
            except (UsageError, RuntimeError) as error:  # RuntimeError: ~name of nobody here
                raise ValueError(str(error)) from error
            return str(folder)
        if bed in beds():
            return bed
        known = f"known: {', '.join(sorted(beds()))}, or ./FOLDER of your own recordings"
        if not bed:
            raise ValueError(f"which noise? {known}")
        close = difflib.get_close_matches(bed, beds(), n=1, cutoff=0.5)
        raise ValueError(f"there is no noise {bed!r}{f' (did you mean {close[0]}?)' if close else ''}; {known}")

    def remarks(self, rate: int) -> tuple[str, ...]:
        """That recordings are converted."""
        return recordings.remarks(Path(self.bed), rate) if recordings.is_path(self.bed) else ()


def gain(speech_db: float, noise_db: float, snr: float) -> float:
    """The factor that brings noise of a level to `snr` dB below speech of a level; 0 where there is no noise."""
    return 0.0 if noise_db == float("-inf") else float(10 ** ((speech_db - snr - noise_db) / 20))


class Fixed:
    """A bed under speech whose level is known."""

    delay = 0

    def __init__(self, loop: Loop, level: float) -> None:
        self._loop, self._level = loop, level

    def process(self, samples: Samples) -> Samples:
        """The sound with the bed under it."""
        return samples + self._level * self._loop.pull(len(samples))


class Following:
    """A bed under speech whose level has to be found out.

    It begins as if speech had `TYPICAL_DB`. When an utterance is over, for `PAUSE_S`, the active level of all that was
    said so far is taken anew, and the bed moves there by `SLEW_DB` a second. Under speech it does not move.
    """

    delay = 0

    def __init__(self, loop: Loop, snr: float, rate: int) -> None:
        self._loop, self._snr = loop, snr
        self._size = round(FRAME_S * rate)
        self._heard = SpeechLevel()
        self._pause = round(PAUSE_S / FRAME_S)
        self._goal = self._from = self._to = TYPICAL_DB
        self._filled, self._square = 0, 0.0

    def process(self, samples: Samples) -> Samples:
        """The sound with the bed under it."""
        bed = self._loop.pull(len(samples))
        out, at = np.empty(len(samples)), 0
        while at < len(samples):
            part = samples[at : at + self._size - self._filled]
            share = np.arange(self._filled + 1, self._filled + len(part) + 1) / self._size
            level = self._from + (self._to - self._from) * share - self._snr
            out[at : at + len(part)] = part + 10 ** (level / 20) * bed[at : at + len(part)]
            self._square = float(sum(part**2, self._square))  # one by one: however the sound is cut, the same sum
            self._filled += len(part)
            at += len(part)
            if self._filled == self._size:
                self._frame()
        return out

    def _frame(self) -> None:
        """A frame is over: where does the bed go in the next one?"""
        heard = self._heard
        heard.hear(self._square / self._size)
        self._filled, self._square = 0, 0.0
        self._from = self._to
        if heard.quiet == self._pause and heard.db is not None:
            self._goal = heard.db
        if heard.quiet >= self._pause:
            most = SLEW_DB * FRAME_S
            self._to += min(most, max(-most, self._goal - self._to))


@perturbation("noise", 10, Noise, "noise around the caller: noise-BED=SNR, or a folder of recordings")
def build(options: Noise, site: Site) -> Stage:
    """The stage."""
    if recordings.is_path(options.bed):
        found = recordings.files(Path(options.bed))
        samples = recordings.loop(found[int(site.rng.integers(len(found)))], site.rate, options.steady)
    else:
        samples = joined(render(options.bed, site.talk, options.steady), RATE, site.rate)
    loop = Loop(samples, int(site.rng.integers(len(samples))))
    speech = options.speech if options.speech is not None else site.speech_db
    if speech is None:
        return Following(loop, options.snr, site.rate)
    return Fixed(loop, gain(speech, 0.0, options.snr))
