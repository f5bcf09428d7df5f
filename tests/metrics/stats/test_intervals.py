import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from metrics.stats import (
    Interval,
    Rates,
    behind_judge,
    behind_judges,
    beside_caller,
    mean_interval,
    percentiles,
    share_interval,
    stability,
    studentised,
    wilson,
)
from metrics.stats.shares import effective

groups = st.lists(st.lists(st.floats(0, 1), min_size=1, max_size=5), min_size=2, max_size=8)


@given(st.integers(1, 300).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_wilson_is_scipys(case):
    passed, n = case
    expected = stats.binomtest(passed, n).proportion_ci(method="wilson")
    found = wilson(passed / n, n)
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high), abs=1e-9)


def test_wilson_wants_trials():
    with pytest.raises(ValueError, match="n > 0"):
        wilson(0.5, 0)


@given(st.lists(st.booleans(), min_size=2, max_size=40))
def test_single_trials_have_wilsons_interval(verdicts):
    found = share_interval([[float(v)] for v in verdicts])
    plain = wilson(sum(verdicts) / len(verdicts), len(verdicts))
    assert found.method == "Wilson"
    assert (found.low, found.high) == pytest.approx((plain.low, plain.high))


@given(groups)
def test_an_interval_lies_on_the_scale_and_holds_its_mean(values):
    found = share_interval(values)
    mean = np.mean([np.mean(g) for g in values])
    assert 0 <= found.low <= mean + 1e-9
    assert mean - 1e-9 <= found.high <= 1


def test_trials_of_one_scenario_are_not_scenarios():
    """Ten scenarios of which seven always pass: five trials each say no more than one."""
    once = share_interval([[1.0]] * 7 + [[0.0]] * 3)
    often = share_interval([[1.0] * 5] * 7 + [[0.0] * 5] * 3)
    assert often.width > 0.95 * once.width
    apart = share_interval([[1.0, 1.0, 0.0, 1.0, 0.0]] * 10)
    assert apart.width < 0.6 * once.width, "where scenarios are alike, trials do count"


def test_all_passed_is_as_much_as_there_are_scenarios():
    found = share_interval([[1.0] * 5] * 10)
    assert (found.low, found.high) == pytest.approx((wilson(1.0, 10).low, 1.0))


@pytest.mark.parametrize("few", [[], [[1.0, 0.0]]])
def test_one_scenario_says_nothing_of_others(few):
    assert share_interval(few) is None
    assert mean_interval(few, 1) is None
    assert stability(few) is None


def test_effective_size_by_hand():
    # means 1, 0.5, 0.5, 0: variance 1/6, of the mean 1/24; a share of 0.5 varies so with n = 0.25 * 24 = 6
    share, worth, freedom = effective([[1.0, 1.0], [1.0, 0.0], [0.0, 1.0], [0.0, 0.0]])
    assert (share, worth) == pytest.approx((0.5, 6.0))
    assert freedom == pytest.approx(3 / (1 - 4 / 6))


def test_seconds_have_a_skewed_interval_and_few_scenarios_students():
    values = [[1.0], [1.1], [1.2], [1.0], [4.0], [1.3]]
    found = mean_interval(values, 1)
    mean = np.mean(values)
    assert "studentised" in found.method
    assert found.high - mean > mean - found.low
    assert found == mean_interval(values, 1)
    assert found != mean_interval(values, 2)
    few = mean_interval(values[:3], 1)
    expected = stats.t.interval(0.95, 2, loc=1.1, scale=stats.sem([1.0, 1.1, 1.2]))
    assert (few.low, few.high) == pytest.approx(expected)
    assert mean_interval([[2.0]] * 9, 1) is None


def test_where_one_scenario_alone_differs_resamples_that_are_all_alike_make_no_interval():
    lone = [1.0] * 9 + [4.0]
    assert studentised(lone, 1) is None, "a third of the resamples miss the one that differs"
    assert mean_interval([[value] for value in lone], 1).method == "Student's t over scenarios"
    assert studentised([1.0] * 5 + [4.0] * 5, 1) is not None


def test_percentiles_are_of_turns_and_their_intervals_of_calls():
    calls = [[1.0, 2.0], [3.0], [], [4.0, 5.0, 6.0]]
    found = percentiles(calls, (50, 100), 1)
    assert [value for value, _ in found] == [3.0, 6.0]
    assert all(i.low <= value <= i.high for value, i in found)
    assert percentiles([[1.0, 2.0]], (50,), 1) == [(1.0, None)]
    with pytest.raises(ValueError, match="at least one value"):
        percentiles([[]], (50,), 1)


def test_calls_that_differ_make_percentiles_less_certain_than_their_turns_would():
    rng = np.random.default_rng(4)
    apart = [list(level + rng.normal(0, 0.05, 20)) for level in rng.normal(1, 0.4, 30)]
    mixed = rng.permutation(np.concatenate(apart)).reshape(30, 20).tolist()
    ((_, by_call),), ((_, by_turn),) = percentiles(apart, (50,), 1), percentiles(mixed, (50,), 1)
    assert by_call.width > 2 * by_turn.width


def test_percentile_intervals_hold_the_truth():
    rng = np.random.default_rng(5)
    held = 0
    for n in range(300):
        calls = np.exp(rng.normal(0, 0.3, (60, 1)) + rng.normal(0, 0.3, (60, 8)))
        ((_, found),) = percentiles(calls.tolist(), (50,), n, resamples=200)
        held += found.low <= 1.0 <= found.high
    assert 0.91 <= held / 300 <= 0.99


