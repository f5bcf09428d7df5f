import datetime

import pytest

from pipelines.caller.offers import states, violated
from scenarios.model import Criterion

TODAY = datetime.date(2026, 10, 19)


def criterion(measure, op, value, must=True):
    return Criterion(measure=measure, op=op, value=value, text="as the caller wants it", must=must)


COST = criterion("total_cost", "<=", "130")
REFUND = criterion("refund", ">=", "346")
DATE = criterion("date", "==", "2026-10-20")
ARRIVAL = criterion("arrival", "<=", "18:00")
DEPARTURE = criterion("departure", ">=", "08:00")


@pytest.mark.parametrize(
    ("wanted", "text", "broken"),
    [
        (COST, "The total cost is one hundred twenty dollars. Shall I go ahead?", False),
        (COST, "The total cost is one hundred thirty dollars.", False),
        (COST, "The total cost is $130.01.", True),
        (COST, "The total cost is one hundred fifty five dollars. Shall I go ahead?", True),
        (
            COST,
            "The fare is ninety dollars and the fee seventy five, one hundred sixty five dollars in total.",
            True,
        ),
        (COST, "The fare difference is $90 and the change fee $75. All in that is $165.", True),
        (COST, "That is $90.", False),
        (COST, "The fare is $90 and the fee is $75.", False),  # no sum was said
        (COST, "Shall I go ahead?", False),
        (COST, "There is no charge. Shall I go ahead?", False),
        (REFUND, "You get a refund of three hundred forty six dollars.", False),
        (REFUND, "You get a refund of three hundred twenty four dollars.", True),
        (REFUND, "I can return $346 to your card.", False),
        (REFUND, "I will put a credit of $324 on your account.", True),
        (DATE, "I can move you to SK 141 on October twentieth.", False),
        (DATE, "I can move you to SK 141 on October twenty first.", True),
        (
            DATE,
            "You are booked on October 19 and I can move you to October 20.",
            False,
        ),  # two dates decide nothing
        (ARRIVAL, "It leaves at nine AM and arrives at four PM.", False),
        (ARRIVAL, "It leaves at nine AM, arriving at six thirty PM.", True),
        (ARRIVAL, "It leaves at seven PM.", False),
        (ARRIVAL, "You get there at 7:15 PM.", True),
        (DEPARTURE, "It departs at seven fifteen AM.", True),
        (DEPARTURE, "Leaving at nine AM and arriving at four PM.", False),
    ],
)
def test_an_offer_is_held_against_what_was_said(wanted, text, broken):
    assert violated(text, [wanted], TODAY) == (wanted if broken else None)


def test_a_preference_is_no_reason_to_decline():
    soft = criterion("total_cost", "<=", "50", must=False)
    assert violated("The total cost is $120.", [soft], TODAY) is None


def test_the_first_broken_criterion_is_named():
    text = "On October 21, arriving at 8 PM. The total cost is $500."
    assert violated(text, [DEPARTURE, ARRIVAL, COST], TODAY) == ARRIVAL


@pytest.mark.parametrize(
    ("text", "measure", "expected"),
    [
        ("The total cost is $120.", "total_cost", True),
        ("Shall I go ahead?", "total_cost", False),
        ("It arrives at 4 PM.", "arrival", True),
        ("It arrives soon.", "arrival", False),
    ],
)
def test_whether_a_figure_was_said(text, measure, expected):
    assert states(text, measure, TODAY) is expected
