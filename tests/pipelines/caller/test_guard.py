"""When a caller that is a model may hang up, and when it has to be stopped."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelines.caller.guard import Guard
from pipelines.caller.manners import agrees, gives, is_farewell, tells, waits
from scenarios.model import Fact
from scenarios.packs import load_pack

SCENARIO = load_pack("builtin", "airline").scenarios["week-later"]
CODE = SCENARIO.fact("confirmation_number")
ASKS = "May I have your confirmation number and your last name, please?"
OFFERS = "Flight 327 leaves at nine forty. The total cost is 106 dollars. Shall I book it?"
MORE = "You are booked. Is there anything else I can help you with?"


def guard(**limits):
    return Guard(SCENARIO, **{"turns": 80, "repeats": 6, "linger_s": 12.0, **limits})


@pytest.mark.parametrize(
    ("heard", "said", "given"),
    [
        (ASKS, "It is Echo, Mike, four, nine, November, Golf. Goodbye.", "the confirmation number that was asked for"),
        (ASKS, "EM49NG. Bye.", "the confirmation number that was asked for"),
        (OFFERS, "Yes, please go ahead. Goodbye.", "an approval"),
        ("Shall I transfer you to a colleague?", "Yes, please transfer me. Bye.", "a transfer agreed to"),
        (OFFERS, "No, that is too much. Goodbye.", ""),
        (MORE, "No, that's all. Thank you. Goodbye.", ""),
        (MORE, "No, thank you, that is everything. Goodbye.", ""),
        ("I am transferring you now.", "Thank you. Goodbye.", ""),
        (ASKS, "I have to go now. Goodbye.", ""),
    ],
)
def test_what_a_turn_gives_the_agent_to_answer(heard, said, given):
    assert gives(said, heard, SCENARIO) == given
    watched = guard()
    watched.says(SCENARIO.opening, 1.0)
    watched.hears(heard)
    assert bool(watched.refusal(said)) == bool(given)


def test_a_turn_without_words_is_judged_by_the_last_words_unless_the_agent_has_answered():
    watched = guard()
    assert watched.refusal("") == "the caller has said nothing yet"
    watched.hears(ASKS)
    watched.says("It is Echo, Mike, four, nine, November, Golf.", 5.0)
    assert "confirmation number" in watched.refusal("")
    watched.hears(MORE)
    assert watched.refusal("") == ""


def test_a_further_turn_is_judged_by_its_own_words():
    watched = guard()
    watched.hears(ASKS)
    watched.says("One moment, please.", 5.0)
    assert "confirmation number" in watched.refusal("It is Echo, Mike, four, nine, November, Golf. Goodbye.")


def test_what_the_agent_says_in_pieces_is_one_turn_until_the_caller_answers():
    watched = guard()
    watched.hears("You are booked.")
    watched.hears("Shall I add a bag?")
    assert watched.heard == "You are booked. Shall I add a bag?"
    watched.says("No, thank you.", 9.0)
    watched.hears("Fine.")
    assert watched.heard == "Fine."


def test_a_caller_that_says_the_same_on_end_is_stopped():
    watched = guard(repeats=3)
    for k in range(3):
        assert not watched.check(k)
        watched.hears("What is your seat preference, please?")
        watched.says("I want to fly later.", float(k))
    assert watched.check(3.0) == "the caller said 'I want to fly later.' 3 times on end"


def test_who_is_asked_the_same_may_say_the_same():
    watched = guard(repeats=3)
    for k in range(8):
        watched.hears(ASKS)
        watched.says("It is Echo, Mike, four, nine, November, Golf.", float(k))
    assert not watched.check(8.0)


def test_only_the_same_words_count_and_only_those_that_give_nothing():
    watched = guard(repeats=3)
    for k, line in enumerate(("I want to fly later.", "A week later.", "I want to fly later.", "Later, please.")):
        watched.says(line, float(k))
    for heard in (MORE, MORE, ASKS, MORE, MORE):
        watched.hears(heard)
        watched.says("It is Echo, Mike, four, nine, November, Golf.", 9.0)
    assert not watched.check(9.0)


def test_a_caller_without_an_end_is_stopped():
    watched = guard(turns=4)
    for k in range(5):
        watched.says(f"Number {k}, please.", float(k))
    assert watched.check(5.0) == "the caller came to no end within 4 turns"


def test_whoever_takes_leave_has_to_go():
    watched = guard(linger_s=10.0)
    watched.says("Thank you. Goodbye.", 20.0)
    assert watched.took_leave
    assert not watched.check(30.0)
    watched.says("Goodbye.", 29.0)  # a second farewell wins no time
    assert watched.check(30.5) == "the caller said goodbye and did not hang up within 10 s"


def test_whoever_goes_on_has_not_taken_leave():
    watched = guard(linger_s=10.0)
    watched.says("Goodbye.", 20.0)
    watched.says("Oh, one moment. What does it cost?", 25.0)
    assert not watched.took_leave
    assert not watched.check(99.0)


@pytest.mark.parametrize(
    ("text", "leave"),
    [
        ("Thank you. Goodbye.", True),
        ("Have a nice day!", True),
        ("I have to go now.", True),
        ("I said goodbye to my old seat.", True),  # rare enough to bear
        ("By what time?", False),
        ("I have to go to San Diego.", True),
        ("Yes, please.", False),
    ],
)
def test_farewells(text, leave):
    assert is_farewell(text) == leave


@pytest.mark.parametrize(
    ("text", "yes"),
    [
        ("Yes, please go ahead.", True),
        ("The second one, please.", True),
        ("No, that's all. Thank you.", False),
        ("No, that does not work for me.", False),
        ("What will it cost?", False),
    ],
)
def test_agreement(text, yes):
    assert agrees(text) == yes


@pytest.mark.parametrize(
    ("heard", "wanted"),
    [
        (ASKS, "the confirmation number"),
        (OFFERS, "a yes or a no"),
        ("One moment, please, let me check that.", "a moment's patience"),
        (MORE, ""),
        ("You are booked. Goodbye.", ""),
    ],
)
def test_what_the_agent_waits_for(heard, wanted):
    assert waits(heard, SCENARIO) == wanted


@given(st.text(max_size=200), st.text(max_size=200))
def test_any_words_are_read(said, heard):
    watched = guard()
    watched.hears(heard)
    watched.refusal(said)
    watched.says(said, 1.0)
    assert isinstance(watched.check(2.0), str)


@given(st.from_regex(r"[A-Z]{2}[0-9]{2}[A-Z]{2}", fullmatch=True))
def test_another_code_is_not_this_one(value):
    fact = Fact(slot="confirmation_number", kind="code", value=value)
    spelled = "It is Echo, Mike, four, nine, November, Golf."
    assert tells(fact, spelled, SCENARIO) == (value == "EM49NG")
