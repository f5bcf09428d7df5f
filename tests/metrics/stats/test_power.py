"""What is promised before calls are made is what the test that is run on them finds."""

from math import inf

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import special

from metrics.stats import sign_flip
from metrics.stats.paired import detectable
from metrics.stats.power import Population, enough_scenarios, enough_trials, found_by
from metrics.stats.stability import spread

REPLICATES = 600
"""The standard error of a power of 80 % is 1.6 points; a test of verdicts rejects in steps besides."""

CLOSE = 0.06

populations = st.one_of(
    st.builds(Population.of_verdicts, st.floats(0.05, 0.95), st.floats(0, 1), st.floats(0, 1)),
    st.builds(Population, st.floats(1e-4, 1e4), st.floats(0, 1), st.floats(0, 1)),
)


def chances(rate, between, normal):
    """Chances of scenarios with a mean and a share of variance, from a standard normal: a beta distribution."""
    concentration = 1 / between - 1
    return special.betaincinv(rate * concentration, (1 - rate) * concentration, special.ndtr(normal))


def pairs(population, other, normals):
    """Chances of the same scenarios for both sides, whose correlation is the population's."""
    first = chances(population.rate, population.between, normals[0])
    low, high = 0.0, 1.0
    for _ in range(10):  # chances are not normal: normals must be a little more alike than they
        alike = (low + high) / 2
        mixed = alike * normals[0] + (1 - alike**2) ** 0.5 * normals[1]
        second = chances(other, population.between, mixed)
        enough = np.corrcoef(first.ravel(), second.ravel())[0, 1] >= population.alike
        low, high = (low, alike) if enough else (alike, high)
    return first, second


def verdicts(rng, population, shift, scenarios, trials):
    """Differences by replicate and scenario of two sides that pass or fail."""
    other = population.rate - shift if population.rate >= 0.5 else population.rate + shift
    first, second = pairs(population, other, rng.normal(size=(2, REPLICATES, scenarios)))
    drawn = rng.binomial(trials[1], second) / trials[1] - rng.binomial(trials[0], first) / trials[0]
    assert drawn.var() == pytest.approx(population.difference_variance(trials, shift), rel=0.05)
    return drawn


def values(rng, population, shift, scenarios, trials):
    """The same of values without a scale."""
    between, within = population.variance * population.between, population.variance * (1 - population.between)
    cov = between * np.array([[1, population.alike], [population.alike, 1]])
    means = rng.multivariate_normal([0, shift], cov, (REPLICATES, scenarios))
    noise = [rng.normal(0, (within / k) ** 0.5, (REPLICATES, scenarios)) for k in trials]
    return means[..., 1] + noise[1] - means[..., 0] - noise[0]


def power(deltas, tests):
    return float(np.mean([sign_flip(d, n, draws=999)[0] <= 0.05 / tests for n, d in enumerate(deltas)]))


@pytest.mark.parametrize(
    ("rate", "between", "alike", "scenarios", "trials", "tests"),
    [
        (0.6, 0.5, 0.5, 50, (1, 1), 1),
        (0.6, 0.5, 0.5, 50, (3, 3), 1),
        (0.3, 0.3, 0.8, 90, (5, 3), 1),
        (0.8, 0.5, 0.8, 60, (5, 3), 3),
        (0.6, 0.5, 0.5, 25, (3, 3), 3),
    ],
)
def test_a_pass_rate_that_differs_so_much_is_found_four_times_in_five(rate, between, alike, scenarios, trials, tests):
    rng = np.random.default_rng(41)
    population = Population.of_verdicts(rate, between, alike)
    shift = found_by(population, scenarios, trials, tests=tests)
    found = power(verdicts(rng, population, shift, scenarios, trials), tests)
    print(f"{scenarios} x {trials}, {tests} tests: a difference of {shift:.3f} was found {found:.3f}")
    assert found == pytest.approx(0.8, abs=CLOSE)


