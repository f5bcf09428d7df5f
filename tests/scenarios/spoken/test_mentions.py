"""Every value of a sentence is found, and nothing else."""

import datetime as dt
import string

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scenarios.spoken import mentions, say

TODAY = dt.date(2026, 3, 17)


def found(text, today=TODAY):
    return [(m.kind, m.value) for m in mentions(text, today=today)]


code = st.text(string.ascii_uppercase + string.digits, min_size=6, max_size=6).filter(
    lambda c: any(x.isalpha() for x in c)
)
values = st.one_of(
    st.integers(0, 364).map(lambda n: ("date", (TODAY + dt.timedelta(n)).isoformat())),
    st.tuples(st.integers(0, 23), st.integers(0, 59)).map(lambda t: ("time", f"{t[0]:02d}:{t[1]:02d}")),
    st.integers(0, 99_999).map(lambda n: ("amount", str(n))),
    st.tuples(st.integers(1, 999), st.integers(1, 99)).map(lambda t: ("amount", f"{t[0]}.{t[1]:02d}")),
    st.integers(1, 9999).map(lambda n: ("flight", f"SK{n}")),
    code.map(lambda c: ("code", c)),
)
FRAMES = {
    "date": ["on {}", "it is {}", "for {},"],
    "time": ["at {}", "leaves at {},", "by {}"],
    "amount": ["the total is {}", "for {},", "you pay {}"],
    "flight": ["I found {},", "{} is open"],
    "code": ["your confirmation number is {}.", "the code, {}, is valid"],
}


@st.composite
def sentences(draw):
    said = draw(st.lists(values, min_size=1, max_size=5))
    parts = [
        draw(st.sampled_from(FRAMES[kind])).format(say(kind, v, style=draw(st.sampled_from(["nato", "letters"]))))
        for kind, v in said
    ]
    return " ".join(parts), said


@settings(max_examples=300, deadline=None)
@given(sentences())
def test_exactly_the_values_that_were_said(sentence):
    text, said = sentence
    assert found(text) == said


@settings(deadline=None)
@given(st.dates(dt.date(2000, 1, 1), dt.date(2099, 12, 31)).map(dt.date.isoformat))
def test_a_date_with_its_year(value):
    assert found(f"It expires on {say('date', value, year=True)}, at four PM.") == [
        ("date", value),
        ("time", "16:00"),
    ]


def test_the_span_is_the_words():
    text = "Flight six two one costs one hundred fifteen dollars."
    assert [text[m.start : m.end] for m in mentions(text)] == [
        "Flight six two one",
        "one hundred fifteen dollars",
    ]


@pytest.mark.parametrize(
    ("text", "want"),
    [
        (
            "Flight 621 on March 25th departs at 9:25 a.m. and arrives at 4 PM. The total is $115.",
            [
                ("flight", "SK621"),
                ("date", "2026-03-25"),
                ("time", "09:25"),
                ("time", "16:00"),
                ("amount", "115"),
            ],
        ),
        ("That would be $249.95, is that okay?", [("amount", "249.95")]),
        (
            "I have SK621 at 10:30 AM or SK 703 at noon.",
            [("flight", "SK621"), ("time", "10:30"), ("flight", "SK703"), ("time", "12:00")],
        ),
        ("Your code is ZK3FFW.", [("code", "ZK3FFW")]),
        ("The code is four, one, eight, two, six, three.", [("digits", "418263")]),
        ("It is R E Q, dash, H W, dash, zero four eight.", [("code", "REQHW048")]),
        ("My employee I D is E M P zero three one.", [("code", "EMP031")]),
        ("My employee I D E M P zero three one, thanks.", [("code", "EMP031")]),
        ("Case P R V SURG zero zero eight is open.", [("code", "PRVSURG008")]),
        ("It's R Q C U dash nine seven T.", [("code", "RQCU97T")]),
        ("Zulu, Kilo, double seven, Alfa.", [("code", "ZK77A")]),
        ("Born one nine nine one dash zero two dash one four.", [("date", "1991-02-14")]),
        ("It is on April 22nd, 2026, in the morning.", [("date", "2026-04-22")]),
        ("Sure. First, may I have your name?", []),
        ("I found two options for one passenger with a checked bag.", []),
        ("I am on hold, and you may go ahead in a second.", []),
        ("You may call us 24 hours a day.", []),
        ("One moment please, I'll check that for you.", []),
        ("We have it in 14 inch and 16 inch.", []),
        ("Your employee number is EMP310582.", [("code", "EMP310582")]),
        ("Employee EMP 310582 is active.", [("code", "EMP310582")]),
        ("Asset AST-LPT-482113 is yours.", [("code", "ASTLPT482113")]),
        ("Request REQ-HW-3f9a0c112b4d is open.", [("code", "REQHW3F9A0C112B4D")]),
        ("It's incident INC3f9a0c112b4d.", [("code", "INC3F9A0C112B4D")]),
        ("BLD4-FL3-RM308 is free at 4 PM.", [("code", "BLD4FL3RM308"), ("time", "16:00")]),
        ("A S T dash L P T dash four eight two one one three.", [("code", "ASTLPT482113")]),
        ("It is case P R V seven nine nine two eight seven.", [("code", "PRV799287")]),
        ("License CA-RN-784122 runs out.", [("code", "CARN784122")]),
        ("Your PIN 4 8 2 7, please.", [("digits", "4827")]),
        ("COVID-19 rules, wi-fi, the I-9 form and a W-2.", []),
        ("It's a well-known 24-7 service, 2026-2027.", []),
        ("Please call EMP support about seven and a half hours.", []),
        ("In case you need a request form, the asset team is on floor three.", []),
        ("It leaves on the 3rd of June.", [("date", "2026-06-03")]),
    ],
)
def test_recogniser_and_written_text(text, want):
    assert found(text) == want


def test_without_today_the_year_is_open():
    assert found("on March twenty-fifth", today=None) == [("date", "--03-25")]


def test_another_airline():
    assert [m.value for m in mentions("flight six two one", airline="UA")] == ["UA621"]


@pytest.mark.parametrize("text", ["papa, 3, November", "It is papa three November.", "November 3 papa"])
def test_a_month_in_a_spelling_is_a_letter(text):
    assert not [kind for kind, _ in found(text) if kind == "date"]


@pytest.mark.parametrize(
    "text", ["Delta, November 3", "at the hotel, 3 November", "Mister Papa, November third", "on November 3, gate B"]
)
def test_a_month_beside_a_name_or_a_thing_is_a_date(text):
    assert found(text)[0] == ("date", "2026-11-03")
