"""How the caller behaves beyond its usual manners; the caller's end of a call carries it out."""

from __future__ import annotations

from typing import ClassVar, Literal

from pipelines.perturb.base import Kind, Options

Manner = Literal["slow", "impatient", "forgetful", "backchannels"]


class Behaviour(Options):
    """A manner of the caller."""

    variant: ClassVar[str] = "manner"

    manner: Manner


KIND = Kind("behaviour", 1, "caller", Behaviour, None, "the caller is slow, impatient, forgetful, or says mm-hmm")
