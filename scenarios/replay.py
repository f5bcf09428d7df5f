"""Running a scenario's golden path through the tools, to prove that the target can be reached."""

from __future__ import annotations

import copy
from dataclasses import dataclass
from typing import Any

from scenarios.model import Scenario
from scenarios.toolbox import Toolbox
from scenarios.world import World, WorldDiff, diff


@dataclass(frozen=True)
class Replay:
    """What the golden path did.

    Attributes:
        world: the world afterwards.
        responses: the response to each ``call`` step, in order.
        reached: whether world and expected world are the same.
        diff: what differs, expected against reached.
    """

    world: World
    responses: list[dict[str, Any]]
    reached: bool
    diff: WorldDiff


def replay(scenario: Scenario, toolbox: Toolbox) -> Replay:
    """Runs the ``call`` steps of the plan, with their true values, on a copy of the scenario's world."""
    world = World(copy.deepcopy(scenario.world))
    responses = [toolbox.call(world, step.tool, step.params) for step in scenario.plan if step.do == "call"]
    difference = diff(scenario.expected, world.tables)
    return Replay(world, responses, not difference, difference)
