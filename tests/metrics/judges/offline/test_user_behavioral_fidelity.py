from dataclasses import replace

import pytest

from metrics import brief
from metrics.judges.case import Case
from metrics.judges.jury import NothingToJudge
from metrics.judges.offline.user_behavioral_fidelity import judge
from metrics.judges.verdicts import CORRUPTIONS
from metrics.judges.views import case_of
from tests.metrics.build import agent, caller, event, failed, record, tool

MOVE, BAG = "I want to move my flight.", "And I have a bag to add."
CODE = {"slot": "confirmation_number", "kind": "code", "value": "ZK3FFW"}
OTHER = {**CODE, "value": "QX7TRE"}
SEAT = {"slot": "seat_preference", "kind": "choice", "value": "window"}
KEPT = event("caller_brief", at=60, side="caller", ok=True, why="kept to its brief")


def broke(why):
    return event("caller_brief", at=60, side="caller", ok=False, why=why)


def call(*said, requests=(MOVE, BAG), facts=(CODE, SEAT), events=(KEPT,), **kwargs):
    made = record(utterances=said, events=events, **kwargs)
    scenario = {**made.scenario, "facts": list(facts), "requests": [{"statement": s} for s in requests]}
    return replace(made, scenario=scenario)


def detected(made):
    verdict = judge(case_of(made))
    assert set(verdict.corruption_analysis) == set(CORRUPTIONS)
    found = {k: c.analysis for k, c in verdict.corruption_analysis.items() if c.detected}
    assert verdict.rating == (0 if found else 1)
    return found


ALL = (caller(MOVE, at=2), caller("It's Z K 3.", at=5, turn=2, entities=(CODE,)), caller(f"Yes. {BAG}", at=8, turn=3))


def test_a_caller_that_raised_everything_and_said_only_what_is_true_kept_to_its_part():
    assert detected(call(*ALL)) == {}


def test_values_of_its_own_that_a_write_took_up_are_extra():
    said = [*ALL, caller("Z.", at=10, turn=4, entities=(OTHER,))]
    writes = [tool("move", "write", at=12, params={"confirmation_number": "QX7-TRE"})]
    assert list(detected(call(*said, tools=writes))) == ["extra_modifications"]
    assert "'QX7TRE'" in detected(call(*said, tools=writes))["extra_modifications"]


@pytest.mark.parametrize(
    "tools",
    [
        [],
        [tool("move", "read", at=12, params={"confirmation_number": "QX7TRE"})],
        [tool("move", "write", at=12, params={"confirmation_number": "QX7TRE"}, response=failed("not_found"))],
        [tool("move", "write", at=12, params={"confirmation_number": "ZK3FFW"})],
    ],
)
def test_values_of_its_own_that_changed_nothing_are_a_stray(tools):
    said = [*ALL, caller("Q.", at=10, turn=4, entities=(OTHER,))]
    assert list(detected(call(*said, tools=tools))) == ["decision_tree_violation"]


def twice(at):
    return [tool("move", "write", at=4), tool("move", "write", at=at)]


def test_the_same_write_after_the_caller_asked_again_is_a_duplicate():
    again = caller(MOVE, at=20, turn=5)
    assert list(detected(call(*ALL, again, tools=twice(24)))) == ["duplicate_modifications"]
    assert "turn 5" in detected(call(*ALL, again, tools=twice(24)))["duplicate_modifications"]


@pytest.mark.parametrize(
    ("more", "tools"),
    [
        ((), twice(24)),  # the agent did it twice by itself
        ((caller(MOVE, at=20, turn=5),), twice(18)),  # both before the caller asked again
        ((caller(MOVE, at=3, turn=1),), twice(24)),  # said again before anything was done
        ((caller(MOVE, at=20, turn=5),), [tool("move", "write", at=4), tool("move", "write", at=24, params={"a": 1})]),
        ((caller(MOVE, at=20, turn=5),), [tool("move", "write", at=4)]),
    ],
)
def test_what_the_caller_did_not_cause_is_no_duplicate(more, tools):
    assert detected(call(*ALL, *more, tools=tools)) == {}


def test_hanging_up_before_everything_was_raised_is_premature():
    found = detected(call(*ALL[:2], events=[broke("raised 1 of 2 requests")]))
    assert list(found) == ["premature_ending"]
    assert "1 of 2" in found["premature_ending"]


@pytest.mark.parametrize("end", ["agent_silence", "agent_hangup", "time_limit", "line_lost"])
def test_an_end_that_the_caller_did_not_bring_about_is_not_premature(end):
    assert "premature_ending" not in detected(call(*ALL[:2], events=[KEPT], end_reason=end))


def test_giving_up_on_an_agent_that_is_stuck_is_not_premature():
    assert detected(call(*ALL[:2], events=[KEPT])) == {}


def test_hanging_up_between_an_agreed_transfer_and_its_making_is_premature():
    yes = caller("Yes, please transfer me.", at=20, turn=5)
    assert list(detected(call(*ALL, yes))) == ["premature_ending"]
    assert detected(call(*ALL, yes, tools=[tool("transfer_to_agent", "system", at=22)])) == {}
    assert detected(call(*ALL, yes, agent("Connecting you.", at=22, turn=5))) == {}


def test_a_fact_that_is_held_back_is_missing_information():
    asked = agent("What is your seat preference?", at=10, turn=3)
    no = caller("I'm sorry, I don't have that with me.", at=12, turn=4)
    assert list(detected(call(*ALL, asked, no))) == ["missing_information"]
    later = caller("A window.", at=14, turn=5, entities=(SEAT,))
    assert detected(call(*ALL, asked, no, later)) == {}, "it was given in the end"
    other = agent("What is your shoe size?", at=10, turn=3)
    assert detected(call(*ALL, other, no)) == {}, "it does not hold that"


def test_what_the_caller_s_brain_reports_and_nothing_else_explains_is_a_stray():
    assert detected(call(*ALL, events=[broke("asked for a second flight")])) == {
        "decision_tree_violation": "asked for a second flight"
    }


def test_callers_that_record_nothing_and_cases_without_a_record_are_not_judged():
    with pytest.raises(NothingToJudge, match="no plan"):
        judge(case_of(call(caller(MOVE, at=2), events=())))
    with pytest.raises(NothingToJudge, match="no record"):
        judge(Case("cascade", ()))


def test_openings_are_found_whatever_stands_around_them_and_however_they_are_written():
    made = call(
        caller("Yes. and I have, a BAG to add!", at=8, turn=3), caller(None, at=9, heard="I want to move my flight")
    )
    assert [(i, u.turn) for i, u in brief.openings(made)] == [(1, 3), (0, 1)]
    assert brief.unopened(call(*ALL[:2])) == [1]
    assert brief.unopened(record()) == []
