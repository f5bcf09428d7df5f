"""Question and answer: what the agent asks for, the caller gives, and the agent hears it."""

import datetime
import hashlib
import re

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from agents.embedded.calibration.forms import Form, forms
from agents.embedded.calibration.hearing import ANY_CODE, Hearing, cased
from agents.embedded.calibration.slots import Slot, question, together
from pipelines.caller.answers import answer
from pipelines.caller.understanding import understand
from scenarios.model import Fact
from scenarios.slots import UNASKED, entries, entry
from scenarios.toolbox import Toolbox

TODAY = datetime.date(2026, 6, 15)
IDENTITY = {
    "airline": {"confirmation_number", "last_name"},
    "hr": {"employee_id", "date_of_birth", "npi", "facility_code", "pin", "otp_code"},
    "itsm": {"employee_id", "phone_last_four", "otp_code", "manager_auth_code"},
}
NAMES = ("last_name", "dependent_first_name", "dependent_last_name")
STATES, COUNTRIES = ("AZ", "MA", "NM", "WV"), ("US", "PH", "MX", "IN")


def parameters():
    """Every parameter that a caller can be asked for: domain, name, form."""
    found = {}
    for domain in IDENTITY:
        for (_, name), form in forms(Toolbox.for_domain(domain), {}).items():
            if name not in UNASKED[domain] and name in {e.slot for e in entries(domain)}:
                key = domain, name
                found[key] = found[key].joined(form) if key in found else form
    return [(domain, name, form) for (domain, name), form in found.items()]


PARAMETERS = parameters()


def kind_and_values(name, form):
    """How a parameter is spoken, and values that it can have."""
    if form.choices:
        items = st.sampled_from(form.choices)
        if form.type == "array":
            return "choices", st.lists(items, min_size=1, max_size=3, unique=True).map(",".join)
        return "choice", items
    if name in NAMES:
        return "name", st.sampled_from(("Okafor", "Lindqvist", "Amari", "Teo"))
    if "state" in name and form.pattern == "^[A-Z]{2}$":
        return "state", st.sampled_from(STATES)
    if "country" in name:
        return "country", st.sampled_from(COUNTRIES)
    if name in ("origin", "destination"):
        return "airport", st.sampled_from(("AUS", "DEN", "BOS"))
    if name == "flight_number":
        return "flight", st.integers(10, 999).map("SK{}".format)
    if form.pattern == r"^\d{4}-\d{2}-\d{2}$":
        last = TODAY - datetime.timedelta(1) if "birth" in name else datetime.date(2035, 12, 31)
        days = st.dates(datetime.date(1950, 1, 1), last).map(str)
        return ("dates", days) if form.type == "array" else ("date", days)
    if (form.pattern is not None and "[01]" in form.pattern) or name.endswith("_time"):
        return "time", st.times().map(lambda t: t.strftime("%H:%M"))
    if form.type == "integer":
        money = name.endswith("usd")
        return (
            ("amount", st.integers(1, 80).map(lambda n: str(n * 50000)))
            if money
            else ("count", st.integers(1, 90).map(str))
        )
    if form.type == "number":
        return "number", st.integers(1, 48).map(lambda n: f"{n / 2:g}")
    if form.pattern is None:
        return None, st.none()
    if re.fullmatch(r"\^\\d\{\d+\}\$", form.pattern):
        return "digits", st.from_regex(form.pattern.replace(r"\d", "[0-9]"), fullmatch=True)
    if "[a-f0-9]{12}" in form.pattern:  # digests, which do not repeat themselves as hypothesis does
        head = re.sub(r"[\^$]|\[a-f0-9\]\{12\}", "", form.pattern)
        heads = st.sampled_from(("HW", "FAC", "ACCT")).map(lambda word: re.sub(r"\[A-Z\]\{[\d,]+\}", word, head))
        digests = st.integers(0, 999).map(lambda n: hashlib.sha1(str(n).encode()).hexdigest()[:12])
        return "code", st.tuples(heads, digests).map("".join)
    # Signs are not spoken, a row of equal characters cannot be counted by ear, and what is said twice may be one.
    plain = form.pattern.replace(r"\d", "[0-9]").replace("A-Z_", "A-Z")
    codes = st.from_regex(plain, fullmatch=True).filter(lambda code: not re.search(r"(.)\1{4}|([A-Z]{2,})-?\2", code))
    return ("codes", codes) if form.type == "array" else ("code", codes)


@pytest.mark.parametrize("again", [False, True])
@pytest.mark.parametrize(
    ("domain", "name", "form"), PARAMETERS, ids=lambda value: str(value) if isinstance(value, str) else ""
)
def test_the_caller_knows_what_the_agent_asks_for(domain, name, form, again):
    kind = kind_and_values(name, form)[0] or "code"
    asked = question([Slot(name, kind, None, form)], again, domain)
    held = IDENTITY[domain] | {name}
    assert understand(asked, entries(domain), held).asks == (name,), asked


FORMED = [at for at in PARAMETERS if kind_and_values(*at[1:])[0] is not None]
"""Those whose values follow from the schema: the others are names of a world, or have no form."""


