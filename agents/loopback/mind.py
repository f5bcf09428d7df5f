"""The mind behind a rehearsed language model: a brain that is asked with a vendor's messages instead of a context."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from pipecat.processors.aggregators.llm_context import LLMContext

from pipelines.brain import Action, Brain, CallTools, Say

Message = dict[str, Any]
"""A message in the form of OpenAI's chat completions: role, content, tool_calls, tool_call_id."""


@dataclass(frozen=True)
class Reply:
    """What the model answers: text, or tool calls; `hang_up` asks to end the call once the text was heard."""

    text: str = ""
    calls: tuple[tuple[str, dict[str, Any]], ...] = ()
    hang_up: bool = False
    pace: float = 1.0


class Informed(Protocol):
    """What a calibration brain wants to be told besides the conversation."""

    def result(self, name: str, params: dict[str, Any], response: dict[str, Any]) -> None: ...
    def spoken(self, content: str) -> None: ...


class Mind:
    """Answers requests of one call, each of which repeats the whole conversation so far.

    Args:
        brain: decides.
        informed: is told of tool results and of replies as the conversation records them (what was heard of them).
    """

    def __init__(self, brain: Brain, informed: Informed | None = None) -> None:
        self._brain, self._informed = brain, informed
        self._results: set[str] = set()
        self._replies = 0

    def think(self, messages: Sequence[Message]) -> Action:
        """What the answer to a conversation would be; messages that were seen before are not told again.

        Takes a recogniser's time, off the event loop, and changes nothing that another thought would not find so.
        """
        self._tell(messages)
        spoken = [m for m in messages if m.get("role") in ("user", "assistant", "tool")]
        return self._brain.next(LLMContext([dict(m) for m in spoken]))  # type: ignore[misc]

    def decide(self, action: Action) -> Reply:
        """Carry out what was thought last: whoever asked still waits for it."""
        self._brain.begin(action)
        match action:
            case Say(text, hang_up, pace):
                return Reply(text, (), hang_up, pace)
            case CallTools(calls):
                return Reply("", calls)
        return Reply()

    def _tell(self, messages: Sequence[Message]) -> None:
        if self._informed is None:
            return
        asked = {c["id"]: c["function"] for m in messages for c in m.get("tool_calls") or []}
        replies = [m for m in messages if m.get("role") == "assistant" and text_of(m)]
        for message in replies[self._replies :]:
            self._informed.spoken(text_of(message))
        self._replies = len(replies)
        for message in messages:
            call = str(message.get("tool_call_id", ""))
            if message.get("role") != "tool" or call in self._results or call not in asked:
                continue
            response = _object(message.get("content"))
            if response is None:  # a placeholder of the framework, until the tool has answered
                continue
            self._results.add(call)
            function = asked[call]
            self._informed.result(function["name"], _object(function["arguments"]) or {}, response)


def text_of(message: Message) -> str:
    """The words of a message, whatever form its content has."""
    content = message.get("content")
    if isinstance(content, list):
        return " ".join(str(part.get("text", "")) for part in content if isinstance(part, dict)).strip()
    return str(content or "").strip()


def _object(value: Any) -> dict[str, Any] | None:
    if isinstance(value, list):
        value = text_of({"content": value})
    if isinstance(value, str):
        try:
            value = json.loads(value)
        except ValueError:
            return None
    return value if isinstance(value, dict) else None
