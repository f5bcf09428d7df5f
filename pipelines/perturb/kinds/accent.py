"""The accent of the caller's voice: which accents there are is its caller file's to say."""

from __future__ import annotations

from typing import ClassVar

from pydantic import Field

from pipelines.perturb.base import Kind, Options


class Accent(Options):
    """An accent by the name that the caller's file has for it."""

    variant: ClassVar[str] = "accent"

    accent: str = Field(min_length=1, pattern=r"^[A-Za-z0-9_-]+$")


KIND = Kind("accent", 0, "voice", Accent, None, "the caller's voice has an accent")
