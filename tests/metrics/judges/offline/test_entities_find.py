import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics.judges.offline._entities_find import values
from metrics.judges.offline._entities_units import form, units
from scenarios.spoken import say, spell


def found(text, **kwargs):
    return [(v.kind, v.text) for v in values(text, **kwargs)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("My code is B seven T, K R two, thanks.", [("code", "B seven T, K R two")]),
        ("The tag is Alfa, Sierra, Tango. Four, one, two.", [("code", "Alfa, Sierra, Tango. Four, one, two")]),
        ("It is digit zero, Sierra, digit seven.", [("code", "digit zero, Sierra, digit seven")]),
        ("P as in Papa, K as in Kilo, two as in two.", [("code", "P as in Papa, K as in Kilo, two as in two")]),
        ("R E F dash nine Q dash zero one", [("code", "R E F dash nine Q dash zero one")]),
        ("The ticket INC0031175 is old.", [("code", "INC0031175")]),
        ("The asset is AST-LPT-482113.", [("code", "AST-LPT-482113")]),
        ("My last name is Moreau.", [("name", "Moreau")]),
        ("My surname's O'Dwyer, thanks.", [("name", "O'Dwyer")]),
        ("My last name is spelled N O V A K.", [("name", "N O V A K")]),
        ("Ilse Brandt speaking. I need help.", [("name", "Ilse Brandt")]),
        ("This is Ilse Brandt.", [("name", "Ilse Brandt")]),
        ("Please ask Dr. Osei about it.", [("name", "Osei")]),
        ("My name is wrong on the card.", []),
        ("Hi, I need an appointment.", []),
        ("I want a seat, and I am in a hurry.", []),
        ("a five a m flight", [("time", "five a m")]),
        ("from 5:30 PM to six thirty", [("time", "5:30 PM"), ("time", "six thirty")]),
        ("any time before five is fine", []),
        ("anything before five, or after seven.", [("time", "five"), ("time", "seven")]),
        ("one checked bag and two seats at the front", []),
        ("It was for that one.", []),
        ("on Tuesday, April fourteenth", [("date", "Tuesday, April fourteenth")]),
        ("next Friday please", [("date", "Friday")]),
        ("two one five dollars", [("amount", "two one five dollars")]),
        ("under $1,250.50 in all", [("amount", "$1,250.50")]),
        ("about two and a half hours", [("duration", "two and a half hours")]),
        ("in three to five business days", [("duration", "three to five business days")]),
        ("write to p dot osei at example dot com", [("email", "p dot osei at example dot com")]),
        ("write to me at p.osei@example.com", [("email", "p.osei@example.com")]),
        ("contact me at ann dot lee at example dot org", [("email", "ann dot lee at example dot org")]),
        ("call five five five... zero one nine nine", [("phone", "five five five... zero one nine nine")]),
        ("call 212-555-0199", [("phone", "212-555-0199")]),
        ("The PIN is four, two. Six, eight.", [("digits", "four, two. Six, eight")]),
        ("My number for calls is 5550199.", [("digits", "5550199")]),
        ("You can reach me at five five five, zero one nine nine.", [("phone", "five five five, zero one nine nine")]),
        ("My member number is four four seven one, zero zero two", [("digits", "four four seven one, zero zero two")]),
        ("I was born in 1987.", []),
        ("It is on the 25th, the second option on the third floor.", [("date", "25th")]),
        ("The booking is under Brandt.", [("name", "Brandt")]),
        ("a lee nine two at example dot com", [("email", "a lee nine two at example dot com")]),
        ("ending in 4471", [("digits", "4471")]),
        ("I sit in building four, room 212.", [("place", "building four"), ("place", "room 212")]),
        ("It is 18 Marsh Lane.", [("address", "18 Marsh Lane")]),
        ("I was born in the Philippines.", [("country", "Philippines")]),
        ("A license in New Mexico.", [("state", "New Mexico")]),
        ("Jordan Ellis is my manager.", []),
    ],
)
def test_values_of_a_text(text, expected):
    assert found(text, travel=False) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("my flight QX five one zero", [("flight", "QX five one zero")]),
        ("my flight QX510 is late", [("flight", "QX510")]),
        ("not flight nine four two", [("flight", "nine four two")]),
        ("from Denver to BOS", [("airport", "Denver"), ("airport", "BOS")]),
        ("from Springfield to Cedar Rapids, please", [("airport", "Springfield"), ("airport", "Cedar Rapids")]),
        ("from XQW to YVR", [("airport", "XQW"), ("airport", "YVR")]),
        ("in seat twenty two Delta", [("seat", "twenty two Delta")]),
        ("in 14C please", [("seat", "14C")]),
    ],
)
def test_values_of_a_traveller(text, expected):
    assert found(text, travel=True) == expected


