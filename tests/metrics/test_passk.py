from itertools import combinations, product
from math import comb, isnan

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics import reference as published
from metrics.passk import DIFFERENCE, ESTIMATORS, HEADLINE, pass_at_k, pass_power_k, pass_power_k_theoretical, passes
from metrics.score import TOLERANCE, Score
from tests import reference

VECTORS = reference.present("vectors", "pass_at_k.json") or {"grid": [], "errors": [], "from_scores": []}

numbers = st.integers(0, 8).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n), st.integers(0, n)))


@pytest.mark.reference
@pytest.mark.parametrize(
    "case", reference.each(VECTORS["grid"], (f"{c['n']}-{c['c']}-{c['k']}" for c in VECTORS["grid"]))
)
def test_reference_grid(case):
    n, c, k = case["n"], case["c"], case["k"]
    assert published.pass_at_k(n, c, k) == pytest.approx(case["pass_at_k"], abs=1e-12)
    assert published.pass_power_k(n, c, k) == pytest.approx(case["pass_power_k"], abs=1e-12)
    assert published.pass_power_k_theoretical(n, c, k) == pytest.approx(case["pass_power_k_theoretical"], abs=1e-12)
    if k:  # of no draws we say nothing
        assert pass_at_k(n, c, k) == pytest.approx(case["pass_at_k"], abs=1e-12)
        assert pass_power_k(n, c, k) == pytest.approx(case["pass_power_k"], abs=1e-12)
        assert pass_power_k_theoretical(n, c, k) == pytest.approx(case["pass_power_k_theoretical"], abs=1e-12)


def test_no_draws_have_no_chance_where_the_reference_says_1():
    """A deliberate difference: whoever averages a convenient 1 gets a better agent for having tried nothing."""
    for n, c in ((0, 0), (3, 0), (3, 3)):
        assert all(isnan(figure(n, c, 0)) for figure in (pass_at_k, pass_power_k, pass_power_k_theoretical))
        assert published.pass_at_k(n, c, 0) == published.pass_power_k(n, c, 0) == 1.0


@pytest.mark.reference
@pytest.mark.parametrize("case", reference.each(VECTORS["errors"]))
def test_reference_errors(case):
    ours = (pass_at_k, pass_power_k, pass_power_k_theoretical)
    theirs = (published.pass_at_k, published.pass_power_k, published.pass_power_k_theoretical)
    for figure in (*ours, *theirs):
        with pytest.raises(ValueError, match="needs 0 <= c <= n"):
            figure(case["n"], case["c"], case["k"])


def verdict(trial, threshold):
    state = "errored" if trial["error"] else "skipped" if trial["skipped"] else "scored"
    value = trial["score"] if state == "scored" else None
    normalized = trial["normalized_score"] if state == "scored" else None
    score = Score(name="m", version="1", category="accuracy", state=state, value=value, normalized=normalized, why="so")
    return score.passes(threshold)


def rounding_noise(case):
    """The rule of the one intended difference: a value below its threshold by no more than the tolerance."""
    values = [t["score"] if t["normalized_score"] is None else t["normalized_score"] for t in case["trials"]]
    return any(v is not None and 0 < case["threshold"] - v <= TOLERANCE for v in values)


@pytest.mark.reference
@pytest.mark.parametrize("case", reference.each(VECTORS["from_scores"], (c["name"] for c in VECTORS["from_scores"])))
def test_reference_scores(case):
    verdicts = [verdict(t, case["threshold"]) for t in case["trials"]]
    found, expected = passes({"x": verdicts}, case["k"]), case["expected"]
    if expected is None:
        assert "x" in found.excluded
        return
    if rounding_noise(case):
        assert sum(v is True for v in verdicts) > expected["c"]
        return
    one = found.scenarios["x"]
    assert (one.n, one.c, found.k) == (expected["n"], expected["c"], expected["k"])
    assert one.pass_at_k == pytest.approx(expected["pass_at_k"])
    assert one.pass_power_k_observed == pytest.approx(expected["pass_power_k"])
    assert [v for v in verdicts if v is not None] == expected["per_trial_passed"]


@given(numbers.filter(lambda x: x[2] > 0))
def test_figures_agree_with_counting_every_draw(case):
    n, c, k = case
    trials = [True] * c + [False] * (n - c)
    draws = list(combinations(trials, k))
    assert len(draws) == comb(n, k)
    assert pass_at_k(n, c, k) == pytest.approx(sum(any(d) for d in draws) / len(draws))
    assert pass_power_k(n, c, k) == pytest.approx(sum(all(d) for d in draws) / len(draws))


