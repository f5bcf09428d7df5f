from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics.endpointing import detections
from metrics.scoring import score_record
from tests.metrics.build import agent, caller, event, record

NAMES = ["endpointing_delay", "endpointing_early", "endpointing_forced", "endpointing_stuck"]


def turn(*times):
    """Opened at the first time, closed at the second, and so on."""
    return [event(("user_turn_started", "user_turn_stopped")[n % 2], at=t) for n, t in enumerate(times)]


def words(at):
    return event("stt_final", at=at, text="yes")


def scores(*said, events, **kwargs):
    found = score_record(record(utterances=said, events=events, **kwargs), NAMES)
    return {name.removeprefix("endpointing_"): s for name, s in found.items()}


FIRST, SECOND = caller("one two three", at=2, until=4.0), caller("four", at=10, until=11.0, turn=2)
LAST = event("call_ended", at=30, side="line")


def test_a_detector_that_closes_soon_after_the_end_has_only_a_delay():
    found = scores(FIRST, SECOND, events=[*turn(2.2, 4.6), words(4.4), *turn(10.2, 11.9), words(11.5), LAST])
    assert {n: s.value for n, s in found.items()} == {"delay": 0.75, "early": 0, "forced": 0, "stuck": 0}
    assert found["delay"].subs == {"p50_s": 0.75, "max_s": 0.9, "mean_without_timers_s": 0.75}
    assert found["delay"].normalized is None
    assert found["early"].normalized == found["stuck"].normalized == found["forced"].normalized == 1
    assert "at worst 0.9 s in turn 2" in found["delay"].why


def test_closing_while_the_caller_still_speaks_is_early():
    found = scores(FIRST, SECOND, events=[*turn(2.2, 3.0, 3.1, 4.8), words(2.9), *turn(10.2, 11.5), words(11.4), LAST])
    assert (found["early"].value, found["early"].normalized) == (0.5, 0.5)
    assert found["early"].subs == {"mean_early_s": 1.0}
    assert "turn 1: closed 1.00 s before" in found["early"].why
    assert found["early"].details["cases"] == [
        {"turn": 1, "said": "one two three", "what": "closed 1.00 s before the caller's last word was over"}
    ]
    assert found["delay"].value == 0.65, "the close that followed counts for the delay"
    assert found["stuck"].value == 0


@pytest.mark.parametrize(("close", "early"), [(3.94, True), (3.96, False), (4.0, False)])
def test_the_silent_rim_of_a_sound_is_forgiven(close, early):
    (found,) = detections(record(utterances=[FIRST], events=[*turn(2.2, close), LAST]))
    assert (found.early_s is not None) is early
    assert (found.delay_s == 0.0) is not early


def test_a_turn_closed_early_and_not_opened_again_is_early_and_not_stuck():
    found = scores(FIRST, events=[*turn(2.2, 3.0), words(2.9), LAST])
    assert (found["early"].value, found["stuck"].value, found["delay"].state) == (1.0, 0.0, "skipped")


def test_a_turn_that_is_still_open_when_the_caller_speaks_again_is_stuck():
    found = scores(FIRST, SECOND, events=[*turn(2.2), *turn(10.2, 11.5), words(11.4), LAST])
    assert (found["stuck"].value, found["delay"].value, found["delay"].details["left_out"]) == (0.5, 0.5, 1)
    assert "turn 1: still open" in found["stuck"].why


def test_speech_that_the_detector_never_noticed_is_stuck_too():
    assert scores(FIRST, SECOND, events=[*turn(10.2, 11.5), words(11.4), LAST])["stuck"].value == 0.5


def test_an_end_that_left_no_time_is_left_out():
    soon = event("call_ended", at=4.4, side="line")
    assert scores(FIRST, events=[*turn(2.2), soon])["stuck"].state == "skipped"
    found = scores(FIRST, caller("and", at=4.3, until=5.0), events=[*turn(2.2, 5.5), words(5.2), LAST])
    assert (found["stuck"].value, found["stuck"].details["utterances"], found["stuck"].details["left_out"]) == (0, 1, 1)


@pytest.mark.parametrize(
    ("more", "close", "why"),
    [
        ([words(4.4), event("user_turn_timeout", at=5.1)], 5.0, "timer went off"),
        ([words(4.4), event("turn_end_fallback", at=5.0)], 5.0, "timer went off"),
        ([words(4.4)], 7.0, "closed 3.0 s after"),
        ([], 5.0, "without a word recognised"),
    ],
)
def test_what_a_timer_closed_is_forced(more, close, why):
    found = scores(FIRST, SECOND, events=[*turn(2.2, close), *more, *turn(10.2, 11.5), words(11.4), LAST])
    assert found["forced"].value == 0.5
    assert why in found["forced"].why
    assert found["delay"].subs["mean_without_timers_s"] == 0.5
    assert found["delay"].value == round((close - 4 + 0.5) / 2, 3)


def test_an_agent_without_a_recogniser_is_not_forced_for_want_of_words():
    assert scores(FIRST, events=[*turn(2.2, 4.6), LAST])["forced"].value == 0


def test_a_timer_that_went_off_at_another_time_did_not_close_the_turn():
    found = scores(FIRST, events=[*turn(2.2, 4.6), words(4.4), event("user_turn_timeout", at=4.9), LAST])
    assert found["forced"].value == 0


def test_a_timer_of_the_caller_s_ears_says_nothing_of_the_agent():
    events = [*turn(2.2, 4.6), words(4.4), event("user_turn_timeout", at=4.6, side="caller"), LAST]
    assert scores(FIRST, events=events)["forced"].value == 0


def test_agents_that_tell_nothing_of_their_detector_are_skipped():
    events = [event("user_turn_stopped", at=5, side="caller"), words(4.4), LAST]
    found = scores(FIRST, agent("hm", at=5), events=events, architecture="external")
    assert {s.state for s in found.values()} == {"skipped"}
    assert all("tells nothing" in s.why for s in found.values())


def shown(**exposes):
    """A call whose turn was closed before its words came, of an agent that exposes so much."""
    events = [*turn(2.2, 4.6), words(4.8), LAST]
    given = record(utterances=[FIRST], events=events)
    given = replace(given, call={**given.call, "agent": {**given.call["agent"], "exposes": exposes}})
    return score_record(given, NAMES)


def test_turns_that_are_noted_beside_a_service_are_not_the_agents():
    assert {s.state for s in shown(turns="beside").values()} == {"skipped"}
    assert shown(turns="found")["endpointing_forced"].value == 1


def test_a_turn_does_not_wait_for_words_that_are_told_beside_the_sound():
    assert shown(turns="found", user_transcript="beside")["endpointing_forced"].value == 0


@given(
    st.lists(st.tuples(st.sampled_from(["user_turn_started", "user_turn_stopped", "stt_final"]), st.floats(0, 40))),
    st.lists(st.floats(0, 35), max_size=4),
)
def test_rates_are_shares_and_delays_lie_within_the_call(stamped, starts):
    said = [caller("x", at=s, turn=n) for n, s in enumerate(starts)]
    found = detections(record(utterances=said, events=[event(k, at=t) for k, t in stamped]))
    assert len(found) in (0, len(said))
    for d in found:
        assert d.delay_s is None or 0 <= d.delay_s <= 41
        assert not (d.stuck and d.delay_s is not None)
        assert d.delay_s is not None or not d.forced
    for s in scores(*said, events=[event(k, at=t) for k, t in stamped]).values():
        assert s.state in ("scored", "skipped")
        assert s.normalized is None or 0 <= s.normalized <= 1
