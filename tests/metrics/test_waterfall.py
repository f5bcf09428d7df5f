"""Records made by hand, whose parts are known to the sample; and any record at all, whose parts sum to the wait."""

import doctest
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics.scoring import score_record
from metrics.waterfall import FRAME, PARTS, waterfalls
from pipelines.record import ONSET, RATE, TURN_OVER, Event, Record, ToolCall
from tests.metrics.build import event, record, samples, tool, turn

# The caller speaks from 1 to 3 s, and the agent is heard at 6 s.
ASKED = turn(1, [(1, 3)], [(6, 8)])
CHAIN = {
    "vad_started": 1.2,
    "user_turn_started": 1.2,
    "vad_stopped": 3.25,
    TURN_OVER: 3.6,
    "stt_final": 3.7,
    "user_turn_stopped": 3.7,
    "llm_started": 3.75,
    "llm_first_token": 4.25,
    "tts_started": 4.5,
    "tts_first_audio": 4.75,
}
PLAIN = {
    "vad_hangover": 0.25,
    "turn_model": 0.35,
    "stt_final": 0.1,
    "llm_first_token": 0.5,
    "sentence_aggregation": 0.25,
    "tts_first_byte": 0.25,
    "transport_playout": 0.25,
    "tts_leading_silence": 1.0,
    "remainder": 0.05,
}


def happened(**changed):
    """The chain of a cascade, with other times, or without the events whose time is ``None``."""
    times = {**CHAIN, **changed}
    return [event(kind, at=at) for kind, at in times.items() if at is not None]


def onset(at, arrived=None):
    return event(ONSET, at=at, side="line", arrived=samples(at if arrived is None else arrived))


def only(found):
    (waterfall,), _ = waterfalls(found)
    return {part: seconds for part, seconds in waterfall.seconds.items() if seconds}


def call(*events, turns=(ASKED,), tools=(), **kwargs):
    return record(turns=turns, events=events, tools=tools, **kwargs)


def as_agent(found: Record, **agent):
    return replace(found, call={**found.call, "agent": {**found.call["agent"], **agent}})


def test_a_cascade_s_answer_part_by_part():
    found = call(*happened(), onset(5.0))
    assert only(found) == PLAIN
    assert sum(PLAIN.values()) == pytest.approx(3.0)


def test_every_part_has_an_owner_and_stands_in_the_result_in_order():
    (waterfall,), without = waterfalls(call(*happened(), onset(5.0)))
    assert list(waterfall.samples) == list(waterfall.seconds) == list(PARTS)
    assert (waterfall.gap_s, waterfall.tools, waterfall.nudged, without) == (3.0, False, False, [])


def test_words_that_came_before_the_turn_was_over_were_not_waited_for():
    found = only(call(*happened(stt_final=3.4, user_turn_stopped=3.6), onset(5.0)))
    assert "stt_final" not in found
    assert found["turn_model"] == 0.35


def test_without_word_of_when_it_was_over_the_whole_wait_is_the_turn_model_s():
    found = only(call(*happened(**{TURN_OVER: None}), onset(5.0)))
    assert found["turn_model"] == 0.45


def test_what_began_before_the_caller_s_end_counts_from_there():
    found = only(call(*happened(vad_stopped=2.9, **{TURN_OVER: 2.95}), onset(5.0)))
    assert "vad_hangover" not in found
    assert "turn_model" not in found
    assert found["stt_final"] == 0.7


