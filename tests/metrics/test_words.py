import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics import words
from tests.metrics.build import agent, caller, record


def test_words_are_what_was_meant_or_else_what_was_heard():
    assert words.spoken(agent("meant", at=0, heard="herd")) == "meant"
    assert words.spoken(agent(None, at=0, heard="heard")) == "heard"
    assert words.spoken(agent(None, at=0, heard=None)) == ""


def test_turns_hold_the_words_of_a_side_in_order_of_time():
    said = [agent("Two.", at=5), agent("One.", at=2), caller("No.", at=3), agent(" ", at=8, turn=2)]
    assert words.by_turn(record(utterances=said), "agent") == {1: "One. Two."}


def test_words_have_no_punctuation_and_straight_apostrophes():
    found = words.words("I’d like—two “seats”, please! A-1 ok")
    assert " ".join(found) == "i'd like two seats please a-1 ok"


def test_sentences_end_at_their_marks_and_keep_them():
    assert words.sentences('It is 1.5 hours. "Really?" Yes!\nFine') == [
        "It is 1.5 hours.",
        '"Really?"',
        "Yes!",
        "Fine",
    ]


@given(st.text())
def test_sentences_lose_no_word(text):
    assert words.words(" ".join(words.sentences(text))) == words.words(text)


@pytest.mark.parametrize("text", ["Bye!", "Good bye then.", "Have a nice day", "Thanks, GOODBYE"])
def test_farewells(text):
    assert words.bids_farewell(text)


@pytest.mark.parametrize("text", ["I want to buy a ticket", "Maybe", "goods", ""])
def test_no_farewells(text):
    assert not words.bids_farewell(text)


@pytest.mark.parametrize("text", ["Sorry?", "Could you repeat that", "I didn’t catch that", "once more please"])
def test_asking_again(text):
    assert words.asks_again(text)


@pytest.mark.parametrize("text", ["Yes.", "Against the rules", "I hear you"])
def test_not_asking_again(text):
    assert not words.asks_again(text)
