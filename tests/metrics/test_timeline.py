from hypothesis import given
from hypothesis import strategies as st

from metrics.timeline import Timeline, of_record, overlap
from tests.metrics.build import event, record, turn

segments = st.lists(st.tuples(st.floats(0, 100), st.floats(0, 10)).map(lambda p: (p[0], p[0] + p[1])), max_size=4)


def test_seconds_turns_tools_and_latency_come_from_the_record():
    times = of_record(record(turns=[turn(0, agent=[(0, 1)]), turn(1, [(2, 3)], [(4.25, 5)], tools=2)]))
    assert times.caller == {0: (), 1: ((2.0, 3.0),)}
    assert times.agent == {0: ((0.0, 1.0),), 1: ((4.25, 5.0),)}
    assert times.latency_s == {1: 1.25}
    assert (times.tools, times.turns, times.evaluable) == ({1}, 1, (1,))


def test_a_fast_answer_is_no_interruption_whatever_the_record_marks():
    """An agent 200 ms after the caller, without overlap, whose start was detected before the caller's end."""
    quick = record(turns=[turn(1, [(0, 5)], [(5.2, 7)], agent_interrupts=True)])
    assert of_record(quick).agent_interrupts == frozenset()


def test_an_overlap_of_a_millisecond_is_rounding_and_of_two_is_an_interruption():
    for overlapped, expected in [(0.001, set()), (0.002, {1})]:
        times = of_record(record(turns=[turn(1, [(0, 5)], [(5 - overlapped, 7)], agent_interrupts=True)]))
        assert times.agent_interrupts == expected, overlapped


def test_a_caller_interrupts_only_where_it_overlaps_the_agent_of_any_turn():
    greeting = turn(0, agent=[(0, 2.5)])
    early = record(turns=[greeting, turn(1, [(2, 4)], [(5, 6)], caller_interrupts=True)])
    late = record(turns=[greeting, turn(1, [(2.7, 4)], [(5, 6)], caller_interrupts=True)])
    assert of_record(early).caller_interrupts == {1}
    assert of_record(late).caller_interrupts == frozenset()


def test_overlap_without_a_mark_is_no_interruption():
    """The record knows backchannels from barge-ins; the times alone do not."""
    assert of_record(record(turns=[turn(1, [(0, 5)], [(4, 7)])])).agent_interrupts == frozenset()


def test_a_wakened_agent_is_marked_in_the_turn_that_it_was_wakened_in():
    turns = [turn(0, agent=[(0, 1)]), turn(1, [(2, 3)], [(4, 5)]), turn(2, [(6, 7)], [(15, 16)])]
    woken = record(turns=turns, events=[event("turn_end_fallback", at=12.0)])
    assert of_record(woken).nudged == {2}
    other = record(turns=turns, events=[event("turn_end_fallback", at=12.0, side="caller")])
    assert of_record(other).nudged == frozenset()


def test_the_end_reason_says_whether_a_turn_was_missed_unless_the_source_does_not_know():
    assert of_record(record(end_reason="agent_silence")).missed_turn
    assert not of_record(record(end_reason="caller_silence")).missed_turn
    both = {"caller": {1: ((0.0, 2.0),)}, "latency_s": {}, "end_reason": "silence"}
    assert Timeline(agent={}, **both).missed_turn
    assert Timeline(agent={1: ((0.5, 1.0),)}, **both).missed_turn
    assert not Timeline(agent={1: ((0.5, 2.0),)}, **both).missed_turn, "a tie goes to the agent"
    assert not Timeline(caller={}, agent={}, latency_s={}, end_reason="silence").missed_turn


@given(segments, segments)
def test_overlap_is_symmetric_and_no_longer_than_either_side(a, b):
    shared = overlap(a, b)
    assert shared == overlap(b, a) or abs(shared - overlap(b, a)) < 1e-9
    assert 0 <= shared <= sum(e - s for s, e in a) * max(1, len(b)) + 1e-9


def test_overlap_of_separate_segments_is_nothing():
    assert overlap([(0, 1)], [(1, 2)]) == 0
    assert overlap([(0, 2), (3, 5)], [(1, 4)]) == 2
