"""A run puts no more on a vendor than it bears: fewer calls after a limit, more again with calls that go well."""

import pytest

from harness.failures import Failure
from harness.pace import LONGEST_S, PATIENCE_S, Pace


class Clock:
    def __init__(self):
        self.now = 100.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


def limit(provider="acme", after=None, category="rate_limit"):
    return Failure(
        party="agent",
        part="llm",
        provider=provider,
        category=category,
        status=429,
        retry_after_s=after,
        said="slow down",
    )


def fails(pace, clock, call, failure):
    """A call of a second that a vendor ends."""
    pace.began(call)
    clock.now += 1
    pace.ended(call, failure, fine=False)


def test_without_vendors_nothing_is_held_back(clock):
    pace = Pace((), 4, clock)
    for call in range(50):
        assert pace.wait_s() == 0
        pace.began(call)


def test_a_limit_halves_the_calls_once_for_all_that_were_under_way_together(clock):
    pace = Pace(["acme"], 8, clock)
    for call in range(8):
        pace.began(call)
    for call in range(8):
        clock.now += 0.1
        pace.ended(call, limit(after=1.0), fine=False)
    assert pace.allowed == {"acme": 4}
    clock.now += 2
    fails(pace, clock, "next", limit())
    assert pace.allowed == {"acme": 2}


def test_every_round_of_calls_that_go_well_allows_one_more_up_to_the_most(clock):
    pace = Pace(["acme"], 4, clock)
    fails(pace, clock, 0, limit(after=0))
    assert pace.allowed == {"acme": 2}
    grown = []
    for call in range(1, 12):
        pace.began(call)
        pace.ended(call, None, fine=True)
        grown.append(pace.allowed["acme"])
    assert grown[0] == 2
    assert grown == sorted(grown)
    assert grown[-1] == 4
    assert 3 in grown


def test_no_more_calls_begin_than_are_allowed(clock):
    pace = Pace(["acme"], 2, clock)
    pace.began(1)
    assert pace.wait_s() == 0
    pace.began(2)
    assert pace.wait_s() is None
    pace.ended(1, None, fine=True)
    assert pace.wait_s() == 0


def test_a_vendor_is_left_alone_for_as_long_as_it_asks_and_no_other_one_is_narrowed(clock):
    pace = Pace(["acme", "other"], 4, clock)
    fails(pace, clock, 1, limit(after=30.0))
    assert pace.wait_s() == 30.0
    assert (pace.rest_s("acme"), pace.rest_s("other")) == (30.0, 0.0)
    assert pace.allowed == {"acme": 2, "other": 4}
    clock.now += 30
    assert pace.wait_s() == 0


def test_a_vendor_that_does_not_say_how_long_is_left_alone_longer_each_time(clock):
    pace = Pace(["acme"], 4, clock)
    rests = []
    for call in range(8):
        fails(pace, clock, call, limit(category="server"))
        rests.append(pace.wait_s())
        clock.now += rests[-1]
    assert rests == [5, 10, 20, 40, *[LONGEST_S] * 4]
    pace.began("fine")
    pace.ended("fine", None, fine=True)
    fails(pace, clock, "again", limit(category="server"))
    assert pace.wait_s() == 5


def test_nobody_waits_for_ever(clock):
    pace = Pace(["acme"], 1, clock)
    fails(pace, clock, 1, limit(after=86_400.0))
    assert pace.wait_s() == PATIENCE_S


def test_a_vendor_that_had_to_be_waited_for_within_a_call_gets_fewer_and_no_rest(clock):
    pace = Pace(["acme", "other"], 4, clock)
    pace.began(1)
    clock.now += 1
    pace.ended(1, None, ["acme"], fine=True)
    assert pace.allowed == {"acme": 2, "other": 4}
    assert pace.wait_s() == 0


def test_a_call_that_the_caller_spoiled_narrows_and_widens_nothing(clock):
    pace = Pace(["acme"], 4, clock)
    fails(pace, clock, 1, limit(after=0))
    for call in range(2, 8):  # as many as would allow two more if they counted
        pace.began(call)
        pace.ended(call, None, fine=False)
    assert pace.allowed == {"acme": 2}
