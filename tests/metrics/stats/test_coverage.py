"""What the intervals promise, by simulation: 95 % hold the truth, to two points.

Noise: a coverage of 95 % from 2500 replicates has a standard error of 0.44 points.
"""

import numpy as np
import pytest

from metrics.stats import Rates, behind_judge, behind_judges, difference_interval, share_interval
from metrics.stats.bootstrap import studentised
from tests.metrics.stats.population import CELLS, REPLICATES, chance, verdicts, within

cells = pytest.mark.parametrize(("scenarios", "trials"), CELLS)


def covered(what, found, truths):
    """Share of the intervals that hold their truth, printed too."""
    coverage = within([(f.low, f.high) for f in found], truths)
    print(f"{what}: {coverage:.3f}")
    return coverage


@cells
def test_pass_rates(scenarios, trials):
    rates, drawn = verdicts(np.random.default_rng(11), scenarios, trials)
    found = [share_interval(one) for one in drawn.tolist()]
    assert abs(covered(f"pass rate, {scenarios} x {trials}", found, rates) - 0.95) <= 0.02


@cells
def test_scores_between_0_and_1(scenarios, trials):
    """Ratings of 0, a half and 1, as judges give them."""
    rng = np.random.default_rng(12)
    rates = rng.uniform(0.3, 0.9, REPLICATES)
    chances = chance(rng, rates, scenarios)
    drawn = rng.binomial(2, np.broadcast_to(chances[..., None], (*chances.shape, trials))) / 2
    found = [share_interval(one) for one in drawn.tolist()]
    assert abs(covered(f"score, {scenarios} x {trials}", found, rates) - 0.95) <= 0.02


@cells
def test_means_of_seconds(scenarios, trials):
    """Latencies: log-normal between scenarios and within, by a factor of a third each."""
    rng = np.random.default_rng(13)
    scale = rng.normal(0, 0.3, (REPLICATES, scenarios, 1))
    drawn = np.exp(scale + rng.normal(0, 0.3, (REPLICATES, scenarios, trials))).mean(axis=2)
    found = [studentised(one, seed, resamples=400) for seed, one in enumerate(drawn)]
    truths = [np.exp(0.3**2)] * REPLICATES
    assert abs(covered(f"seconds, {scenarios} x {trials}", found, truths) - 0.95) <= 0.02


@cells
def test_differences_of_pass_rates(scenarios, trials):
    """Two systems, half of the scenarios harder for the second."""
    rng = np.random.default_rng(14)
    rates = rng.uniform(0.2, 0.9, REPLICATES)
    chances = chance(rng, rates, scenarios)
    shape = (*chances.shape, trials)
    first = rng.random(shape) < chances[..., None]
    second = rng.random(shape) < chances[..., None] * rng.choice([1.0, 0.7], (REPLICATES, scenarios, 1))
    deltas = second.mean(axis=2) - first.mean(axis=2)
    found = [difference_interval(one, trials=trials) for one in deltas]
    assert abs(covered(f"difference, {scenarios} x {trials}", found, -0.15 * rates) - 0.95) <= 0.02


@pytest.mark.parametrize("scenarios", [50, 213])
@pytest.mark.parametrize("skill", [(0.9, 0.8), (0.95, 0.95)])
def test_rates_behind_a_judge(scenarios, skill):
    """What people would have found, from a judge that was checked on 60 passes and 40 failures."""
    rng = np.random.default_rng(15)
    rates = rng.uniform(0.3, 0.8, REPLICATES)
    hit, spare = skill
    found = []
    for rate in rates:
        true = rng.random(scenarios) < rate
        seen = np.where(true, rng.random(scenarios) < hit, rng.random(scenarios) > spare)
        checked = Rates(rng.binomial(60, hit), 60, rng.binomial(40, spare), 40)
        found.append(behind_judge([[float(s)] for s in seen], checked)[1])
    assert abs(covered(f"behind a judge {skill}, {scenarios}", found, rates) - 0.95) <= 0.02


def test_rates_behind_several_judges():
    """Two judges that err apart, on a pass that both decide."""
    rng = np.random.default_rng(16)
    rates, truths, found = rng.uniform(0.6, 0.95, (400, 2)), [], []
    for one, two in rates:
        true = rng.random((100, 2)) < (one, two)
        seen = np.where(true, rng.random((100, 2)) < 0.9, rng.random((100, 2)) > 0.8)
        checked = {n: Rates(rng.binomial(60, 0.9), 60, rng.binomial(40, 0.8), 40) for n in "ab"}
        calls = [(str(n), {"a": bool(a), "b": bool(b)}) for n, (a, b) in enumerate(seen)]
        found.append(behind_judges(calls, checked, 1, draws=400)[1])
        truths.append(one * two)
    assert 0.92 <= covered("behind two judges", found, truths) <= 0.99
