"""Calls as their modules build them, and what the tools answer to their golden paths."""

from __future__ import annotations

import copy
from collections.abc import Iterable
from types import ModuleType
from typing import Any

from scenarios.build import complete
from scenarios.model import Scenario
from scenarios.replay import replay
from scenarios.toolbox import Toolbox
from scenarios.world import World

Played = list[tuple[str, dict[str, Any], dict[str, Any]]]


class Golden:
    """The calls of some modules of workflows, each built and played once: do not change what it answers.

    Attributes:
        calls: the finished scenarios by id.
    """

    def __init__(self, toolbox: Toolbox, modules: Iterable[ModuleType]) -> None:
        self._toolbox = toolbox
        self._played: dict[str, Played] = {}
        self.calls = {draft.id: complete(draft, toolbox) for module in modules for draft in module.scenarios()}

    def play(self, scenario: Scenario) -> Played:
        """Tool, parameters and response of every call of a golden path, whether or not it is one of these."""
        steps = [step for step in scenario.plan if step.do == "call"]
        return [(s.tool, s.params, r) for s, r in zip(steps, replay(scenario, self._toolbox).responses, strict=True)]

    def played(self, scenario: Scenario) -> Played:
        """The same of one of these calls, played once."""
        assert scenario is self.calls[scenario.id], "a changed copy is played with `play`"
        if scenario.id not in self._played:
            self._played[scenario.id] = self.play(scenario)
        return self._played[scenario.id]

    def made(self, tool: str) -> list[tuple[Scenario, dict[str, Any], dict[str, Any]]]:
        """Every successful call of a tool in any golden path."""
        return [
            (scenario, params, response)
            for scenario in self.calls.values()
            for name, params, response in self.played(scenario)
            if name == tool and response["status"] == "success"
        ]

    def verified(self, scenario: Scenario) -> World:
        """The world as the caller's proof leaves it."""
        world = World(copy.deepcopy(scenario.world))
        for step in scenario.plan:
            if step.do == "call" and self._toolbox.tools[step.tool].type == "auth":
                assert self._toolbox.call(world, step.tool, step.params)["status"] == "success"
        return world