def test_rounds_and_tools():
    events = happened(llm_first_token=None, tts_started=None, tts_first_audio=None)
    events += [event("llm_ended", at=4.0)]
    events += [event(k, at=t) for k, t in [("llm_started", 4.3), ("llm_ended", 4.6)]]
    events += [event(k, at=t) for k, t in [("llm_started", 4.9), ("llm_first_token", 5.2), ("tts_started", 5.3)]]
    events += [event("tts_first_audio", at=5.5), onset(5.5)]
    tools = [tool("a", at=4.0, end=samples(4.3)), tool("b", at=4.65, end=samples(4.85))]
    found = only(call(*events, tools=tools, turns=[replace(ASKED, tools=2)]))
    assert found["llm_first_token"] == 0.25
    assert found["tools"] == 0.5
    assert found["llm_further_rounds"] == pytest.approx(0.3 + 0.05 + 0.3)
    assert found["remainder"] == pytest.approx(0.05 + 0.05)  # before the model, and before the second tool
    assert found["sentence_aggregation"] == 0.1
    assert sum(found.values()) == pytest.approx(3.0)


def test_tools_that_run_at_the_same_time_count_once():
    events = [*happened(llm_first_token=None, tts_started=5.2, tts_first_audio=5.4), onset(5.4)]
    tools = [tool("a", at=4.0, end=samples(4.6)), tool("b", at=4.1, end=samples(5.0))]
    found = only(call(*events, tools=tools))
    assert found["tools"] == 1.0
    assert found["llm_further_rounds"] == pytest.approx(0.2)


def test_an_agent_that_says_one_moment_is_waited_for_until_then():
    """What comes after it, tools and further rounds, lies behind the first audible sample."""
    later = [event("llm_started", at=7), event("llm_first_token", at=7.5)]
    tools = [tool("a", at=4.6, end=samples(6.5))]  # it runs while the words are made
    found = only(call(*happened(), onset(5.0), *later, tools=tools))
    assert found["tts_first_byte"] == 0.25
    assert not {"tools", "llm_further_rounds"} & set(found)
    assert sum(found.values()) == pytest.approx(3.0)


def test_a_turn_taken_to_be_over_in_a_pause_is_waited_for_anew():
    asked = turn(1, [(1, 2), (2.5, 3)], [(6, 8)])
    early = [("vad_stopped", 2.2), (TURN_OVER, 2.3), ("user_turn_stopped", 2.3), ("llm_started", 2.3)]
    again = [("vad_started", 2.6), ("user_turn_started", 2.6), ("interruption", 2.6)]
    before = [event(k, at=t) for k, t in [("vad_started", 1.2), ("user_turn_started", 1.2), *early, *again]]
    rest = happened(vad_started=None, user_turn_started=None)
    assert only(call(*before, *rest, onset(5.0), turns=[asked])) == PLAIN


def test_an_answer_begun_in_a_pause_that_nobody_stops_counts_from_the_caller_s_end():
    asked = turn(1, [(1, 2), (2.5, 3)], [(6, 8)])
    kinds = [("vad_started", 1.2), ("user_turn_started", 1.2), ("vad_stopped", 2.2), ("user_turn_stopped", 2.3)]
    kinds += [("llm_started", 2.3), ("vad_started", 2.6), ("vad_stopped", 3.25), ("llm_first_token", 4.0)]
    kinds += [("tts_started", 4.0), ("tts_first_audio", 6.0)]
    found = only(call(*(event(k, at=t) for k, t in kinds), onset(6.0), turns=[asked]))
    assert found == {"llm_first_token": 1.0, "tts_first_byte": 2.0}


def test_the_end_of_the_answer_before_is_no_part_of_this_one():
    tail = [event("tts_started", at=1.05), event("tts_first_audio", at=1.1), event("llm_started", at=1.1)]
    found = call(*tail, *happened(vad_started=1.2), onset(5.0))
    assert only(found) == PLAIN


def test_a_hybrid_waits_for_no_words():
    events = [*happened(stt_final=None, user_turn_stopped=3.6, llm_started=3.6), onset(5.0)]
    found = only(call(*events, architecture="hybrid"))
    without = {part: seconds for part, seconds in PLAIN.items() if part not in ("stt_final", "remainder")}
    assert found == {**without, "llm_first_token": 0.65}


def s2s(*kinds, **agent):
    made = call(*(event(k, at=t) for k, t in kinds), onset(5.5), architecture="s2s")
    return as_agent(made, exposes={"turns": "found"}, **agent)


