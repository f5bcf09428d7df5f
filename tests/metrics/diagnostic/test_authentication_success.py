import pytest

from metrics.scoring import score_record
from tests import reference
from tests.metrics.build import record, tool

CASES = (reference.present("vectors", "authentication.json") or {"cases": []})["cases"]


def kind(name):
    """The type of a tool by its name, in the reference's domains."""
    return "auth" if name.endswith("_auth") or name == "get_reservation" else "read"


def score(expected, final, calls=()):
    tools = [tool(name, kind(name), at=n) for n, name in enumerate(calls)]
    after = {} if final is None else {"session": final}
    call = record(expected={"session": expected}, after=after, tools=tools)
    return score_record(call, ["authentication_success"])["authentication_success"]


@pytest.mark.reference
@pytest.mark.parametrize("case", reference.each(CASES, (c["name"] for c in CASES)))
def test_reference_cases(case):
    found = score(case["expected_session"], case["final_session"], case["auth_tool_calls"])
    expected = case["expected"]
    assert found.value == expected["score"]
    assert (found.state == "skipped") is expected["skipped"]
    assert found.details.get("mismatches") == expected["mismatches"]
    assert found.subs == expected["sub_metrics"]


def test_effort_is_told_in_words():
    assert score({"id": 1}, {"id": 1}, ["pin_auth"]).why == "the caller was authenticated at the first try"
    found = score({"id": 1}, {"id": 1}, ["pin_auth", "pin_auth", "otp_auth"])
    assert found.why == "the caller was authenticated after 3 authentication calls"
    assert found.subs == {
        "auth_first_try_success": 0.0,
        "num_auth_calls": 1.5,
        "authentication_success_rate": 0.6667,
    }


def test_failure_names_the_keys():
    found = score({"id": 1, "otp": True}, {"id": 1})
    assert (found.value, found.why) == (0.0, "the session is not as expected: otp")
    assert found.subs == {}


def test_numbers_and_text_are_not_confused():
    assert score({"id": 1}, {"id": "1"}).value == 0.0
    assert score({"id": "a"}, {"id": "A"}).value == 1.0
