"""What a metric says of one call: scored, skipped or errored, and never one dressed up as another.

An error is never a zero: it has no value and enters no mean. A skip means that there was nothing to measure.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

Category = Literal["accuracy", "experience", "diagnostic", "validation"]
State = Literal["scored", "skipped", "errored"]

TOLERANCE = 1e-9
"""How far below a threshold a value still passes: rounding noise must not fail a call."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a metric's function returns; the registry adds name, version and category.

    Attributes:
        value: the raw score; ``None`` says skipped.
        why: one sentence that a person can read.
        normalized: the same on 0 to 1, higher is better; ``None`` where there is no such scale.
    """

    value: float | None
    why: str
    normalized: float | None = None
    details: dict[str, Any] = field(default_factory=dict)
    subs: dict[str, float | None] = field(default_factory=dict)


def skipped(why: str, **details: Any) -> Outcome:
    """Nothing to measure in this call."""
    return Outcome(None, why, details=details)


def share(value: float, why: str, **kwargs: Any) -> Outcome:
    """A score that is on 0 to 1 already, higher is better."""
    return Outcome(value, why, normalized=value, **kwargs)


class Score(BaseModel):
    """The score of one metric for one call.

    Attributes:
        value: the raw score, in the metric's own unit; ``None`` unless scored.
        normalized: on 0 to 1, higher is better; ``None`` unless scored, or where there is no such scale.
        why: one sentence that a person can read: what was found, or why there is no value.
        details: what the value rests on, as JSON data.
        subs: parts of the score by name, raw; ``None`` where a part has nothing to measure.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    version: str
    category: Category
    state: State
    value: float | None = None
    normalized: float | None = Field(default=None, ge=0, le=1)
    why: str = Field(min_length=1)
    details: dict[str, Any] = {}
    subs: dict[str, float | None] = {}

    @model_validator(mode="after")
    def _state_fits(self) -> Self:
        if (self.state == "scored") != (self.value is not None):
            raise ValueError(f"a {self.state} score must {'have' if self.state == 'scored' else 'not have'} a value")
        if self.value is None and self.normalized is not None:
            raise ValueError("a score without a value must not have a normalized one")
        numbers = [self.value, *self.subs.values()]
        if any(n is not None and not math.isfinite(n) for n in numbers):
            raise ValueError("a score must be finite")
        return self

    @property
    def effective(self) -> float | None:
        """What enters composites, means and pass decisions: normalized, else raw; ``None`` unless scored."""
        return self.value if self.normalized is None else self.normalized

    def passes(self, threshold: float) -> bool | None:
        """Whether the effective value reaches the threshold, within 1e-9; ``None`` unless scored."""
        value = self.effective
        return None if value is None else value >= threshold - TOLERANCE
