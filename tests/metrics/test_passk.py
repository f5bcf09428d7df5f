from itertools import combinations, product
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics.passk import ESTIMATORS, pass_at_k, pass_power_k, pass_power_k_theoretical, passes
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
    assert pass_at_k(n, c, k) == pytest.approx(case["pass_at_k"], abs=1e-12)
    assert pass_power_k(n, c, k) == pytest.approx(case["pass_power_k"], abs=1e-12)
    assert pass_power_k_theoretical(n, c, k) == pytest.approx(case["pass_power_k_theoretical"], abs=1e-12)


@pytest.mark.reference
@pytest.mark.parametrize("case", reference.each(VECTORS["errors"]))
def test_reference_errors(case):
    for figure in (pass_at_k, pass_power_k, pass_power_k_theoretical):
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


@given(numbers)
def test_figures_agree_with_counting_every_draw(case):
    n, c, k = case
    trials = [True] * c + [False] * (n - c)
    draws = list(combinations(trials, k))
    assert len(draws) == comb(n, k)
    # of no trials at all, none fails: the empty draw counts as passed, as in the reference
    anyone = 1.0 if k == 0 else sum(any(d) for d in draws) / len(draws)
    assert pass_at_k(n, c, k) == pytest.approx(anyone)
    assert pass_power_k(n, c, k) == pytest.approx(sum(all(d) for d in draws) / len(draws))


@given(numbers.filter(lambda x: 0 < x[0] <= 4 and x[2] <= 3))
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


@given(numbers.filter(lambda x: x[1] < x[0]))
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
