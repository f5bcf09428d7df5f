"""The words for a voice."""

import pytest

from scenarios.spoken import say, spell


@pytest.mark.parametrize(
    ("kind", "value", "words"),
    [
        ("code", "ZK3FFW", "Zulu, Kilo, three, Foxtrot, Foxtrot, Whiskey"),
        ("code", "DIAG-7X", "Delta, India, Alfa, Golf, seven, X-ray"),
        ("digits", "0482", "zero, four, eight, two"),
        ("name", "O'Brien", "O'Brien"),
        ("date", "2026-03-25", "March twenty-fifth"),
        ("date", "2026-06-01", "June first"),
        ("time", "16:00", "four PM"),
        ("time", "09:25", "nine twenty-five AM"),
        ("time", "12:05", "twelve oh five PM"),
        ("time", "12:00", "twelve PM"),
        ("time", "00:00", "twelve AM"),
        ("time", "23:59", "eleven fifty-nine PM"),
        ("amount", "115", "one hundred fifteen dollars"),
        ("amount", "120.50", "one hundred twenty dollars and fifty cents"),
        ("amount", "342.5", "three hundred forty-two dollars and fifty cents"),
        ("amount", "1285.0", "one thousand two hundred eighty-five dollars"),
        ("amount", "0.99", "ninety-nine cents"),
        ("amount", "1", "one dollar"),
        ("amount", "2.01", "two dollars and one cent"),
        ("amount", "0", "zero dollars"),
        ("amount", "-5", "minus five dollars"),
        ("count", "2", "two"),
        ("flight", "SK621", "flight six two one"),
        ("airport", "AUS", "Austin"),
        ("airport", "JFK", "New York Kennedy"),
        ("airport", "LGA", "New York LaGuardia"),
        ("airport", "DCA", "Washington Reagan"),
        ("airport", "QZX", "Q, Z, X"),
        ("choice", "basic_economy", "basic economy"),
        ("choice", "tier_1", "tier one"),
        ("choice", "27_inch", "twenty-seven inch"),
        ("choice", "vpn_gateway", "VPN gateway"),
        ("text", "Nothing to change here.", "Nothing to change here."),
        ("text", "It's $120 & 50% off @ 9:05 AM.",
         "It's one hundred twenty dollars and 50 percent off at nine oh five AM."),
        ("text", "On 2026-03-25, seat/bag fees apply.",
         "On March twenty-fifth, twenty twenty-six, seat or bag fees apply."),
        ("text", "Flight SK621, code ZK3FFW.", "Flight S K six two one, code Z, K, three, F, F, W."),
        ("text", "at 16:30", "at four thirty PM"),
    ],
)  # fmt: skip
def test_say(kind, value, words):
    assert say(kind, value) == words


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("2026-03-25", "March twenty-fifth, twenty twenty-six"),
        ("2005-01-02", "January second, two thousand five"),
        ("1905-12-31", "December thirty-first, nineteen oh five"),
        ("1900-07-04", "July fourth, nineteen hundred"),
        ("--03-25", "March twenty-fifth"),
    ],
)
def test_say_the_year(value, words):
    assert say("date", value, year=True) == words


def test_styles():
    assert say("code", "ZK3F", style="letters") == "Z, K, three, F"
    assert spell("Muñoz", "letters") == "M, U, N, O, Z"
    assert spell("O'Brien") == "Oscar, Bravo, Romeo, India, Echo, November"
    with pytest.raises(ValueError, match="nato"):
        spell("A", "morse")


@pytest.mark.parametrize(
    ("kind", "value"), [("date", "25 March"), ("time", "4 PM"), ("amount", "much"), ("count", "some")]
)
def test_a_value_of_another_kind_is_an_error(kind, value):
    with pytest.raises(ValueError):
        say(kind, value)
