"""What the caller objects to: only what surely is another value than its own."""

import datetime

import pytest

from pipelines.caller.readback import contradicted
from scenarios.model import Fact
from scenarios.slots import entries

TODAY = datetime.date(2026, 6, 15)
CHOICES = {"extension_type": ("provisional", "supervised"), "pto_type": ("pto", "sick")}
FACTS = {
    "effective_date": ("date", "2026-07-10"),
    "expiration_date": ("date", "2027-07-10"),
    "extension_days": ("count", "60"),
    "extension_type": ("choice", "supervised"),
    "corrected_hours": ("number", "7.5"),
    "new_policy_number": ("code", "POL-2026-KERP26"),
    "new_state_code": ("state", "AZ"),
    "per_occurrence_limit_usd": ("amount", "1000000"),
    "aggregate_limit_usd": ("amount", "3000000"),
    "blackout_dates": ("dates", "2026-07-14,2026-07-16"),
}


def objected(text, *slots):
    facts = [Fact(slot=slot, kind=FACTS[slot][0], value=FACTS[slot][1]) for slot in slots or FACTS]
    found = contradicted(text, facts, entries("hr"), lambda slot: CHOICES.get(slot, ()), TODAY)
    return found.slot if found else None


@pytest.mark.parametrize(
    ("text", "slot"),
    [
        ("The effective date is July eleventh. Is that right?", "effective_date"),
        ("The expiration date is July tenth, twenty twenty-eight.", "expiration_date"),
        ("The number of days is ninety. Shall I go ahead?", "extension_days"),
        ("So that is the type of extension provisional.", "extension_type"),
        ("So that is a provisional extension and sixty days. Shall I go ahead?", "extension_type"),
        ("The corrected number of hours is eight.", "corrected_hours"),
        (
            "The new policy number is Papa, Oscar, Lima, two, zero, two, six, Kilo, Echo, Romeo, Bravo, two, six.",
            "new_policy_number",
        ),
        (
            "The new policy number is Papa Oscar Lima, two zero two six, Kilo Echo Romeo, bravo two six.",
            "new_policy_number",
        ),
        ("The expiration date is August tenth. Twenty twenty-seven.", "expiration_date"),
        ("The new state is Arkansas.", "new_state_code"),
        ("The limit per occurrence is two million dollars.", "per_occurrence_limit_usd"),
        ("The blackout dates are July seventeenth and July eighteenth.", "blackout_dates"),
    ],
)
def test_a_wrong_value_behind_its_name_is_noticed(text, slot):
    assert objected(text) == slot


@pytest.mark.parametrize(
    "text",
    [
        "The effective date is July tenth. Is that right?",
        "The effective date is in the summer. Is that right?",
        "I can book your review for July twelfth at ten AM. Shall I go ahead?",  # another date
        "So that is a supervised extension and sixty days. Shall I go ahead?",
        "The new policy number is Papa, Oscar, Lima, two, zero, two, six, Kilo, Echo, Romeo, Papa, two, six.",
        "The new policy number is Papa Oscar Lima, two zero two six, Kilo Echo Romeo, papa two six.",
        "The new policy number is tangled, poor, lima.",  # ears
        "The new policy number is Papa, Oscar, Lima, two, zero, two, six, Kilo, Echo, Romeo.",  # not all of it
        "The expiration date is July tenth. Twenty twenty seven.",  # a pause before the year
        "The new state is Arizona.",
        "That is one million dollars per occurrence and three million dollars in aggregate. Shall I go ahead?",
        "That is one million dollars per occurrence and two thousand dollars in fees. Shall I go ahead?",
        "The blackout dates are July fourteenth and July sixteenth.",
        "Shall I go ahead?",
        "",
    ],
)
def test_what_is_right_or_says_nothing_is_no_reason_to_object(text):
    assert objected(text) is None


BORN = Fact(slot="date_of_birth", kind="date", value="1971-02-07")
CHILD = Fact(slot="dependent_date_of_birth", kind="date", value="1995-03-27", request=0)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("The dependent's date of birth is February seventh, nineteen seventy-one.", CHILD),
        ("The dependent state of birth is March 27th. 1995.", None),
        ("I can add Meilin, born on March twenty-seventh, as your child. Shall I go ahead?", None),
    ],
)
def test_what_is_known_of_the_caller_may_be_said_of_another_and_not_the_other_way_round(text, wrong):
    assert contradicted(text, [BORN, CHILD], entries("hr"), lambda slot: (), TODAY) == wrong


def test_a_seat_is_known_by_what_stands_before_the_word():
    fact = Fact(slot="seat_preference", kind="choice", value="window")
    seats = ("window", "aisle", "middle")

    def wrong(text):
        return contradicted(text, [fact], entries("airline"), lambda slot: seats, TODAY)

    assert wrong("So that is an aisle seat. Shall I go ahead?") == fact
    assert wrong("So that is a window seat. Shall I go ahead?") is None
    assert wrong("I can give you a window seat or an aisle seat. Shall I go ahead?") is None
