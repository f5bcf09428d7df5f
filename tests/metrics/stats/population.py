"""Systems on scenarios, simulated: how likely each scenario is passed, and what its trials came to.

Scenario chances follow a beta distribution of concentration 2 (some scenarios nearly always pass, some nearly
never), around a mean pass rate that differs from replicate to replicate, so that coverage is not that of one
lucky or unlucky binomial lattice.
"""

import numpy as np

CONCENTRATION = 2.0
RATES = (0.2, 0.9)
CELLS = [(scenarios, trials) for scenarios in (10, 50, 213) for trials in (1, 3, 5)]
REPLICATES = 2500
"""Two points are 3 standard errors of a coverage of 95 % from 1069 on; here they are 4.6."""


def verdicts(rng, scenarios, trials, replicates=REPLICATES):
    """True mean pass rates, and 0 or 1 by replicate, scenario and trial."""
    rates = rng.uniform(*RATES, replicates)
    chances = chance(rng, rates, scenarios)
    return rates, (rng.random((replicates, scenarios, trials)) < chances[..., None]).astype(float)


def chance(rng, rates, scenarios):
    shape = (len(rates), scenarios)
    middle = np.broadcast_to(rates[:, None], shape)
    return rng.beta(middle * CONCENTRATION, (1 - middle) * CONCENTRATION)


def within(intervals, truths):
    """Share of the intervals that hold their truth."""
    held = [low - 1e-12 <= truth <= high + 1e-12 for (low, high), truth in zip(intervals, truths, strict=True)]
    return float(np.mean(held))
