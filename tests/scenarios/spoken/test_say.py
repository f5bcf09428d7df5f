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
        ("text", "at 4:00 PM on the 21st", "at four PM on the twenty-first"),
        ("text", "the first, or the 1st, of 36", "the first, or the first, of 36"),
        ("text", "It is $1,200.50.", "It is one thousand two hundred dollars and fifty cents."),
        ("text", "ends in 0101.", "ends in zero, one, zero, one."),
        ("number", "12", "twelve"),
        ("number", "7.5", "seven and a half"),
        ("number", "7.25", "seven point two five"),
        ("number", "0.5", "zero point five"),
        ("state", "AZ", "Arizona"),
        ("state", "XX", "X, X"),
        ("country", "PH", "the Philippines"),
        ("email", "j.okafor@example.com", "j dot okafor at example dot com"),
        ("email", "one.two_3@xqz.io", "o n e dot t w o underscore three at x q z dot i o"),
        ("dates", "2026-07-14,2026-07-16", "July fourteenth and July sixteenth"),
        ("dates", "2026-07-14,2026-07-16,2026-07-18", "July fourteenth, July sixteenth and July eighteenth"),
        ("codes", "A1,B2", "Alfa, one, and Bravo, two"),
        ("choices", "projector,video_wall", "projector and video wall"),
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
    ("kind", "value"),
    [
        ("date", "25 March"),
        ("time", "4 PM"),
        ("amount", "much"),
        ("count", "some"),
    ],
)
def test_a_value_of_another_kind_is_an_error(kind, value):
    with pytest.raises(ValueError):
        say(kind, value)


@pytest.mark.parametrize(
    ("value", "group", "words"),
    [
        ("EMP310582", 3, "E, M, P. Three, one, zero. Five, eight, two"),
        ("AST-LPT-482113", 4, "A, S, T. L, P, T. Four, eight, two. One, one, three"),
        ("INC3f9a0c", 4, "I, N, C. Three, F, nine. A, zero, C"),
        ("4827", 4, "four, eight, two, seven"),
        ("12345", 1, "one. Two. Three. Four. Five"),
        ("", 3, ""),
    ],
)
def test_groups(value, group, words):
    assert spell(value, "letters", group=group) == words


def test_groups_hold_every_character():
    for group in range(1, 8):
        plain = spell("SHF-20260714-0042", "letters", group=group).replace(". ", ", ").lower()
        assert plain == spell("SHF-20260714-0042", "letters").lower()
    with pytest.raises(ValueError, match="group"):
        spell("A", group=0)
