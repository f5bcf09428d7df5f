"""The records of the reference dataset's format, as far as they are used here."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator

from scenarios.model import Criterion, Fact, ScenarioKind, Step

Call = tuple[str, dict[str, Any]]


class _Read(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True)


class DecisionTree(_Read):
    """How the caller decides, sentence by sentence. Two fields occur under two names."""

    must_have_criteria: tuple[str, ...] = ()
    must_have: tuple[str, ...] = ()
    nice_to_have_criteria: tuple[str, ...] = ()
    negotiation_behavior: tuple[str, ...] = ()
    resolution_condition: str = ""
    resolution: str = ""
    failure_condition: str = ""
    escalation_behavior: str = ""
    edge_cases: tuple[str, ...] = ()


class Goal(_Read):
    """What the caller wants and may disclose."""

    high_level_user_goal: str
    decision_tree: DecisionTree
    information_required: dict[str, Any]


class User(_Read):
    """Who the caller is."""

    gender: Literal["woman", "man"]
    user_persona: str = ""


class Culture(_Read):
    """The caller's name in one language."""

    first_name: str
    last_name: str


class Event(_Read):
    """One event of a golden conversation; only tool calls and responses are used."""

    event_type: str
    tool_name: str = ""
    params: dict[str, Any] = Field(default_factory=dict)
    response: Any = None


class Trace(_Read):
    """The golden conversation."""

    trace: tuple[Event, ...]


class Truth(_Read):
    """How the record must end."""

    expected_scenario_db: dict[str, Any]
    expected_trace: Trace


class Context(_Read):
    """The author's remarks, of which only the class of the record matters here. Domains mark it differently."""

    adversarial_vector: str | None = None
    category: str | None = None
    intents: tuple[Any, ...] = ()

    @property
    def kind(self) -> ScenarioKind:
        """What the record is, by its category, or without one by the number of its intents."""
        category = (self.category or "").casefold()
        if self.adversarial_vector or category.startswith("adversarial"):
            return "adversarial"
        if category:
            return "single" if category.startswith("single") else "multi"
        return "multi" if len(self.intents) > 1 else "single"


class Record(_Read):
    """One record of a dataset, in one language."""

    id: str = Field(min_length=1)
    language: str
    current_date_time: str = Field(pattern=r"^\d{4}-\d{2}-\d{2} \d{2}:\d{2}")
    user_goal: Goal
    user_config: User
    starting_utterances: dict[str, str]
    culture_overrides: dict[str, Culture]
    scenario_context: Context = Context()
    ground_truth: Truth

    @field_validator("current_date_time")
    @classmethod
    def _in_the_calendar(cls, value: str) -> str:
        datetime.fromisoformat(value[:16])
        return value

    @property
    def caller(self) -> Culture:
        """The caller's name in the language of the call."""
        return self.culture_overrides[self.language]

    @property
    def today(self) -> str:
        """Date of the call, ``YYYY-MM-DD``."""
        return self.current_date_time[:10]

    def calls(self) -> list[Call]:
        """Name and parameters of each tool call of the golden path, in order."""
        return [(event.tool_name, event.params) for _, event in self._events("tool_call")]

    def places(self) -> list[int]:
        """Where in the trace each of these calls stands."""
        return [index for index, _ in self._events("tool_call")]

    def recorded(self) -> list[Any]:
        """The response to each of these calls that the trace tells, ``None`` where it tells none."""
        answers: list[Any] = [None] * len(self.calls())
        open_calls: dict[str, list[int]] = {}
        number = 0
        for event in self.ground_truth.expected_trace.trace:
            if event.event_type == "tool_call":
                open_calls.setdefault(event.tool_name, []).append(number)
                number += 1
            elif event.event_type == "tool_response" and open_calls.get(event.tool_name):
                answers[open_calls[event.tool_name].pop(0)] = event.response
        return answers

    def _events(self, kind: str) -> list[tuple[int, Event]]:
        events = enumerate(self.ground_truth.expected_trace.trace)
        return [(index, event) for index, event in events if event.event_type == kind]


@dataclass(frozen=True)
class Golden:
    """A record with its golden path, run through our tools.

    Attributes:
        record: the record, placeholders resolved.
        calls: the tool calls.
        responses: the response to each call.
    """

    record: Record
    calls: list[Call]
    responses: list[dict[str, Any]]


@dataclass(frozen=True)
class Reading:
    """What a domain's rules derive from a golden path.

    Attributes:
        plan: the golden path with the source of each argument.
        facts: what the caller may disclose.
        criteria: what an offer must satisfy, as far as it can be read reliably.
        details: what the caller adds when asked to describe the request; may be empty.
        workflow: family of the request.
    """

    plan: tuple[Step, ...]
    facts: tuple[Fact, ...]
    criteria: tuple[Criterion, ...]
    details: str
    workflow: str