@pytest.mark.timeout(20)
@pytest.mark.parametrize(
    "part", ["1 ", "twenty one hundred ", "x at ", "one dot two ", "forty two ", "a b c ", "Al Bo ", "a_", "a.b-"]
)
def test_long_monotonous_texts_are_searched_in_time(part):
    values(part * (1500 // len(part)), travel=True)


def test_two_letters_and_figures_are_a_flight_only_in_talk_of_travel():
    assert found("QX510", travel=None) != found("My flight is QX510")
    assert ("flight", "QX510") in found("My flight is QX510")


CODE = st.from_regex(r"[B-HJ-Z][A-Z2-9]{5,7}", fullmatch=True).filter(lambda c: any(x.isdigit() for x in c))


@given(CODE, st.sampled_from(["nato", "letters"]), st.sampled_from([None, 2, 3, 4]))
def test_a_spelled_code_is_found_and_read_back(code, style, group):
    said = spell(code, style, group=group)
    (value,) = values(f"The reference is {said}.", travel=False)
    assert (value.kind, form("code", value.text)) == ("code", code.lower())


@given(st.times().map(lambda t: f"{t.hour:02d}:{t.minute:02d}"))
def test_a_spoken_time_is_found(time):
    said = say("time", time)
    assert found(f"I want the one that leaves at {said}.", travel=True) == [("time", said)]


@given(st.integers(1, 99_999))
def test_a_spoken_amount_is_found_and_equals_its_figures(dollars):
    said = say("amount", str(dollars))
    (value,) = values(f"They charged {said} twice.", travel=False)
    assert (value.kind, value.text) == ("amount", said)
    assert form("amount", said) == form("amount", f"${dollars:,}") != form("amount", f"${dollars + 1:,}")


@given(st.text(alphabet=st.sampled_from(list("aAbI 1 2.,-'@$:%")), max_size=60) | st.text(max_size=60))
def test_places_are_true_and_apart(text):
    end = 0
    for v in values(text):
        assert v.start >= end
        assert text[v.start : v.end] == v.text
        end = v.end


@given(st.text(max_size=80))
def test_units_lie_in_order(text):
    end = 0
    for u in units(text):
        assert end <= u.start < u.end
        end = u.end


@pytest.mark.parametrize(
    ("kind", "one", "other"),
    [
        ("time", "5:30 PM", "five thirty p m"),
        ("time", "seven PM", "7:00 p.m."),
        ("time", "noon", "12 PM"),
        ("time", "6:05 in the morning", "six oh five a.m."),
        ("code", "double U nine", "W9"),
        ("code", "P as in Papa, nine", "p-9"),
        ("seat", "twenty one Charlie", "21, C"),
        ("flight", "QX four one zero", "QX 410"),
        ("date", "the fifth of May", "May 5"),
        ("date", "Monday, May fifth", "Monday. May 5th"),
        ("duration", "a three hour delay", "three-hour delay"),
        ("email", "ann dot lee at example dot com", "Ann.Lee@example.com"),
        ("name", "O'Dwyer", "O Dwyer"),
        ("amount", "fifty cents", "$0.50"),
    ],
)
def test_ways_of_writing_have_one_form(kind, one, other):
    assert form(kind, one) == form(kind, other)


@pytest.mark.parametrize(
    ("kind", "one", "other"),
    [
        ("time", "5:30 PM", "5:13 PM"),
        ("time", "5:30 PM", "5:30 AM"),
        ("time", "12:30 PM", "2:30 PM"),
        ("code", "B seven T", "P seven T"),
        ("amount", "fifty dollars", "$15"),
        ("amount", "fifty dollars", "50 cents"),
        ("date", "May sixteenth", "May 60th"),
        ("duration", "three hours", "three days"),
        ("name", "Lewis", "Louis"),
    ],
)
def test_other_values_have_other_forms(kind, one, other):
    assert form(kind, one) != form(kind, other)
