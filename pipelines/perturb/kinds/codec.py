"""A mobile or internet telephone's codec, there and back: Opus, AMR, or GSM full rate."""

from __future__ import annotations

from typing import Any, ClassVar, Literal, Self

import numpy as np
from pydantic import Field, model_validator

from pipelines.perturb.base import Options, Samples, Site, Stage, perturbation
from pipelines.perturb.coders import CODECS, FRAME_S, Coder, look_over, open_coder

FULL = 32768.0


class Codec(Options):
    """A codec.

    Attributes:
        codec: which.
        kbps: kilobits a second; the codec's usual ones by default.
    """

    variant: ClassVar[str] = "codec"
    value: ClassVar[str] = "kbps"

    codec: Literal["opus", "amr", "gsm"]
    kbps: float = Field(gt=0)

    @model_validator(mode="before")
    @classmethod
    def _usual(cls, given: Any) -> Any:
        if isinstance(given, dict) and "kbps" not in given and given.get("codec") in CODECS:
            return {**given, "kbps": CODECS[given["codec"]].default}
        return given

    @model_validator(mode="after")
    def _there_is(self) -> Self:
        if why := CODECS[self.codec].refuses(self.kbps):
            raise ValueError(f"codec-{self.codec} {why}")
        look_over(self.codec)
        return self


class Coded:
    """Waits for each frame, as an encoder does, and gives back what the decoder makes of it."""

    def __init__(self, coder: Coder, frame: int) -> None:
        self._coder, self._frame = coder, frame
        self._waiting = np.zeros(0, np.int16)
        self._done = np.zeros(frame)
        self.delay = frame + coder.lag

    def process(self, samples: Samples) -> Samples:
        """The sound as it comes out of the decoder."""
        pcm = np.clip(np.rint(samples * FULL), -FULL, FULL - 1).astype(np.int16)
        self._waiting = np.concatenate((self._waiting, pcm))
        whole = len(self._waiting) // self._frame * self._frame
        ready = [self._coder(self._waiting[k : k + self._frame]) for k in range(0, whole, self._frame)]
        self._waiting = self._waiting[whole:]
        done = np.concatenate((self._done, *ready))
        self._done = done[len(samples) :]
        return done[: len(samples)]


@perturbation("codec", 24, Codec, "a telephone's codec there and back: codec-opus, codec-amr, codec-gsm")
def build(options: Codec, site: Site) -> Stage:
    """The stage."""
    return Coded(open_coder(options.codec, site.rate, options.kbps), round(FRAME_S * site.rate))
