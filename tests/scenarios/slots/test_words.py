"""Values in the words of their slot."""

import datetime

import pytest

from scenarios.slots import article, entry, phrase, valued

TODAY = datetime.date(2026, 6, 1)


@pytest.mark.parametrize(
    ("slot", "kind", "value", "words"),
    [
        ("extension_days", "count", "60", "sixty days"),
        ("extension_days", "count", "1", "one day"),
        ("corrected_hours", "number", "7.5", "seven and a half hours"),
        ("effective_date", "date", "2026-07-06", "July sixth"),
        ("date_of_birth", "date", "1988-11-14", "November fourteenth nineteen eighty-eight"),
        ("expiration_date", "date", "2027-07-06", "July sixth twenty twenty-seven"),
        ("new_state_code", "state", "AZ", "Arizona"),
    ],
)
def test_a_value_is_said_with_what_it_counts_and_a_year_that_is_not_the_next(slot, kind, value, words):
    assert valued(entry(slot, "hr"), kind, value, TODAY) == words


def test_the_article_follows_the_sound():
    assert [article(w) for w in ("aisle", "window", "FMLA leave", "US passport", "ergonomic chair", "one")] == [
        "an aisle",
        "a window",
        "an FMLA leave",
        "a US passport",
        "an ergonomic chair",
        "a one",
    ]


@pytest.mark.parametrize(
    ("template", "words", "text"),
    [
        ("I'd like {a} seat.", "aisle", "I'd like an aisle seat."),
        ("{A} seat, please.", "window", "A window seat, please."),
        ("{cap}, please.", "two bags", "Two bags, please."),
        ("My PIN is {}.", "one, two", "My PIN is one, two."),
    ],
)
def test_templates(template, words, text):
    assert phrase(template, words) == text
