"""Agreement figures against their textbook formulas, written another way."""

import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics.judges.agreement import FEW, accuracy, agreement, confusion, f1, kappa, macro_f1

SCALE = (1, 2, 3)
RATING = st.sampled_from(SCALE)
PAIRS = st.lists(st.tuples(RATING, RATING), min_size=1, max_size=40)


def counts(pairs):
    return confusion([a for a, _ in pairs], [b for _, b in pairs], SCALE)


def same(one, other):
    return (math.isnan(one) and math.isnan(other)) or one == pytest.approx(other)


def test_cohens_worked_example():
    """The table of Cohen's paper of 1960: 200 cases, observed .70, by chance .41."""
    table = np.array([[88, 14, 18], [10, 40, 10], [2, 6, 12]], dtype=float)
    assert kappa(table) == pytest.approx((0.70 - 0.41) / (1 - 0.41))


def test_known_figures_of_a_small_table():
    table = counts([(3, 3), (3, 3), (3, 2), (2, 2), (1, 3), (1, 1)])
    assert accuracy(table) == pytest.approx(4 / 6)
    assert f1(table) == pytest.approx([2 / 3, 2 / 3, 2 / 3])
    assert macro_f1(table) == pytest.approx(2 / 3)
    # people 2, 1, 3; judge 1, 2, 3: by chance (2 + 2 + 9) / 36
    assert kappa(table) == pytest.approx((4 / 6 - 13 / 36) / (1 - 13 / 36))
    # squares seen: 1 + 4 of 6; by chance (2*2*1 + 2*3*4 + 1*1*1 + 1*3*1 + 3*1*4 + 3*2*1) / 36
    assert kappa(table, SCALE) == pytest.approx(1 - (5 / 6) / (50 / 36))


@given(PAIRS)
def test_figures_are_those_of_the_definitions(pairs):
    table, n = counts(pairs), len(pairs)
    ours, theirs = Counter(a for a, _ in pairs), Counter(b for _, b in pairs)
    agreed = sum(a == b for a, b in pairs) / n
    chance = sum(ours[c] * theirs[c] for c in SCALE) / n**2
    assert accuracy(table) == pytest.approx(agreed)
    assert same(kappa(table), math.nan if chance == 1 else (agreed - chance) / (1 - chance))
    each = []
    for c in {*ours, *theirs}:
        right = sum(a == b == c for a, b in pairs)
        precision, recall = right / theirs[c] if theirs[c] else 0, right / ours[c] if ours[c] else 0
        each.append(2 * precision * recall / (precision + recall) if right else 0)
    assert macro_f1(table) == pytest.approx(sum(each) / len(each))


@given(PAIRS)
def test_quadratic_kappa_is_that_of_moments(pairs):
    """1 - mean squared difference over what it would be if raters were independent: variances and means only."""
    a, b = np.array(pairs, dtype=float).T
    expected = a.var() + b.var() + (a.mean() - b.mean()) ** 2
    wanted = math.nan if expected < 1e-12 else 1 - ((a - b) ** 2).mean() / expected
    assert same(kappa(counts(pairs), SCALE), wanted)


@given(PAIRS)
def test_raters_may_change_places(pairs):
    table = counts(pairs)
    for figure in (accuracy, macro_f1, kappa, lambda c: kappa(c, SCALE)):
        assert same(figure(table), figure(table.T))


@given(st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1))
def test_of_two_ratings_weights_make_no_difference(pairs):
    table = confusion([int(a) for a, _ in pairs], [int(b) for _, b in pairs], (0, 1))
    assert same(kappa(table), kappa(table, (0, 1)))


@given(PAIRS, st.integers(0, 5))
def test_intervals_hold_their_figures_of_draws_and_are_seeded(pairs, seed):
    truth, said = [a for a, _ in pairs], [b for _, b in pairs]
    groups = [i // 2 for i in range(len(pairs))]
    found = agreement(truth, said, groups, SCALE, seed=seed, resamples=60)
    again = agreement(truth, said, groups, SCALE, seed=seed, resamples=60)
    assert repr(found) == repr(again)  # a figure that is not a number equals nothing
    assert (found.n, found.groups) == (len(pairs), len(set(groups)))
    assert np.array(found.counts).sum() == len(pairs)
    assert (found.accuracy.interval is None) == (found.groups < 2)
    for figure in (found.accuracy, found.macro_f1):
        if figure.interval is not None:
            low, high = figure.interval
            assert 0 <= low < high <= 1
            assert found.groups >= FEW or figure is found.accuracy
    if found.groups < FEW:
        assert (found.macro_f1.interval, found.kappa.interval, found.quadratic_kappa.interval) == (None, None, None)


def test_groups_are_drawn_whole():
    """Ten copies of a thing in one group tell no more than one: the interval stays that of the groups."""
    truth, said = [1, 1, 2, 2, 3, 3, 3, 1, 2, 3], [1, 2, 2, 2, 3, 3, 2, 1, 2, 3]
    once = agreement(truth, said, range(10), SCALE)
    often = agreement(truth * 10, said * 10, [*range(10)] * 10, SCALE)
    alone = agreement(truth * 10, said * 10, range(100), SCALE)
    assert often.accuracy == once.accuracy
    assert np.ptp(alone.accuracy.interval) < np.ptp(once.accuracy.interval) / 2


def test_perfect_agreement_and_none():
    same_ratings = agreement([1, 2, 3, 3], [1, 2, 3, 3], range(4), SCALE)
    assert (same_ratings.accuracy.value, same_ratings.kappa.value, same_ratings.quadratic_kappa.value) == (1, 1, 1)
    assert same_ratings.accuracy.interval == pytest.approx((0.5101, 1), abs=1e-4), "four that agree prove little"
    assert same_ratings.kappa.interval is None
    many = agreement([1, 3] * 10, [1, 3] * 10, range(20), SCALE)
    assert many.accuracy.interval == pytest.approx((0.8389, 1), abs=1e-4)
    assert many.kappa.interval is None, "nothing could vary"
    constant = agreement([3, 3, 3], [3, 3, 3], range(3), SCALE)
    assert math.isnan(constant.kappa.value)
    assert constant.kappa.interval is None
    assert constant.macro_f1.value == 1
    assert math.isnan(constant.f1[0])
    nothing = agreement([], [], [], SCALE)
    assert nothing.n == 0
    assert math.isnan(nothing.accuracy.value)


@pytest.mark.parametrize(
    ("truth", "said", "groups"), [([1], [4], [0]), ([0], [1], [0]), ([1], [1, 2], [0]), ([1], [1], [])]
)
def test_what_does_not_fit_is_refused(truth, said, groups):
    with pytest.raises(ValueError, match=r"off the scale|groups|argument 2"):
        agreement(truth, said, groups, SCALE)
