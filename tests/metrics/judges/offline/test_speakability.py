import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics.judges.case import Case, Entry
from metrics.judges.jury import NothingToJudge
from metrics.judges.offline.speakability import judge, unspeakable
from metrics.judges.views import case_of
from tests.metrics.build import agent, record


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("Your seat is **14C**.", "emphasis"),
        ("That is *really* fine.", "emphasis"),
        ("That is __fine__.", "emphasis"),
        ("Run `reset` now.", "code"),
        ("# Options\nHere they are.", "heading"),
        ("You have:\n- a window seat\n- an aisle seat", "list"),
        ("You have:\n1. a window seat\n2. an aisle seat", "list"),
        ("You have: - a window seat - an aisle seat", "one line"),
        ("You have 1) a window seat 2) an aisle seat", "one line"),
        ("• a window seat", "list"),
        ("See [our page](https://example.com).", "link"),
        ("| seat | fee |", "table"),
        ("Here.\n---\nThere.", "rule"),
        ("> quoted words", "quotation"),
        ("Please <b>hold</b>.", "tag"),
        ("Tom &amp; Co", "tag"),
        ("One line.\\nAnother.", "escaped"),
        ("Boston → Denver", "arrows"),
        ('{"status": "ok"}', "data"),
        ("The result is [1, 2].", "data"),
        ("Your meal_voucher is ready.", "program"),
        ("Have a nice day 😊", "emoji"),
        ("✅ Done.", "emoji"),
        ("Great :)", "smiley"),
        ("It is done.Thank you.", "no space"),
        ("It is done,thank you.", "no space"),
        ("Your flightIs late.", "no space"),
        ("The fee is115 dollars.", "no space"),
        ("It leaves at10:30.", "no space"),
        ("115dollars", "no space"),
        ("Thankyoufor calling, thankyouforcalling", "no space"),
        ("pleasewaitwhileilookthatupforyou", "no space"),
    ],
)
def test_what_a_voice_cannot_speak(text, fault):
    found = unspeakable(text)
    assert found, text
    assert any(fault in f for f in found), found


@pytest.mark.parametrize(
    "text",
    [
        "Your confirmation code is Z K three F F W, and the total is $115.50.",
        "It leaves at 10:30 a.m., gate B12, and lands at 1:05 p.m.",
        "Write to ann.lee@example.com or look at www.example.com.",
        "The ticket is INC0031175 for your Dell XPS15, a 27-inch one, in B4.",
        "Mrs. O'Dwyer-McDonald flies to LaGuardia on the 3rd; an iPhone and OneDrive come along.",
        "The U.S. office, i.e. ours, is open 24/7, 100% of the time, at 20°.",
        "Wait... what? No - that is fine! It's #4 of (say) five.",
        "One moment, please; I'm looking: yes, there it is.",
        "Flight SK621 takes 2h and 45min, a 5GB plan, covid19 rules, at 4pm.",
        "Nevertheless, internationalization and telecommunications stay.",
        "I see two options: 5 - 3 is 2, and less than 3.",
    ],
)
def test_plain_writing_is_fine(text):
    assert unspeakable(text) == []


def test_each_turn_of_the_agent_is_rated_with_the_reason():
    entries = (
        Entry(0, "agent", "Hello."),
        Entry(1, "caller", "**Hi**"),
        Entry(1, "agent", "**Sure**"),
        Entry(1, "agent", "Yes."),
    )
    first, second = judge(Case("cascade", entries)).turns
    assert (first.turn_id, first.rating) == (0, 1)
    assert (second.turn_id, second.rating) == (1, 0)
    assert "'**Sure**'" in second.explanation


def test_line_breaks_are_read_from_the_record():
    found = judge(case_of(record(utterances=[agent("Two:\n- a seat\n- a bag", at=0, turn=0)])))
    assert found.turns[0].rating == 0
    assert "a list" in found.turns[0].explanation


def test_without_an_agent_there_is_nothing_to_rate():
    with pytest.raises(NothingToJudge):
        judge(Case("cascade", (Entry(1, "caller", "Hi"),)))


@given(st.lists(st.sampled_from(["hello", "your", "flight", "is", "late,", "thank", "you.", "At", "ten"]), max_size=12))
def test_plain_words_with_spaces_are_always_fine(parts):
    assert unspeakable(" ".join(parts)) == []


@given(st.text(max_size=200))
def test_any_text_is_rated(text):
    assert all(isinstance(f, str) and f for f in unspeakable(text))
