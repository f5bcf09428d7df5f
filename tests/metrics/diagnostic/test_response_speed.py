import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics.diagnostic.response_speed import STAGES, speed, stages
from metrics.scoring import score_record
from tests import reference
from tests.metrics.build import event, record, turn

CASES = (reference.present("vectors", "misc.json") or {}).get("response_speed", [])


@pytest.mark.reference
@pytest.mark.parametrize("case", reference.each(CASES, (c["name"] for c in CASES)))
def test_reference_cases(case):
    found = speed({int(t): v for t, v in case["latency_s"].items()}, {int(t) for t in case["tool_turns"]})
    expected = case["expected"]
    assert found.value == expected["score"]
    assert found.normalized is None
    assert {k: found.details[k] for k in expected["details"]} == expected["details"]
    assert found.subs == expected["sub"]


def test_turns_that_are_left_out_are_told():
    turns = [
        turn(1, [(0, 1)], [(2.5, 3)]),
        turn(2, [(4, 6)], [(5, 7)], agent_interrupts=True),
        turn(3, [(8, 9)], [(11, 12)], tools=1),
    ]
    found = score_record(record(turns=turns), ["response_speed"])["response_speed"]
    assert (found.value, found.normalized, found.effective) == (1.75, None, 1.75)
    assert found.details["left_out"] == [2]
    assert found.subs == {"with_tool_calls": 2.0, "no_tool_calls": 1.5}
    assert found.why == "the agent answered after 1.75 s on average, at worst 2.000 s in turn 3"


def test_the_stages_that_an_agent_tells_of_stand_beside_the_score():
    def happened(*kinds, at, step=0.5):
        return [event(kind, at=at + n * step) for n, kind in enumerate(kinds)]

    events = [
        *happened("vad_stopped", "stt_final", at=1),
        *happened("llm_started", "llm_ended", at=2),  # called a tool, said nothing
        *happened("llm_started", "llm_first_token", at=4, step=0.25),
        *happened("llm_started", "llm_first_token", at=5, step=0.75),
        event("tts_first_audio", at=6),  # its start was not noted
        event("vad_stopped", at=7, side="caller"),
        event("stt_final", at=9, side="caller"),
    ]
    found = score_record(record(turns=[turn(1, [(0, 1)], [(2.5, 3)])], events=events), ["response_speed"])
    assert found["response_speed"].subs == {"no_tool_calls": 1.5, "stt_mean_latency": 0.5, "llm_mean_latency": 0.5}


def test_a_second_end_of_a_stage_pairs_with_nothing():
    kinds = ("llm_started", "llm_first_token", "llm_first_token")
    assert stages([event(kind, at=1 + n) for n, kind in enumerate(kinds)]) == {"llm_mean_latency": 1.0}


@given(st.lists(st.tuples(st.sampled_from([k for pair in STAGES.values() for k in pair]), st.floats(0, 60))))
def test_a_stage_takes_no_less_than_nothing_and_no_longer_than_the_call(stamped):
    assert all(0 <= v <= 60 for v in stages([event(k, at=t) for k, t in stamped]).values())


def test_without_an_answer_after_the_caller_there_is_nothing_to_average():
    turns = [turn(1, [(0, 2)], [(1, 3)])]
    assert score_record(record(turns=turns), ["response_speed"])["response_speed"].state == "skipped"
