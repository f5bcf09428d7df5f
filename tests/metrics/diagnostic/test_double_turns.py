from metrics.scoring import score_record
from tests.metrics.build import caller, event, record, turn

TURNS = [
    turn(0, agent=[(0, 1)]),
    turn(1, [(2, 3), (4, 5)], [(6, 7)]),
    turn(2, [(8, 9)], [(10, 11)]),
    turn(3, [(12, 13)]),
]


def score(events, turns=TURNS, utterances=()):
    return score_record(record(turns=turns, events=events, utterances=utterances), ["double_turns"])["double_turns"]


def stops(*times):
    return [event("user_turn_stopped", at=t) for t in times]


def test_a_turn_that_the_agent_closed_twice_is_a_double_turn():
    found = score(stops(3.4, 5.4, 9.4, 13.4))
    assert (found.value, found.normalized) == (0.5, 0.5)
    assert found.details == {"stops": {"1": 2, "2": 1}, "double_turns": [1]}
    assert found.why == (
        "1 of 2 turns of the caller were taken as one; the agent spoke into 0 of the caller's utterances"
    )


def test_one_close_each_is_as_it_should_be_and_the_unanswered_turn_does_not_count():
    assert score(stops(5.4, 9.4, 13.4, 13.9)).value == 1.0


def test_other_events_and_the_caller_s_own_detector_do_not_count():
    other = [event("vad_stopped", at=3.4), event("user_turn_stopped", at=3.4, side="caller")]
    assert score([*other, *stops(5.4, 9.4)]).value == 1.0


def test_speech_that_starts_within_an_utterance_is_a_cut_off():
    turns = [turn(1, [(2, 5)], [(4, 7)]), turn(2, [(6.5, 9)], [(10, 11)])]
    said = [caller("I want to", at=2, until=5), caller("no wait", at=6.5, until=9, turn=2)]
    found = score(stops(5.2, 9.2), turns, said)
    assert (found.subs["cut_offs"], found.subs["cut_off_rate"]) == (1.0, 0.5)
    late = [turn(1, [(2, 5)], [(4.9995, 7)]), turn(2, [(8, 9)], [(10, 11)])]
    assert score(stops(5.2, 9.2), late, said[:1]).subs["cut_offs"] == 0.0


def test_without_turn_detection_or_answers_there_is_nothing_to_say():
    assert score([]).why == "the agent reports no turn detection"
    assert score(stops(3), [turn(0, agent=[(0, 1)]), turn(1, [(2, 3)])]).state == "skipped"