def test_more_trials_help_only_where_trials_differ():
    noisy = stability([[1.0, 0.0, 1.0, 0.0], [0.0, 1.0, 0.0, 1.0], [1.0, 1.0, 0.0, 0.0]] * 4)
    assert noisy.floor == 0
    assert noisy.within == 1
    assert noisy.projected[10] < noisy.projected[1] / 2
    firm = stability([[1.0] * 4] * 7 + [[0.0] * 4] * 3)
    assert firm.within == 0
    assert firm.projected[10] == firm.projected[1] == firm.floor
    assert set(firm.widths) == {1, 2, 3, 4}
    assert stability([[1.0], [0.0]]) is None, "single trials say nothing of trials"


def test_a_perfect_judge_changes_nothing_and_a_lenient_one_lowers_the_rate():
    seen = [[1.0]] * 60 + [[0.0]] * 40
    same, band = behind_judge(seen, Rates(100000, 100000, 100000, 100000))
    assert same == pytest.approx(0.6, abs=1e-3)
    plain = share_interval(seen)
    assert (band.low, band.high) == pytest.approx((plain.low, plain.high), abs=0.01)
    lenient, _ = behind_judge(seen, Rates(9900, 10000, 7000, 10000))
    assert lenient == pytest.approx((0.6 - 0.3) / (0.99 + 0.7 - 1), abs=1e-3)
    assert behind_judge(seen, Rates(50, 100, 50, 100)) is None, "it does not tell them apart"
    assert behind_judge(seen[:1], Rates(9, 10, 9, 10)) is None


def test_fewer_labelled_cases_make_a_wider_band():
    seen = [[1.0]] * 60 + [[0.0]] * 40
    (_, few), (_, many) = (behind_judge(seen, Rates(0.9 * n, n, 0.8 * n, n)) for n in (20, 2000))
    assert few.width > 1.3 * many.width


def test_a_pass_of_two_verdicts_is_corrected_by_both_judges():
    calls = [(str(n), {"code": n % 10 > 0, "judged": n % 2 == 0}) for n in range(100)]
    right = Rates(100000, 100000, 100000, 100000)
    same, _ = behind_judges(calls, {"judged": right}, 1)
    assert same == pytest.approx(0.4, abs=0.01)
    lenient, band = behind_judges(calls, {"judged": Rates(99, 100, 70, 100)}, 1)
    assert lenient < 0.33
    assert band.low < lenient < band.high
    assert behind_judges(calls, {}, 1) is None
    assert behind_judges(calls, {"other": right}, 1) is None


def test_a_verdict_that_a_call_lacks_fails_no_call():
    whole = [(str(n), {"a": n % 4 > 0, "b": True}) for n in range(40)]
    some = [(name, {"a": verdicts["a"]} if int(name) < 20 else verdicts) for name, verdicts in whole]
    rates = {"a": Rates(18, 20, 14, 20)}
    assert behind_judges(some, rates, 1) == behind_judges(whole, rates, 1)


def test_a_pass_of_few_scenarios_that_are_all_alike_is_not_certain():
    rates = Rates(30, 32, 31, 31)
    for scenarios, least in ((2, 0.8), (50, 0.95)):
        calls = [(f"s{n}", {"judged": True, "exact": True}) for n in range(scenarios)]
        middle, band = behind_judges(calls, {"judged": rates}, 1)
        assert middle > least
        plain = wilson(1.0, scenarios)
        assert plain.low - 0.1 < band.low < 0.99
        assert band.low < middle <= band.high
    none = [(f"s{n}", {"judged": False, "exact": True}) for n in range(3)]
    _, band = behind_judges(none, {"judged": rates}, 1)
    assert band.high > 0.2


def test_rates_are_counts_of_cases():
    with pytest.raises(ValueError, match="must not exceed"):
        Rates(11, 10, 5, 10)


def test_spoiled_calls_bound_a_rate_on_both_sides():
    found = beside_caller(0.5, [[0.0]] * 100000)
    assert (found.low, found.high) == pytest.approx((0.5, 0.5), abs=1e-4)
    found = beside_caller(0.5, [[1.0]] * 10 + [[0.0]] * 90)
    e = wilson(0.1, 100).high
    assert (found.low, found.high) == pytest.approx(((0.5 - e) / (1 - e), 0.5 / (1 - e)))
    often = beside_caller(0.5, [[1.0] * 3] * 10 + [[0.0] * 3] * 90)
    assert (often.low, often.high) == pytest.approx((found.low, found.high), abs=0.01), "trials are no scenarios"
    assert beside_caller(0.9, [[1.0]] * 2) == Interval(0.0, 1.0, "bounds"), "then nothing is known"
    assert beside_caller(0.9, [[0.0]]) == Interval(0.0, 1.0, "bounds")
    with pytest.raises(ValueError, match="no call"):
        beside_caller(0.5, [])


def test_no_interval_of_seconds_reaches_below_zero_and_one_of_values_below_it_may():
    assert (mean_interval([[0.5], [1.9]], 1).low, mean_interval([[0.1]] * 6 + [[9.0]], 1).low >= 0) == (0, True)
    assert mean_interval([[-0.1], [1.9]], 1).low < -1
