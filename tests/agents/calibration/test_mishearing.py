"""The fault ``mishears`` in every domain, and ``slow`` once a turn."""

import datetime

import pytest

from agents.embedded.calibration.mishearing import Mishearing, mishearing
from agents.embedded.calibration.service import SLOW_S, calibration_brain, calibration_service
from agents.embedded.calibration.slots import Slot
from pipelines.brain import CallTools, Say
from scenarios.model import Fact
from scenarios.toolbox import Toolbox
from tests.agents.calibration.talk import PACK, carry, packs

TODAY = datetime.date(2026, 5, 4)


@pytest.mark.parametrize("domain", ["hr", "itsm"])
def test_a_value_of_a_write_is_taken_for_another_in_text_and_in_deed(domain):
    pack, toolbox = packs()[domain], Toolbox.for_domain(domain)
    changes = [s for s in pack.scenarios.values() if s.outcome == "change"]
    tried = 0
    for scenario in changes[::12]:
        ears = mishearing(scenario, toolbox)
        assert ears == mishearing(scenario, toolbox)
        assert ears.fact is not None
        swapped = []

        def distort(text, ears=ears, swapped=swapped):
            if ears.text(text) != text:
                swapped.append(text)
            return ears.text(text)

        sound, _ = carry(scenario, greeting=pack.greeting)
        agent, _ = carry(scenario, faults=("mishears",), distort=distort, greeting=pack.greeting)
        assert sound.done
        assert not agent.done, scenario.id
        assert swapped, scenario.id
        tried += 1
    assert tried > 2


@pytest.mark.parametrize(
    ("slot", "kind", "value", "wrong", "text", "heard"),
    [
        ("asset_tag", "code", "AST4", "AST7", "It is Alfa, Sierra. Tango, digit four.", "seven"),
        ("asset_tag", "code", "AST4", "AST7", "It is A, S, T, four.", "seven"),
        ("extension_days", "count", "30", "80", "Thirty days, please.", "eighty days"),
        ("end_date", "date", "2026-12-12", "2026-12-13", "The end date is December twelfth.", "December thirteenth"),
        ("laptop_os", "choice", "windows", "macos", "Windows, please.", "mac OS"),
    ],
)
def test_the_words_of_a_value_are_those_of_the_wrong_one(slot, kind, value, wrong, text, heard):
    ears = Mishearing("itsm", TODAY, Fact(slot=slot, kind=kind, value=value, request=0), wrong)
    found = ears.text(text)
    assert heard.lower() in found.lower()
    assert heard.lower() not in text.lower()
    assert ears.text("Yes, please go ahead.") == "Yes, please go ahead."


def test_only_the_value_of_its_own_request_is_taken_for_another():
    ears = Mishearing("itsm", TODAY, Fact(slot="asset_tag", kind="code", value="AST4", request=1), "AST7")
    mine, others = Slot("asset_tag", "code", 1), Slot("asset_tag", "code", 0)
    assert ears.value(mine, "ast4") == "AST7"
    assert ears.value(mine, "AST5") == "AST5"
    assert ears.value(mine, None) is None
    assert ears.value(others, "AST4") == "AST4"


def test_a_slow_agent_is_late_once_a_turn():
    scenario = PACK.scenarios["meal-and-bags"]
    brain = calibration_brain(scenario, Toolbox.for_domain("airline"), None, ["slow"])
    service = calibration_service(brain, lambda: 0.5, ["slow"])
    waits = [service._latency()]
    for action in (CallTools(()), Say("Thank you.")):
        service._brain.begin(action)
        waits.append(service._latency())
    assert waits == [0.5 + SLOW_S, 0.5, 0.5 + SLOW_S]
