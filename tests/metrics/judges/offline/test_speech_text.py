"""What is one and the same to the ear has one form, and what is not has another."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from metrics.judges.offline._speech_text import form
from scenarios.spoken import spell


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("Echo, Mike, four, nine, November, Golf", "EM49NG"),
        ("Echo Mike 4 9 November golf.", "E M 49 N G"),
        ("one hundred thirteen dollars", "$113"),
        ("nine fifty-five AM", "9.55 a.m."),
        ("one oh five PM", "1:05 PM"),
        ("March twenty-second", "March 22nd"),
        ("The last four digits are four four seven one.", "the last 4 digits are 44.71"),
        ("X-ray eight India", "x ray 8 india"),
        ("Victor, Foxtrot, six", "Victor. Fox, Dry. 6"),
        ("Mike, Romeo, zero", "Mike Romio 0"),
        ("four, two, Echo, Zulu", "4 2 echo tulu"),
    ],
)
def test_ways_of_writing_are_one(one, two):
    assert form(one).text == form(two).text


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("Echo, Mike, four, nine", "Echo, Mike, nine, four"),
        ("Echo, Mike, four, nine", "Echo, Mike, four"),
        ("November", "Mike"),
        ("one hundred fifteen dollars", "one hundred fifty dollars"),
        ("seven thirty AM", "seven thirty PM"),
        ("June sixth", "June sixteenth"),
    ],
)
def test_what_sounds_different_stays_apart(one, two):
    assert form(one).text != form(two).text


@settings(deadline=None, max_examples=50)
@given(st.text("ABCDEFGHIJKLMNPQRSTUVWXYZ0123456789", min_size=2, max_size=10), st.sampled_from(["nato", "letters"]))
def test_a_spelled_code_is_its_characters(code, style):  # O is spoken like zero beside figures
    assert form(f"The code is {spell(code, style)}.").text == "thecodeis" + code.lower()


@settings(deadline=None, max_examples=50)
@given(st.text(max_size=80))
def test_words_lie_where_they_say_and_fill_the_form(text):
    found = form(text)
    assert "".join(w.text for w in found.words) == found.text
    assert all(found.text[w.start : w.end] == w.text for w in found.words)


def test_november_before_a_nought_is_a_letter():
    for spoken in ("November, zero, one", "November, oh, one", "November, 0, one", "november zero one"):
        assert form(f"The code is {spoken}.").text == form("The code is N01.").text
    assert form("It is November first.").text == form("It is November 1st.").text == "itisn1"


@pytest.mark.parametrize(
    ("heard", "compared"),
    [
        ("Romeo, November 01", "rn01"),
        ("R November 05.", "rn05"),
        ("9 November 012", "9n012"),
        ("on November 05", "onn5"),
        ("a November 05 flight", "an5flight"),
        ("Bravo November 12", "bn12"),
    ],
)
def test_november_among_characters_is_a_letter_and_the_nought_behind_it_stays(heard, compared):
    assert form(heard).text == compared
