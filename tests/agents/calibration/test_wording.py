"""Words for offers, reports and read-backs."""

import datetime

import pytest

from agents.embedded.calibration import wording
from agents.embedded.calibration.readback import readback
from agents.embedded.calibration.slots import Slot
from agents.embedded.calibration.wording import generic
from agents.embedded.calibration.wording.template import fill, spoken
from scenarios.toolbox import Toolbox

TODAY = datetime.date(2026, 6, 15)
DOMAINS = ("airline", "hr", "itsm")


@pytest.mark.parametrize("domain", DOMAINS)
def test_every_write_has_words_of_its_own(domain):
    for name, tool in Toolbox.for_domain(domain).tools.items():
        if tool.type != "write":
            continue
        if domain == "airline":
            assert wording.airline.outcome(name, {"amount": 1, "refund_amount": 1}, {}) is not None, name
        else:
            assert name in {"hr": wording.hr, "itsm": wording.itsm}[domain].WORDINGS, name
        for text in (wording.offer(domain, name, {}, {}, []), wording.outcome(domain, name, {}, {})):
            assert "{" not in text
            assert not text or text.endswith(".")


def test_an_offer_names_its_values_and_falls_back_where_they_are_not_known():
    params = {"extension_type": "supervised", "extension_days": 60}
    said = wording.offer("hr", "submit_license_extension", params, {}, [])
    assert said == "I can file a supervised extension of sixty days for your license."
    assert wording.offer("hr", "submit_license_extension", {}, {}, []) == "I can submit the license extension."


@pytest.mark.parametrize(
    ("tool", "offered", "done"),
    [
        ("submit_badge_order", "I can submit the badge order.", "I have submitted the badge order."),
        ("cancel_visit", "I can cancel the visit.", "I have cancelled the visit."),
        ("notify_guard", "I can notify the guard.", "I have notified the guard."),
        ("schedule_visit", "I can schedule the visit.", "I have scheduled the visit."),
        ("badge", "I can do that: badge.", "That is done."),
    ],
)
def test_a_tool_of_somebody_else_is_worded_after_its_name(tool, offered, done):
    assert (generic.offer(tool), generic.done(tool)) == (offered, done)
    assert wording.offer("hr", tool, {}, {}, []) == offered
    assert wording.outcome("itsm", tool, {}, {}) == done


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("2026-07-14 09:30", "July fourteenth at nine thirty AM"),
        ("2026-07-14", "July fourteenth"),
        ("14:00", "two PM"),
        (7.5, "seven and a half"),
        (True, "yes"),
        (["projector", "whiteboard"], "projector and whiteboard"),
        ("standing_desk_converter", "standing desk converter"),
        ("East Campus", "East Campus"),
        ("CARDIOLOGY", "cardiology"),
        ("30", "thirty"),
    ],
)
def test_values_in_words(value, words):
    assert spoken(value) == words


def test_a_template_without_all_its_values_says_nothing():
    assert fill("From {start} to {end}.", {"start": "2026-07-14"}) == ""
    assert fill("{kind:a} for {limit:$}.", {"kind": "ergonomic_chair", "limit": 1000000}) == (
        "an ergonomic chair for one million dollars."
    )


def slot(name, kind):
    return Slot(name, kind, 0)


def test_heard_values_are_read_back():
    values = [
        (slot("extension_type", "choice"), "supervised"),
        (slot("extension_days", "count"), "60"),
        (slot("new_policy_number", "code"), "POL-2026-7K"),
        (slot("expiration_date", "date"), "2027-07-15"),
        (slot("issue", "text"), "it is broken"),
    ]
    assert readback(values, "hr", TODAY) == (
        "So that is a supervised extension and sixty days. The new policy number is Papa Oscar Lima, two zero two six, "
        "seven, Kilo. The expiration date is July fifteenth twenty twenty-seven."
    )


def test_what_the_offer_says_is_not_said_twice():
    values = [(slot("extension_days", "count"), "60"), (slot("expiration_date", "date"), "2027-07-15")]
    assert readback(values, "hr", TODAY, "I can extend it by sixty days to July fifteenth. Shall I?") == ""
    assert readback([], "hr", TODAY) == ""


def test_one_mention_stands_for_one_value():
    limits = [
        (slot("per_occurrence_limit_usd", "amount"), "1500000"),
        (slot("aggregate_limit_usd", "amount"), "1500000"),
    ]
    said = "I can enter one million five hundred thousand dollars per occurrence. Shall I?"
    assert readback(limits, "hr", TODAY, said) == ("The aggregate limit is one million five hundred thousand dollars.")
    less = [(slot("aggregate_limit_usd", "amount"), "500000")]
    assert readback(less, "hr", TODAY, said) == "The aggregate limit is five hundred thousand dollars."


def test_a_hyphen_in_the_offer_names_no_amount():
    limit = [(slot("aggregate_limit_usd", "amount"), "500000")]
    said = "I can enter it from May twenty-fifth on. Shall I go ahead?"
    assert readback(limit, "hr", TODAY, said) == "The aggregate limit is five hundred thousand dollars."