SERVICE = [("vad_started", 1.2), ("vad_stopped", 3.25), ("llm_started", 3.5), ("user_turn_stopped", 3.5)]
SPOKE = [("tts_started", 5.0), ("tts_first_audio", 5.0)]


def test_a_service_that_finds_turns_keeps_hangover_and_model_to_itself():
    """Voice activity is watched beside it; and it may note its answer before the end of the turn."""
    assert only(s2s(*SERVICE, *SPOKE)) == {
        "turn_model": 0.5,
        "llm_first_token": 1.5,
        "transport_playout": 0.5,
        "tts_leading_silence": 0.5,
    }


def test_turns_noted_beside_a_service_explain_nothing():
    found = as_agent(s2s(*SERVICE, *SPOKE), exposes={"turns": "beside"})
    assert only(found)["remainder"] == 0.5
    assert "turn_model" not in only(found)


def test_a_vendor_s_turns_in_a_cascade_are_the_vendor_s():
    found = as_agent(call(*happened(**{TURN_OVER: None}), onset(5.0)), turns={"stop": "vendor"})
    assert only(found)["turn_model"] == 0.7
    assert "vad_hangover" not in only(found)


def test_an_agent_that_tells_nothing_is_not_told_but_for_the_wire():
    found = only(call(onset(5.5, arrived=5.4), architecture="external"))
    assert found == {"remainder": 2.4, "transport_playout": 0.1, "tts_leading_silence": 0.5}


def test_tools_of_an_agent_that_tells_nothing_else_are_seen_at_the_desk():
    made = call(onset(5.5), architecture="external", tools=[tool("a", at=4.0, end=samples(4.5))])
    found = only(made)
    assert found["tools"] == 0.5
    assert found["remainder"] == 1.0


def test_an_agent_that_sends_silence_all_the_time_has_no_onset_of_its_own():
    found = only(call(*happened(), onset(3.1)))
    assert found["tts_leading_silence"] == 1.25  # transport cannot be told from it
    assert "transport_playout" not in found
    assert found["llm_first_token"] == 0.5
    found = only(call(*happened(), onset(0.5)))
    assert found["transport_playout"] == 1.25


def test_sound_may_leave_with_the_frame_in_which_it_was_made():
    found = only(call(*happened(tts_first_audio=4.76), onset(4.75)))
    assert (found["tts_first_byte"], found["tts_leading_silence"]) == (0.25, 1.25)


# What has none -----------------------------------------------------------------------------------------------------


def test_turns_without_a_wait_say_why():
    turns = [
        turn(0, agent=[(0, 0.5)]),
        turn(1, [(1, 3)], [(2.5, 8)], agent_interrupts=True),
        turn(2, [(9, 10)]),
        turn(3, [(11, 12)], [(12, 13)]),
    ]
    found, without = waterfalls(call(turns=turns))
    assert [(w.turn, w.gap_s) for w in found] == [(3, 0.0)]
    assert [(w.turn, w.why) for w in without] == [
        (1, "the answer began before the caller's end"),
        (2, "nobody answered"),
    ]


# Any record --------------------------------------------------------------------------------------------------------

KINDS = [*CHAIN, "llm_ended", "interruption", "tts_stopped", "speaking_started", "turn_end_fallback"]
moments = st.integers(0, 10 * RATE)
agent_events = st.lists(st.builds(Event, moments, st.sampled_from(["agent", "caller"]), st.sampled_from(KINDS)))
onsets = st.lists(
    st.builds(lambda at, before: Event(at, "line", ONSET, {"arrived": at - before}), moments, st.integers(0, RATE)),
    max_size=3,
)
calls_of_tools = st.lists(
    st.builds(lambda at, n: ToolCall(0, 1, "a", "read", {}, {}, at, at + n), moments, st.integers(-5, RATE)), max_size=4
)


