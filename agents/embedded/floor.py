"""Agents that do next to nothing: what a benchmark must not reward.

Each needs no key. ``idle`` authenticates the caller and then offers nothing, ``silent`` never says a word, ``transfer``
authenticates and hands every caller over, whatever it wants. Their scores are the floor that an agent's own are read
against, and no agent's result.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

from pipecat.processors.aggregators.llm_context import LLMContext

from agents.embedded.calibration.brain import CalibrationBrain
from agents.embedded.calibration.service import calibration_brain
from agents.embedded.segments import SegmentKeeper
from pipelines.brain import Action, CallTools, Say
from scenarios.model import Scenario
from scenarios.toolbox import Toolbox

TRANSFER = "transfer_to_agent"
REASON = "unable_to_resolve"  # of those that every domain has, the one that most hand-overs of the pack take
SUMMARY = "The caller has a request that a colleague should see to."
HANDED_OVER = "I am transferring you to a live agent now. Please hold."


class FloorBrain:
    """Decides a floor agent's next action.

    Args:
        kind: a key of `agents.spec.FLOORS`.
        brain: authenticates: a calibration brain whose plan ends there.
        tools: the calls of that plan.
        key: the parameter of the transfer tool that names the caller's record.
    """

    def __init__(self, kind: str, brain: CalibrationBrain, tools: Sequence[str], key: str) -> None:
        self.brain, self._kind, self._todo, self._key = brain, kind, list(tools), key
        self._known = ""
        self._handed = False

    def next(self, context: LLMContext) -> Action:
        """Nothing, or the next step of authentication, or a transfer."""
        if self._kind == "silent":
            return None
        if self._kind == "transfer":
            if self._handed:
                return Say(HANDED_OVER)
            if not self._todo:
                params = {self._key: self._known, "transfer_reason": REASON, "issue_summary": SUMMARY}
                return CallTools(((TRANSFER, params),))
        return self.brain.next(context)

    def begin(self, action: Action) -> None:
        """Pass it on, but for the transfer, which is no part of the brain's plan."""
        if not isinstance(action, CallTools) or action.calls[0][0] != TRANSFER:
            self.brain.begin(action)

    def spoken(self, content: str) -> None:
        """Pass it on."""
        self.brain.spoken(content)

    def result(self, name: str, params: dict[str, Any], response: dict[str, Any]) -> None:
        """Note who the caller is, and that it was handed over."""
        if name == TRANSFER:
            self._handed = True
            return
        self.brain.result(name, params, response)
        if response.get("status") == "success" and name in self._todo:
            self._todo.remove(name)
            self._known = str(params.get(self._key) or response.get(self._key) or self._known)


def floor_brain(kind: str, scenario: Scenario, toolbox: Toolbox, keeper: SegmentKeeper | None) -> FloorBrain:
    """A floor agent for a scenario, which knows no more of its plan than how the caller is authenticated."""
    plan = tuple(itertools.takewhile(lambda s: s.do == "call" and toolbox.tools[s.tool].type == "auth", scenario.plan))
    brain = calibration_brain(scenario.model_copy(update={"plan": plan}), toolbox, keeper, ())
    schema = toolbox.tools[TRANSFER].schema()["parameters"]
    return FloorBrain(kind, brain, [step.tool for step in plan], schema["required"][0])