@pytest.mark.parametrize(
    ("between", "alike", "scenarios", "trials", "tests"),
    [(0.5, 0.5, 20, (1, 1), 1), (0.3, 0.8, 60, (5, 3), 3), (0.9, 0.0, 40, (3, 3), 6)],
)
def test_a_mean_that_differs_so_much_is_found_four_times_in_five(between, alike, scenarios, trials, tests):
    rng = np.random.default_rng(42)
    population = Population(0.04, between, alike)
    shift = found_by(population, scenarios, trials, tests=tests)
    found = power(values(rng, population, shift, scenarios, trials), tests)
    print(f"{scenarios} x {trials}, {tests} tests: a difference of {shift:.3f} was found {found:.3f}")
    assert found == pytest.approx(0.8, abs=CLOSE)


def test_what_is_planned_is_what_is_then_said_to_have_been_detectable():
    rng = np.random.default_rng(43)
    population = Population(0.04, 0.5, 0.5)
    drawn = values(rng, population, 0.0, 80, (3, 3))
    measured = float(np.mean([detectable(d) for d in drawn]))
    assert found_by(population, 80, (3, 3)) == pytest.approx(measured, rel=0.02)


@given(populations, st.integers(6, 300), st.integers(1, 10), st.integers(1, 6))
def test_more_scenarios_and_more_trials_never_need_a_larger_difference_and_more_tests_do(p, scenarios, trials, tests):
    def found(scenarios, trials, tests):
        least = found_by(p, scenarios, (trials, trials), tests=tests)
        return inf if least is None else least

    here = found(scenarios, trials, tests)
    slack = 1e-9 + (1 if here == inf else here) * 1e-9
    assert found(scenarios + 1, trials, tests) <= here + slack
    assert found(scenarios, inf, tests) <= here + slack
    assert found(scenarios, trials, tests + 1) >= here - slack


def test_few_scenarios_find_nothing_however_large():
    population = Population(0.04, 0.5, 0.5)
    assert found_by(population, 5, (9, 9)) is None, "p is never below 0.0625"
    assert found_by(population, 6, (9, 9)) is not None
    assert found_by(population, 6, (9, 9), tests=2) is None
    assert found_by(Population.of_verdicts(0.5, 0.5, 0.0), 8, (1, 1)) is None, "half is the most there can be"
    with pytest.raises(ValueError, match="needs scenarios"):
        found_by(population, 10, (0, 1))


def test_a_share_that_falls_towards_one_half_varies_more_than_one_that_rises():
    high, low = (Population.of_verdicts(rate, 0.4, 0.5) for rate in (0.8, 0.2))
    assert high.difference_variance((1, 1), 0.2) > high.difference_variance((1, 1), 0.0)
    assert found_by(high, 50, (3, 3)) == pytest.approx(found_by(low, 50, (3, 3)))


def test_trials_are_enough_where_scenarios_are_all_that_is_left():
    population = Population(1.0, 0.5, 0.5)  # of the difference: 0.5 between scenarios, 1 / trials within
    least = enough_trials(population, 100)
    floor = found_by(population, 100, (inf, inf))
    assert least == 10, "sqrt(1 + 2 / k) is at most 1.1 from k = 9.52 on"
    assert found_by(population, 100, (least - 1, least - 1)) > 1.1 * floor >= found_by(population, 100, (least, least))
    assert enough_trials(population, 5) is None
    assert enough_trials(Population(1.0, 0.0, 0.5), 100) is None, "where scenarios are alike, trials always help"


def test_enough_scenarios_are_the_fewest_that_find_it():
    population = Population.of_verdicts(0.6, 0.5, 0.5)
    least = enough_scenarios(population, 0.1, (3, 3), tests=3)
    assert found_by(population, least, (3, 3), tests=3) <= 0.1 < found_by(population, least - 1, (3, 3), tests=3)
    assert enough_scenarios(population, 1e-5, (1, 1)) is None


def test_variance_is_told_apart_between_scenarios_and_trials():
    rng = np.random.default_rng(44)
    means = rng.normal(5, 2, 400)
    found = spread([list(rng.normal(mean, 1, 4)) for mean in means])
    assert (found.between, found.within) == (pytest.approx(4, rel=0.15), pytest.approx(1, rel=0.1))
    assert (found.scenarios, found.trials) == (400, 4)
    assert spread([[1.0], [0.0, 1.0]]) is None
