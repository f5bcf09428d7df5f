"""Texts that a small recogniser wrote for telephone speech (8 kHz mu-law), and the values that were said.

Each text was seen; the voices read our own `say` and `spell` output, some with a French accent.
"""

import datetime as dt

import pytest

from scenarios.spoken import hear, same

TODAY = dt.date(2026, 3, 17)

CODES = [
    ("IM2XU4", "Confirmation number I am to X, U, four. Last name, Akangwu."),
    ("IM2XU4", "Confirmation number I am to Xu for. Last name"),
    ("IM2XU4", "Confirmation number India might two x-ray uniforms for."),
    ("IM2XU4", "Confirmation number India, Mike, two, x, right, uniform, four."),
    ("IM2XU4", "Confirmation number I as an India, M as in Mike, two, X as in X-ray, U as in uniform, four."),
    ("YTM249", "Confirmation number, Yankee Tango Mike II four nine. Last name, Young."),
    ("YTM924", "Y-T-M-9-2-4"),
    ("ZK3FFW", "zk3ffw"),
    ("CK3FFW", "it's ck3ffw"),
    ("ZK3FFW", "Zulu kilo three fox trot foxtrot whiskey."),
    ("FR4EDT", "Confirmation number Fox-Drot Romeo, 4 echo delta tango."),
    ("6NCF10", "Confirmation number six, November, Charlie Fox-Drott 1, 0."),
    ("HYM4L1", "Confirmation number hotel, yanki mike for Lima one."),
    ("KOK16Z", "Confirmation number kilo Oscar kilo 16 Zulu."),
    ("RWBQCA", "Confirmation number Romeo, with Guy Bravo, Quebec, Charlie Alpha."),
    ("CMEJVQ", "Confirmation number Charlie Mike echo juliet victor quiback"),
    ("FD02IS", "Confirmation number Fox-Draat delta 02 India, Sierra."),
    ("VAJT1P", "Confirmation number Victor Alpha Julietteango 1 Papa."),
    ("ZL2KXP", "Confirmation number Zulu Lima to Kilo X-ray Papa."),
    ("JUAMT2", "Confirmation number Juliet, uniform alpha mic tango, too."),
    ("GA9MJ0", "Confirmation number golf, alto nine, mike, juliet, zero."),
    ("N6PBIW", "Confirmation number November 6th, Papa Bravo India, whiskey."),
    ("TN76PV", "Confirmation number Tango, November 7, 6th, Papa Victor."),
    ("0RIC7P", "Confirmation number 0: Romeo, India, Charlie, 7: Papa."),
    ("EH60KV", "Confirmation number echo otel seeks zero kilo vector."),
    ("HYM4L1", "Confirmation number O'Tell, Yankee Mike Four, Lima One."),
    ("PR16UM", "Confirmation number P are 16 UM."),
    ("NZEKJC", "Confirmation number n z-e-k-j-c."),
    ("7WB0KQ", "It's seven double u b zero k q."),
    ("AA7700", "Alfa, Alfa, double seven, double zero."),
]
EMPLOYEES = [
    ("EMP443400", "My employee ID is Echo Mike Papa443400."),
    ("EMP431200", "My employee ID is Echo Mike Papa for 31200."),
    ("EMP933297", "My employee ID is Echo Mike Popper 933297."),
    ("EMP798271", "My employee ID is Echo Mike Papa, 7982-71."),
    ("EMP956255", "Liampley ID is echo Mike Popper 956255."),
    ("EMP482877", "Liam Poey-Id is Echo Mike Papa for 82877."),
]
NAMES = [
    ("Okonkwo", "Last name, o k o n k w o."),
    ("Okonkwo", "Last name, akangwo.oko and k-w-o."),
    ("Okafor", 'Last name, "Ockeffer". Oscar kilo alpha foxtrot oscar Romeo.'),
    ("Okafor", "Auckever, Oscar Kilo Alpha Foxtrot Oscar Romeo."),
    ("Patel", 'Last name, "patal". P-a-t-e-l.'),
    ("Nguyen", "Last name, anion, n-g-u-y-e-n."),
    ("Kim", "Last name Kim K im"),
    ("Wu", "Last name Wu W. U."),
    ("Wu", "Will whiskey uniform"),
    ("Anderson", "Last name, Anderson, n-d-e-r-s-o-n."),
    ("Rodriguez", "Last name, Rodriguez. R-o-d-r-i-g-u-e-c."),
    ("Owusu", "Last name Usu, Oh W. U. S. U."),
    ("Fitzgerald", "Last name Fitzgerald f-it-z-g-e-r-a-l-d"),
    (
        "Fitzgerald",
        "Last name, Feet-Gerold. Foxtrot, India, Tango, Zulu, Gulf, Echo, Romeo, Alpha, Lima, Delta.",
    ),
    ("Johansson", "Last name, Joe Hinson. J-o-h-a-n-s-s-o-n."),
    ("Johansson", "Joe insin, Juliet Oscar O'tel Alpha November, Sierra, Sierra, Oscar November."),
    ("Sharma", "Last name, sharma. F-h-a-r-m-a."),
    ("Sharma", "Last name Sharma, Sierra Hotel Alpha Romeo Mike Alpha."),
    ("Moore", "Last name more m-o-o-r-e"),
    ("Nakamura", "Last name, nakanura. N-a-k-a-m-u-r-a."),
    ("Nakamura", "Last name, Nakanura. November Alpha Kilo Alpha Mike Uniform Romeo Alpha."),
    ("Ahmed", "Last name, arkent. Alphaotel, Mike echo delta."),
    ("Edwards", "Last name, Edward's E. D. W. A. R. D. S."),
    ("Watson", "Last name Watson W A T S O M."),
    ("James", "Last name, James. J-am-e-f."),
    ("Alvarez", "Last name alvarez, a l v a r e c."),
    ("Levy", "Last name, Levi Lima echo Victor Yankee."),
    ("Kelly", "Last name, Kelly, kilo echoed Lima, Lima, Yankee."),
    ("Adeyemi", "Last name, a diemy alpha delta echo yenki echo mike india"),
    ("Howard", 'Last name, "Award". A tell Oscar, whiskey, alpha, Romeo, delta.'),
    ("Patel", "My last name is Patel."),
    ("O'Brien", "Last name O'Brien, O-B-R-I-E-N."),
]
DATES = [
    ("2026-03-25", "March 25th."),
    ("2026-03-25", "the 25th of March"),
    ("2026-03-25", "3/25"),
    ("2026-03-25", "march 25"),
    ("2026-03-25", "March 20 fifth"),
    ("2026-06-06", "I want to move it to June six."),
    ("2027-02-01", "I'd like to fly on February 1st."),
    ("2026-10-19", "October nineteen."),
    ("2026-05-26", "Can you check me 26 for me?"),
    ("2026-04-15", "I'd like to fly on April fifty."),
    ("2026-04-20", "Can you check April twentyeth for me?"),
    ("2026-12-19", "Eats on December nineteenth."),
    ("2027-01-31", "Ethan January, thirty first."),
    ("1997-06-26", "My date of birth is June 26, 1997."),
    ("2005-11-22", "My date of birth is November twenty second, two thousand and five."),
    ("1957-12-28", "My date of birth is December twenty eighth, nineteen, fifty seven."),
    ("1954-05-06", "My date of birth is May Seeks, nineteen fifty four."),
    ("2025-02-06", "It expires on February six, twenty twenty five."),
    ("1980-06-08", "My day to birth is June eighth, nineteen eighty."),
    ("2026-03-18", "Tomorrow, please."),
    ("2026-03-20", "this Friday"),
    ("2026-03-20", "Friday the 20th of March"),
    ("2026-03-25", "I have March 20th, sorry, I mean March 25th."),
    ("2026-04-02", "the second, please"),
    ("1991-02-14", "My date of birth is one nine nine one dash zero two dash one four."),
]
TIMES = [
    ("16:00", "4 p.m."),
    ("16:00", "four PM"),
    ("16:00", "16:00"),
    ("12:00", "noon"),
    ("10:00", "10 AM"),
    ("10:30", "ten thirty"),
    ("10:50", "I'd like the 1050 AM flight."),
    ("03:45", "I need to arrive by 3:45 a.m."),
    ("19:20", "I need to arrive by 7:20 p.m.."),
    ("08:25", "Eight-twenty-five a.m."),
    ("11:00", "It starts at eleven a m.."),
    ("08:05", "805am."),
    ("14:05", "Two o five p m."),
    ("02:45", "Two-45 am."),
    ("00:00", "It starts at 12am."),
    ("20:30", "Eight starts at eight, thirty p. m.."),
    ("10:15", "I'd like the 10-15am flight."),
    ("08:25", "A twenty-five a.m.."),
    ("01:04", "Flight four leaves at one, zero, four a M, and"),
    ("16:30", "half past four in the afternoon"),
    ("16:45", "a quarter to five PM"),
]
AMOUNTS = [
    ("120", "$120"),
    ("120", "120 dollars"),
    ("120", "one hundred and twenty dollars"),
    ("249.95", "$249.95."),
    ("249.95", "two hundred forty nine dollars and ninety five cents"),
    ("1285", "The total comes to $1,285."),
    ("1968", "I don't want to pay more than 1,968 dollars."),
    ("260.40", "You told me it would be $260 and $0.40."),
    ("240.95", "I was charged $240 and 95 cent."),
    ("375.25", "You told me it would be $375 and 25 cents."),
    ("143.68", "You told me it would be one hundred forty three dollars and seexty-eight cents."),
    ("310.99", "I was charged $310 and $99."),
    ("735", "I don't want to pay more than seven, under thirty-five dollars."),
    ("767", "The total comes to seven, under $67."),
    ("1194", "The total cost is one thousand, one hundred, ninety four dollars."),
    ("115", "one fifteen dollars"),
    ("120", "about 120"),
    ("0", "there is no charge"),
]
COUNTS = [
    ("2", "two bags"),
    ("2", "2 checked bags"),
    ("1", "one"),
    ("1", "a bag"),
    ("0", "no bags"),
    ("2", "I have to checked bags."),
    ("6", "Seeks people."),
    ("4", "Just for."),
    ("3", "Two, sorry, three bags."),
    ("2", "a couple of bags"),
]
FLIGHTS = [
    ("SK621", "flight 621"),
    ("SK621", "flight six two one"),
    ("SK621", "SK621"),
    ("SK621", "S K 621"),
    ("SK621", "flight six twenty-one"),
    ("SK280", "I'm on flight to eight zero."),
    ("SK450", "My flight for five zero was canceled."),
    ("SK809", "I'm on flight eight, zero nine."),
    ("SK282", "I'd like flight to eight, too, please."),
    ("SK420", "I'd like flight for two-zero, please."),
    ("SK946", "It's flight nine four-seeks."),
    ("SK761", "My flight seven-sixth one was canceled."),
    ("SK684", "Flight seeks eight-four."),
    ("SK439", "Eats flight force 39."),
    ("SK236", "I found slight two, three, six, departing at four a M."),
]
AIRPORTS = [
    ("AUS", "Austin"),
    ("AUS", "A U S"),
    ("AUS", "Alfa Uniform Sierra"),
    ("LAX", "Lows angels."),
    ("DAL", "Dallas Lovefield."),
    ("LGA", "New York, La Guardia."),
    ("IAD", "My destination is Washington Dull."),
    ("STL", "From St. Louis."),
    ("KOA", "From Cona."),
    ("OSL", "I'm flying to Ozlo."),
    ("TLV", "Tell Aviv."),
    ("ORD", "She coggled O'hare."),
]
SEATS = ("window", "aisle", "middle", "no_preference")
SIZES = ("14_inch", "16_inch", "27_inch", "32_inch")
GEAR = ("ergonomic_chair", "monitor_arm", "footrest", "standing_desk_converter", "ergonomic_keyboard")
CHOICES = [
    ("window", "window seat", SEATS),
    ("aisle", "I'll seat", SEATS),
    ("aisle", "isle", SEATS),
    ("aisle", "I'd like I'll please.", SEATS),
    ("aisle", "I'll see it please.", SEATS),
    ("middle", "I'd like needle, please.", SEATS),
    ("window", "I'd like the window, please.", SEATS),
    ("no_preference", "It doesn't matter.", SEATS),
    ("no_preference", "I know preference seat, please.", SEATS),
    ("16_inch", 'I like 16" please.', SIZES),
    ("32_inch", "Thirty two inch.", SIZES),
    ("ergonomic_chair", "Organomic chair.", GEAR),
    ("ergonomic_keyboard", "Argonomic keyboard.", GEAR),
    ("standing_desk_converter", "Standing death converter.", GEAR),
    ("main_cabin", "Name cabin.", ("basic_economy", "main_cabin", "business")),
    ("business", "I like beesness, please.", ("basic_economy", "main_cabin", "business")),
    ("backup", "Back up.", ("primary", "backup")),
    ("spouse", "It's for my wife.", ("spouse", "child", "parent")),
    ("true", "Yes, please.", ("true", "false")),
    ("false", "No, I don't think so.", ("true", "false")),
]
DIGITS = [
    ("418263", "It's four, one, eight, two, six, three."),
    ("3614", "the last four are 3 6 1 4"),
    ("5507", "double five oh seven"),
    ("7294", "seventy-two ninety-four"),
    ("000000", "triple zero triple oh"),
]


