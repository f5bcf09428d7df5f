import copy

import pytest

from metrics.scoring import score_record
from tests import reference
from tests.metrics.build import EXPECTED, WORLD, agent, failed, record, tool

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
    assert (found.details["passes_idle"], found.details["passes_without_tools"]) == (True, False)
    found = score(expected=WORLD, after=WORLD)
    assert (found.details["passes_idle"], found.details["passes_without_tools"]) == (True, True)
    assert score().details["passes_idle"] is False


TOLD = {"kind": "told", "text": "that it is too late", "words": [["can't", "not possible"], ["too late"]]}
HANDED_OVER = {"kind": "transfer", "text": "to a person", "reasons": ["policy_exception_needed"]}
DONE = {"kind": "done", "text": "no fee", "tool": "rebook", "params": [{"waive": True}, {"waive": False}]}


def expecting(*items, **kwargs):
    found = record(expected=WORLD, after=WORLD, **kwargs)
    found.scenario["expectations"] = list(items)
    return score_record(found, ["task_completion"])["task_completion"]


def test_a_refusal_that_was_never_said_is_a_zero():
    found = expecting(TOLD, utterances=[agent("All done. Goodbye.", at=4)])
    assert (found.value, found.details["passes_idle"]) == (0.0, False)
    assert found.why == "the world is as expected, but the caller was not told that it is too late"
    assert expecting(TOLD, utterances=[agent("That’s too late, I can’t do it.", at=4)]).value == 1.0


def test_all_that_must_be_told_stands_in_one_turn():
    apart = [agent("I can't do that.", at=4), agent("It is too late in the day.", at=8, turn=2)]
    assert expecting(TOLD, utterances=apart).value == 0.0
    together = [agent("I can't do that.", at=4), agent("It is too late in the day.", at=5)]
    assert expecting(TOLD, utterances=together).value == 1.0


def test_what_an_agent_said_counts_as_heard_where_its_words_are_hidden():
    said = [agent(None, at=4, heard="not possible, too late")]
    assert expecting(TOLD, utterances=said).value == 1.0


@pytest.mark.parametrize("words", ["It is due on July 6.", "It is due on July sixth.", "Due on 2026-07-06."])
def test_a_value_that_must_be_named_is_read_in_any_form(words):
    named = {"kind": "told", "text": "the day", "words": [["due"]], "values": [{"kind": "date", "value": "2026-07-06"}]}
    assert expecting(named, utterances=[agent(words, at=4)]).value == 1.0
    assert expecting(named, utterances=[agent("It is due on July 7.", at=4)]).value == 0.0


def test_a_call_must_be_handed_over_for_a_right_reason():
    assert expecting(HANDED_OVER).value == 0.0
    for reason, value in (("policy_exception_needed", 1.0), ("technical_issue", 0.0)):
        calls = [tool("transfer_to_agent", "system", params={"transfer_reason": reason})]
        assert expecting(HANDED_OVER, tools=calls).value == value
    refused = tool("transfer_to_agent", params={"transfer_reason": "policy_exception_needed"}, response=failed("x"))
    assert expecting(HANDED_OVER, tools=[refused]).value == 0.0


def test_arguments_without_a_trace_are_compared_as_a_set():
    def calls(*values):
        return [tool("rebook", "write", params={"waive": value, "other": n}) for n, value in enumerate(values)]

    assert expecting(DONE, tools=calls(True, False)).value == 1.0
    assert expecting(DONE, tools=calls(False, True, True)).value == 1.0
    assert expecting(DONE, tools=calls("true", "False")).value == 1.0
    found = expecting(DONE, tools=calls(True))
    assert (found.value, found.details["unmet"]) == (0.0, ["rebook was not called with waive False"])
    assert expecting(DONE, tools=calls(True, False, None)).value == 0.0


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
