from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from metrics.stats import detectable, difference_interval, holm, mcnemar, sign_flip
from tests.metrics.stats.population import chance

deltas = st.lists(st.sampled_from([-1.0, -0.5, -0.2, 0.0, 0.2, 0.5, 1.0]), min_size=1, max_size=8)


@given(deltas)
def test_with_few_scenarios_every_pattern_of_signs_is_counted(values):
    seen = abs(sum(values))
    patterns = [
        abs(sum(s * v for s, v in zip(signs, values, strict=True))) for signs in product((1, -1), repeat=len(values))
    ]
    expected = np.mean([p >= seen - 1e-9 for p in patterns])
    assert sign_flip(values, 1) == (pytest.approx(expected), "exact")


def test_drawn_patterns_agree_with_counted_ones_and_p_is_never_0():
    rng = np.random.default_rng(3)
    values = rng.normal(0.15, 0.3, 14)
    exact, _ = sign_flip(values, 1)
    more, how = sign_flip([*values, 1e-9], 1)  # a fifteenth that carries nothing: patterns are drawn
    assert how == "drawn"
    assert more == pytest.approx(exact, abs=4 * (exact * (1 - exact) / 9999) ** 0.5 + 1e-4)
    assert sign_flip([0.5] * 40, 1)[0] == 1 / 10000
    assert sign_flip([0.5] * 5, 1)[0] == 2 / 2**5
    assert sign_flip([0.0] * 30, 1) == (1.0, "exact")
    with pytest.raises(ValueError, match="at least one"):
        sign_flip([], 1)


@given(st.integers(0, 30), st.integers(0, 30))
def test_mcnemar_is_the_exact_binomial_test_of_the_scenarios_that_differ(one, two):
    expected = stats.binomtest(one, one + two).pvalue if one + two else 1.0
    assert mcnemar(one, two) == pytest.approx(expected)


def test_mcnemar_wants_counts():
    with pytest.raises(ValueError, match="counts"):
        mcnemar(-1, 2)


def test_holm():
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.9, 0.8]) == [1.0, 1.0]
    assert holm([]) == []


@given(st.lists(st.floats(0, 1), max_size=10))
def test_holm_never_lowers_a_p_and_keeps_their_order(p):
    found = holm(p)
    assert all(a <= b <= 1 for a, b in zip(p, found, strict=True))
    assert sorted(found) == [found[i] for i in sorted(range(len(p)), key=lambda i: p[i])]


@pytest.mark.parametrize(("scenarios", "trials"), [(10, 1), (10, 5), (50, 1), (50, 3), (213, 1)])
def test_false_positives_are_at_most_nominal(scenarios, trials):
    """Two systems that are alike, 2500 times: both tests at 5 %; the standard error is 0.44 points."""
    rng = np.random.default_rng(21)
    chances = chance(rng, rng.uniform(0.2, 0.9, 2500), scenarios)
    one, two = (rng.binomial(trials, chances) for _ in range(2))
    deltas = (two - one) / trials
    flips = np.mean([sign_flip(d, n, draws=999)[0] <= 0.05 for n, d in enumerate(deltas)])
    whole = one == trials, two == trials
    counts = zip((whole[0] & ~whole[1]).sum(axis=1), (~whole[0] & whole[1]).sum(axis=1), strict=True)
    mcnemars = np.mean([mcnemar(int(a), int(b)) <= 0.05 for a, b in counts])
    print(f"false positives, {scenarios} x {trials}: sign-flip {flips:.3f}, McNemar {mcnemars:.3f}")
    assert flips <= 0.05 + 3 * 0.0044
    assert mcnemars <= 0.05
    assert flips > 0, "a test that never rejects proves nothing"


def test_holm_keeps_the_family_wise_rate():
    """Six metrics of two systems that are alike: any rejection at all, 2500 times."""
    rng = np.random.default_rng(22)
    wrong = 0
    for _ in range(2500):
        drawn = rng.normal(0, 0.2, (6, 12))
        wrong += min(holm([sign_flip(d, 1)[0] for d in drawn])) <= 0.05
    assert wrong / 2500 <= 0.05 + 3 * 0.0044


@pytest.mark.parametrize(("scenarios", "trials"), [(20, 1), (50, 3), (213, 1)])
def test_a_detectable_difference_is_found_four_times_in_five(scenarios, trials):
    """A difference is planted that is as large as the one that is claimed to be detectable."""
    rng = np.random.default_rng(23)
    shift = 0.2
    for _ in range(4):  # what can be detected depends a little on what is there
        found = planted(rng, scenarios, trials, shift)
        shift = float(np.median([detectable(d, trials=trials) for d in found]))
    found = planted(rng, scenarios, trials, shift)
    power = np.mean([sign_flip(d, n, draws=999)[0] <= 0.05 for n, d in enumerate(found)])
    print(f"{scenarios} x {trials}: a difference of {shift:.3f} was found {power:.2f}")
    assert power == pytest.approx(0.8, abs=0.08)


def planted(rng, scenarios, trials, shift):
    chances = rng.uniform(0, 1 - shift, (600, scenarios))
    return (rng.binomial(trials, chances + shift) - rng.binomial(trials, chances)) / trials


def test_scenarios_that_agree_throughout_do_not_prove_that_all_do():
    found = difference_interval([0.0] * 10, trials=1)
    assert found.low == -found.high
    assert 0.1 < found.high < 0.3
    assert difference_interval([0.0] * 10).width == 0, "values that are no verdicts are taken as they are"
    assert difference_interval([0.5], trials=1) is None
    assert detectable([0.5]) is None