def value(kind, text, **context):
    guesses = hear(kind, text, today=TODAY, **context)
    assert guesses, "nothing heard"
    return guesses[0].value


@pytest.mark.parametrize(("want", "text"), CODES)
def test_codes(want, text):
    assert value("code", text) == want


@pytest.mark.parametrize(("want", "text"), EMPLOYEES)
def test_longer_codes(want, text):
    assert value("code", text, length=9) == want


@pytest.mark.parametrize(("want", "text"), NAMES)
def test_names(want, text):
    assert same("name", value("name", text), want)


@pytest.mark.parametrize(
    ("kind", "want", "text"),
    [
        (kind, want, text)
        for kind, table in {
            "date": DATES,
            "time": TIMES,
            "amount": AMOUNTS,
            "count": COUNTS,
            "flight": FLIGHTS,
            "airport": AIRPORTS,
        }.items()
        for want, text in table
    ],
)
def test_values(kind, want, text):
    assert value(kind, text) == want


@pytest.mark.parametrize(("want", "text", "choices"), CHOICES)
def test_choices(want, text, choices):
    assert value("choice", text, choices=choices) == want


def test_the_no_of_a_correction_is_no_lack_of_preference():
    assert hear("choice", "No, I want the vegetarian meal.", choices=SEATS) == []
    assert hear("choice", "No, an aisle seat, please.", choices=SEATS)[0].value == "aisle"


