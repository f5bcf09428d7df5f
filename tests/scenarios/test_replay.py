import copy

import pytest

from scenarios.model import Scenario, Step
from scenarios.packs import load_pack
from scenarios.replay import replay
from scenarios.toolbox import Toolbox

TOOLBOX = Toolbox.for_domain("airline")
PACK = load_pack("builtin", "airline").scenarios
each = pytest.mark.parametrize("scenario", PACK.values(), ids=PACK)


@each
def test_the_builtin_golden_paths_reach_their_targets(scenario: Scenario) -> None:
    path = replay(scenario, TOOLBOX)
    assert path.reached, path.diff.lines()
    assert not path.diff
    assert len(path.responses) == sum(step.do == "call" for step in scenario.plan)


@each
def test_a_replay_leaves_the_scenario_as_it_was(scenario: Scenario) -> None:
    before = copy.deepcopy(scenario.model_dump())
    first, second = replay(scenario, TOOLBOX), replay(scenario, TOOLBOX)
    assert scenario.model_dump() == before
    assert first.responses == second.responses


def test_a_path_that_stops_early_does_not_reach_and_says_what_is_missing() -> None:
    scenario = next(s for s in PACK.values() if replay(s, TOOLBOX).world.digest() != digest_of(s))
    path = replay(scenario.model_copy(update={"plan": scenario.plan[:1]}), TOOLBOX)
    assert not path.reached
    assert path.diff.lines()
    assert len(path.responses) == 1


def digest_of(scenario: Scenario) -> str:
    from scenarios.world import digest

    return digest(scenario.world)


def test_steps_that_only_tell_call_nothing() -> None:
    scenario = next(iter(PACK.values()))
    told = scenario.model_copy(update={"plan": (Step(do="tell", text="No."),)})
    path = replay(told, TOOLBOX)
    assert path.responses == []
    assert path.world.calls.total() == 0
