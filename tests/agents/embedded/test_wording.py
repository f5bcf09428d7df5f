import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.embedded.wording import speakable, spoken


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("Your code is ZK3FFW.", "Your code is Z K 3 F F W."),
        ("Reference XJ4-99Z, please.", "Reference X J 4 9 9 Z, please."),
        ("Employee EMP048271 called.", "Employee E M P 0 4 8 2 7 1 called."),
        ("Call 415-555-0100 now.", "Call 4 1 5, 5 5 5, 0 1 0 0 now."),
        ("Call +1 (800) 555 0199.", "Call 1, 8 0 0, 5 5 5, 0 1 9 9."),
        ("Ticket 48271093 is open.", "Ticket 4 8 2 7 1 0 9 3 is open."),
        ("PIN 0421", "PIN 0 4 2 1"),
        ("Order #A7 and #12", "Order number A 7 and number 12"),
        ("**Bold** and `code` and [a link](http://x.y/z)", "Bold and code and a link"),
        ("# Title\n- first\n- second", "Title first second"),
    ],
)
def test_written_forms_that_the_phonemizer_would_misread(written, said):
    assert spoken(written) == said


@pytest.mark.parametrize(
    "text",
    [
        "On 2026-03-14 at 10:30 AM.",
        "That is $249.95, or 1,234 dollars.",
        "It costs $10500 in total.",
        "The 14th of March, 2026.",
        "Seat 22 by the window, 10% off.",
        "It's O'Neil-Smith, isn't it?",
        "Zulu, Kilo, three, X-ray.",
        "Version 3.14159 of it.",
        "10000 dollars",
    ],
)
def test_what_it_reads_well_is_left_alone(text):
    assert spoken(text) == text


@pytest.mark.parametrize("text", ["", " ", "...", "— ?!", "**", "😀", "™", "__"])
def test_nothing_to_say(text):
    assert not speakable(text)


@pytest.mark.parametrize("text", ["a", "7", "(ok)", "é"])
def test_something_to_say(text):
    assert speakable(text)


@given(st.text(alphabet=st.characters(codec="utf-8", exclude_characters="#["), max_size=60))
def test_no_letter_or_digit_is_lost(text):
    folded = unicodedata.normalize("NFKC", text)
    written = [str(unicodedata.digit(c)) if unicodedata.category(c) == "Nd" else c for c in folded if c.isalnum()]
    assert [c for c in spoken(text) if c.isalnum()] == written


def test_a_signed_number_is_called_one():
    assert spoken("#7") == "number 7"


@pytest.mark.parametrize(
    ("text", "said"),
    [("\x08¹", "1"), ("ｗｉｎｄｏｗ", "window"), ("٣", "3"), ("a\x00b", "a b"), ("½", "1⁄2"), ("caf\u00e9", "café")],
)
def test_forms_that_the_phonemizer_does_not_know_are_folded(text, said):
    assert spoken(text) == said
