"""Walking a plan: what a step needs, what belongs together, what is to blame."""

import pytest

from agents.embedded.calibration.blame import blamed
from agents.embedded.calibration.evidence import Evidence
from agents.embedded.calibration.forms import Form, forms
from agents.embedded.calibration.path import Path
from agents.embedded.calibration.slots import Slot
from scenarios.authoring import call, found, heard, ruled, tell
from scenarios.toolbox import Toolbox

TYPES = {"verify": "auth", "send_code": "auth", "look": "read", "write": "write", "notify": "write"}
FORMS = {("verify", "key"): Form(r"^\d{4}$"), ("verify", "born"): Form(), ("write", "days"): Form(type="integer")}


def path(*steps, types=TYPES):
    return Path(steps, {**types, "transfer_to_agent": "system"}, FORMS)


def wants(**slots):
    return {name: heard(name, kind, None) for name, kind in slots.items()}


IDENTITY = call("verify", born=heard("born", "date", None), key=heard("key", "digits", None))


def test_slots_of_identification_hold_for_the_whole_call_and_are_asked_in_the_order_of_the_parameters():
    walked = path(IDENTITY, call("look", **wants(key="digits", shift="code")))
    assert walked.whole == {"key", "born"}
    assert [slot.key for slot in walked.slots(0)] == [("key", None), ("born", None)]
    assert [slot.key for slot in walked.slots(1)] == [("key", None), ("shift", 0)]
    assert walked.slots(0)[0].form.pattern == r"^\d{4}$"


def test_arguments_have_the_type_of_the_parameter():
    walked = path(call("write", days=heard("days", "count", None), kind=ruled("x"), more=found([1])))
    assert walked.params(0, {}) == {"kind": "x", "more": [1]}
    assert walked.params(0, {("days", 0): "60"}) == {"days": 60, "kind": "x", "more": [1]}


@pytest.mark.parametrize(
    ("form", "value", "listed", "argument"),
    [
        (Form(type="integer"), "3", False, 3),
        (Form(type="integer"), "1000000.00", False, 1000000),
        (Form(type="number"), "7.5", False, 7.5),
        (Form(type="boolean"), "yes", False, True),
        (Form(type="array"), "PRV-ECHO-003", False, ["PRV-ECHO-003"]),
        (Form(type="array"), "", True, []),
        (Form(), "a,b", True, ["a", "b"]),
        (Form(), "a,b", False, "a,b"),
        (Form(type="integer"), "many", False, "many"),
    ],
)
def test_a_heard_value_as_a_tool_takes_it(form, value, listed, argument):
    assert form.value(value, listed) == argument


def test_forms_come_from_schemas_and_the_names_of_a_world():
    found_forms = forms(Toolbox.for_domain("hr"), {})
    assert found_forms["verify_provider_auth", "pin"] == Form(r"^\d{4}$")
    assert found_forms["reactivate_privileges", "privilege_codes"].type == "array"
    assert found_forms["reactivate_privileges", "privilege_codes"].pattern == r"^PRV-[A-Z]{2,6}-\d{3}$"
    assert "supervised" in found_forms["submit_license_extension", "extension_type"].choices
    assert Form().joined(Form("^a$", ("a",))) == Form("^a$", ("a",))


# Offers --------------------------------------------------------------------------------------------------


def test_an_offer_covers_all_acts_of_its_request():
    walked = path(IDENTITY, call("write", offer="Shall I?"), call("look"), call("notify"))
    assert [walked.group(k) for k in (1, 3)] == [1, 1]
    assert walked.covered(1, [1, 2, 3]) == [1, 3]


def test_an_act_with_an_offer_of_its_own_and_a_handover_are_asked_for_apart():
    walked = path(call("write", offer="Shall I?"), call("notify", offer="And this?"), call("transfer_to_agent"))
    assert [walked.group(k) for k in range(3)] == [0, 1, 2]


def test_without_offers_a_good_deal_of_new_values_is_worth_another():
    three = wants(kind="choice", first="date", last="date")
    assert path(call("write"), call("notify"), call("write", **three)).group(2) == 2
    assert path(call("write"), call("notify"), call("write", **wants(seat="choice"))).group(2) == 0
    assert path(call("write", offer="Shall I?"), call("notify"), call("write", **three)).group(2) == 0


def test_what_is_left_to_do():
    walked = path(IDENTITY, call("write"), tell("Done."), call("notify"))
    assert walked.remaining(0, 1, {3}) == [1, 2]
    assert walked.remaining(1, 0, ()) == []
    assert walked.until_tell([1, 2, 3]) == [1]
    assert [walked.sort(k) for k in range(4)] == ["auth", "act", "tell", "act"]


# Blame ---------------------------------------------------------------------------------------------------

ID, BORN, FOUR = Slot("employee_id", "code", None), Slot("date_of_birth", "date", None), Slot("pin", "digits", None)
LICENSE = Slot("state_license_number", "code", 0)


@pytest.mark.parametrize(
    ("error", "slots", "proven", "times", "wrong"),
    [
        ("not_found", [ID, BORN], (), 1, [ID]),
        ("authentication_failed", [ID, BORN], (), 1, [BORN]),
        ("authentication_failed", [ID, BORN, FOUR], (), 2, [BORN, FOUR]),
        ("authentication_failed", [ID, BORN], (), 3, [ID, BORN]),
        ("authentication_failed", [ID, FOUR], (ID,), 1, [FOUR]),
        ("invalid_pin_format", [ID, BORN, FOUR], (), 1, [FOUR]),
        ("license_not_found", [ID, LICENSE], (), 1, [LICENSE]),
        ("not_eligible", [ID, LICENSE], (ID,), 1, [LICENSE]),
        ("whatever", [ID, LICENSE], (ID, LICENSE), 1, [ID, LICENSE]),
        ("not_found", [], (), 1, []),
    ],
)
def test_what_is_asked_for_again(error, slots, proven, times, wrong):
    assert blamed(error, slots, lambda slot: slot in proven, times) == wrong


# Evidence ------------------------------------------------------------------------------------------------


def test_only_what_a_tool_has_shown_may_be_used():
    evidence = Evidence()
    evidence.add({"slots": [{"date": "2026-07-14", "times": ["09:30"]}], "days": {"2026-07-16": ["11:00"]}})
    evidence.add({"unit": "4B-PEDS", "time": "10:00"})
    shown = ["2026-07-14 09:30", "4b-peds", ["4B-PEDS", "09:30"], 7, True, None, "2026-07-16 11:00"]
    assert all(evidence.holds(value) for value in shown)
    assert not evidence.holds("2026-07-14 10:00")  # the time is from another answer
    assert not evidence.holds("5C-NEURO")
    assert not evidence.holds(["4B-PEDS", "5C-NEURO"])
