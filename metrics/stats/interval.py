"""An interval, and the quantiles that intervals are made with."""

from __future__ import annotations

from dataclasses import dataclass

from scipy import special

ALPHA = 0.05
LEVEL = 1 - ALPHA


@dataclass(frozen=True, slots=True)
class Interval:
    """A confidence interval.

    Attributes:
        method: how it was made, as printed beside it.
    """

    low: float
    high: float
    method: str

    @property
    def width(self) -> float:
        """From end to end."""
        return self.high - self.low

    def within(self, least: float, most: float) -> Interval:
        """The same, cut to where the figure can lie."""
        return Interval(min(max(self.low, least), most), max(min(self.high, most), least), self.method)


def quantile(freedom: float, level: float = LEVEL) -> float:
    """Two-sided quantile of Student's t; of the normal distribution where the degrees of freedom are infinite."""
    upper = (1 + level) / 2
    return float(special.ndtri(upper) if freedom == float("inf") else special.stdtrit(freedom, upper))
