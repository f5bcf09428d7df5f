import jiwer
import pytest
from hypothesis import given
from hypothesis import strategies as st
from num2words import num2words

from metrics.transcript import normal
from metrics.transcript.cardinals import UNITS, listed
from tests import reference
from tests.metrics.transcript import differences

PAIRS = (reference.present("vectors", "wer.json") or {"pairs": []})["pairs"]


@pytest.mark.reference
@pytest.mark.parametrize("pair", reference.each(PAIRS, (f"{p['reference']!r}-{p['hypothesis']!r}" for p in PAIRS)))
def test_reference_pairs(pair):
    a, b = pair["reference"], pair["hypothesis"]
    ours = normal(a) == normal(b)
    if ours != pair["equal"]:
        rules = differences.MERGES if ours else differences.PARTS
        assert [name for name, rule in rules.items() if rule(a, b)], f"{normal(a)!r} and {normal(b)!r}"
    elif differences.plain(a, b) and pair["wer"] is not None:
        assert jiwer.wer(normal(a), normal(b)) == pytest.approx(pair["wer"], abs=1e-6)


@pytest.mark.reference
def test_most_pairs_need_no_rule():
    """The rules must not explain everything away."""
    if not PAIRS:
        pytest.skip("no reference data")
    agree = sum((normal(p["reference"]) == normal(p["hypothesis"])) == p["equal"] for p in PAIRS)
    assert agree / len(PAIRS) > 0.75


@pytest.mark.parametrize(
    ("written", "spoken"),
    [
        ("Z K three F F W", "ZK3FFW"),
        ("my code is W K two E X B, thanks", "my code is WK2EXB thanks"),
        ("Y-T-M-9-2-4", "YTM924"),
        ("T. O. R. R. E. S.", "torres"),
        ("F W I think so", "FW I think so"),
        ("double u K 4", "WK4"),
        ("G R P dash E N G", "GRP-ENG"),
        ("pin is 4 2 5 7", "pin is 4257"),
        ("T A R zero U M", "TAR0UM"),
        ("nine M M", "9MM"),
        ("um, nine uh two", "92"),
        ("nine one nine, six nine six, three nine zero one", "919-696-3901"),
        ("plus one five one two", "+1512"),
        ("$1,200.50", "one thousand two hundred dollars and fifty cents"),
        ("$1,200.00", "twelve hundred dollars"),
        ("50 cents", "$0.50"),
        ("a hundred and twenty dollars", "$120"),
        ("fifteen per cent", "15%"),
        ("two point five", "2.5"),
        ("one point five million", "1.5 million"),
        ("two and a half hours", "2.5 hours"),
        ("four PM", "4:00 P.M."),
        ("four o'clock", "4:00"),
        ("ten thirty a.m.", "10:30 AM"),
        ("ten oh five", "10:05"),
        ("March 5", "March fifth"),
        ("the 5th of March", "the fifth of March"),
        ("March 05", "March five"),
        ("September 14, 1987", "September fourteenth nineteen eighty seven"),
        ("first", "1st"),
        ("the 21st", "the twenty-first"),
        ("21st of March", "twenty first of March"),
        ("4:00 PM", "four PM"),
        ("10:00 AM", "ten a.m."),
        ("$1,200.50", "twelve hundred dollars and fifty cents"),
        ("thirty six", "36"),
        ("thirty-six", "thirty six"),
        ("0101", "zero one zero one"),
        ("oh one oh one", "0101"),
        ("one hundred and first", "101st"),
        ("hundreds of people", "100s of people"),
        ("I’m here", "I'm here"),
        ("naïve Straße", "naive strasse"),
        ("john dot smith at company dot com", "john.smith@company.com"),
        ("AT&T", "AT and T"),
        ("um, (laughs) okay [noise] <break/>", "okay"),
        ("the organisation's favourite theatre cancelled", "the organization's favorite theater canceled"),
        ("We'll see, won't we?", "we will see will not we"),
        ("Mr. Rivera and Dr. Kim", "mister rivera and doctor kim"),
        ("twenty twenty six", "2026"),
        ("two thousand twenty six", "2026"),
        ("minus five", "-5"),
        ("negative ten dollars", "-$10"),
        ("triple five", "555"),
        ("five million dollars", "$5 million"),
        ("five percent", "5 %"),
        ("five dollars", "$ 5"),
        ("nineteen nineties", "1990s"),
        ("one hundredth", "100th"),
        ("version two point oh", "version 2.0"),
        ("caf\\u00e9", "café"),
        ("say ‘hello’ now", "say hello now"),
        ("O'Neill", "O’Neill"),
    ],
)
def test_two_ways_of_writing_are_one(written, spoken):
    assert normal(written) == normal(spoken)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("thirty six", "3006"),
        ("thirty six", "30 6"),
        ("fifteen", "fifty"),
        ("$25.50", "$2550"),
        ("-5", "5"),
        ("15%", "15"),
        ("ZK3FFW", "CK3FFW"),
        ("four PM", "four AM"),
        ("0018", "18"),
        ("oh no", "zero no"),
        ("W O K", "W zero K"),
        ("no", "know"),
        ("T A R zero U M", "T A R zero"),
        ("9MM", "9"),
        ("first", "one"),
        ("first", "one st"),
        ("21st", "saint"),
        ("4:00 PM", "4 0 pm"),
        ("10:00 AM", "100 am"),
        ("$1,200.50", "$120050"),
        ("0101", "101"),
    ],
)
def test_what_differs_stays_apart(one, other):
    assert normal(one) != normal(other)


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("Hello, World!", "hello world"),
        ("ZK3FFW", "zk 3 ffw"),
        ("$1,200.50", "$1200.50"),
        ("at 4:00 PM", "at 4 pm"),
        ("at 16:00", "at 1600"),
        ("one hundred twenty thousand five", "120005"),
        ("one second", "1 2nd"),
        ("and a hundred and", "and 100 and"),
        ("zero hundred", "0100"),
        ("point", "point"),
        ("oh, one oh one oh", "01010"),
        ("", ""),
        ("!?", ""),
    ],
)
def test_forms(text, form):
    assert normal(text) == form


