"""How long a stage takes: seeded samples from a declared distribution.

In virtual time local models cost nothing, so their latency is charged explicitly. In real time the model's own
compute time is part of the sample: only the remainder is slept, so that both clocks tell the same story.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

Sampler = Callable[[], float]

LONGEST_S = 3600.0
"""Longest latency that can be declared: beyond it nobody would still be on the line."""


class LatencySpec(BaseModel):
    """A distribution of seconds.

    ``constant`` takes `mean`; ``normal`` `mean` and `sd` (cut at zero); ``lognormal`` the median `mean` and the
    sigma `sd` of the logarithm; ``empirical`` draws from `values` with replacement.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: Literal["constant", "normal", "lognormal", "empirical"] = "constant"
    mean: float = Field(default=0.0, ge=0, le=LONGEST_S)
    sd: float = Field(default=0.0, ge=0, le=LONGEST_S)
    values: tuple[Annotated[float, Field(ge=0, le=LONGEST_S)], ...] = ()

    @model_validator(mode="after")
    def _has_values(self) -> LatencySpec:
        if self.kind == "empirical" and not self.values:
            raise ValueError("an empirical latency needs values, in seconds")
        return self

    def sampler(self, rng: np.random.Generator) -> Sampler:
        """A function that draws one latency in seconds, to the millisecond so that records read well."""

        def draw() -> float:
            match self.kind:
                case "constant":
                    value = self.mean
                case "normal":
                    value = rng.normal(self.mean, self.sd)
                case "lognormal":
                    drawn = rng.normal(math.log(max(self.mean, 1e-6)), self.sd)
                    value = math.exp(min(drawn, math.log(LONGEST_S)))
                case "empirical":
                    value = float(rng.choice(np.asarray(self.values)))
            return round(min(max(0.0, float(value)), LONGEST_S), 3)

        return draw


def _coerce(value: Any) -> Any:
    return {"mean": value} if isinstance(value, int | float) else value


Latency = Annotated[LatencySpec, BeforeValidator(_coerce)]
"""A `LatencySpec` that may also be written as a plain number of seconds."""


async def charge(sample: float, started: float) -> None:
    """Sleep until `sample` seconds after `started` (loop time), so that compute time counts as part of it."""
    remaining = sample - (asyncio.get_running_loop().time() - started)
    if remaining > 0:
        await asyncio.sleep(remaining)
