"""Whole calls in text over all packs: with perfect ears every scenario comes out as it should."""

import pytest

from scenarios.errors import CallbenchError
from scenarios.packs import load_pack
from tests.agents.calibration.talk import carry, packs
from tests.reference import ROOT

PACKS = packs()
OWN = [pytest.param(d, n, id=f"{d}/{n}") for d, pack in PACKS.items() if d != "airline" for n in sorted(pack.scenarios)]


def sound(scenario, greeting, **more):
    """Carry a call and hold it to the plan."""
    agent, caller = carry(scenario, greeting=greeting, **more)
    assert agent.done, agent.said
    assert agent.tools() == [step.tool for step in scenario.plan if step.do == "call"]
    assert not agent.brain.state.failed
    assert caller.hung_up
    assert caller.report() == {"ok": True, "why": "kept to its brief"}
    return agent, caller


@pytest.mark.parametrize(("domain", "name"), OWN)
def test_every_scenario_of_a_pack_can_be_done(domain, name):
    pack = PACKS[domain]
    scenario = pack.scenarios[name]
    agent, _ = sound(scenario, pack.greeting)
    told = [step.text for step in scenario.plan if step.do == "tell"]
    assert all(any(text in said for said in agent.said) for text in told)
    assert all(any(step.offer in said for said in agent.said) for step in scenario.plan if step.offer)


@pytest.mark.parametrize("seed", range(1, 4))
@pytest.mark.parametrize("domain", [d for d in PACKS if d != "airline"])
def test_whatever_the_caller_words_it_like(domain, seed):
    pack = PACKS[domain]
    for name in sorted(pack.scenarios)[seed::7]:
        sound(pack.scenarios[name], pack.greeting, seed=seed)


@pytest.mark.parametrize("domain", [d for d in PACKS if d != "airline"])
def test_letters_are_spelled_as_well_as_code_words(domain):
    pack = PACKS[domain]
    for name in sorted(pack.scenarios)[::9]:
        agent, _ = carry(pack.scenarios[name], greeting=pack.greeting, spelling="letters")
        assert agent.done, agent.said


@pytest.mark.reference
@pytest.mark.parametrize("domain", ["airline", "hr", "itsm"])
def test_nearly_every_record_of_the_reference_format_can_be_done(domain):
    if not ROOT.is_dir():
        pytest.skip("no reference data")
    try:
        pack = load_pack(str(ROOT), domain)
    except CallbenchError as error:
        pytest.skip(str(error))
    missed = [name for name, scenario in pack.scenarios.items() if not carry(scenario, greeting=pack.greeting)[0].done]
    assert len(missed) <= len(pack.scenarios) / 20, missed
