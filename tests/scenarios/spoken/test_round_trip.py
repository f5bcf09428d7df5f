"""What is said is heard: `hear` gives back the value that `say` put into words, first."""

import datetime as dt
import string

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scenarios.spoken import COUNTRIES, STATES, canonical, hear, same, say, spell
from scenarios.spoken._airport_table import AIRPORTS

TODAY = dt.date(2026, 3, 17)
ALPHABET = string.ascii_uppercase + string.digits

dates = st.dates(dt.date(1930, 1, 1), dt.date(2099, 12, 31)).map(dt.date.isoformat)
near_dates = st.integers(0, 364).map(lambda n: (TODAY + dt.timedelta(n)).isoformat())
times = st.tuples(st.integers(0, 23), st.integers(0, 59)).map(lambda t: f"{t[0]:02d}:{t[1]:02d}")
amounts = st.one_of(
    st.integers(0, 9_999_999).map(str),
    st.tuples(st.integers(0, 99_999), st.integers(1, 99)).map(lambda t: f"{t[0]}.{t[1]:02d}"),
)
flights = st.integers(1, 9999).map(lambda n: f"SK{n}")
codes = st.text(ALPHABET, min_size=6, max_size=6)
digit_strings = st.text(string.digits, min_size=2, max_size=12)
names = st.text(string.ascii_lowercase, min_size=3, max_size=12).map(str.capitalize)


def first(kind, text, **context):
    guesses = hear(kind, text, today=TODAY, **context)
    assert guesses, text
    assert guesses == sorted(guesses, key=lambda g: g.cost)
    assert all(0 <= g.start <= g.end <= len(text) and g.cost >= 0 for g in guesses)
    return guesses[0]


@settings(deadline=None)
@given(dates)
def test_dates_with_their_year(value):
    guess = first("date", say("date", value, year=True))
    assert (guess.value, guess.cost) == (value, 0.0)


@settings(deadline=None)
@given(near_dates)
def test_dates_of_the_coming_year_need_none(value):
    assert first("date", say("date", value)).value == value


@settings(deadline=None)
@given(dates)
def test_a_date_without_year_and_today_keeps_the_year_open(value):
    heard = canonical("date", say("date", value))
    assert heard == "--" + value[5:]
    assert same("date", heard, value)
    assert say("date", heard) == say("date", value)


@settings(deadline=None)
@given(times)
def test_times(value):
    text = say("time", value)
    guess = first("time", text)
    assert (guess.value, guess.cost, guess.start, guess.end) == (value, 0.0, 0, len(text))


@settings(deadline=None)
@given(amounts)
def test_amounts(value):
    text = say("amount", value)
    guess = first("amount", text)
    assert (guess.value, guess.cost, guess.end) == (value, 0.0, len(text))


@settings(deadline=None)
@given(st.integers(0, 999).map(str))
def test_counts(value):
    assert first("count", say("count", value)).value == value
    assert first("count", f"I have {say('count', value)} bags.").cost == 0.0


@settings(deadline=None)
@given(flights)
def test_flights(value):
    assert first("flight", say("flight", value)).value == value
    assert first("flight", f"I am booked on {say('flight', value)}, please.").value == value


@pytest.mark.parametrize("code", sorted(AIRPORTS))
def test_airports_of_the_table(code):
    assert first("airport", say("airport", code)).value == code
    assert first("airport", f"I'm flying to {say('airport', code)} tomorrow.").value == code
    assert first("airport", code).value == code


@settings(deadline=None)
@given(codes, st.sampled_from(["nato", "letters"]))
def test_codes(value, style):
    text = say("code", value, style=style)
    assert first("code", text).value == value
    assert first("code", f"Yes, my confirmation number is {text}.").value == value


@settings(deadline=None)
@given(codes, st.sampled_from(["nato", "letters"]), names)
def test_a_code_before_a_last_name(value, style, name):
    text = f"Confirmation number {spell(value, style)}. Last name, {name}. {spell(name, style)}."
    assert first("code", text).value == value


@settings(deadline=None)
@given(st.text(ALPHABET, min_size=3, max_size=14), st.sampled_from(["nato", "letters"]))
def test_codes_of_unknown_length(value, style):
    assert first("code", say("code", value, style=style), length=None).value == value
    assert first("code", say("code", value, style=style), length=len(value)).value == value