@given(numbers.filter(lambda x: x[0] <= 4 and 0 < x[2] <= 3))
def test_the_theoretical_figure_is_that_of_drawing_with_replacement(case):
    n, c, k = case
    trials = [True] * c + [False] * (n - c)
    draws = list(product(trials, repeat=k))
    assert pass_power_k_theoretical(n, c, k) == pytest.approx(sum(all(d) for d in draws) / len(draws))


@given(numbers.filter(lambda x: x[2] > 0))
def test_figures_are_shares_and_ordered(case):
    n, c, k = case
    at_1 = c / n
    assert 0 <= pass_power_k(n, c, k) <= at_1 + 1e-12
    assert at_1 - 1e-12 <= pass_at_k(n, c, k) <= 1
    assert pass_power_k(n, c, k) <= pass_power_k_theoretical(n, c, k) + 1e-12


@given(numbers.filter(lambda x: x[1] < x[0] and x[2] > 0))
def test_one_more_pass_never_hurts(case):
    n, c, k = case
    assert pass_at_k(n, c, k) <= pass_at_k(n, c + 1, k)
    assert pass_power_k(n, c, k) <= pass_power_k(n, c + 1, k)


def test_scenarios_with_too_few_valid_trials_are_named_not_dropped():
    trials = {"b": [True, None, False], "a": [True, True, True], "c": [], "d": [None, None, None]}
    found = passes(trials, 3)
    assert list(found.scenarios) == ["a"]
    assert found.excluded == {
        "b": "2 valid trials, 3 needed",
        "c": "0 valid trials, 3 needed",
        "d": "0 valid trials, 3 needed",
    }


def test_a_composite_without_verdict_in_one_trial_leaves_its_scenario_out():
    trials = {"a": [True, None, False, True]}
    assert passes(trials, 2).scenarios["a"].n == 3
    assert passes(trials, 2, complete=True).excluded == {"a": "1 of 4 trials have no verdict"}


def test_k_is_at_least_1():
    with pytest.raises(ValueError, match="k of at least 1"):
        passes({}, 0)


def test_every_figure_says_what_it_is():
    assert set(ESTIMATORS) == {"pass_at_1", "pass_at_k", "pass_power_k_observed", "pass_power_k_theoretical"}


def expected(figure, p, n, k):
    """What a figure comes to on average over n trials that each pass with chance p: exact, by the binomial."""
    return sum(comb(n, c) * p**c * (1 - p) ** (n - c) * figure(n, c, k) for c in range(n + 1))


@pytest.mark.parametrize("p", [0.1, 0.5, 0.8, 1.0])
@pytest.mark.parametrize(("n", "k"), [(1, 1), (3, 2), (5, 5), (8, 3)])
def test_the_combinatorial_figures_are_unbiased_and_the_plug_in_is_not(p, n, k):
    assert expected(pass_power_k, p, n, k) == pytest.approx(p**k)
    assert expected(pass_at_k, p, n, k) == pytest.approx(1 - (1 - p) ** k)
    plug_in = expected(pass_power_k_theoretical, p, n, k)
    assert plug_in > p**k + 1e-4 if k > 1 and p < 1 else plug_in == pytest.approx(p**k)


def test_the_difference_that_is_told_is_true():
    assert round(expected(pass_power_k_theoretical, 0.5, 5, 5), 3) == 0.110
    assert round(expected(pass_power_k, 0.5, 5, 5), 3) == round(0.5**5, 3) == 0.031
    assert "0.110" in DIFFERENCE
    assert "0.031" in DIFFERENCE


def test_unbiased_figures_hit_the_truth_over_simulated_runs():
    """3000 runs of 20 scenarios with 5 trials; the error of the mean is below a thousandth."""
    rng = np.random.default_rng(8)
    chances = rng.beta(1.2, 0.8, (3000, 20))
    counts = rng.binomial(5, chances)
    table = {f: np.array([f(5, c, 3) for c in range(6)])[counts] for f in (pass_power_k, pass_at_k)}
    for figure, truth in ((pass_power_k, chances**3), (pass_at_k, 1 - (1 - chances) ** 3)):
        errors = (table[figure] - truth).mean(axis=1)
        noise = errors.std(ddof=1) / len(errors) ** 0.5
        assert noise < 0.0015
        assert abs(errors.mean()) < 3 * noise
    plug_in = (counts / 5) ** 3 - chances**3
    assert plug_in.mean() > 0.02, "what is published promises too much"


def test_the_headline_is_the_published_figure():
    assert HEADLINE == "pass_power_k_theoretical"