@pytest.mark.parametrize(("want", "text"), DIGITS)
def test_digits(want, text):
    assert value("digits", text, length=len(want)) == want


def test_a_fragment_keeps_what_was_heard_of_a_code():
    # the first word of a code was cut by the segment's start
    assert "M" in value("code", "Hango mic 924", length=5)
    assert value("code", "Hango mic 924", length=5) == "TM924"


def test_a_city_of_several_airports_gives_all_of_them_at_one_cost():
    guesses = hear("airport", "I want to fly from New York.")
    assert {g.value for g in guesses} == {"JFK", "LGA", "EWR"}
    assert len({g.cost for g in guesses}) == 1
    assert guesses[0].cost < 0.3


def test_a_bare_hour_gives_both_halves_of_the_day():
    assert {g.value for g in hear("time", "at four")} == {"04:00", "16:00"}


def test_relative_dates_need_today():
    assert hear("date", "tomorrow") == []
    assert [g.value for g in hear("date", "the day after tomorrow", today=TODAY)] == ["2026-03-19"]


def test_the_span_is_where_it_was_heard():
    text = "Please move it to March 25th if you can."
    guess = hear("date", text, today=TODAY)[0]
    assert text[guess.start : guess.end] == "March 25th"


def test_another_length_is_a_doubtful_reading():
    guess = hear("code", "Zulu, Kilo, three, Foxtrot.")[0]
    assert guess.value == "ZK3F"
    assert guess.cost >= 2.0
    assert hear("code", "Zulu, Kilo, three, Foxtrot.", length=None)[0].cost == 0.0


@pytest.mark.parametrize("kind", ["date", "time", "amount", "count", "flight", "airport", "code", "digits"])
@pytest.mark.parametrize("text", ["", "Hello.", "Could you help me with my booking, please?"])
def test_small_talk_holds_no_value(kind, text):
    assert [g for g in hear(kind, text, today=TODAY) if g.cost < 0.6] == []