@settings(deadline=None)
@given(codes)
def test_codes_written_in_one_piece(value):
    assert first("code", value).value == value
    assert first("code", "-".join(value)).value == value


@settings(deadline=None)
@given(digit_strings)
def test_digits(value):
    assert first("digits", say("digits", value), length=None).value == value
    if len(value) <= 6:
        assert first("digits", say("digits", value)).value == value
    assert first("digits", f"It's {say('digits', value)}.", length=len(value)).value == value
    assert first("digits", value, length=None).value == value


@settings(deadline=None)
@given(names, st.sampled_from(["nato", "letters"]))
def test_spelled_names(value, style):
    assert same("name", first("name", spell(value, style)).value, value)
    assert same("name", first("name", f"Last name, {value}. {spell(value, style)}.").value, value)


@settings(deadline=None)
@given(st.sampled_from(["window", "aisle", "middle"]), st.sampled_from(["{}", "a {} seat, please", "{} seat."]))
def test_choices(value, frame):
    assert first("choice", frame.format(say("choice", value)), choices=["window", "aisle", "middle"]).value == value


@settings(deadline=None)
@given(st.lists(st.sampled_from(["main", "cabin", "basic", "economy", "14", "inch", "read", "only"]), min_size=1))
def test_a_choice_without_a_list_is_snake_case(words):
    value = "_".join(words)
    assert canonical("choice", say("choice", value)) == value


@settings(deadline=None)
@given(st.integers(0, 99_999), st.integers(0, 99))
def test_numbers(whole, part):
    value = f"{whole}.{part:02d}".rstrip("0").rstrip(".")
    text = say("number", value)
    guess = first("number", text)
    assert (guess.value, guess.end) == (value, len(text))
    assert first("number", f"It was {text} hours.").value == value
    assert first("number", value).value == value


@pytest.mark.parametrize("code", sorted(STATES))
def test_states(code):
    assert first("state", say("state", code)).value == code
    assert first("state", f"I live in {say('state', code)} now.").value == code
    assert first("state", f"{code}.").value == code


@pytest.mark.parametrize("code", sorted(COUNTRIES))
def test_countries(code):
    assert first("country", say("country", code)).value == code
    assert first("country", f"I was born in {say('country', code)}.").value == code


labels = st.from_regex(r"\A[a-z0-9]{1,10}\Z")
addresses = st.builds(
    lambda parts, sign, domain, top: f"{sign.join(parts)}@{domain}.{top}",
    st.lists(labels, min_size=1, max_size=3),
    st.sampled_from([".", "_", "-", "+"]),
    st.lists(labels, min_size=1, max_size=2).map(".".join),
    st.sampled_from(["com", "org", "net", "edu", "io"]),
)


@settings(deadline=None)
@given(addresses)
def test_emails(value):
    assert first("email", say("email", value)).value == value
    assert first("email", f"My e-mail is {say('email', value)}.").value == value
    assert first("email", value).value == value


@settings(deadline=None)
@given(st.lists(near_dates, min_size=1, max_size=4, unique=True))
def test_lists_of_dates(values):
    joined = ",".join(values)
    assert first("dates", say("dates", joined)).value == joined
    assert first("dates", say("dates", joined, year=True)).value == joined


GEAR = ["projector", "whiteboard", "video_wall", "phone", "monitor_27"]


@settings(deadline=None)
@given(st.lists(st.sampled_from(GEAR), min_size=1, max_size=4, unique=True))
def test_lists_of_choices(values):
    joined = ",".join(values)
    assert first("choices", say("choices", joined), choices=GEAR).value == joined
    assert first("choices", say("choices", joined)).value == joined


@settings(deadline=None)
@given(st.lists(codes, min_size=1, max_size=3, unique=True), st.sampled_from(["nato", "letters"]))
def test_lists_of_codes(values, style):
    joined = ",".join(values)
    assert same("codes", first("codes", say("codes", joined, style=style)).value, joined)


@settings(deadline=None)
@given(st.integers(10_000_000, 99_999_999).map(str))
def test_large_amounts(value):
    assert first("amount", say("amount", value)).value == value
