"""Codes that a recogniser garbled: a lookup may go by the plain reading, a write by what the caller agreed to."""

import pytest

from metrics.judges.case import Case, Entry
from metrics.judges.offline.faithfulness import judge

ASKED = "Which locker code shall I use?"
READ_BACK = [
    "The locker code is Romeo, Sierra, Tango, four, four, Foxtrot. Shall I go ahead?",
    "The locker code is R S T, four four, F. Shall I go ahead?",
    "The locker code is RST-44F. Shall I go ahead?",
]


def rating(heard, code, *, offer=READ_BACK[0], answer="Yes, please go ahead.", tool="assign_locker", kind="write"):
    said = [
        Entry(0, "agent", "Hello, how can I help you?"),
        Entry(1, "caller", "I need my locker assigned."),
        Entry(1, "agent", ASKED),
        Entry(2, "caller", heard),
    ]
    turn = 2
    if offer:
        said += [Entry(2, "agent", offer), Entry(3, "caller", answer)]
        turn = 3
    done = [
        Entry(turn, "call", tool=tool, type=kind, data={"locker_code": code}),
        Entry(turn, "response", tool=tool, type=kind, data={"status": "success"}),
        Entry(turn, "agent", "That is done. Anything else?"),
    ]
    return judge(Case("cascade", (*said, *done))).dimensions["fabricating_tool_parameters"].rating


@pytest.mark.parametrize("offer", READ_BACK)
def test_a_garbled_code_that_was_read_back_and_agreed_to_has_a_source(offer):
    assert rating("It is Romeo, Sierra, Tango, four, four. Fox.", "RST-44F", offer=offer) == 3


def test_a_garbled_code_that_nobody_agreed_to_has_none():
    assert rating("It is Romeo, Sierra, Tango, four, four. Fox.", "RST-44F", offer="Shall I go ahead?") == 1
    assert rating("It is Romeo, Sierra, Tango, four, four. Fox.", "RST-44F", answer="No, that is wrong.") == 1


def test_a_yes_makes_no_other_code_good():
    offer = "The locker code is Whiskey, Mike, Papa, nine, nine, Kilo. Shall I go ahead?"
    assert rating("It is Romeo, Sierra, Tango, four, four. Fox.", "WMP-99K", offer=offer) == 1


def test_a_lookup_may_go_by_the_plain_reading_of_garbled_words():
    heard = "It is Romio, Seera, Tango, four, Keelow, four, Foxdrot."
    lookup = {"offer": "", "tool": "get_locker", "kind": "read"}
    assert rating(heard, "RST-4K4F", **lookup) == 3
    assert rating(heard, "RST-7Q1F", **lookup) == 2
    assert rating(heard, "RST-4K4F", offer="") == 1  # a write may not


def test_an_answer_that_is_no_yes_gives_a_code_no_source():
    heard = "It is Romeo, Sierra, Tango, four, four. Fox."
    assert rating(heard, "RST-44F", answer="The one beside the stairs.") == 1


def test_a_lookup_may_not_go_by_a_mere_guess_at_words():
    lookup = {"offer": "", "tool": "get_locker", "kind": "read"}
    assert rating("It is Romeo, see, tangle, for, four, fox.", "CTFOR4", **lookup) == 2
