import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics import words
from metrics.scoring import score_record
from tests.metrics.build import agent, caller, record, tool


def test_words_are_what_was_meant_or_else_what_was_heard():
    assert words.spoken(agent("meant", at=0, heard="herd"), "cascade") == "meant"
    assert words.spoken(agent(None, at=0, heard="heard"), "cascade") == "heard"
    assert words.spoken(agent(None, at=0, heard=None), "cascade") == ""


@pytest.mark.parametrize("architecture", ["s2s", "external"])
def test_what_an_agent_tells_of_itself_yields_to_what_the_caller_heard(architecture):
    assert words.spoken(agent("told", at=0, heard="heard"), architecture) == "heard"
    assert words.spoken(agent("told", at=0, heard=None), architecture) == "told"
    assert words.spoken(caller("meant", at=0, heard="herd"), architecture) == "meant"


@pytest.mark.parametrize(
    "metric",
    [
        "words_per_turn",
        "repeated_statements",
        "confirmed_writes",
        "grounded_values",
        "transcription_accuracy_key_entities",
    ],
)
def test_no_metric_of_words_depends_on_what_an_external_agent_tells(metric):
    code = {"slot": "confirmation_number", "kind": "code", "value": "ZK3FFW"}
    plan = [
        {"do": "call", "tool": "cancel", "args": {"confirmation_number": {"source": "caller", "slot": code["slot"]}}}
    ]

    def scored(told, heard_by_agent):
        said = [
            agent(told, at=3, heard="The fee is 80 dollars. Shall I go ahead with it now?"),
            caller("Zulu Kilo three Foxtrot Foxtrot Whiskey, yes.", at=5, heard=heard_by_agent, entities=(code,)),
            agent(told, at=7, turn=2, heard="The fee is 80 dollars. That is done now."),
        ]
        made = [tool("cancel", "write", at=6.5, params={"confirmation_number": "ZK3FFW"})]
        call = record(utterances=said, tools=made, plan=plan, architecture="external")
        return score_record(call, [metric])[metric]

    honest = scored(None, None)
    assert scored("A long tale that repeats itself and costs 999 dollars.", "nothing of it") == honest
    assert metric == "grounded_values" or honest.state == "scored"


@pytest.mark.parametrize(("count", "told"), [(1, "the only turn was fine"), (3, "all 3 turns were fine")])
def test_one_of_one_is_told_as_one(count, told):
    assert words.every(count, "turn", "was fine", "were fine") == told


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