@pytest.mark.parametrize(
    ("domain", "name", "form"), FORMED, ids=lambda value: str(value) if isinstance(value, str) else ""
)
@given(data=st.data())
@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.filter_too_much])
def test_what_the_caller_answers_is_what_the_agent_hears(domain, name, form, data):
    kind, values = kind_and_values(name, form)
    value = data.draw(values)
    asked = data.draw(st.integers(0, 3))
    style = data.draw(st.sampled_from(("nato", "letters")))
    seed = data.draw(st.integers(0, 9))
    rng = np.random.default_rng(seed)
    fact = Fact(slot=name, kind=kind, value=value)
    said = answer(fact, entry(name, domain), style, lambda n: int(rng.integers(n)), asked, TODAY)
    heard = Hearing(None, TODAY, domain).value(Slot(name, kind, None, form), said)
    assert heard is not None, said
    assert heard.upper() == value.upper() if kind in ("code", "codes") else heard == value, said


# What is asked together ------------------------------------------------------------------------------

ID, BORN = Slot("employee_id", "code", None), Slot("date_of_birth", "date", None)
NPI, PIN, KIND = Slot("npi", "digits", None), Slot("pin", "digits", None), Slot("pto_type", "choice", 0)


@pytest.mark.parametrize(
    ("slots", "asked"),
    [
        ([ID, BORN], [ID, BORN]),
        ([NPI, PIN], [NPI]),
        ([NPI, ID, BORN], [NPI, BORN]),
        ([KIND, BORN, ID], [KIND, BORN]),
        ([Slot("issue", "text", 0), BORN], [Slot("issue", "text", 0)]),
    ],
)
def test_two_values_that_could_be_taken_for_one_another_are_asked_for_apart(slots, asked):
    assert together(slots, slots) == asked


def test_only_what_belongs_together_is_asked_together():
    assert together([ID, BORN], [ID]) == [ID]


def test_questions():
    assert question([ID, BORN], False, "hr") == "May I have your employee number and your date of birth, please?"
    again = question([Slot("employee_id", "code", None, Form(r"^EMP\d{6}$"))], True, "hr")
    assert again.endswith("Please spell the employee number again, slowly.")  # no place can be both
    mixed = question([Slot("manager_auth_code", "code", None, Form("^[A-Z0-9]{6}$"))], True, "itsm")
    assert mixed.endswith("and say digit before each digit.")
    assert question([PIN], True, "hr").endswith("Please say the PIN again, digit by digit.")


def test_nobody_was_born_tomorrow():
    heard = Hearing(None, TODAY, "hr").value(BORN, "My date of birth is July sixth. Nine teen navy, too.")
    assert heard is None  # the year was lost, and asking again is better than the next such day


# Hearing -----------------------------------------------------------------------------------------------


def test_each_part_of_an_answer_goes_to_the_slot_that_it_names():
    said = "Date of birth, May fourth, nineteen ninety-eight. Employee number Echo, Mike, Papa. Five, nine, eight. "
    said += "Three, five, six."
    identity = Slot("employee_id", "code", None, Form(r"^EMP\d{6}$"))
    heard = Hearing(None, TODAY, "hr").values([identity, BORN], said)
    assert heard == {identity: "EMP598356", BORN: "1998-05-04"}


def test_names_of_things_are_heard_as_the_world_has_them():
    slot = Slot("application_name", "text", 0, Form(choices=("Datadog", "the wiki")))
    hearing = Hearing(None, TODAY, "itsm")
    assert hearing.value(slot, "It's The Wiki.") == "the wiki"
    assert hearing.value(slot, "The application is Data Dog.") == "Datadog"


LIMIT = Slot("aggregate_limit_usd", "amount", 0)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("The aggregate limit is for million dollars.", "4000000"),
        ("The aggregate limit is for a million five hundred thousand dollars.", "4500000"),
        ("The aggregate limit is to millions, two hundred fifty thousand dollars.", "2250000"),
        ("The aggregate limit is three million dollars.", "3000000"),
    ],
)
def test_millions_that_were_taken_for_little_words(text, value):
    assert Hearing(None, TODAY, "hr").value(LIMIT, text) == value


def test_a_number_of_the_other_slot_is_not_taken():
    until = Slot("expiration_date", "date", 0)
    heard = Hearing(None, TODAY, "hr").values(
        [LIMIT, until], "The aggregate limit is unclear. It expires on September thirtieth twenty twenty-eight."
    )
    assert heard == {until: "2028-09-30"}


def test_words_are_no_code():
    slot = Slot("confirmation_number", "code", None, Form("^[A-Za-z0-9]{6}$"))
    assert Hearing(None, TODAY).value(slot, "I have no idea what you mean by that.") is None
    assert re.fullmatch(ANY_CODE, "H7P2")


def test_a_name_is_written_as_it_was_said():
    assert cased("Macleod", "The last name is MacLeod. Mike, Alfa, Charlie.") == "MacLeod"
    assert cased("Macleod", "The last name is MACLEOD.") == "Macleod"
    assert cased("Teo", "Nothing like it.") == "Teo"
