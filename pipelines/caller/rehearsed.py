"""The caller that rehearses in the place of a language model: the plan's, with a model's misconduct on demand.

What answers behind a vendor's protocol has no hand on the telephone: it asks to hang up and may be refused, and its
first line may have been said for it.
"""

from __future__ import annotations

import datetime
import re

import numpy as np
from pipecat.processors.aggregators.llm_context import LLMContext

from pipelines.brain import Action, Say
from pipelines.caller.plan import Line, PlanCaller
from scenarios.model import Fact, Scenario

MISCONDUCT: dict[str, str] = {
    "lingers": "says goodbye and never hangs up",
    "leaves_early": "hangs up in the middle of things",
    "adds_request": "asks at the end for something that is not in its brief",
    "wrong_fact": "gives another value than its brief has",
    "loops": "says the same whatever it is asked",
    "restless": "asks to hang up in the very turn in which it agrees to something",
}
"""What callers that are models do wrong, by name. ``restless`` is refused and does no harm."""

LEAVES_AFTER = 3  # lines of its own
_EXTRA = {
    "airline": "One more thing. Please also book a kennel for my two greyhounds.",
    "hr": "One more thing. Please also order a birthday cake for the canteen.",
    "itsm": "One more thing. Please also water the cactus beside the aquarium.",
}
_READABLE = ("code", "digits", "date")


class RehearsedCaller(PlanCaller):
    """A scenario's caller as a model behind a vendor's protocol.

    Args:
        scenario: whose caller it is.
        rng: as of `PlanCaller`.
        fault: a key of `MISCONDUCT`; empty for none.
        spelling: as of `PlanCaller`.

    Raises:
        ValueError: an unknown fault.
    """

    def __init__(self, scenario: Scenario, rng: np.random.Generator, fault: str = "", spelling: str = "nato") -> None:
        if fault and fault not in MISCONDUCT:
            raise ValueError(f"unknown misconduct {fault!r}; known: {', '.join(MISCONDUCT)}")
        super().__init__(scenario, rng, spelling)
        self._fault = fault
        self._added = self._lingers = False

    def next(self, context: LLMContext) -> Action:
        """Answer the agent's last turn."""
        if self._request < 0 and _said(self.scenario.opening, context):
            self.lines.append(self._open())
        self.hung_up = False  # whoever is asked again is still on the telephone
        if self._lingers:
            return self._spoken(Line("Goodbye."))
        action = super().next(context)
        if not isinstance(action, Say):
            return action
        if self._fault == "lingers" and action.hang_up:
            self.hung_up, self._lingers = False, True
            return Say(action.text, pace=action.pace)
        if self._fault == "restless" and action.text.startswith("Yes"):
            return Say(action.text, hang_up=True, pace=action.pace)
        return action

    def _spoken(self, line: Line) -> Say:
        self.lines.append(line)
        return Say(line.text)

    def _reply(self, heard: str) -> Line | None:
        if self._fault == "loops" and self._request >= 0:
            return Line(self.scenario.opening)
        if self._fault == "leaves_early" and len(self.lines) >= LEAVES_AFTER:
            return self._goodbye("I have to go now. Goodbye.")
        return super()._reply(heard)

    def _give(self, facts: list[Fact]) -> Line:
        return super()._give([_other(fact) for fact in facts] if self._fault == "wrong_fact" else facts)

    def _goodbye(self, text: str) -> Line:
        if self._fault == "adds_request" and not self._added:
            self._added = True
            return Line(_EXTRA[self.scenario.domain])
        return super()._goodbye(text)


def _said(text: str, context: LLMContext) -> bool:
    """Whether the caller has said this already."""
    messages = (m for m in context.get_messages() if isinstance(m, dict))
    return any(m.get("role") == "assistant" and text in str(m.get("content") or "") for m in messages)


def _other(fact: Fact) -> Fact:
    """A fact of another value, in the form of its kind."""
    if fact.kind not in _READABLE:
        return fact
    if fact.kind == "date":
        day = datetime.date.fromisoformat(fact.value)
        value = (day - datetime.timedelta(days=1)).isoformat()
    else:
        value = re.sub(r"\d", lambda m: str((int(m[0]) + 3) % 10), fact.value)
        value = value if value != fact.value else fact.value[:-1] + ("K" if fact.value[-1] != "K" else "Q")
    return fact.model_copy(update={"value": value, "spoken": ""})
