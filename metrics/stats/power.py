"""Before calls are made: what true difference so many scenarios and trials would find.

Two sides, systems or conditions, are compared on the same scenarios. The difference of one scenario, trials averaged,
varies with

    between_1 + between_2 - 2 alike sqrt(between_1 between_2) + within_1 / trials_1 + within_2 / trials_2

where ``between`` is the variance of scenarios with endless trials, ``within`` that of the trials of one scenario, and
``alike`` the correlation of what the sides make of the same scenarios (variance components as in S. R. Searle, 1971;
for evaluations of language models E. Miller, "Adding error bars to evals", 2024). More trials bring the second part
to nothing and never touch the first, which only more scenarios help against. The difference that is found with 80 %
power is that of a paired t-test (J. Cohen, 1988), with a correction for continuity for verdicts, as for differences
that were measured (`metrics.stats.paired.detectable`). That the sign-flip test finds it as often is checked by
simulation.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, sqrt

from metrics.stats.interval import ALPHA
from metrics.stats.paired import POWER, freedom_of, reach, smallest_p, step

NEARLY = 1.1
"""Trials are enough where endless ones would lower what is found by less than a tenth."""

MOST_TRIALS = 1000
MOST_SCENARIOS = 1_000_000
HALVINGS = 60


@dataclass(frozen=True, slots=True)
class Population:
    """How values of one side vary.

    Attributes:
        variance: of the value of one call of one scenario, both drawn by chance.
        between: share of it that lies between scenarios, 0 to 1.
        alike: correlation of the sides' scenarios, 0 to 1.
        rate: pass rate of the first side, for verdicts, whose variance follows from it; ``None`` for other values.
    """

    variance: float
    between: float
    alike: float
    rate: float | None = None

    @classmethod
    def of_verdicts(cls, rate: float, between: float, alike: float) -> Population:
        """Verdicts that pass at a rate."""
        return cls(rate * (1 - rate), between, alike, rate)

    def difference_variance(self, trials: tuple[float, float], shift: float = 0.0) -> float:
        """Variance of the difference of one scenario.

        Args:
            trials: of both sides; may be infinite.
            shift: the true difference; verdicts of the second side vary as its own pass rate wants it. It is taken
                to go towards one half, where they vary most: one that goes the other way needs no more.
        """
        second = self.variance
        if self.rate is not None:
            other = self.rate + (shift if self.rate < 0.5 else -shift)
            second = other * (1 - other)
        between = self.between * self.variance, self.between * second
        remain = between[0] + between[1] - 2 * self.alike * sqrt(max(between[0] * between[1], 0.0))
        return remain + (self.variance - between[0]) / trials[0] + (second - between[1]) / trials[1]


def found_by(
    population: Population, scenarios: int, trials: tuple[float, float], *, tests: int = 1, power: float = POWER
) -> float | None:
    """The smallest true difference that so many scenarios and trials find with this power at 5 %, two-sided.

    Args:
        population: how values vary.
        scenarios: that both sides have.
        trials: of each scenario, by side; may be infinite.
        tests: in the family that Holm's correction is made in. The difference is to be found even where no other
            is there, so that the p of its test must be 5 % divided by their number; fewer is needed where others
            are found as well.
        power: chance of finding it.

    Returns:
        ``None`` where none on the scale is found so: too few scenarios for the test, or a share past 0 or 1.

    Raises:
        ValueError: fewer than one scenario, trial or test.
    """
    if min(scenarios, tests, *trials) < 1:
        raise ValueError(f"needs scenarios, trials and tests, got {scenarios}, {trials} and {tests}")
    alpha = ALPHA / tests
    if smallest_p(scenarios) > alpha:
        return None
    mean_trials = 2 / (1 / trials[0] + 1 / trials[1]) if min(trials) < inf else inf
    verdicts = None if population.rate is None else mean_trials
    freedom, more = freedom_of(scenarios, verdicts), step(scenarios, verdicts)

    def needed(shift: float) -> float:
        error = sqrt(max(population.difference_variance(trials, shift), 0.0) / scenarios)
        return reach(error, freedom, power=power, alpha=alpha) + more

    if population.rate is None:
        return needed(0.0)
    low, high = 0.0, max(population.rate, 1 - population.rate)
    if needed(high) > high:
        return None
    for _ in range(HALVINGS):  # verdicts vary as the difference itself wants it
        middle = (low + high) / 2
        low, high = (middle, high) if needed(middle) > middle else (low, middle)
    return high


def enough_trials(population: Population, scenarios: int, *, tests: int = 1) -> int | None:
    """The trials, alike on both sides, from which on more of them hardly help (`NEARLY`).

    Returns:
        ``None`` where no number of trials finds a difference, or none is enough: scenarios do not differ at all.
    """
    least = found_by(population, scenarios, (inf, inf), tests=tests)
    if least is None:
        return None
    for trials in range(1, MOST_TRIALS + 1):
        found = found_by(population, scenarios, (trials, trials), tests=tests)
        if found is not None and found <= NEARLY * least:
            return trials
    return None


def enough_scenarios(
    population: Population, difference: float, trials: tuple[float, float], *, tests: int = 1
) -> int | None:
    """The least number of scenarios that find a true difference with 80 % power; ``None`` past a million."""

    def finds(scenarios: int) -> bool:
        found = found_by(population, scenarios, trials, tests=tests)
        return found is not None and found <= difference

    high = 2
    while not finds(high):
        high *= 2
        if high > MOST_SCENARIOS:
            return None
    low = high // 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if finds(middle) else (middle, high)
    return high