@given(
    agent_events,
    onsets,
    calls_of_tools,
    st.integers(0, 4 * RATE),
    st.integers(0, 4 * RATE),
    st.sampled_from(["cascade", "hybrid", "s2s", "external"]),
    st.sampled_from(["found", "beside"]),
)
def test_the_parts_of_any_wait_are_not_negative_and_sum_to_it(events, sounds, tools, said, gap, architecture, turns):
    start = RATE + said + 1
    asked = turn(1, [(1, start / RATE)], [((start + gap) / RATE, 12)])
    made = as_agent(
        record(turns=[asked], events=events + sounds, tools=tools, architecture=architecture), exposes={"turns": turns}
    )
    (found,), _ = waterfalls(made)
    assert all(n >= 0 for n in found.samples.values())
    assert sum(found.samples.values()) == gap
    assert found.gap_s == pytest.approx(asked.latency_s, abs=1e-6)


@given(agent_events, onsets, st.randoms(use_true_random=False))
def test_the_order_in_which_events_of_different_moments_are_noted_does_not_matter(events, sounds, chance):
    apart = list({e.sample: e for e in events + sounds}.values())
    mixed = chance.sample(apart, len(apart))
    assert waterfalls(call(*apart)) == waterfalls(call(*mixed))


# The metric --------------------------------------------------------------------------------------------------------


def score(made):
    return score_record(made, ["latency_waterfall"])["latency_waterfall"]


def test_parts_are_averaged_over_turns_and_the_value_is_what_is_explained():
    turns = [turn(0, agent=[(0, 0.5)]), ASKED, turn(2, [(9, 10)], [(11, 12)])]
    found = score(call(*happened(), onset(5.0), turns=turns))
    assert found.subs["wire_gap_s"] == 2.0
    assert found.subs["llm_first_token_s"] == 0.25
    assert found.subs["vad_hangover_s"] == pytest.approx((0.25 + 1) / 2), "its detector never noticed turn 2"
    assert sum(v for k, v in found.subs.items() if k != "wire_gap_s") == pytest.approx(2.0, abs=1e-3)
    assert found.value == found.normalized == pytest.approx(1 - 0.05 / 4, abs=1e-4)
    assert found.details["turns"][0] == {"turn": 1, "gap_s": 3.0, "tools": False, "nudged": False, "parts": PLAIN}
    assert found.why.startswith("2 answers came after 2.00 s on average: ")
    assert found.why.endswith("s not told")


def test_a_wait_in_which_the_caller_had_to_ask_is_shown_and_not_averaged():
    nudge = event("nudge", at=4, side="caller")
    found = score(call(*happened(), onset(5.0), nudge))
    assert found.state == "skipped"
    assert found.details["turns"][0]["nudged"] is True


def test_an_agent_that_tells_nothing_has_a_small_value_and_whole_waits():
    found = score(call(onset(5.5), architecture="external"))
    assert found.value == pytest.approx(0.5 / 3, abs=1e-4)
    assert found.subs["remainder_s"] == 2.5


def test_without_an_answer_that_was_waited_for_it_is_skipped():
    found = score(call(turns=[turn(1, [(1, 3)], [(2, 4)])]))
    assert found.state == "skipped"
    assert found.details["without"] == [{"turn": 1, "why": "the answer began before the caller's end"}]


def test_the_frame_is_that_of_the_line():
    assert FRAME == 0.02 * RATE


def test_the_page_s_worked_number_and_its_table_of_parts():
    page = Path(__file__).parents[2] / "docs" / "waterfall.md"
    failed, run = doctest.testfile(str(page), module_relative=False, report=False)
    assert (failed, run > 0) == (0, True)
    first, *_ = page.read_text(encoding="utf-8").split("\n## ")
    rows = [line.split("|") for line in first.splitlines() if line.startswith("| `")]
    table = {cells[1].strip(" `"): cells[4].strip() for cells in rows}
    assert table == {part: owner.split(":")[0] for part, owner in PARTS.items()}
