import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics.curves import count_score, latency_score, overlap_score, timing, yield_score

ms = st.floats(-1e6, 1e6, allow_nan=False)


@pytest.mark.parametrize(
    ("latency", "tool", "score"),
    [
        (-500, False, 0.0),
        (0, False, 0.5),
        (250, False, 0.75),
        (499, False, 0.999),
        (500, False, 1.0),
        (2000, False, 1.0),
        (2750, False, 0.5),
        (3500, False, 0.0),
        (3000, True, 1.0),
        (4000, True, 0.5),
        (5000, True, 0.0),
    ],
)
def test_latency(latency, tool, score):
    assert latency_score(latency, tool=tool) == pytest.approx(score)


@given(ms, st.booleans())
def test_latency_is_between_0_and_1_and_a_tool_never_costs(latency, tool):
    assert 0 <= latency_score(latency, tool=tool) <= 1
    assert latency_score(latency, tool=True) >= latency_score(latency, tool=False)


@given(ms, ms, st.booleans())
def test_latency_rises_to_the_best_range_and_falls_after_it(a, b, tool):
    a, b = sorted((a, b))
    best_to = 3000 if tool else 2000
    if b <= 500:
        assert latency_score(a, tool=tool) <= latency_score(b, tool=tool)
    elif a >= best_to:
        assert latency_score(a, tool=tool) >= latency_score(b, tool=tool)


@given(st.floats(-1e4, 1e4), st.booleans())
def test_latency_has_no_jumps(latency, tool):
    step = abs(latency_score(latency + 1, tool=tool) - latency_score(latency, tool=tool))
    assert step <= 1 / 1000 + 1e-9


@given(st.floats(0, 1e6), st.floats(0, 1e6))
def test_overlap_and_yield_fall_within_their_bounds(a, b):
    a, b = sorted((a, b))
    assert 0 <= overlap_score(b) <= overlap_score(a) <= 0.5
    assert 0 <= yield_score(b) <= yield_score(a) <= 1


def test_count():
    assert [count_score(n) for n in range(1, 6)] == [0.5, 0.25, 0.0, 0.0, 0.0]


@given(ms, st.booleans())
def test_every_latency_has_one_timing_and_late_begins_later_with_a_tool(latency, tool):
    assert timing(latency, tool=tool) in ("early", "on_time", "late")
    if timing(latency, tool=True) == "late":
        assert timing(latency, tool=False) == "late"
