import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics.composites import COMPOSITES
from metrics.curves import latency_score
from metrics.diagnostic.human_timing import human_timing
from metrics.human_timing import EARLIER_SD_MS, LATER_SD_MS, MODE_MS, TOOL_PAUSE_MS, likelihood, longer, usual
from metrics.scoring import score_record
from tests.metrics.build import event, record, turn

ms = st.floats(-1e5, 1e5, allow_nan=False)


def test_the_curve_is_made_of_the_published_shares():
    assert 0.41 <= longer(200) <= 0.45
    assert 1 - longer(0) == pytest.approx(0.40, abs=0.005)
    assert MODE_MS == 200


def test_the_distribution_is_one():
    """Its shares are the integral of its likelihood."""
    step = 1.0
    total = sum(likelihood(x) for x in range(-6000, 6000)) * step
    assert total == pytest.approx((EARLIER_SD_MS + LATER_SD_MS) * math.sqrt(math.pi / 2), rel=1e-4)
    for at in (-500, 0, 200, 900):
        assert sum(likelihood(x) for x in range(at, 6000)) * step / total == pytest.approx(longer(at), abs=1e-3)


@pytest.mark.parametrize(
    ("gap", "tool", "score"),
    [
        (200, False, 1.0),
        (200 + LATER_SD_MS, False, math.exp(-0.5)),
        (200 - EARLIER_SD_MS, False, math.exp(-0.5)),
        (1200, True, 1.0),
        (1200 + LATER_SD_MS, True, math.exp(-0.5)),
        (200 - EARLIER_SD_MS, True, math.exp(-0.5)),  # a tool excuses no haste
    ],
)
def test_likelihood(gap, tool, score):
    assert likelihood(gap, tool=tool) == pytest.approx(score)


@pytest.mark.parametrize(
    ("gap", "tool", "is_usual"), [(-900, 0, 0), (-800, 0, 1), (900, 0, 1), (980, 0, 0), (1900, 1, 1)]
)
def test_usual(gap, tool, is_usual):
    assert usual(gap, tool=bool(tool)) is bool(is_usual)


@given(ms, st.booleans())
def test_likelihood_is_between_0_and_1_and_a_tool_never_costs(gap, tool):
    assert 0 <= likelihood(gap, tool=tool) <= 1
    assert likelihood(gap, tool=True) >= likelihood(gap)


@given(ms, ms, st.booleans())
def test_it_rises_to_the_mode_and_falls_after_it(a, b, tool):
    a, b = sorted((a, b))
    if b <= MODE_MS:
        assert likelihood(a, tool=tool) <= likelihood(b, tool=tool)
    elif a >= MODE_MS:
        assert likelihood(a, tool=tool) >= likelihood(b, tool=tool)
    assert longer(a) >= longer(b)


@given(ms)
def test_a_tool_is_worth_a_second_at_most(gap):
    assert likelihood(gap, tool=True) <= max(likelihood(gap - TOOL_PAUSE_MS), likelihood(MODE_MS) if gap < 1200 else 0)


def test_it_disagrees_with_the_reference_where_it_is_meant_to():
    assert latency_score(2000, tool=False) == 1.0
    assert likelihood(2000) < 0.001


# The metric --------------------------------------------------------------------------------------------------------


def test_turns_and_what_stands_beside_the_score():
    turns = [
        turn(0, agent=[(0, 0.5)]),
        turn(1, [(1, 2)], [(2.2, 3)]),
        turn(2, [(4, 5)], [(6.59, 7)], tools=1),
        turn(3, [(8, 10)], [(9.5, 11)], agent_interrupts=True),
        turn(4, [(12, 13)]),
    ]
    found = score_record(record(turns=turns), ["human_timing"])["human_timing"]
    third = likelihood(-500)
    assert found.value == found.normalized == pytest.approx((1 + math.exp(-0.5) + third) / 3, abs=1e-4)
    assert found.details["turns"]["3"] == {"score": round(third, 4), "gap_ms": -500.0, "tool_call": False}
    assert found.subs["median_gap_ms"] == 200.0
    assert found.subs["people_longer_than_median"] == round(longer(200), 4)
    assert found.subs["from_mode_ms"] == pytest.approx((0 + 1390 + 700) / 3, abs=0.001)
    assert found.subs["usual_rate"] == 1.0
    assert found.subs["with_tool_calls"] == round(math.exp(-0.5), 4)
    assert found.why == "half of the gaps of 3 turns are longer than 0.20 s; among people 42.9% are"


def test_an_answer_to_a_nudge_counts_nothing():
    turns = [turn(1, [(1, 2)], [(2.2, 3)]), turn(2, [(4, 5)], [(9, 10)])]
    found = human_timing(record(turns=turns, events=[event("turn_end_fallback", at=8)]))
    assert found.value == 0.5
    assert found.subs["median_gap_ms"] == 200.0
    alone = human_timing(record(turns=[turns[1]], events=[event("turn_end_fallback", at=8)]))
    assert (alone.value, alone.why) == (0.0, "the agent answered 1 turn only when nudged")


def test_without_an_answered_turn_it_is_skipped():
    assert human_timing(record(turns=[turn(1, [(1, 2)])])).value is None


def test_no_composite_holds_it():
    assert not any("human_timing" in rule.components for rule in COMPOSITES)
