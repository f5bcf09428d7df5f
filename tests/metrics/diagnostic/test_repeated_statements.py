import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics.scoring import score_record
from tests.metrics.build import agent, caller, record

FEE = "The change fee is forty dollars today."
SEAT = "Your new seat is twelve A."


def score(*utterances):
    return score_record(record(utterances=utterances), ["repeated_statements"])["repeated_statements"]


def test_a_line_said_twice_is_one_repetition_in_two_sentences():
    found = score(agent(f"{FEE} {FEE}", at=2))
    assert (found.value, found.normalized) == (0.5, 0.5)
    assert found.subs == {"repeated": 1.0, "sentences": 2.0}
    assert found.details["repeated"] == [{"turn": 1, "first": 1, "sentence": "the change fee is forty dollars today"}]
    assert found.why == "1 of 2 sentences of the agent repeat an earlier one unasked"


def test_a_line_said_again_in_a_later_turn_counts_however_it_is_written():
    found = score(agent(FEE, at=2), caller("And the seat?", at=4, turn=2), agent(f"{FEE.upper()} {SEAT}", at=6, turn=2))
    assert found.value == 0.3333
    assert found.details["repeated"][0]["first"] == 1


@pytest.mark.parametrize("ask", ["Sorry, what was that?", "Could you repeat it?", "I didn't catch that.", ""])
def test_a_caller_who_did_not_understand_excuses_a_repetition(ask):
    assert score(agent(FEE, at=2), caller(ask, at=4, turn=2), agent(FEE, at=6, turn=2)).value == 0.0


def test_an_agent_that_has_to_ask_again_says_so():
    question = "Please tell me your confirmation number."
    first, answer = agent(question, at=2), caller("Mumble.", at=4, turn=2)
    assert score(first, answer, agent(question, at=6, turn=2)).value == 0.5
    assert score(first, answer, agent(f"Sorry, I did not catch that. {question}", at=6, turn=2)).value == 0.0


def test_within_one_turn_nothing_excuses_a_repetition():
    said = [caller("Sorry?", at=1), agent(f"{FEE} {FEE}", at=2)]
    assert score(*said).value == 0.5


def test_what_was_cut_off_may_be_said_again_once():
    cut = agent(FEE, at=2, cut=True)
    assert score(cut, caller("Yes.", at=3, turn=2), agent(FEE, at=5, turn=2)).value == 0.0
    twice = [agent(FEE, at=5, turn=2), caller("Fine.", at=7, turn=3), agent(FEE, at=8, turn=3)]
    assert score(cut, caller("Yes.", at=3, turn=2), *twice).value == 0.3333


def test_short_sentences_and_courtesies_are_no_statements():
    courtesy = "Is there anything else I can help you with? One moment please. Sure. Let me look that up for you."
    assert score(agent(courtesy, at=2), agent(courtesy, at=4, turn=2)).state == "skipped"
    assert score(agent(f"{courtesy} {FEE}", at=2), agent(courtesy, at=4, turn=2)).value == 0.0


@given(st.lists(st.sampled_from([FEE, SEAT, "We fly at ten past nine."]), min_size=1, max_size=8))
def test_all_but_the_first_of_each_sentence_are_repetitions(lines):
    utterances = [agent(line, at=2 * n, turn=n) for n, line in enumerate(lines, 1)]
    found = score(*utterances)
    assert found.subs["repeated"] == len(lines) - len(set(lines))
    assert found.value + found.normalized == pytest.approx(1)