ONE = {
    "spelled characters": ("Q R three T T V", "QR3TTV"),
    "digits in groups": ("five one two, six zero", "512-60"),
    "clock times": ("3:00 PM", "three p.m."),
    "money and decimals": ("$2,300.25", "twenty three hundred dollars and twenty five cents"),
    "days of a month": ("April 9", "April 9th"),
    "ordinals": ("third", "3rd"),
    "apostrophes": ("I’ll", "I'll"),
    "addresses": ("ann.lee@firm.org", "ann dot lee at firm dot org"),
    "a hundred": ("a hundred and two", "102"),
    "hyphens spoken": ("K dash 7 dash Q", "K-7-Q"),
    "signs as words": ("R&D", "R and D"),
    "code words": ("Alfa Juliett Whisky", "alpha juliet whiskey"),
}
TWO = {
    "decimal point": ("2.5", "25"),
    "minus": ("-7 degrees", "7 degrees"),
    "percent": ("20%", "20"),
    "leading zeros": ("0042", "42"),
    "oh": ("oh well", "zero well"),
}


@pytest.mark.parametrize("rule", differences.MERGES)
def test_a_difference_by_which_ways_of_writing_are_one(rule):
    one, other = ONE[rule]
    assert differences.MERGES[rule](one, other)
    assert normal(one) == normal(other)


@pytest.mark.parametrize("rule", differences.PARTS)
def test_a_difference_by_which_things_are_kept_apart(rule):
    one, other = TWO[rule]
    assert differences.PARTS[rule](one, other)
    assert normal(one) != normal(other)


PIECES = listed(
    "one two twenty five hundred thousand first second double zero oh o a b u m i am $5 $1,200.50 4:00 pm "
    "p.m. 10:30 25th March of the dash dot and half point cents dollars percent % - -5 +1 ABC12 Z K 3 'm I'm "
    "won't (x) [y] <z> & @ a.b.com 1/2 negative minus 0.5 .5 5. o'clock mr. st 2nd 100s hundreds don’t é ß "
    "007 million"
)


@given(
    st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=4)), max_size=9),
    st.sampled_from([" ", ", ", "-", ". ", ""]),
)
def test_the_normal_form_is_its_own(parts, glue):
    form = normal(glue.join(parts))
    assert normal(form) == form


@given(st.text())
def test_any_text_has_a_form_of_plain_tokens(text):
    form = normal(text)
    assert form == " ".join(form.split())
    assert form == form.lower()


@given(st.integers(0, 999_999))
def test_cardinals_in_words_and_in_figures_are_one(number):
    assert normal(num2words(number)) == normal(str(number))


@given(st.integers(1, 9999))
def test_ordinals_in_words_and_in_figures_are_one(number):
    assert normal(num2words(number, to="ordinal")) == normal(num2words(number, to="ordinal_num"))


@given(st.integers(1, 99999).map(lambda cents: (cents // 100, cents % 100)))
def test_money_in_words_and_in_figures_is_one(amount):
    dollars, cents = amount
    words = f"{num2words(dollars)} dollars" + (f" and {num2words(cents)} cents" if cents else "")
    assert normal(words) == normal(f"${dollars}.{cents:02d}")


@given(st.from_regex(r"[A-Z]{2}[1-9A-Z]{4}", fullmatch=True).filter(lambda c: "O" not in c))
def test_a_code_spelled_and_written_is_one(code):
    digits = list(UNITS)
    spelled = " ".join(digits[int(c)] if c.isdigit() else c for c in code)
    assert normal(spelled) == normal(code)
