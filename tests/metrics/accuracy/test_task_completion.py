import copy

import pytest

from metrics.scoring import score_record
from tests import reference
from tests.metrics.build import EXPECTED, WORLD, record

AUTH = (reference.present("vectors", "authentication.json") or {"cases": []})["cases"]
PAIRS = (reference.present("vectors", "hash_pairs.json") or {"pairs": []})["pairs"]


def score(**kwargs):
    return score_record(record(**kwargs), ["task_completion"])["task_completion"]


def changed(**fields):
    world = copy.deepcopy(EXPECTED)
    world["reservations"]["ZK3FFW"].update(fields)
    return world


def test_a_world_as_expected_is_a_one_and_needs_no_difference():
    found = score()
    assert (found.value, found.normalized, found.why) == (1.0, 1.0, "the world is as expected")
    assert found.details["diff"] == []
    assert found.details["expected_digest"] == found.details["actual_digest"]


def test_a_world_that_differs_is_a_zero_with_the_difference_in_words():
    found = score(after=changed(status="confirmed", seat="12A"))
    assert found.value == 0.0
    assert found.details["differences"] == 2
    assert found.details["diff"] == [
        '+ reservations/ZK3FFW/seat: "12A"',
        '~ reservations/ZK3FFW/status: expected "cancelled", got "confirmed"',
    ]
    assert found.why == 'the world differs: + reservations/ZK3FFW/seat: "12A", and 1 more'


def test_the_session_is_looked_at_first():
    found = score(after={**changed(status="confirmed"), "session": {"confirmation_number": "QQ1234"}})
    assert found.value == 0.0
    assert found.why == (
        "the caller was not authenticated as expected: confirmation_number: expected 'ZK3FFW', got 'QQ1234'"
    )
    assert found.details["auth_success"] is False


def test_a_session_may_hold_more_and_differ_in_case():
    assert score(after={**EXPECTED, "session": {"confirmation_number": "zk3ffw", "extra": 1}}).value == 1.0


def test_that_a_call_without_any_change_would_pass_is_told():
    found = score(expected={**WORLD, "session": {"id": 1}}, after={**WORLD, "session": {"id": 1}})
    assert found.why == "the world is as expected; the scenario expects no change"
    assert (found.details["nothing_to_change"], found.details["nothing_to_do"]) == (True, False)
    found = score(expected=WORLD, after=WORLD)
    assert (found.details["nothing_to_change"], found.details["nothing_to_do"]) == (True, True)
    assert score().details["nothing_to_change"] is False


def test_a_long_difference_is_cut_but_counted():
    after = {**EXPECTED, "reservations": {f"R{n}": {} for n in range(80)}}
    found = score(after=after)
    assert (len(found.details["diff"]), found.details["differences"]) == (50, 81)


@pytest.mark.reference
@pytest.mark.parametrize("case", reference.each(AUTH, (c["name"] for c in AUTH)))
def test_reference_sessions(case):
    after = {} if case["final_session"] is None else {"session": case["final_session"]}
    found = score(expected={"session": case["expected_session"]}, world={}, after=after)
    assert found.value == case["task_completion_score"]


@pytest.mark.reference
@pytest.mark.parametrize("case", reference.each(PAIRS, (p["name"] for p in PAIRS)))
def test_reference_worlds(case):
    """The session is compared apart, so it is taken out of the expected side here."""
    expected = {k: v for k, v in case["a"].items() if k != "session"}
    found = score(expected=expected, world={}, after=case["b"])
    assert found.value == float(case["equal"])
    assert (found.details["diff"] == []) is case["equal"], "what is shown is what is compared"
