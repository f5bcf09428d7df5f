"""Words before a number that recognisers write as a digit of it."""

import pytest

from metrics.judges.offline._speech_match import match
from metrics.judges.offline._speech_text import form
from metrics.judges.offline._speech_values import values

MEANT = "Desk one, zero, eight is free in Foundry Hall, floor two. I can try to assign it to you."


def right(meant, heard):
    found = values(meant, set())
    return dict(zip((v.kind for v in found), match(form(meant), found, heard).right, strict=True))


@pytest.mark.parametrize(
    ("heard", "kept"),
    [
        ("Desk 108 is free in Foundry Hall, floor 2. I can try to assign it to you.", True),
        ("Desk 1, 0, 8 is free and foundry hall 4 2, I can try to assign it to you.", True),
        ("Desk 1, 0, 8 is free and foundry hall 3 2, I can try to assign it to you.", False),
        ("Desk 1, 0, 8 is free and foundry hall 4 3, I can try to assign it to you.", False),
    ],
)
def test_floor_two_may_be_written_42(heard, kept):
    assert right(MEANT, heard)["number"] is kept


def test_a_digit_more_after_another_word_is_a_digit_more():
    meant = "There are seats in room two. Shall I go ahead?"
    assert right(meant, "There are seats in room 42. Shall I go ahead?")["number"] is False


@pytest.mark.parametrize(
    ("meant", "heard", "kept"),
    [
        ("I can move you to three rooms today.", "I can move you 23 rooms today.", True),
        ("I can move you too, three of them.", "I can move you 2 3 of them.", True),
        ("It is good for three days.", "It is good 43 days.", True),
        ("The cat ate three fish today.", "The cat 8 3 fish today.", True),
        ("It is good for three days.", "It is good 23 days.", False),
        ("It is good for three days.", "It is good 44 days.", False),
    ],
)
def test_each_word_is_taken_for_its_own_digit_only(meant, heard, kept):
    assert right(meant, heard)["number"] is kept
