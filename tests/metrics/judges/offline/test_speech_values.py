"""Which values of a text must be right, where they lie, and whether a conversation holds them."""

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from metrics.judges.case import Entry
from metrics.judges.offline._speech_text import form
from metrics.judges.offline._speech_values import Known, capitals, values
from scenarios.spoken import say, spell


def found(text, names=()):
    whole = form(text).text
    return [(v.kind, whole[v.start : v.end]) for v in values(text, set(names))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "You are on flight three six three. Your code is Echo, Papa, Whiskey, Quebec, one, November.",
            [("flight", "363"), ("code", "epwq1n")],
        ),
        (
            "It leaves on June thirteenth at seven thirty AM for ninety-eight dollars.",
            [("date", "june13"), ("time", "730am"), ("amount", "98")],
        ),
        ("Your voucher is 0UNKQU.", [("code", "0unkqu")]),
        ("The request is REQ-DA3012, for three days.", [("code", "reqda3012"), ("number", "3")]),
        ("Last name Thibodeaux. Tango, Hotel, India, Bravo, Oscar, Delta, Echo, Alfa, Uniform, X-ray.",
         [("code", "thibodeaux")]),
        ("Hello, how can I help you?", []),
    ],
)  # fmt: skip
def test_values_lie_where_they_are_said(text, expected):
    assert found(text) == expected


def test_a_name_before_its_spelling_is_not_the_spelling():
    text = "Last name Moss. Mike, Oscar, Sierra, Sierra."
    (code,) = values(text, set())
    assert (code.start, code.end) == (len("lastnamemoss"), len("lastnamemossmoss"))


def test_names_are_the_words_that_are_given():
    text = "Torvald may work on your unit. I give your shift to Torvald."
    assert found(text, {"torvald"}) == [("name", "torvald"), ("name", "torvald")]
    assert found(text) == []
    assert capitals(text) == {"torvald"}


@settings(deadline=None, max_examples=60)
@given(st.integers(1, 12), st.integers(1, 28), st.integers(1, 999), st.text("ABCDEFGH2345679", min_size=5, max_size=8))
def test_values_of_a_turn_do_not_overlap_and_keep_their_order(month, day, dollars, code):
    date, amount = say("date", f"2027-{month:02}-{day:02}"), say("amount", str(dollars))
    text = f"On {date} you pay {amount}. The code is {spell(code, 'nato')}."
    got = values(text, set())
    assert [v.kind for v in got if v.kind in ("date", "amount")] == ["date", "amount"]
    assert all(a.end <= b.start for a, b in itertools.pairwise(got))
    assert form(text).text[got[-1].start :] == code.lower()


RESPONSE = {
    "status": "success",
    "booking": {"code": "EM49NG"},
    "flights": [{"number": "SK705", "date": "2027-06-06", "leaves": "09:30", "fare": 115}],
    "passenger": {"last_name": "Torvald", "phone": "555 501 3812"},
    "nothing": None,
    "open": True,
}


@pytest.mark.parametrize(
    ("text", "known"),
    [
        ("Echo, Mike, four, nine, November, Golf", True),
        ("Echo, Mike, four, nine, November, Tango", False),
        ("flight seven zero five", True),
        ("flight seven zero six", False),
        ("June sixth", True),
        ("June seventh", False),
        ("nine thirty AM", True),
        ("nine thirty PM", False),
        ("one hundred fifteen dollars", True),
        ("one hundred sixteen dollars", False),
        ("four four seven one", True),  # of the caller
        ("three eight one two", True),  # the end of a telephone number
        ("five five five zero", False),  # the inside of one
        ("Torvald", True),
        ("Nakamura", False),
    ],
)
def test_what_a_conversation_holds(text, known):
    conversation = Known(
        [
            Entry(1, "caller", "The last four are four, four, seven, one."),
            Entry(1, "response", tool="find", data=RESPONSE),
            Entry(1, "agent", "Your code is Zulu, Kilo, three, Foxtrot."),
        ]
    )
    (value,) = values(f"That is {text}.", {"torvald", "nakamura"})
    assert conversation.knows(value) is known


def test_what_only_the_agent_said_or_sent_is_not_known():
    entries = [Entry(1, "agent", "Code EM49NG."), Entry(1, "call", tool="find", data={"code": "EM49NG"})]
    (value,) = values("Your code is EM49NG.", set())
    assert not Known(entries).knows(value)


def test_responses_may_be_json_in_a_string():
    known = Known([Entry(1, "response", tool="t", data={"status": "success", "result": '{"code": "EM49NG"}'})])
    (value,) = values("Your code is EM49NG.", set())
    assert known.knows(value)
    assert known.codes == {"em49ng"}
