import pytest

from pipelines.brain import Phrase
from pipelines.caller.behaviour.base import Draft
from pipelines.caller.behaviour.impatient import (
    BREAK_INS,
    BREAKS_IN_S,
    COMPLAINTS,
    INTERJECTIONS,
    PATIENCE_S,
    Impatient,
    curt,
)
from pipelines.caller.plan import Line
from scenarios.spoken import affirms


@pytest.mark.parametrize(
    ("polite", "short"),
    [
        ("Sorry, could you say that again, please?", "What? Say that again."),
        ("Yes, that works for me. Please go ahead.", "Yes, go ahead."),
        ("Yes, please go ahead.", "Yes, go ahead."),
        ("Yes, go ahead, please.", "Yes, go ahead."),
        ("Okay, thank you.", "Okay."),
        ("No, that's all. Thank you. Goodbye.", "No, that's all. Goodbye."),
        ("No, thank you, that is everything. Goodbye.", "No, that is everything. Goodbye."),
        ("Thank you. Goodbye.", "Goodbye."),
        ("Yes, please transfer me.", "Yes, transfer me."),
        ("I'm sorry, I don't have that with me.", "I don't have that with me."),
        ("Please.", "Please."),
        ("What will the total cost be?", "What will the total cost be?"),
    ],
)
def test_courtesies_are_left_out(polite, short):
    assert curt(polite) == short


def test_a_value_alone_needs_no_lead():
    assert curt("My confirmation number is Kilo, Tango, four.", alone=True) == "Kilo, Tango, four."
    assert curt("I'd like an aisle seat, please.", alone=True) == "An aisle seat."
    assert curt("That would be March fourteenth.", alone=True) == "March fourteenth."
    assert curt("My last name is Silva. My confirmation number is Kilo.") == (
        "My last name is Silva. My confirmation number is Kilo."
    )


def test_openings_and_reminders_keep_their_words():
    for line, opening in ((Line("Please help me, please."), True), (Line("Hello, please?", nudge=True), False)):
        draft = Draft(line, [Phrase(line.text)], opening)
        Impatient(1).change(draft)
        assert draft.text == line.text


def test_it_breaks_in_so_often_and_never_after():
    impatient = Impatient(5)
    times = []
    for _ in range(BREAK_INS):
        times.append(impatient.after_s)
        impatient.interjects("")
    assert all(BREAKS_IN_S[0] <= t <= BREAKS_IN_S[1] for t in times)
    assert len(set(times)) == BREAK_INS
    assert impatient.after_s == float("inf")


def test_an_answer_goes_before_a_complaint():
    assert Impatient(1).interjects("Silva.") == "Silva."
    assert Impatient(1).interjects("") in INTERJECTIONS


def test_no_interjection_can_be_taken_for_a_yes_or_a_no():
    assert not [words for words in INTERJECTIONS if affirms(words) is not None]


def test_patience_is_drawn_anew_after_each_complaint():
    impatient = Impatient(2)
    first = impatient.patience_s()
    assert impatient.patience_s() == first
    assert impatient.complains() in COMPLAINTS
    assert impatient.patience_s() != first
    assert PATIENCE_S[0] <= impatient.patience_s() <= PATIENCE_S[1]


def test_the_same_seed_is_the_same():
    assert [Impatient(4).after_s for _ in range(2)] == [Impatient(4).after_s] * 2
    assert len({Impatient(seed).after_s for seed in range(10)}) == 10
