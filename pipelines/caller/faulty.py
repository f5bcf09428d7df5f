"""Callers with one seeded fault: each spoils its call in a way that the validation metrics must notice.

They serve to prove those metrics and are in no run: a caller that breaks its brief says nothing about an agent.
"""

from __future__ import annotations

import re

import numpy as np

from pipelines.caller.answers import entity
from pipelines.caller.plan import Line, PlanCaller
from scenarios.model import Fact, Scenario
from scenarios.spoken import spell

FAULTS: dict[str, str] = {
    "strays": "gives another number than its brief has",
    "withholds": "says that it does not have a code that it holds",
    "leaves_early": "hangs up before it has raised all its requests",
    "adds_request": "asks at the end for something that is not in its brief",
    "mumbles": "its voice cannot be understood",
}
"""Faults of the caller, by name."""

LEAVES_AFTER = 3  # lines of its own
_EXTRA = Fact(slot="seat", kind="code", value="31F")


class FaultyCaller(PlanCaller):
    """A scenario's caller with one fault. ``mumbles`` lives in its voice alone: see `mumbled`.

    Args:
        scenario: whose caller it is.
        fault: a key of `FAULTS`.
        rng: as of `PlanCaller`.
        spelling: as of `PlanCaller`.

    Raises:
        ValueError: the scenario has nothing that the fault could spoil.
    """

    def __init__(self, scenario: Scenario, fault: str, rng: np.random.Generator, spelling: str = "nato") -> None:
        super().__init__(_strayed(scenario) if fault == "strays" else scenario, rng, spelling)
        if fault == "leaves_early" and len(scenario.requests) < 2:
            raise ValueError(f"{scenario.id}: a caller with one request has raised all of them when it hangs up")
        self.scenario = scenario  # the brief that its report is held against
        self._fault = fault
        self._added = False

    def _reply(self, heard: str) -> Line | None:
        if self._fault == "leaves_early" and len(self.lines) >= LEAVES_AFTER:
            return self._goodbye("I have to go now. Goodbye.")
        return super()._reply(heard)

    def _give(self, facts: list[Fact]) -> Line:
        if self._fault == "withholds" and any(fact.kind == "code" for fact in facts):
            return self._unknown()
        return super()._give(facts)

    def _goodbye(self, text: str) -> Line:
        if self._fault == "adds_request" and not self._added:
            self._added = True
            row, seat = spell(_EXTRA.value[:-1]), spell(_EXTRA.value[-1])
            return Line(f"One more thing. Please put me in seat {row}, {seat}, as well.", [entity(_EXTRA)])
        return super()._goodbye(text)


def mumbled(text: str) -> str:
    """The words as a voice that nobody can follow would say them: each backwards."""
    return re.sub(r"[A-Za-z]{3,}", lambda m: m.group()[::-1].lower(), text)


def _strayed(scenario: Scenario) -> Scenario:
    """The scenario with one more of whatever the caller counts."""
    facts = [
        fact.model_copy(update={"value": str(int(fact.value) + 1)}) if fact.kind == "count" else fact
        for fact in scenario.facts
    ]
    if facts == list(scenario.facts):
        raise ValueError(f"{scenario.id}: the caller knows no number that could be another one")
    return scenario.model_copy(update={"facts": tuple(facts)})
