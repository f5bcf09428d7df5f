"""Callers with one fault: what they do otherwise than a caller that keeps to its brief."""

import numpy as np
import pytest

from pipelines.caller.faulty import LEAVES_AFTER, FaultyCaller, mumbled
from pipelines.caller.plan import PlanCaller
from scenarios.packs import load_pack

PACK = load_pack("builtin", "airline")
ONE, TWO = PACK.scenarios["meal-and-bags"], PACK.scenarios["birthday-trip"]


def caller(fault, scenario=ONE):
    made = FaultyCaller(scenario, fault, np.random.default_rng(1))
    made._open()
    return made


def said(made, *heard):
    lines = []
    for text in heard:
        line = made._reply(text)
        made.lines.append(line)
        lines.append(line)
    return lines[-1]


def test_a_caller_that_strays_gives_another_number_and_its_report_says_so():
    made = caller("strays")
    line = said(made, "How many bags would you like to check?")
    assert [e["value"] for e in line.entities] == ["3"]
    assert made.report()["ok"] is False
    assert "num_bags 3" in made.report()["why"]
    sound = PlanCaller(ONE, np.random.default_rng(1))
    sound._open()
    assert [e["value"] for e in said(sound, "How many bags would you like to check?").entities] == ["2"]
    assert sound.report()["ok"] is True


def test_a_caller_that_withholds_has_no_code():
    made = caller("withholds")
    line = said(made, "May I have your confirmation number, please?")
    assert line.entities == []
    assert "don't have that" in line.text


def test_a_caller_that_leaves_early_has_not_raised_all():
    made = caller("leaves_early", TWO)
    for _ in range(LEAVES_AFTER):
        made.lines.append(made._reply("May I have your last name, please?"))
    said(made, "May I have your last name, please?")
    assert made.hung_up
    assert "raised 1 of" in made.report()["why"]


def test_a_caller_that_adds_a_request_asks_for_it_before_its_goodbye_once():
    made = caller("adds_request")
    line = said(made, "Is there anything else I can help you with?")
    assert "seat three, one, Foxtrot" in line.text
    assert not made.hung_up
    said(made, "Is there anything else I can help you with?")
    assert made.hung_up
    assert "seat 31F" in made.report()["why"]


def test_mumbled_words_are_none():
    assert mumbled("Last name Thibodeaux, at 5 PM.") == "tsal eman xuaedobiht, at 5 PM."


@pytest.mark.parametrize(("fault", "scenario"), [("leaves_early", ONE), ("strays", TWO)])
def test_a_scenario_that_has_nothing_to_spoil_is_refused(fault, scenario):
    if fault == "strays":
        scenario = scenario.model_copy(update={"facts": tuple(f for f in scenario.facts if f.kind != "count")})
    with pytest.raises(ValueError, match=scenario.id):
        caller(fault, scenario)
